"""An executor that is interrupted."""

from concurrent.futures import Executor, ThreadPoolExecutor


class Stopping(Executor):
    """Does jobs one after the other, and is interrupted after some."""

    def __init__(self, after):
        self.left, self.pool = after, ThreadPoolExecutor(1)

    def submit(self, function, /, *arguments):
        self.left -= 1
        return self.pool.submit(function if self.left >= 0 else self.stop, *arguments)

    def stop(self, *arguments):
        raise KeyboardInterrupt
