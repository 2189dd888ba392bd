"""Endpoints that create and revoke API tokens."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from epic_events.accounts.access.sign_ins import require_recent_sign_in
from epic_events.accounts.access.tokens import DEFAULT_DAYS, MAX_DAYS, Scope, create_token, revoke_token, revoke_tokens
from epic_events.accounts.models import AccessToken, User
from epic_events.api.tokens import services
from epic_events.api.tokens.scopes import reject_tokens


class SignInRate(AnonRateThrottle):
    """Rate limit of password guesses, as on the sign-in page."""

    rate = "10/min"
    scope = "token"


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


def _made(user: User, asked: dict[str, Any]) -> Response:
    token, secret = create_token(user, asked["name"], asked["scopes"], days=asked["days"])
    fields = {name: getattr(token, name) for name in ("name", "scopes", "made_at", "expires_at")}
    return Response(TokenBody({"id": token.pk, "token": secret, **fields}).data)


class TokenView(APIView):
    """Sign-in for programs. Permission: public with correct credentials; rate limited."""

    returns_secrets = True
    # Without authentication: the throttle would let signed-in users guess the passwords of others.
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (SignInRate,)

    def get_authenticate_header(self, request: Request) -> str:
        """Return the ``WWW-Authenticate`` header, so that wrong credentials get 401."""
        del request
        return "Bearer"

    @extend_schema(request=Credentials, responses={200: TokenBody}, operation_id="token_get", tags=["token"])
    def post(self, request: Request) -> Response:
        """Create a token with e-mail address and password."""
        given = Credentials(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        user = services.sign_in(request._request, asked["email"], asked["password"], asked["code"])  # noqa: SLF001 - the REST framework's way to the request beneath
        return _made(user, asked)


class OwnTokenView(APIView):
    """The user's own tokens. Permission: signed-in users, also those who sign in by mailed code."""

    permission_classes = (IsAuthenticated,)
    returns_secrets = True

    @extend_schema(request=NewTokenBody, responses={200: TokenBody}, operation_id="token_own", tags=["token"])
    def post(self, request: Request) -> Response:
        """Create a token from a browser session that signed in within the last minutes."""
        assert isinstance(request.user, User)
        reject_tokens(request.auth)
        given = NewTokenBody(data=request.data)
        given.is_valid(raise_exception=True)
        require_recent_sign_in(request._request)  # noqa: SLF001 - the REST framework's way to the request beneath
        return _made(request.user, given.validated_data)

    @extend_schema(request=None, responses={204: None}, operation_id="token_take_back", tags=["token"])
    def delete(self, request: Request) -> Response:
        """Revoke the token of this request; in a browser session, all tokens of the user."""
        assert isinstance(request.user, User)
        if isinstance(request.auth, AccessToken):
            revoke_token(request.user, request.auth.pk)
        else:
            revoke_tokens(request.user, request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)
