"""Tests of the boards, rulesets and records as files."""
