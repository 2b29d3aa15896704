"""Turn typed text into actions, without reading or printing. Text that makes no sense raises MisunderstoodError."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from railwright.cli.terminal.names import MisunderstoodError, find_city, find_route, fold
from railwright.game.actions import CLAIM, DECK, PASS, STATION, TICKETS, keep
from railwright.game.board import Board
from railwright.game.colors import CARDS
from railwright.game.game import Game
from railwright.game.ruleset import FACE_UP_PLACES
from railwright.table import facts
from railwright.table.safe_text import shortened
from railwright.words import listed

MOVES = ("deck", "tickets", "claim", "station", "pass")
"""Commands that act in the game."""

INQUIRIES = ("routes", "map", "tickets?", "look", "help", "undo", "save", "quit")
"""Commands understood at every prompt, written in full; at a turn also abbreviated."""

_SYNONYMS = {
    "?": "help", "t": "tickets", "t?": "tickets?", "back": "undo", "exit": "quit", "show": "look", "build": "station",
    "draw": "deck", "route": "routes", "board": "map",
}  # fmt: skip


def split_command(line: str) -> tuple[str, str]:
    """The first word of a line and the rest."""
    parts = line.strip().split(maxsplit=1)
    return (parts[0].casefold() if parts else "", parts[1].strip() if len(parts) > 1 else "")


def inquiry(line: str) -> tuple[str, str] | None:
    """A command that is understood at every prompt, with its argument; None if the line is something else."""
    word, rest = split_command(line)
    word = _SYNONYMS.get(word, word)
    return (word, rest) if word in INQUIRIES else None


def find_command(word: str) -> str:
    """The command that a word means; it may be abbreviated."""
    word = _SYNONYMS.get(word, word)
    commands = (*MOVES, *INQUIRIES)
    if word in commands:
        return word
    found = [command for command in commands if word and command.startswith(word) and not command.endswith("?")]
    if len(found) == 1:
        return found[0]
    if found:
        raise MisunderstoodError(f"{word!r} could be {listed(found, 'or')}.")
    raise MisunderstoodError(f"I do not understand {shortened(word)!r}. Type ? for help.")


def face_up_action(game: Game, text: str) -> int | None:
    """The action of taking a face-up card, named by place or colour; None if the text names no card."""
    wanted = fold(text)
    view = game.view()
    if re.fullmatch(r"\d+", wanted):
        place = int(wanted[:9]) - 1
        if not 0 <= place < FACE_UP_PLACES:
            raise MisunderstoodError(f"The places in the row are 1 to {FACE_UP_PLACES}.")
        return _checked_place(game, place)
    name = "locomotive" if wanted in ("loco", "locomotive") else wanted
    if name not in CARDS:
        if re.fullmatch(r"[\d\s]+", text.strip()):
            raise MisunderstoodError("Take one card at a time.")
        return None
    if name not in view.row:
        raise MisunderstoodError(f"No {name} card is face up.")
    return _checked_place(game, view.row.index(name))


def _checked_place(game: Game, place: int) -> int:
    if place in game.legal():
        return place
    if game.view().row[place] is None:
        raise MisunderstoodError(f"Place {place + 1} is empty.")
    raise MisunderstoodError("A face-up locomotive cannot be the second card.")


def deck_action(game: Game) -> int:
    """The action of drawing from the deck."""
    if DECK not in game.legal():
        raise MisunderstoodError("The deck and the discards are empty.")
    return DECK


def ticket_mixes(game: Game) -> dict[int, int]:
    """The actions that draw tickets, by the number of long tickets among them."""
    return {action - TICKETS: action for action in game.legal() if TICKETS <= action < TICKETS + 10}


def mix_action(mixes: Mapping[int, int], text: str) -> int:
    """The action of drawing the typed number of long tickets."""
    if not mixes:
        raise MisunderstoodError("No tickets are left.")
    wanted = fold(text)
    if len(mixes) == 1 and not wanted:
        return next(iter(mixes.values()))
    if not re.fullmatch(r"\d", wanted) or int(wanted) not in mixes:
        raise MisunderstoodError(f"Type the number of long tickets: {listed(map(str, mixes), 'or')}.")
    return mixes[int(wanted)]


def pass_action(game: Game) -> int:
    """The action of passing, which is legal only when nothing else is."""
    if PASS not in game.legal():
        raise MisunderstoodError("You can pass only when nothing else is possible.")
    return PASS


def neighbours(board: Board) -> dict[str, list[str]]:
    """The neighbours of each city."""
    found: dict[str, list[str]] = {city.name: [] for city in board.cities}
    for track in board.tracks:
        for here, there in (track.cities, track.cities[::-1]):
            if there not in found[here]:
                found[here].append(there)
    return found


def claimable(game: Game, text: str, names: tuple[str, ...]) -> list[int]:
    """The tracks that the seat to act can claim on the typed route; if there are none, an error says why."""
    a, b = find_route(text, neighbours(game.setup.board))
    tracks = [i for i, track in enumerate(game.setup.board.tracks) if set(track.cities) == {a, b}]
    reasons = {track: facts.why_not_claim(game, game.seat, track, names) for track in tracks}
    possible = _unlike(game.setup.board, [track for track, reason in reasons.items() if not reason])
    if not possible:
        board = game.setup.board
        several = len(tracks) > 1
        parts = [f"{board.tracks[i].color}: {reason}" if several else reason for i, reason in reasons.items()]
        raise MisunderstoodError(f"{a} - {b}: {'; '.join(dict.fromkeys(parts))}.")
    return possible


def _unlike(board: Board, tracks: list[int]) -> list[int]:
    """One track of each kind: the choice between identical tracks does not matter."""
    kinds = {replace(board.tracks[track], number=1): track for track in reversed(tracks)}
    return sorted(kinds.values())


def claim_action(track: int) -> int:
    """The action of claiming a track."""
    return CLAIM + track


def station_action(game: Game, text: str, names: tuple[str, ...]) -> int:
    """The action of building a station in the typed city."""
    if not game.setup.ruleset.stations:
        raise MisunderstoodError("This game has no stations.")
    board = game.setup.board
    city = find_city(text, board.city_index)
    reason = facts.why_no_station(game, game.seat, board.city_index[city], names)
    if reason:
        raise MisunderstoodError(f"No station in {city}: {reason}.")
    return STATION + board.city_index[city]


def keep_action(game: Game, text: str) -> int:
    """The action of keeping the offered tickets whose numbers were typed, or all."""
    offered = len(game.view().offer)
    wanted = fold(text)
    if wanted in ("all", "a"):
        places = set(range(offered))
    elif re.fullmatch(r"[0-9 ]+", wanted):
        places = {int(word[:9]) - 1 for word in wanted.split()}
    else:
        raise MisunderstoodError("Type the numbers of the tickets to keep, for example 1 3, or all.")
    if any(not 0 <= place < offered for place in places):
        raise MisunderstoodError(f"The tickets are numbered 1 to {offered}.")
    action = keep(*places)
    if action not in game.legal():
        raise MisunderstoodError(f"You must keep at least {facts.least_kept(game)}.")
    return action


def choice(text: str, options: Sequence[str], default: bool = True) -> int:
    """The index of the option that was typed: by number, by some of its words, or by nothing for the first."""
    wanted = fold(text)
    if not wanted and default:
        return 0
    if re.fullmatch(r"\d+", wanted):
        if 1 <= int(wanted[:9]) <= len(options):
            return int(wanted[:9]) - 1
        raise MisunderstoodError(f"Type a number from 1 to {len(options)}.")
    found = [i for i, option in enumerate(options) if wanted and wanted in fold(option)]
    if len(found) != 1:
        raise MisunderstoodError(f"Type a number from 1 to {len(options)}.")
    return found[0]
