"""No module of the site imports itself by way of others."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def test_imports_of_the_site_have_no_cycles() -> None:
    graph = grimp.build_graph("epic_events", exclude_type_checking_imports=True, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        order = list(TopologicalSorter(imports).static_order())
    except CycleError as error:
        pytest.fail(f"modules import each other: {' -> '.join(error.args[1])}")
    assert len(order) == len(imports)
