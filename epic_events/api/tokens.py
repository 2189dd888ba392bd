"""API tokens: sign-in by e-mail address and password, creation, revocation."""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from epic_events.accounts.access.second_factor import has_second_factor
from epic_events.accounts.access.sign_ins import record_sign_in, require_recent_sign_in
from epic_events.accounts.access.tokens import DEFAULT_DAYS, MAX_DAYS, Scope, create_token, revoke_token, revoke_tokens
from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import AccessToken, User
from epic_events.accounts.rate_limits import RateLimitError
from epic_events.api.authentication import reject_tokens

LOCKED: Final = 300
"""Seconds that failures to sign in count for one address, as allauth counts them."""


def sign_in(request: HttpRequest, email: str, password: str, code: str = "") -> User:
    """Return the user with these credentials.

    Failures count towards the limits of the sign-in page, by network address and by e-mail address.

    Args:
        request: the request.
        email: the e-mail address.
        password: the password.
        code: code of the second factor or a recovery code; ignored for accounts without a second factor.

    Raises:
        AuthenticationFailed: the credentials are wrong.
        TooOftenError: there were too many failures.
        NotAllowedError: the e-mail address is not confirmed.
    """
    try:
        user = get_adapter().authenticate(request, email=email, password=password)
    except ValidationError as error:
        raise RateLimitError(" ".join(error.messages), retry_after=LOCKED) from error
    if not isinstance(user, User) or not user.is_active:  # allauth also returns people whose account is closed
        raise AuthenticationFailed(_("The e-mail address or the password is incorrect."))
    require_confirmed(user)
    _check_code(user, code)
    record_sign_in(request, user, "program")
    return user


def _check_code(user: User, code: str) -> None:
    """Check the code of a second factor, as the sign-in page does.

    Raises:
        AuthenticationFailed: it is missing or wrong.
        TooOftenError: there were too many wrong codes.
    """
    if not has_second_factor(user):
        return
    if not code:
        raise AuthenticationFailed(
            _("This account has a second factor. Send a code from the authenticator app, or a recovery code.")
        )
    form = AuthenticateForm(user=user, data={"code": code})
    if form.is_valid():
        form.authenticator.record_usage()
        return
    if form.has_error("code", "too_many_login_attempts"):
        raise RateLimitError(" ".join(form.errors["code"]), retry_after=LOCKED)
    raise AuthenticationFailed(_("The code of the second factor is incorrect."))


class NewTokenBody(serializers.Serializer[Any]):
    """Name, scopes and lifetime of a new token."""

    name = serializers.CharField(max_length=80, default="API", help_text="Label on the page of tokens.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices),
        min_length=1,
        max_length=len(Scope),
        default=[Scope.READ.value],
        help_text="Scopes; `x-scope` of an operation is the scope it requires. Request only what you need.",
    )
    days = serializers.IntegerField(
        min_value=1, max_value=MAX_DAYS, default=DEFAULT_DAYS, help_text="Lifetime in days."
    )


class Credentials(NewTokenBody):
    """E-mail address and password, with name, scopes and lifetime of the token."""

    email = serializers.EmailField()
    password = serializers.CharField(style={"input_type": "password"}, trim_whitespace=False, max_length=1000)
    code = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=40,
        help_text="For accounts with a second factor: a code of the authenticator app, or a recovery code.",
    )


class TokenBody(serializers.Serializer[Any]):
    """A new token. It is returned only once; only a digest is stored."""

    id = serializers.IntegerField()
    token = serializers.CharField(help_text="Send it as `Authorization: Bearer …`.")
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


def _token_response(user: User, view_arguments: dict[str, Any]) -> Response:
    token, secret = create_token(user, view_arguments["name"], view_arguments["scopes"], days=view_arguments["days"])
    fields = {name: getattr(token, name) for name in ("name", "scopes", "made_at", "expires_at")}
    return Response(TokenBody({"id": token.pk, "token": secret, **fields}).data)


class TokenView(APIView):
    """Sign-in for programs. Permission: public with correct credentials; rate limited."""

    returns_secrets = True
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()  # only failures count: `sign_in`

    def get_authenticate_header(self, request: Request) -> str:
        """Return the ``WWW-Authenticate`` header, so that wrong credentials get 401."""
        del request
        return "Bearer"

    @extend_schema(request=Credentials, responses={200: TokenBody}, operation_id="token_get", tags=["token"])
    def post(self, request: Request) -> Response:
        """Create a token with e-mail address and password."""
        serializer = Credentials(data=request.data)
        serializer.is_valid(raise_exception=True)
        query_data = serializer.validated_data
        user = sign_in(request._request, query_data["email"], query_data["password"], query_data["code"])  # noqa: SLF001 - the REST framework's way to the request beneath
        return _token_response(user, query_data)


class OwnTokenView(APIView):
    """The user's own tokens.

    Permission: signed-in users, also those who sign in by mailed code.
    """

    permission_classes = (IsAuthenticated,)
    returns_secrets = True

    @extend_schema(request=NewTokenBody, responses={200: TokenBody}, operation_id="token_own", tags=["token"])
    def post(self, request: Request) -> Response:
        """Create a token from a browser session that signed in within the last minutes."""
        assert isinstance(request.user, User)
        reject_tokens(request.auth)
        serializer = NewTokenBody(data=request.data)
        serializer.is_valid(raise_exception=True)
        require_recent_sign_in(request._request)  # noqa: SLF001 - the REST framework's way to the request beneath
        return _token_response(request.user, serializer.validated_data)

    @extend_schema(request=None, responses={204: None}, operation_id="token_revoke", tags=["token"])
    def delete(self, request: Request) -> Response:
        """Revoke the token of this request; in a browser session, all tokens of the user."""
        assert isinstance(request.user, User)
        if isinstance(request.auth, AccessToken):
            revoke_token(request.user, request.auth.pk)
        else:
            revoke_tokens(request.user, request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)
