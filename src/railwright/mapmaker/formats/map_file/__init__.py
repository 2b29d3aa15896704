"""The ``.map`` file of the open-source web version of the game (map-format.md): reading, checking, writing."""
