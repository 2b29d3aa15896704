"""Errors whose messages can be said in other languages."""

from __future__ import annotations

import pickle

from railwright.errors import BoardError, OptionError, Problem, RailwrightError, UnknownNameError
from railwright.say import Said, say

TEXT = say("there is no {name}", name="x")


def test_an_error_has_the_text_that_it_was_raised_with() -> None:
    error = UnknownNameError(TEXT)
    assert error.text is TEXT
    assert str(error) == "there is no x"
    assert OptionError("as it is").text == "as it is"
    assert RailwrightError().text == ""
    assert BoardError([Problem("cities", "are missing")], "usa").text == "board usa: cities: are missing"


def test_it_keeps_its_text_from_process_to_process() -> None:
    error = pickle.loads(pickle.dumps(OptionError(TEXT)))
    assert isinstance(error.text, Said)
    assert (error.text, str(error)) == (TEXT, "there is no x")


def test_an_error_about_data_keeps_its_problems_from_process_to_process() -> None:
    problems = [Problem("cities", "are missing"), Problem("tracks", "are missing")]
    error = pickle.loads(pickle.dumps(BoardError(problems, "usa")))
    assert (error.problems, error.name) == (tuple(problems), "usa")
    assert str(error) == "board usa: cities: are missing (and 1 more)"
