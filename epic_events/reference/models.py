"""A projection of the rules documents by version, so that rulings and disputes can point at a rule as it stood."""

from django.db import models
from django.utils import timezone


class RulebookVersion(models.Model):
    """One version of a rules document, as the library holds it."""

    game = models.SlugField()
    slug = models.SlugField()
    version = models.CharField(max_length=20)
    title = models.CharField(max_length=120)
    revised = models.DateField()
    fingerprint = models.CharField(max_length=64, help_text="Hash of every unit; tells whether anything changed.")
    projected_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("game", "slug", "revised")
        constraints = (models.UniqueConstraint(fields=["slug", "version"], name="rulebook_version_once"),)

    def __str__(self) -> str:
        return f"{self.title} ({self.version})"


class RuleUnit(models.Model):
    """One unit of a version. A row is never reused for another citation; one no longer in the text is marked gone."""

    rulebook = models.ForeignKey(RulebookVersion, on_delete=models.CASCADE, related_name="units")
    citation = models.CharField(max_length=200)
    slug = models.CharField(max_length=200)
    number = models.CharField(max_length=20, blank=True)
    heading = models.CharField(max_length=200)
    order = models.PositiveIntegerField()
    text_hash = models.CharField(max_length=16)
    changed_at = models.DateTimeField(default=timezone.now)
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("rulebook", "order")
        constraints = (models.UniqueConstraint(fields=["rulebook", "citation"], name="rule_unit_once"),)
        indexes = (models.Index(fields=["rulebook", "slug"], name="rule_unit_slug"),)

    def __str__(self) -> str:
        return self.citation
