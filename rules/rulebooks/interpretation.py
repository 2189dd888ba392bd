"""Interpretations: numbered decisions on questions that printed rules leave open."""

from rules.frozen import frozen


@frozen
class Interpretation:
    """A decision on a rule that the printed documents leave open.

    Attributes:
        id: the id by which it is cited: ``I-40``, ``HX-02``.
        rules: citations of the units concerned.
        problem: what the documents leave open or contradict.
        options: the possible options; the first is the default unless a version has another.
        reason: why the default was chosen.
        version_options: rules versions with another default, each with its option index.
        affects_winner: whether it can change who wins.
        needs_confirmation: whether an expert on the official rulings should confirm it.
        fixed_reason: why an event cannot choose another option; empty if the engine supports all of them.
    """

    id: str
    rules: tuple[str, ...]
    problem: str
    options: tuple[str, ...]
    reason: str
    version_options: tuple[tuple[str, int], ...] = ()
    affects_winner: bool = False
    needs_confirmation: bool = False
    fixed_reason: str = ""

    def default_option(self, version: str = "") -> int:
        """Return the index of the default option of a rules version."""
        return dict(self.version_options).get(version, 0)

    def default_text(self, version: str = "") -> str:
        """Return the text of the default option of a rules version.

        >>> Interpretation("I-0", (), "Who?", ("the second", "the first"), "", (("CR", 1),)).default_text("CR")
        'the first'
        """
        return self.options[self.default_option(version)]

    @property
    def varies_by_version(self) -> bool:
        """True if a rules version has another default option."""
        return bool(self.version_options)

    @property
    def is_selectable(self) -> bool:
        """True if a head judge can choose between the options."""
        return len(self.options) > 1 and not self.fixed_reason
