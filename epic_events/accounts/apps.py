"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """App configuration."""

    name = "epic_events.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Connect the signal handlers of allauth and Django."""
        from allauth.account import signals  # noqa: PLC0415 - needs the models
        from allauth.mfa import signals as mfa  # noqa: PLC0415 - the same
        from django.contrib.auth.signals import user_logged_in  # noqa: PLC0415 - the same

        from epic_events.accounts import confirmation, languages  # noqa: PLC0415 - the same
        from epic_events.accounts.access import second_factor, sessions, sign_ins  # noqa: PLC0415 - the same

        signals.email_confirmed.connect(confirmation.on_confirmed, dispatch_uid="accounts.on_confirmed")
        signals.password_reset.connect(confirmation.on_password_reset, dispatch_uid="accounts.on_password_reset")
        signals.authentication_step_completed.connect(
            sign_ins.record_authentication, dispatch_uid="accounts.note_proof"
        )
        signals.user_signed_up.connect(sign_ins.record_authentication, dispatch_uid="accounts.note_sign_up")
        signals.user_signed_up.connect(languages.save_initial_language, dispatch_uid="accounts.keep_first_language")
        signals.user_logged_in.connect(sign_ins.on_sign_in, dispatch_uid="accounts.on_sign_in")
        signals.login_code_rejected.connect(sign_ins.on_wrong_code, dispatch_uid="accounts.on_wrong_code")
        for changed in (signals.password_changed, signals.password_set, signals.password_reset):
            changed.connect(sign_ins.on_password_changed, dispatch_uid="accounts.on_password")
        mfa.authenticator_added.connect(second_factor.on_added, dispatch_uid="accounts.on_second_factor")
        mfa.authenticator_removed.connect(second_factor.on_removed, dispatch_uid="accounts.on_second_factor_removed")
        mfa.authenticator_reset.connect(
            second_factor.on_recovery_codes_reset, dispatch_uid="accounts.on_recovery_codes"
        )
        mfa.authentication_failed.connect(
            second_factor.on_second_factor_failed, dispatch_uid="accounts.on_wrong_second_factor"
        )
        user_logged_in.connect(sessions.record_session_start, dispatch_uid="accounts.note_start")
