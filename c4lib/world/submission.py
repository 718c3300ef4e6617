"""What a submission does, below the luggage that `c4lib.world.kaggle` writes above it.

Kaggle runs the file and takes the last function in it for the player. The first move unpacks
this package's source into a temporary folder, unless the package is already at work here.
"""

PACKAGE = PLAYER = ""  # in a submission: a zip file and a packed player, as text


# ---- a submission begins here --------------------------------------------------------------
def _seat():  # type: ignore[no-untyped-def]
    import atexit
    import base64
    import io
    import shutil
    import sys
    import tempfile
    import zipfile

    if tuple(sys.version_info) < (3, 11):
        raise RuntimeError("this player needs Python 3.11 or newer")
    if "c4lib" not in sys.modules:
        folder = tempfile.mkdtemp(prefix="c4lib-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        package = base64.b64decode(PACKAGE)
        zipfile.ZipFile(io.BytesIO(package)).extractall(folder)
        sys.path.insert(0, folder)
    from c4lib.world.luggage import unpack
    from c4lib.world.seat import Seat

    return Seat(unpack(base64.b64decode(PLAYER)))


_SEATS = []  # type: ignore[var-annotated]


def agent(observation, configuration):  # type: ignore[no-untyped-def]
    """The column to play, from 0, in the position that Kaggle tells."""
    if not _SEATS:
        _SEATS.append(_seat())  # type: ignore[no-untyped-call]
    return _SEATS[0](observation, configuration)
