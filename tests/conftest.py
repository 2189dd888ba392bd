"""Fixtures that every layer's tests share."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED_DIR = Path(os.environ.get("SHARED_DIR", ROOT.parent / "shared")).resolve()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip, with one clear reason, what reads the shared folder where there is none."""
    if SHARED_DIR.is_dir():
        return
    skip = pytest.mark.skip(reason=f"no folder of printed documents and real events at {SHARED_DIR} (set SHARED_DIR)")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder of printed documents, real decklists and real events; tests using it are marked ``shared``."""
    return SHARED_DIR
