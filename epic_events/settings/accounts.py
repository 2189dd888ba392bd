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
ACCOUNT_FORMS = {
    "login": "epic_events.accounts.access.sign_in.SignInForm",
    "signup": "epic_events.accounts.access.sign_up.SignUpForm",
    "request_login_code": "epic_events.accounts.access.sign_in_codes.RequestCodeForm",
}
# Sign-up requires a code sent by e-mail, so the response does not reveal existing accounts, and no one can use the
# address of another person.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_UNIQUE_EMAIL = True
# Failed sign-ins with a password and requests for a code, see epic_events/accounts/access/sign_in_limits.py. A venue of
# 2,000 people may have one network address: limits by address alone only stop programs.
SIGN_IN_LIMITS = {
    "account_and_address": "5/5m",
    "account": "100/h",
    "address": "3000/h",
    "device": "10/5m",  # of a user on a known device, apart from what others try for the same account
    "code_account": "3/1m",
    "code_address": "6000/h",
}
# All limits of allauth. "key" is an e-mail address or an account; None is no limit.
ACCOUNT_RATE_LIMITS = {
    "login": None,  # would count successful sign-ins; see SIGN_IN_LIMITS
    "login_failed": "5/5m/key",  # of second factors only, by account; passwords: SIGN_IN_LIMITS
    "request_login_code": None,  # SIGN_IN_LIMITS
    "reauthenticate": None,  # would count successes; wrong passwords and second factors count as when signing in
    "signup": "6000/h/ip",
    "confirm_email": "5/m/key",  # mails with a code to one address; a form sent twice sends two
    "reset_password": "6000/h/ip,5/m/key",
    "reset_password_from_key": None,  # the key of the link cannot be guessed
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "change_phone": "1/m/user",  # no account has a telephone number
    "verify_phone": "1/30s/key,3/m/ip",  # the same
}
ACCOUNT_CHANGE_EMAIL = True  # one address per account: a new one replaces the old one once it is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600  # seconds until the user has to authenticate again
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "epic_events.accounts.adapters.SecondFactorAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = {"webauthn_login": None}  # would count successful sign-ins; a passkey cannot be guessed
MFA_TOTP_TOLERANCE = 1  # tolerated clock difference of the phone, in periods of 30 seconds
# Browsers support passkeys over HTTPS, and without it only on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES  # allauth limits requests by IP address
