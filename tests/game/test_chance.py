"""Games whose chance follows from a secret: the cipher, the numbers made of it, and who can know them."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator

import numpy as np
import pytest

from game.invariants import choose
from railwright.compiled.chacha import BLOCK_WORDS, chacha20_block
from railwright.errors import OptionError, RecordError
from railwright.game.chance import Renewal, begin_secret_chance, chance_below, derived_seed, key_of, new_secret
from railwright.game.game import Game
from railwright.game.record import Record
from railwright.game.state import NONE
from railwright.maps.load import LIBRARY, load_setup

SECRET, OTHER, THIRD = "c1" * 32, "07" * 32, "a9" * 32


def rotated(word: int, n: int) -> int:
    return (word << n | word >> (32 - n)) & 0xFFFFFFFF


def reference_block(key: bytes, last: bytes) -> list[int]:
    """The block function written from RFC 8439 in plain numbers; ``last`` is counter and nonce."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key), *struct.unpack("<4I", last)]
    x = list(start)
    for _ in range(10):
        for a, b, c, d in (
            *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
            *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
        ):
            for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[first] = (x[first] + x[second]) & 0xFFFFFFFF
                x[third] = rotated(x[third] ^ x[first], turn)
    return [(one + two) & 0xFFFFFFFF for one, two in zip(x, start, strict=True)]


def block(key: bytes, last: bytes) -> list[int]:
    out = np.zeros(BLOCK_WORDS, np.uint64)
    low, high = (np.uint64(word) for word in struct.unpack("<2Q", last))
    chacha20_block(key_of(key.hex()), low, high, out)
    return [int(word) for word in out]


VECTORS = {  # RFC 8439: section 2.3.2, then appendix A.1
    "2.3.2": (bytes(range(32)), "01000000000000090000004a00000000", "10f1e7e4d13b5915500fdd1fa32071c4"),
    "A.1 #1": (bytes(32), "00000000000000000000000000000000", "76b8e0ada0f13d90405d6ae55386bd28"),
    "A.1 #2": (bytes(32), "01000000000000000000000000000000", "9f07e7be5551387a98ba977c732d080d"),
    "A.1 #3": (bytes(31) + b"\x01", "01000000000000000000000000000000", "3aeb5224ecf849929b9d828db1ced4dd"),
    "A.1 #4": (b"\x00\xff" + bytes(30), "02000000000000000000000000000000", "72d54dfbf12ec44b362692df94137f32"),
    "A.1 #5": (bytes(32), "00000000000000000000000000000002", "c2c64d378cd536374ae204b9ef933fcd"),
}


@pytest.mark.parametrize("name", VECTORS)
def test_the_cipher_gives_the_published_blocks(name: str) -> None:
    key, last, begins = VECTORS[name]
    found = block(key, bytes.fromhex(last))
    assert struct.pack("<4I", *found[:4]).hex() == begins
    assert found == reference_block(key, bytes.fromhex(last))


def reference_numbers(secret: str, sizes: list[int]) -> Iterator[int]:
    """What a game draws from a secret: one block for each number, and of its words the first that is even-handed."""
    counter = 0
    for size in sizes:
        words: list[int] = []
        while not words:
            words = reference_block(bytes.fromhex(secret), struct.pack("<QQ", counter, 0))
            words = [word for word in words if word * size % 2**32 >= 2**32 % size]
            counter += 1
        yield words[0] * size >> 32


def test_numbers_follow_from_the_secret() -> None:
    sizes = [random.Random(3).randint(1, 128) for _ in range(300)] + [2**31 + 11] * 50
    state = Game(load_setup("usa"), seats=2, seed=1).state
    begin_secret_chance(state.rng, key_of(SECRET))
    assert [int(chance_below(state.rng, size)) for size in sizes] == list(reference_numbers(SECRET, sizes))


def test_all_numbers_are_equally_likely() -> None:
    state = Game(load_setup("usa"), seats=2, seed=1).state
    begin_secret_chance(state.rng, key_of(OTHER))
    counts = np.bincount([chance_below(state.rng, 7) for _ in range(7000)], minlength=7)
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # chi squared with 6 degrees of freedom, 1 in 1000


def played(seed: int | str, *, actions: int = 10**6, renewals: tuple[Renewal, ...] = (), board: str = "usa") -> Game:
    game, chooser = Game(load_setup(board), seats=3, seed=seed, renewals=renewals), random.Random(4)
    while not game.is_over and len(game.actions) < actions:
        game.play(choose(game, game.legal(), "builder", chooser))
    return game


def test_a_game_with_a_secret_is_played_again_from_its_record() -> None:
    game = played(SECRET)
    data = json.loads(json.dumps(Record.of(game, ["a", "b", "c"]).to_dict(LIBRARY)))
    assert data["seed"] == SECRET
    again = Record.from_dict(data, LIBRARY)
    assert again.to_dict(LIBRARY) == data
    assert again.replay().states.tobytes() == game.states.tobytes()


def test_other_secrets_give_other_games() -> None:
    states = {Game(load_setup("usa"), seats=3, seed=seed).state["private"].tobytes() for seed in (SECRET, OTHER, 7)}
    assert len(states) == 3
    assert len({new_secret() for _ in range(100)}) == 100


