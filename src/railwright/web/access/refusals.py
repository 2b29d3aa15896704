"""Why a request is refused. Each has a status and a short name that the page can act on."""

from __future__ import annotations

from railwright.errors import RailwrightError


class RefusalError(RailwrightError):
    """A request that cannot be granted."""

    status = 400
    name = "bad-request"


class UnknownGameError(RefusalError):
    """There is no such game."""

    status = 404
    name = "unknown-game"


class LostGameError(RefusalError):
    """A game whose data on disk are damaged."""

    status = 410
    name = "damaged"


class OtherEngineError(RefusalError):
    """A game that another version of the engine has played, and that comes out differently here."""

    status = 409
    name = "other-engine"


class NotOfferedError(RefusalError):
    """A game with a player that cannot be had here, such as one that came with a strange backup."""

    status = 409
    name = "not-offered"


class NotYoursError(RefusalError):
    """The key does not hold the seat that would have to act."""

    status = 403
    name = "not-yours"


class StaleError(RefusalError):
    """The game has gone on since the state that the request was made for."""

    status = 409
    name = "stale"


class NotNowError(RefusalError):
    """Not possible at this moment of the game."""

    status = 409
    name = "not-now"


class TakenError(RefusalError):
    """Somebody else came first."""

    status = 409
    name = "taken"


class TooManyError(RefusalError):
    """More requests than the server takes."""

    status = 429
    name = "too-many"


class NotReadyError(RefusalError):
    """A player that is still being compiled or loaded."""

    status = 503
    name = "not-ready"


class NotKeptError(RefusalError):
    """The disk does not take it. Nothing has changed, and nobody has seen anything."""

    status = 503
    name = "not-kept"
