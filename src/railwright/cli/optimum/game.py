"""The best score a seat can still reach at a moment of a recorded game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from railwright.cli.kit.output import again, print_json, suggest
from railwright.cli.kit.setups import setup_words
from railwright.cli.optimum.words import print_solution, solution_object
from railwright.draw import draw_board
from railwright.draw.game_picture import position_of
from railwright.game.game import Game
from railwright.game.view import check_seat
from railwright.maps.records import read_record
from railwright.optimum.best_score import best_of_game
from railwright.optimum.solution import in_points
from railwright.whole_files import write_whole
from railwright.words import count


def answer_game(
    file: Path,
    number: int,
    seat: int,
    at: int | None,
    *,
    stations: bool,
    seconds: float,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Replay, solve with and without drawing more tickets, print and draw. For a finished game, show its score."""
    record, _ = read_record(file, number)
    game = record.replay(at)
    check_seat(seat, game.seats)
    about: dict[str, Any] = {**game.setup.names, "seat": seat, "at": len(game.actions), "over": game.is_over}
    heading = f"{setup_words(game.setup)}: seat {seat} after {count(len(game.actions), 'action')}"
    if game.is_over:
        _answer_over(game, seat, about, heading, svg=svg, as_json=as_json)
    else:
        _answer_moment(game, seat, about, heading, stations=stations, seconds=seconds, svg=svg, as_json=as_json)
    if not as_json:
        if svg is not None:
            print(f"\nDrew the board to {svg}.")
        told = again("railwright", "replay", file, game=number, until=len(game.actions))
        suggest(f"{told} narrates the game so far")


def _answer_over(
    game: Game, seat: int, about: dict[str, Any], heading: str, *, svg: Path | None, as_json: bool
) -> None:
    score = game.result()["scores"][seat]
    if svg is not None:
        write_whole(svg, _draw(game, f"seat {seat} scored {score}"))
    if as_json:
        print_json(about | {"score": score})
        return
    print(heading)
    print(f"The game is over: seat {seat} scored {count(score, 'point')}, with bonuses. For an earlier moment: --at N.")


def _answer_moment(
    game: Game,
    seat: int,
    about: dict[str, Any],
    heading: str,
    *,
    stations: bool,
    seconds: float,
    svg: Path | None,
    as_json: bool,
) -> None:
    setup = game.setup
    held = best_of_game(game, seat, stations=stations, seconds=seconds)
    drawing = best_of_game(game, seat, drawing=True, stations=stations, seconds=seconds)
    now = in_points(setup, _score_now(game, seat, stations))
    if svg is not None:
        title = f"seat {seat} can still score {in_points(setup, held.score)}"
        write_whole(svg, _draw(game, title, highlight=held.tracks))
    if as_json:
        trains = int(game.state.table.trains[seat])
        best = {"held": solution_object(setup, held), "drawing": solution_object(setup, drawing)}
        print_json(about | {"stations_counted": stations, "trains": trains, "score_now": now} | best)
        return
    print(heading)
    print(f"Routes and tickets would score {now} now. With the tickets in hand the best is:\n")
    print_solution(setup, held)
    more = f"{in_points(setup, drawing.score)} points ({count(len(drawing.completed), 'ticket')})"
    print(f"\nWith the best of the tickets that nobody holds, it would be {more}.")
    unless = "Stations are counted" if stations else "Stations are ignored; --stations counts them"
    print(f"Cards, colours, bonuses and the actions of other seats are ignored. {unless}.")


def _score_now(game: Game, seat: int, stations: bool) -> int:
    result = game.result_record()
    bonus = int(result.station_bonus[seat]) if stations else 0
    return int(result.routes[seat]) + int(result.tickets[seat]) + bonus


def _draw(game: Game, title: str, *, highlight: Collection[int] = ()) -> str:
    """Draw the board at that moment, with the tracks still to be claimed highlighted."""
    position = position_of(game, [f"seat {i}" for i in range(game.seats)])
    title = f"{game.setup.board.title}: {title}"
    return draw_board(game.setup.board, position=replace(position, highlight_tracks=highlight, title=title))
