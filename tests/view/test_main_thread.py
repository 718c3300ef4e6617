"""Work on the kernel's main thread, where the stop button is heard."""

import asyncio
import os
import signal
import threading

import pytest

from c4lib.view.main_thread import on_interrupt, on_main_thread


@pytest.fixture
def no_loop():
    """No event loop runs here; a browser test may have left Playwright's."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


def test_work_from_another_thread_is_done_on_the_main_thread_of_the_kernel(monkeypatch, no_loop):
    async def main():
        loop = asyncio.get_running_loop()
        monkeypatch.setattr("c4lib.view.main_thread._main_loop", lambda: loop)
        await asyncio.to_thread(on_main_thread, work)

    def work():
        seen.append((threading.current_thread(), signal.getsignal(signal.SIGINT)))
        raise KeyError("what the work raises is raised where it was asked for")

    seen, before = [], signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyError):
        asyncio.run(main())
    assert seen == [(threading.main_thread(), signal.default_int_handler)]
    assert signal.getsignal(signal.SIGINT) is before


def test_without_a_kernel_work_is_done_where_it_is_asked_for():
    seen = []
    worker = threading.Thread(
        target=on_main_thread, args=[lambda: seen.append(threading.current_thread())]
    )
    worker.start()
    worker.join()
    assert seen == [worker]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_an_interrupt_is_heard_in_a_cell_and_between_two(monkeypatch, no_loop):
    async def main():
        loop, heard = asyncio.get_running_loop(), []
        monkeypatch.setattr("c4lib.view.main_thread._main_loop", lambda: loop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a kernel does between cells
        on_interrupt(lambda: heard.append(len(heard)))
        await asyncio.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(0.01)
        between = list(heard)
        usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # as for a cell
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        signal.signal(signal.SIGINT, usual)
        await asyncio.sleep(0.01)
        return between, heard

    before = signal.getsignal(signal.SIGINT)
    try:
        assert asyncio.run(main()) == ([0], [0, 1])
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    on_interrupt(pytest.fail)  # without a kernel, nobody listens
