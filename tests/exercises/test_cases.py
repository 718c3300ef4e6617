from math import inf

from c4lib.connect4 import Connect4
from c4lib.exercises.cases import numbers, positions


def test_commas_separate_cases_of_numbers_that_are_whole_where_they_can_be():
    assert numbers("3 1 5, 0.5 -inf inf, -2") == ((3, 1, 5), (0.5, -inf, inf), (-2,))
    assert [type(number) for number in numbers("3 3.0")[0]] == [int, float]


def test_a_line_of_positions_has_a_size_moves_numbers_and_a_comment():
    table = """
        7x6    -, 4453 1  # four in a row
        3x3x3  2132 -2
    """
    assert positions(table, "rest") == (
        (Connect4(), "rest"),
        (Connect4.from_moves("4453"), 1, "rest"),
        (Connect4.from_moves("2132", width=3, height=3, connect=3), -2, "rest"),
    )
