"""Frozen values behave like frozen dataclasses with slots."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from rules.frozen import frozen


@frozen
class Coin:
    """A value of three fields, one of which is computed."""

    metal: str
    count: int = 1
    weight: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "weight", 10 * self.count)


@frozen
class Medal:
    """Looks like a coin and is none."""

    metal: str
    count: int = 1


@frozen
class Nothing:
    """A value without fields."""


class AsDataclass:
    """Holds what the standard library makes of the same, under the same name."""

    @dataclass(frozen=True, slots=True)
    class Coin:
        """A value of three fields, one of which is computed."""

        metal: str
        count: int = 1
        weight: int = field(init=False, repr=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "weight", 10 * self.count)


def test_frozen_value_has_repr_and_fields_of_dataclass() -> None:
    coin, other = Coin("gold", 2), AsDataclass.Coin("gold", 2)
    assert repr(coin) == repr(other).removeprefix("AsDataclass.")
    assert (coin.metal, coin.count, coin.weight) == (other.metal, other.count, other.weight)
    assert [each.name for each in fields(coin)] == [each.name for each in fields(other)]
    assert is_dataclass(coin)
    assert Coin.__match_args__ == AsDataclass.Coin.__match_args__
    assert {"metal", "count", "weight"} <= vars(Coin).keys()
    assert not hasattr(coin, "__dict__")
    assert replace(coin, count=3) == Coin(metal="gold", count=3)
    assert replace(coin, count=3).weight == 30
    match coin:
        case Coin(metal, count):
            assert (metal, count) == ("gold", 2)


def test_frozen_values_are_equal_by_class_and_fields() -> None:
    assert Coin("gold") == Coin("gold", 1)
    assert hash(Coin("gold")) == hash(Coin("gold", 1))
    assert Coin("gold") != Coin("gold", 2)
    others: list[object] = [Medal("gold"), ("gold", 1)]
    assert Coin("gold") not in others
    assert Nothing() == Nothing()
    assert len({Coin("gold"), Coin("gold", 1), Coin("lead"), Medal("gold"), Nothing(), Nothing()}) == 4
    assert repr(Nothing()) == "Nothing()"


def test_frozen_value_cannot_be_changed() -> None:
    coin = Coin("gold")
    with pytest.raises(FrozenInstanceError):
        coin.metal = "lead"  # type: ignore[misc]  # as a careless caller does
    with pytest.raises(FrozenInstanceError):
        del coin.metal
    assert coin.metal == "gold"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda coin: pickle.loads(pickle.dumps(coin))])
def test_frozen_value_copied_is_equal(again: object) -> None:
    assert callable(again)
    assert again(Coin("gold", 2)) == Coin("gold", 2)
    assert again(Coin("gold", 2)).weight == 20
    assert again(Nothing()) == Nothing()


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("gold", 1, 10), {}), (("gold",), {"metal": "gold"}), (("gold",), {"colour": 1}), ((), {"count": 1})],
)
def test_frozen_class_called_with_wrong_arguments_raises(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Coin takes metal, count, each once"):
        Coin(*given, **named)  # type: ignore[arg-type]  # as a careless caller does


def test_frozen_class_with_unsupported_field_raises() -> None:
    with pytest.raises(TypeError, match="Bag has a field that only dataclass knows"):

        @frozen
        class Bag:
            held: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="Box has a field that only dataclass knows"):

        @frozen
        class Box:
            size: int = field(kw_only=True)
