"""Players that need no time: they always play the same, or fail."""


def leftmost(state):
    return state.moves()[0]


def rightmost(state):
    return state.moves()[-1]


def raising(error):
    def agent(state):
        raise error

    return agent
