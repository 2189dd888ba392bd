"""Authentication settings: passwords, mailed codes, passkeys and second factors."""

from epic_events.settings.environment import HTTPS, PROXIES, SITE_NAME, TESTING

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "epic_events.accounts.access.sessions"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "web:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "web:home"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "name*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "epic_events.accounts.forms.NameForm"
ACCOUNT_ADAPTER = "epic_events.accounts.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "epic_events.accounts.models.display_name"
ACCOUNT_FORMS = {"signup": "epic_events.accounts.access.sign_up.SignUpForm"}
# Sign-up requires a code sent by e-mail, so the response does not reveal existing accounts, and no one can use the
# address of another person.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_RATE_LIMITS = {"login_failed_known_device": "10/5m/key"}  # separate from the limit for unknown devices
ACCOUNT_CHANGE_EMAIL = True  # one address per account: a new one replaces the old one once it is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600  # seconds until the user has to authenticate again
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "epic_events.accounts.adapters.SecondFactorAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # tolerated clock difference of the phone, in periods of 30 seconds
# Browsers support passkeys over HTTPS, and without it only on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES  # allauth limits requests by IP address
