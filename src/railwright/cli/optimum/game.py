"""The best that a seat can still score at a moment of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from railwright.cli.optimum.words import print_solution, solution_object
from railwright.cli.output import print_json, suggest, write_whole
from railwright.game.game import Game
from railwright.optimum.best import best_of_game
from railwright.optimum.solution import Solution, in_points


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
    """Replay, solve with and without drawing more tickets, print and draw."""
    from railwright.cli.warmup import prepare_engine
    from railwright.maps.records import read_record

    prepare_engine()
    record, _ = read_record(file, number)
    game = record.replay(at)
    held = best_of_game(game, seat, stations=stations, seconds=seconds)
    drawing = best_of_game(game, seat, drawing=True, stations=stations, seconds=seconds)
    setup = game.setup
    now = _score_now(game, seat, stations)
    if svg is not None:
        write_whole(svg, _draw(game, seat, held))
    if as_json:
        names: dict[str, Any] = {**setup.names, "seat": seat, "at": len(game.actions), "stations_counted": stations}
        trains = int(game.state.table.trains[seat])
        best = {"held": solution_object(setup, held), "drawing": solution_object(setup, drawing)}
        print_json(names | {"trains": trains, "score_now": in_points(setup, now)} | best)
        return
    title = f"{setup.board.title}, rules {setup.ruleset.name}, tickets {setup.deck}"
    print(f"{title}: seat {seat} after {len(game.actions)} actions")
    print(f"Routes and tickets would score {in_points(setup, now)} now. With the tickets in hand the best is:\n")
    print_solution(setup, held)
    more = f"{in_points(setup, drawing.score)} points ({len(drawing.completed)} tickets)"
    print(f"\nWith the best of the tickets that nobody holds it would be {more}.")
    unless = "Stations are counted" if stations else "Stations are ignored; --stations counts them"
    print(f"Cards, colours, bonuses and what others will do are ignored. {unless}.")
    if svg is not None:
        print(f"\nDrew the board to {svg}.")
    suggest(f"railwright replay {file} --until {len(game.actions)} tells the game so far")


def _score_now(game: Game, seat: int, stations: bool) -> int:
    result = game.result_record()
    bonus = int(result.station_bonus[seat]) if stations else 0
    return int(result.routes[seat]) + int(result.tickets[seat]) + bonus


def _draw(game: Game, seat: int, solution: Solution) -> str:
    """The board at that moment, with the tracks that are still to be claimed marked."""
    from dataclasses import replace

    from railwright.draw import draw_board
    from railwright.draw.moment import position_of

    position = position_of(game, [f"seat {i}" for i in range(game.seats)])
    title = f"{game.setup.board.title}: seat {seat} can still score {in_points(game.setup, solution.score)}"
    return draw_board(game.setup.board, position=replace(position, highlight_tracks=solution.tracks, title=title))
