"""All exercises. A lesson's module is loaded when one of its tasks is first used."""

import re
from importlib import import_module
from pkgutil import iter_modules

from c4lib.exercises.task import Task


def lessons() -> list[int]:
    """The numbers of the lessons that have exercises: those with a module lessonNN."""
    import c4lib.exercises as package

    names = (module.name for module in iter_modules(package.__path__))
    return sorted(int(name[-2:]) for name in names if re.fullmatch(r"lesson\d\d", name))


def tasks(lesson: int) -> tuple[Task, ...]:
    """The tasks of a lesson, in the order of its module."""
    module = import_module(f"c4lib.exercises.lesson{lesson:02}")
    return tuple(each for each in vars(module).values() if isinstance(each, Task))


def all_tasks() -> list[Task]:
    """The tasks of all lessons, in order."""
    return [task for lesson in lessons() for task in tasks(lesson)]


def find(number: str) -> Task:
    """The task with the number, written as in the lesson: "1.2"."""
    if not isinstance(number, str):
        raise ValueError(
            f'write the number of an exercise in quotes, such as exercise("1.2"), not {number!r}: '
            "as a number, 1.10 would be the same as 1.1"
        )
    lesson = number.strip().split(".")[0]
    if lesson.isdecimal() and int(lesson) in lessons():
        for task in tasks(int(lesson)):
            if task.number == number.strip():
                return task
    numbers = ", ".join(task.number for task in all_tasks())
    raise ValueError(f"there is no exercise {number!r}; choose one of {numbers}")
