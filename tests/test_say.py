"""Texts as patterns and values."""

from __future__ import annotations

import pickle

import pytest

from railwright.say import Said, Tagged, both, items, joined, parse, say, tagged

CARDS = "{who} drew {count, plural, =0 {nothing} one {# card} other {# cards}}{where, select, deck { unseen} other {}}."


def test_a_number_chooses_its_form() -> None:
    texts = [str(say(CARDS, who="Ada", count=count, where="")) for count in (0, 1, 2, 1234)]
    assert texts == ["Ada drew nothing.", "Ada drew 1 card.", "Ada drew 2 cards.", "Ada drew 1,234 cards."]


def test_only_a_text_chooses_a_form() -> None:
    """Not a name, even if somebody is called like that."""
    assert str(say(CARDS, who="Ada", count=1, where=say("deck"))) == "Ada drew 1 card unseen."
    assert str(say(CARDS, who="Ada", count=1, where=Tagged(say("deck"), "strong"))) == "Ada drew 1 card unseen."
    assert str(say(CARDS, who="Ada", count=1, where="deck")) == "Ada drew 1 card."


def test_forms_can_have_placeholders() -> None:
    pattern = "{count, plural, one {{who} has # {what}} other {{who} has # {what}s}}"
    assert str(say(pattern, count=2, who="Ben", what="train")) == "Ben has 2 trains"


@pytest.mark.parametrize(
    ("values", "between", "text"),
    [
        ([], "and", ""),
        (["A"], "and", "A"),
        (["A", "B"], "or", "A or B"),
        (["A", 2, say("c")], "and", "A, 2 and c"),
        (["A", "B"], " + ", "A + B"),
        (["A", "B", "C"], ", ", "A, B, C"),
    ],
)
def test_lists(values: list[str | int | Said], between: str, text: str) -> None:
    assert str(say("{all}", all=items(values, between))) == text  # type: ignore[arg-type]


def test_tagged_values_stay_tagged() -> None:
    ada, red = Tagged("Ada", "name"), Tagged(say("red"), "card", "red")
    text = say("{who} took {cards}.", who=ada, cards=items([red, red]))
    shown = Tagged("red", "card", "red")
    assert text.pieces() == [ada, " took ", shown, " and ", shown, "."]
    assert str(text) == "Ada took red and red."


def test_plain_text_between_tagged_values_is_one_piece() -> None:
    text = say("{count} {what}: {who}{nothing}!", count=2, what=say("cards"), who=Tagged("Ada", "name"), nothing="")
    assert text.pieces() == ["2 cards: ", Tagged("Ada", "name"), "!"]


def test_what_is_tagged_inside_a_tagged_text_keeps_its_own_tag() -> None:
    text = tagged(say("{who} won {count} games.", who=Tagged("Ada", "name"), count=2), "strong")
    assert text.pieces() == [Tagged("Ada", "name"), Tagged(" won 2 games.", "strong")]
    assert text.to_json()["values"]["text"]["kind"] == "strong"


def test_sentences_are_joined_as_they_are() -> None:
    first, second = say("It is red."), say("It is blue.")
    assert joined([first]) is first
    assert str(joined([first, second])) == "It is red. It is blue."


def test_json_has_pattern_and_values() -> None:
    text = say("{who} took {cards}.", who=Tagged(say("You"), "name"), cards=items([say("red", "card")], "or"))
    assert text.to_json() == {
        "pattern": "{who} took {cards}.",
        "values": {
            "who": {"text": {"pattern": "You"}, "kind": "name", "color": ""},
            "cards": {"items": [{"pattern": "red", "context": "card"}], "between": "or"},
        },
    }
    assert both("message", "as it is") == {"message": "as it is", "message_said": None}


def test_equal_texts_are_one_in_a_set() -> None:
    texts = [say("{n} points", n=1), say("{n} points", n=1), say("{n} points", n=2), say("{n} points", "score", n=1)]
    assert len(set(texts)) == 3


def test_texts_go_from_process_to_process() -> None:
    text = say("{n, plural, one {# point} other {# points}}", n=3)
    assert pickle.loads(pickle.dumps(text)) == text


@pytest.mark.parametrize(
    "pattern",
    ["{", "}", "a } b", "{a", "{a b}", "{}", "{a, plural}", "{a, plural, one {x}}", "{a, plural, other x}",
     "{a, odd, other {x}}", "{a, plural, one {x} other {y}", "{a, plural, one {x} other}",
     "{a, plural, one {x} other {y} more}"],
)  # fmt: skip
def test_a_pattern_with_stray_braces_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"brace|write|needs forms"):
        parse(pattern)
