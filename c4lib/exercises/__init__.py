"""Exercises that answer back.

    from c4lib.exercises import exercise, progress

    ex = exercise("1.2")
    ex.check(has_four)    # not attempted yet, wrong (and why), or right
    ex.hint()             # says more with every call
    ex.solution()         # the reference code
    progress()            # what is solved so far, lesson by lesson

`task` describes what an exercise is made of and recognises wrong answers (`by_cases`); `mistake`
describes known mistakes. There is one module per lesson; a new `lesson12.py` is found by its name.
"""

from c4lib.exercises.exercise import Exercise, exercise
from c4lib.exercises.mistake import Mistake
from c4lib.exercises.progress import Progress, progress
from c4lib.exercises.task import Finding, Task
from c4lib.exercises.verdict import Outcome, Part, Verdict