@pytest.mark.parametrize("seed", ["", "7", "c1" * 31, "C1" * 32, "c1" * 33, "g1" * 32, "0" * 64, "0" * 16 + "1" * 48])
def test_what_is_no_secret_is_refused(seed: str) -> None:
    with pytest.raises(OptionError, match="a seed is"):
        Game(load_setup("usa"), seats=2, seed=seed)
    data = Record.of(played(SECRET, actions=5), ["a", "b", "c"]).to_dict(LIBRARY)
    with pytest.raises(RecordError, match=r"^seed"):
        Record.from_dict(data | {"seed": seed}, LIBRARY)


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
def test_neither_view_nor_sample_depends_on_the_key(board: str) -> None:
    game = played(SECRET, actions=40, board=board)
    other = game.copy()
    begin_secret_chance(other.state.rng, key_of(OTHER))
    for seat in range(game.seats):
        one, two = game.view(seat), other.view(seat)
        assert one == two
        samples = [view.sample(np.random.default_rng(5)) for view in (one, two)]
        assert samples[0].tobytes() == samples[1].tobytes()
        assert not samples[0][0]["rng"][1:].any(), "a sample has chance of its own, without a key"


def test_a_number_derived_from_a_secret_depends_on_all_of_it() -> None:
    seeds = [derived_seed(secret, *numbers) for secret in (SECRET, OTHER) for numbers in ((1, 2), (12,), (1, 3))]
    assert len(set(seeds)) == len(seeds)
    assert derived_seed(SECRET, 1, 2) == seeds[0]


# ---- renewals ----


@pytest.mark.parametrize("board", ["usa", "europe", "germany"])
@pytest.mark.parametrize("start", [0, 1, 3, 40, 90])
def test_a_renewal_changes_only_what_is_still_to_come(board: str, start: int) -> None:
    old = played(7, actions=start, board=board)
    new = played(7, actions=start, renewals=(Renewal(start, SECRET),), board=board)
    assert new.state["table"].tobytes() == old.state["table"].tobytes()
    assert new.state["private"].tobytes() == old.state["private"].tobytes()
    assert new.state.deck.tolist() == old.state.deck.tolist()
    assert new.state.rng.tolist() != old.state.rng.tolist()
    assert new.state.ticket_order.tolist() != old.state.ticket_order.tolist()
    assert sorted(undrawn(new)) == sorted(undrawn(old))
    returned = {ticket for seat in range(3) for ticket in tickets_in(new.state.private[seat].returned)}
    assert [t for t in undrawn(new) if t in returned] == [t for t in undrawn(old) if t in returned]


def undrawn(game: Game) -> list[int]:
    """The tickets in the decks, from above, the long deck first."""
    found: list[int] = []
    book, state = game.setup.rulebook[0], game.state
    for kind, first, size in ((1, 0, book.long_tickets), (0, book.long_tickets, book.tickets - book.long_tickets)):
        places = [(state.ticket_top[kind] + i) % max(1, size) for i in range(state.table.ticket_deck[kind])]
        found += [int(state.ticket_order[first + place]) for place in places]
    return found


def tickets_in(words: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    return [64 * i + k for i, word in enumerate(words) for k in range(64) if int(word) >> k & 1]


def test_tickets_that_were_put_under_a_deck_stay_there() -> None:
    old = played(7, actions=3)
    returned = [ticket for seat in range(3) for ticket in tickets_in(old.state.private[seat].returned)]
    assert returned, "somebody put a ticket back"
    new = played(7, actions=3, renewals=(Renewal(3, SECRET),))
    assert undrawn(new)[-len(returned) :] == undrawn(old)[-len(returned) :]
    assert undrawn(new)[: -len(returned)] != undrawn(old)[: -len(returned)]


def test_games_with_the_same_beginning_part_at_the_renewal() -> None:
    first, second = (played(7, renewals=(Renewal(20, secret),), actions=21) for secret in (SECRET, OTHER))
    assert first.actions[:20] == second.actions[:20]
    rows = set()
    for secret in (SECRET, OTHER, THIRD):
        game = played(7, renewals=(Renewal(20, secret),), actions=20)
        while len(game.actions) < 40 and not game.is_over:
            game.play(game.legal()[0])
        rows.add(tuple(int(card) for card in game.state.table.face_up if card != NONE) + tuple(game.actions))
    assert len(rows) > 1


def test_a_record_tells_of_its_renewals() -> None:
    game = played(7, renewals=(Renewal(10, SECRET), Renewal(30, OTHER)), actions=60)
    data = json.loads(json.dumps(Record.of(game, ["a", "b", "c"]).to_dict(LIBRARY)))
    assert data["renewals"] == [{"from": 10, "secret": SECRET}, {"from": 30, "secret": OTHER}]
    again = Record.from_dict(data, LIBRARY)
    assert again.to_dict(LIBRARY) == data
    assert again.replay().states.tobytes() == game.states.tobytes()
    told = [[event["event"] for event in events] for _, events in again.tell()]
    assert [i for i, kinds in enumerate(told) if "renew" in kinds] == [10, 30]
    assert again.to_events(LIBRARY, until=30)["events"][-1] == {"event": "renew"}


@pytest.mark.parametrize(
    "renewals",
    [
        None, 5, {}, [5], [{}], [{"from": 1}], [{"from": -1, "secret": SECRET}], [{"from": True, "secret": SECRET}],
        [{"from": 1, "secret": "7"}], [{"from": 1, "secret": SECRET, "more": 1}],
        [{"from": 9, "secret": SECRET}, {"from": 8, "secret": OTHER}], [{"from": 0, "secret": SECRET}] * 2,
        [{"from": 100_001, "secret": SECRET}],
    ],
)  # fmt: skip
def test_wrong_renewals_are_refused(renewals: object) -> None:
    data = Record.of(played(7, actions=20), ["a", "b", "c"]).to_dict(LIBRARY)
    with pytest.raises(RecordError, match=r"^renewals") as caught:
        Record.from_dict(data | {"renewals": renewals}, LIBRARY)
    assert "\n" not in str(caught.value)
