"""What the page does with a board, and simple agents to play against."""

import threading


def send(board, do, *arguments):
    """What the page does when the reader acts."""
    board._handle_custom_msg({"do": do, "with": list(arguments)}, [])


def think(board):
    """What the page does after each frame, until nothing is missing any more."""
    while board.frame["wants"]:
        send(board, "think")
        for judge in [thread for thread in threading.enumerate() if thread.name == "judge"]:
            judge.join()


def first(state):
    return state.moves()[0]


def broken(*_, **__):
    raise RuntimeError("no idea")


def stopped(state):
    raise KeyboardInterrupt
