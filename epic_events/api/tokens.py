"""Tokens for programs: ``Authorization: Token …`` on every request stands for the person who made it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from epic_events.accounts.models import User
from epic_events.api import services


class SignInRate(AnonRateThrottle):
    """Guessing passwords here is as slow as on the sign-in page."""

    rate = "10/min"
    scope = "token"


class Credentials(serializers.Serializer[Any]):
    """E-mail address and password."""

    email = serializers.EmailField()
    password = serializers.CharField(style={"input_type": "password"}, trim_whitespace=False, max_length=1000)


class TokenBody(serializers.Serializer[Any]):
    """What to send as ``Authorization: Token …``."""

    token = serializers.CharField()


class TokenView(APIView):
    """Signs in for programs. Permission: everybody with the right password; throttled."""

    # Nobody is signed in here beforehand: the throttle would let signed-in visitors guess other people's passwords.
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (SignInRate,)

    def get_authenticate_header(self, request: Request) -> str:
        """Name the way to sign in, so that a wrong password is answered with 401."""
        del request
        return "Token"

    @extend_schema(request=Credentials, responses={200: TokenBody}, operation_id="token_get", tags=["token"])
    def post(self, request: Request) -> Response:
        """Give the token of a person for address and password; made when there is none yet."""
        given = Credentials(data=request.data)
        given.is_valid(raise_exception=True)
        user = services.sign_in(request._request, **given.validated_data)  # noqa: SLF001 - the REST framework's way to the request beneath
        return Response({"token": services.token_of(user)})


class OwnTokenView(APIView):
    """One's own token. Permission: everybody who is signed in; also for people who sign in by e-mail code."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={200: TokenBody}, operation_id="token_own", tags=["token"])
    def post(self, request: Request) -> Response:
        """Give the token of the person who asks; made when there is none yet."""
        assert isinstance(request.user, User)
        return Response({"token": services.token_of(request.user)})

    @extend_schema(request=None, responses={204: None}, operation_id="token_take_back", tags=["token"])
    def delete(self, request: Request) -> Response:
        """Take the token of the person who asks back; programs that hold it are signed out."""
        assert isinstance(request.user, User)
        services.take_token_back(request.user)
        return Response(status=status.HTTP_204_NO_CONTENT)
