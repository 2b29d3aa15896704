"""Reasons to refuse a request. Each has an HTTP status and a short name that clients can act on."""

from __future__ import annotations

from railwright.errors import RailwrightError


class RefusalError(RailwrightError):
    """The request cannot be granted."""

    status = 400
    name = "bad-request"


class UnknownGameError(RefusalError):
    """There is no such game."""

    status = 404
    name = "unknown-game"


class LostGameError(RefusalError):
    """The stored data of the game are damaged."""

    status = 410
    name = "damaged"


class OtherEngineError(RefusalError):
    """The game was played with another version of the engine and replays differently with this one."""

    status = 409
    name = "other-engine"


class NotOfferedError(RefusalError):
    """The game has a player that is not allowed here, as one from a foreign backup may have."""

    status = 409
    name = "not-offered"


class NotYoursError(RefusalError):
    """Somebody else may do that: the holder of another key, or the uploader of the board."""

    status = 403
    name = "not-yours"


class StaleError(RefusalError):
    """The game has changed since the version that the request was made for."""

    status = 409
    name = "stale"


class NotNowError(RefusalError):
    """The request is not possible at this point of the game."""

    status = 409
    name = "not-now"


class TakenError(RefusalError):
    """Somebody else was faster."""

    status = 409
    name = "taken"


class TooManyError(RefusalError):
    """Too many requests."""

    status = 429
    name = "too-many"


class NotReadyError(RefusalError):
    """A player is still being compiled or loaded."""

    status = 503
    name = "not-ready"


class NotKeptError(RefusalError):
    """The change could not be written to disk. Nothing has changed, and nobody has seen anything."""

    status = 503
    name = "not-kept"
