"""The players of Õunmaa's thesis (2022) that do not search: hoard, rule and evaluation."""
