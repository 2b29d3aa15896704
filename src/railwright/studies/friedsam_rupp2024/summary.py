"""The results in a few sentences at the beginning of the report."""

from __future__ import annotations

from collections.abc import Sequence

from railwright.mapmaker.classic_size import CLASSIC_EDGES, CLASSIC_SEGMENTS, CLASSIC_STATIONS
from railwright.mapmaker.criteria import PUBLISHED
from railwright.studies.friedsam_rupp2024.effort import PLAYERS
from railwright.studies.friedsam_rupp2024.findings import OFFICIAL, OURS, EvaluatedBoard
from railwright.words import count


def sentences(boards: Sequence[EvaluatedBoard], failures: Sequence[str]) -> tuple[str, ...]:
    """The results of the study; ``failures`` says why some extracts gave no board."""
    ours = [made for made in boards if made.kind == OURS]
    official = next(made for made in boards if made.kind == OFFICIAL)
    said = (_sizes(ours, len(ours) + len(failures)), _quality(ours), _play(ours, official)) if ours else ()
    return (*said, *map(without_board, failures))


def without_board(failure: str) -> str:
    """A sentence about an extract that gave no board, and why."""
    return f"No board could be made from an extract. {failure}"


def _sizes(ours: Sequence[EvaluatedBoard], extracts: int) -> str:
    size = {"stations": CLASSIC_STATIONS, "edges": CLASSIC_EDGES, "segments": CLASSIC_SEGMENTS}
    whole = [made for made in ours if size.items() <= made.quality.items()]
    sparse = [f"{made.title} {made.quality['edges']}" for made in ours if made.quality["edges"] < CLASSIC_EDGES]
    tail = f" Sparse networks have fewer edges: {', '.join(sparse)}." if sparse else ""
    sound = sum(_is_sound(made) for made in ours)
    return (
        f"{len(whole)} of {count(extracts, 'extract')} give a board of full size. Connected boards without crossings: "
        f"{sound} of {len(ours)}.{tail}"
    )


def _is_sound(made: EvaluatedBoard) -> bool:
    return made.quality["parts"] == 1 and not made.quality["crossings_mercator"] + made.quality["crossings_drawn"]


def _quality(ours: Sequence[EvaluatedBoard]) -> str:
    full = [made for made in ours if made.quality["edges"] == CLASSIC_EDGES]
    better = [
        made.title
        for made in full
        if made.quality["smallest_angle"] > PUBLISHED.smallest_angle
        and made.quality["spread"] > PUBLISHED.spread
        and made.quality["length_variation"] < PUBLISHED.length_variation
    ]
    names = f" ({', '.join(better)})" if better else ""
    return (
        f"{len(better)} of {len(full)} boards with {CLASSIC_EDGES} edges beat the published medians in angle, spread "
        f"and variation{names}."
    )


def _play(ours: Sequence[EvaluatedBoard], official: EvaluatedBoard) -> str:
    leaders: dict[str, int] = dict.fromkeys(PLAYERS, 0)
    for made in ours:
        leaders[max(made.players, key=lambda row: row.win_rate).player] += 1
    first = max(official.players, key=lambda row: row.win_rate).player
    counts = ", ".join(f"{player} on {number}" for player, number in leaders.items() if number)
    turns = [made.turns for made in ours]
    done = [made.completion for made in ours]
    return (
        f"On the official board, {first} wins most often; on our boards, {counts}. A game takes {min(turns):.0f} to "
        f"{max(turns):.0f} turns per seat (official: {official.turns:.0f}), and {min(done):.0%} to {max(done):.0%} of "
        f"the tickets are completed (official: {official.completion:.0%})."
    )
