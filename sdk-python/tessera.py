"""The client of Tessera for Python 3.9 and later. One file, standard library only.

    from tessera import Tessera

    client = Tessera("https://...", client_id="...", api_key="tsk_...", hmac_secret="...")
    order = client.create_order({
        "clientReference": "order-1",
        "currency": "USD",
        "items": [{"productId": 1, "amount": 25, "quantity": 2}],
    })
    client.wait_for_completion(order["id"])
    for item in client.list_items(order["id"]):
        print(item["giftCardNumber"])

Amounts arrive as int or Decimal, never as float.
"""

from __future__ import annotations

import base64
import contextlib
import csv
import hashlib
import hmac
import http.client
import io
import json
import platform
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    NoReturn,
    Optional,
    Sequence,
    TypedDict,
    Union,
    cast,
    get_args,
)

__version__ = "0.2.0"

Amount = Union[int, Decimal]
Query = Dict[str, Union[str, int, bool, None]]

RETRY_AFTER_SECONDS_MAX = 60.0
BACKOFF_SECONDS = 0.5
BACKOFF_SECONDS_MAX = 8.0
POLL_SECONDS_MIN = 1.0
_USER_AGENT = f"tessera-python/{__version__} python/{platform.python_version()}"
_OWN_PATH = re.compile(r"[^/](/(?:docs(?:/[\w.-]*)?|v2|api/partner(?:/v1)?|openapi\.json))$")
_HELP = re.compile(r'<([^>#]*)#([\w-]+)>; *rel="help"')


class TesseraError(Exception):
    """The base of all errors of this client."""


class RequestError(TesseraError):
    """A request failed: `ApiError` or `NoResponseError`.

    `idempotency_key` is the Idempotency-Key of the write, or the referenceId of a wallet
    transaction. A write that is repeated with it takes effect once. `reference_id` is the
    referenceId only. Other errors that end a write, such as KeyboardInterrupt, have both
    attributes, too.
    """

    idempotency_key: Optional[str] = None
    reference_id: Optional[str] = None


class ApiError(RequestError):
    """The service responded with an error. Programs read `status`, `kind` and `details`.

    `kind` distinguishes the errors of a code; it is None for a fault of the service. `doc_url` is
    the address of the section of the documentation about the error.
    """

    def __init__(self, response: "Response", base_url: str = "") -> None:
        error = _error_of(response.body)
        message = str(error.get("message", "the response is not from this service"))
        super().__init__(message)
        self.message = message
        self.status = response.status
        self.code = str(error.get("code", "UNEXPECTED_RESPONSE"))
        self.details = cast(List["FieldFault"], error.get("details", []))
        self.request_id = response.headers.get("x-request-id")
        page, section = _help_of(response)
        self.kind = cast(Optional[ErrorKind], section if section in get_args(ErrorKind) else None)
        own_page = page if page.startswith("http") else f"{base_url}/docs/errors"
        self.doc_url = f"{own_page}#{section or self.code.lower()}"

    @property
    def retryable(self) -> bool:
        """True if the same request may succeed later, without any change."""
        return self.code != "SYSTEM_ERROR" and (self.status in (408, 429) or self.status >= 500)

    def __str__(self) -> str:
        return f"{self.code} ({self.status}): {self.message}; request {self.request_id}"


class NoResponseError(RequestError):
    """No whole response arrived. A write may have been done: repeat it under the same key."""


class _NotWhole(OSError):
    """A response that is incomplete, though its framing does not show that."""


WebhookErrorCode = Literal[
    "HEADER_MISSING",
    "TIMESTAMP_MALFORMED",
    "TIMESTAMP_TOO_OLD",
    "TIMESTAMP_TOO_NEW",
    "SIGNATURE_MISMATCH",
    "BODY_MALFORMED",
]


class WebhookError(TesseraError):
    """A webhook was refused. Respond with 400 and do nothing else, whatever the `code`.

    HEADER_MISSING        a webhook- header is missing: the request is not from the service
    TIMESTAMP_MALFORMED   webhook-timestamp is not a number of seconds
    TIMESTAMP_TOO_OLD     it was sent too long ago: it is a replay, or your clock is fast
    TIMESTAMP_TOO_NEW     it was sent in the future: your clock is slow
    SIGNATURE_MISMATCH    another secret, or a body that is not the bytes that arrived
    BODY_MALFORMED        the body is signed and not JSON
    """

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    """The names are in lower case."""
    body: bytes


class SentRequest(NamedTuple):
    """The argument of `on_request`, which is called before each attempt."""

    method: str
    target: str
    """Path and query."""
    attempt: int
    """1 for the first."""
    idempotency_key: Optional[str]
    """The Idempotency-Key of the write, or the referenceId of a wallet transaction."""
    reference_id: Optional[str]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the headers of a signature to another host."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class _Transport:
    """Signs and sends requests, and repeats those that may be repeated."""

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str,
        api_key: str,
        hmac_secret: str,
        second_signature: bool = False,
        timeout: float = 30.0,
        max_retries: int = 3,
        sleep: Callable[[float], None] = time.sleep,
        on_request: Optional[Callable[[SentRequest], Any]] = None,
    ) -> None:
        self._base_url = _root_of(base_url)
        self._client_id = client_id
        self._api_key = api_key
        self._hmac_secret = hmac_secret.encode()
        self._second_signature = second_signature
        self._timeout = timeout
        self._max_retries = max_retries
        self._sleep = sleep
        self._on_request = on_request
        self._clock_offset = 0.0
        self._opener = urllib.request.build_opener(_NoRedirect)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Optional[bytes] = None,
        idempotency_key: Optional[str] = None,
    ) -> Response:
        """Signs and sends one request, once. Returns the response whatever its status is."""
        target = path + _query_text(query)
        sent = SentRequest(method, target, 1, idempotency_key, None)
        if self._on_request is not None:
            self._on_request(sent)
        return self._send(sent, body)

    def _send(self, sent: SentRequest, body: Optional[bytes]) -> Response:
        method, target, _, key, reference_id = sent
        # The key of a wallet transaction is in its body.
        idempotency_key = key if reference_id is None else None
        headers = self._signed(method, target, body or b"", idempotency_key)
        headers["user-agent"] = _USER_AGENT
        if body is not None:
            headers["content-type"] = "application/json"
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        return self._exchange(method, target, headers, body)

    def _exchange(
        self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes]
    ) -> Response:
        request = urllib.request.Request(
            self._base_url + target, data=body, headers=headers, method=method
        )
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                return _read(reply)
        except urllib.error.HTTPError as reply:
            with reply:
                return _read(reply)

    def _signed(
        self, method: str, target: str, body: bytes, idempotency_key: Optional[str]
    ) -> Dict[str, str]:
        now = datetime.fromtimestamp(time.time() + self._clock_offset, timezone.utc)
        timestamp = now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        body_hash = base64.b64encode(hashlib.sha256(body).digest()).decode()
        parts = [timestamp, self._client_id, body_hash]
        headers = {
            "x-api-key": self._api_key,
            "x-client-id": self._client_id,
            "x-timestamp": timestamp,
            "x-body-hash": body_hash,
            "x-signature": self._signature([method, *parts]),
        }
        if self._second_signature:
            nonce = str(uuid.uuid4())
            text = ["v2", method, target, *parts, idempotency_key or "", nonce]
            headers.update({"x-nonce": nonce, "x-signature-v2": self._signature(text)})
        return headers

    def _signature(self, parts: Sequence[str]) -> str:
        digest = hmac.new(self._hmac_secret, "\n".join(parts).encode(), hashlib.sha256).digest()
        return base64.b64encode(digest).decode()

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Any = None,
        key: Optional[str] = None,
        has_key_header: bool = False,
        repeatable: bool = True,
        pause_min: float = 0.0,
        has: str = "data",
        kind: type = dict,
    ) -> Any:
        """Sends a request until it succeeds or must not be repeated. Returns its JSON.

        Pauses at least `pause_min` seconds between two attempts. The JSON of a success has a field
        `has` of this kind. Every error that ends a write has its key.
        """
        reference_id = None if has_key_header else key
        target = path + _query_text(query)
        with _keys_on_error(key, reference_id):
            content = None if body is None else _encode(body)
            is_corrected = False
            attempt = 0
            while True:
                sent = SentRequest(method, target, attempt + 1, key, reference_id)
                if self._on_request is not None:
                    self._on_request(sent)
                try:
                    response = self._send(sent, content)
                    result = _success_of(response, has, kind)
                except (OSError, http.client.HTTPException) as error:
                    if attempt >= self._max_retries or not (repeatable or _was_not_sent(error)):
                        _fail_without_response(error)
                    self._sleep(_pause(attempt, pause_min))
                    attempt += 1
                    continue
                if result is not None:
                    return result
                failure = ApiError(response, self._base_url)
                if not is_corrected and self._correct_clock(failure, response):
                    is_corrected = True
                    if pause_min > 0:
                        self._sleep(pause_min)
                    continue
                retry_after = _retry_after(response)
                may_repeat = failure.retryable and (repeatable or response.status == 429)
                is_late = retry_after is not None and retry_after > RETRY_AFTER_SECONDS_MAX
                if attempt >= self._max_retries or not may_repeat or is_late:
                    raise failure
                self._sleep(_pause(attempt, max(pause_min, retry_after or 0.0)))
                attempt += 1

    def _correct_clock(self, error: ApiError, response: Response) -> bool:
        """Adopts the clock of the service if it refused our time. Returns whether it did."""
        date = response.headers.get("date")
        is_refused = any(detail.get("field") == "x-timestamp" for detail in error.details)
        if error.status not in (401, 403) or not is_refused or date is None:
            return False
        self._clock_offset = parsedate_to_datetime(date).timestamp() - time.time()
        return True

    def _pages(
        self, path: str, query: Query, first_page: int, *, has: str = "data"
    ) -> Iterator[Any]:
        """Yields the entries of a list whose pages have numbers."""
        page = first_page
        while True:
            body = self._call("GET", path, query={**query, "page": page}, has=has, kind=list)
            yield from body[has]
            if not (body["meta"]["pagination"] if "meta" in body else body)["hasNext"]:
                return
            page += 1

    def _after(self, path: str, query: Query) -> Iterator[Any]:
        """Yields the entries of a list that continues after a cursor."""
        while True:
            body = self._call("GET", path, query=query, kind=list)
            yield from body["data"]
            pagination = body["meta"]["pagination"]
            if not pagination["hasNext"]:
                return
            query = {**query, "after": pagination["after"]}


def _root_of(base_url: str) -> str:
    """Refuses the address of a page or path of the service. A proxy may have added a prefix."""
    root = base_url.rstrip("/")
    if not root.startswith(("http://", "https://")):
        raise ValueError("base_url must begin with http:// or https://")
    path = _OWN_PATH.search(root)
    if path is None:
        return root
    own = path.group(1)
    raise ValueError(f"base_url must not end with {own}: use {root[: -len(own)]}")


def _help_of(response: Response) -> Sequence[str]:
    """Returns the page about an error and its section; both empty if the response names none."""
    link = _HELP.search(response.headers.get("link", ""))
    return link.groups() if link else ("", "")


def _error_of(body: bytes) -> Dict[str, Any]:
    try:
        error = _decode(body)["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}


def _success_of(response: Response, has: str, kind: type) -> Optional[Dict[str, Any]]:
    """Returns the JSON of a success, or None. Raises `_NotWhole` if the JSON is incomplete."""
    if response.status >= 300:
        return None
    try:
        body = _decode(response.body)
    except ValueError as error:
        if response.headers.get("content-type", "").startswith("application/json"):
            raise _NotWhole(f"the JSON is not whole: {error}") from error
        return None
    is_whole = isinstance(body, dict) and isinstance(body.get(has), kind)
    return body if is_whole else None


@contextlib.contextmanager
def _keys_on_error(key: Optional[str], reference_id: Optional[str]) -> Iterator[None]:
    """Sets the keys of a write on any error that ends it, also on KeyboardInterrupt."""
    try:
        yield
    except BaseException as error:
        if key is not None:
            setattr(error, "idempotency_key", key)
            setattr(error, "reference_id", reference_id)
        raise


def _reference_of(body: Mapping[str, Any]) -> str:
    reference_id = body.get("referenceId")
    if isinstance(reference_id, str) and reference_id:
        return reference_id
    raise ValueError("referenceId is missing: store one for each transaction, and repeat it")


def _fail_without_response(error: Exception) -> NoReturn:
    reason = getattr(error, "reason", error)
    raise NoResponseError(f"no whole response arrived ({reason})") from error


def _was_not_sent(error: Exception) -> bool:
    """True if no connection was made, so that the service has not seen the request."""
    return isinstance(getattr(error, "reason", error), (ConnectionRefusedError, socket.gaierror))


def _read(reply: Any) -> Response:
    headers = {name.lower(): value for name, value in reply.headers.items()}
    return Response(reply.status, headers, reply.read())


def _retry_after(response: Response) -> Optional[float]:
    text = response.headers.get("retry-after", "")
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        at = parsedate_to_datetime(text)
        # Our clock may be wrong.
        date = response.headers.get("date")
        now = datetime.now(timezone.utc) if date is None else parsedate_to_datetime(date)
        return max(0.0, (at - now).total_seconds())
    except (TypeError, ValueError):
        return None


def _pause(attempt: int, at_least: float) -> float:
    """Returns `at_least` seconds plus a backoff with full jitter."""
    # Higher powers do not fit into a float.
    backoff = min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2 ** min(attempt, 16))
    return at_least + random.uniform(0, backoff)


def _query_text(query: Optional[Query]) -> str:
    values = {name: value for name, value in (query or {}).items() if value is not None}
    texts = {name: _text(value) for name, value in values.items()}
    return "?" + urllib.parse.urlencode(texts, quote_via=urllib.parse.quote) if texts else ""


def _text(value: Union[str, int, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(value: Union[str, int]) -> str:
    return urllib.parse.quote(str(value), safe="")


def _encode(body: Any) -> bytes:
    """A Decimal of at most 15 digits is the shortest form of its float, so nothing is rounded."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=float).encode()


def _decode(body: bytes) -> Any:
    return json.loads(body, parse_float=Decimal)


# Generated from docs/openapi.json: begin


ErrorKind = Literal[
    "invalid_request",
    "invalid_parameters",
    "unauthenticated",
    "permission_missing",
    "step_up_required",
    "not_found",
    "method_not_allowed",
    "unsupported_media_type",
    "body_too_large",
    "insufficient_funds",
    "balance_limit",
    "numbers_exhausted",
    "idempotency_conflict",
    "client_reference_exists",
    "reference_conflict",
    "archived",
    "order_not_completed",
    "order_final",
    "delivery_under_way",
    "consumer_unknown",
    "wallet_unknown",
    "wallet_exists",
    "wallet_not_enabled",
    "wallet_insufficient",
    "wallet_not_empty",
    "campaign_over",
    "state_conflict",
    "link_invalid",
    "rate_limited",
    "upstream_unavailable",
    "overloaded",
]


class BalanceCreditedEvent(TypedDict):
    id: str
    type: Literal["balance.credited"]
    createdAt: str
    data: BalanceEventData


class BalanceEventData(TypedDict):
    transactionId: str
    kind: Literal["deposit", "case_refund"]
    currency: str
    amount: Amount
    funds: Amount


class BalanceLowEvent(TypedDict):
    id: str
    type: Literal["balance.low"]
    createdAt: str
    data: LowBalanceEventData


class Balances(TypedDict):
    name: str
    paymentType: str
    fundsList: List[BalancesFundsList]


class BalancesFundsList(TypedDict):
    funds: Amount
    currency: str


class _BatchRequired(TypedDict):
    fulfillmentId: str
    status: Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED"]
    quantity: int


class Batch(_BatchRequired, total=False):
    completedAt: str


class _CaseRequired(TypedDict):
    caseId: int
    itemNo: int
    kind: Literal["refund", "replace", "block"]
    state: Literal["REQUESTED", "DONE", "REJECTED"]
    reason: str
    openedAt: str


class Case(_CaseRequired, total=False):
    currency: str
    amount: Amount
    transferId: str
    decidedAt: str
    decisionReason: str
    replacement: Replacement


class _CaseEventDataRequired(TypedDict):
    caseId: int
    orderId: str
    itemNo: int
    kind: Literal["refund", "replace", "block"]
    state: Literal["REQUESTED", "DONE", "REJECTED"]


class CaseEventData(_CaseEventDataRequired, total=False):
    currency: str
    amount: Amount


class CaseOpenedEvent(TypedDict):
    id: str
    type: Literal["case.opened"]
    createdAt: str
    data: CaseEventData


class CaseResolvedEvent(TypedDict):
    id: str
    type: Literal["case.resolved"]
    createdAt: str
    data: CaseEventData


class ConsumersError(TypedDict):
    success: bool
    error: Fault


class CreateCustomersResult(TypedDict):
    results: List[NewCustomersResult]


class CreateTransactionsResult(TypedDict):
    results: List[NewTransactionsResult]


class CreatedCustomer(TypedDict):
    id: int
    walletId: str
    fullName: str
    email: str
    walletBalance: Amount
    currency: str


class Customer(TypedDict):
    consumerId: int
    consumerName: str
    consumerEmail: str
    totalStandardWallets: int
    totalCampaignWallets: int


class _DeliveredItemsRequired(TypedDict):
    itemCount: int
    currency: str
    chargedAmount: Amount
    itemNos: List[DeliveredItemsItemNo]


class DeliveredItems(_DeliveredItemsRequired, total=False):
    items: List[Item]


class DeliveredItemsItemNo(TypedDict):
    first: int
    last: int


class _DraftRequired(TypedDict):
    draftId: str
    state: str
    clientReference: str
    currency: str
    chargedAmount: Amount
    itemCount: int
    createdAt: str
    expiresAt: str


class Draft(_DraftRequired, total=False):
    metadata: Dict[str, str]
    decidedAt: str
    reason: str
    orderId: str


class Error(TypedDict):
    error: Fault


Event = Union[
    "OrderProcessingEvent",
    "OrderOnHoldEvent",
    "OrderOutOfStockEvent",
    "OrderCompletedEvent",
    "OrderCancelledEvent",
    "CaseOpenedEvent",
    "CaseResolvedEvent",
    "ProductUpdatedEvent",
    "PriceUpdatedEvent",
    "StockLowEvent",
    "BalanceLowEvent",
    "BalanceCreditedEvent",
    "WalletCreditedEvent",
    "WalletDebitedEvent",
    "LinkSentEvent",
    "LinkClaimedEvent",
    "LinkFailedEvent",
    "LinkExpiredEvent",
    "LinkCancelledEvent",
    "LinkReturnedEvent",
    "LinkMailedEvent",
    "LinkBouncedEvent",
    "LinkComplainedEvent",
]


class Export(TypedDict):
    format: str
    downloadUrl: str
    expiresAt: str


class _FaultRequired(TypedDict):
    code: str
    message: str


class Fault(_FaultRequired, total=False):
    details: List[FieldFault]


class _FieldFaultRequired(TypedDict):
    field: str
    message: str


class FieldFault(_FieldFaultRequired, total=False):
    available: Amount
    required: Amount
    missing: Amount
    currency: str


class _ItemRequired(TypedDict):
    itemNo: int
    productId: int
    brand: str
    currency: str
    faceValue: Amount
    cardIdentifier: str
    giftCardNumber: str


class Item(_ItemRequired, total=False):
    giftCardPin: str
    barCodeNumber: str
    redemptionUrl: str
    itemReference: str
    metadata: Dict[str, str]
    expiresAt: str


class _LinkRequired(TypedDict):
    linkId: str
    status: Literal["OPEN", "PARTLY_CLAIMED", "CLAIMED", "EXPIRED", "CANCELLED", "RETURNED"]
    currency: str
    amount: Amount
    left: Amount
    claimed: Amount
    returned: Amount
    delivery: Literal["NONE", "EMAIL", "SMS"]
    claimBy: str
    createdAt: str


class Link(_LinkRequired, total=False):
    secondFactor: Literal["NONE", "EMAIL", "SMS", "SIGNED"]
    endedAt: str
    reviewUntil: str
    locale: str
    reference: str
    templateId: str
    products: List[int]
    metadata: Dict[str, str]


class LinkBouncedEvent(TypedDict):
    id: str
    type: Literal["link.bounced"]
    createdAt: str
    data: LinkEventData


class LinkCancellation(TypedDict, total=False):
    reason: str


class LinkCancelledEvent(TypedDict):
    id: str
    type: Literal["link.cancelled"]
    createdAt: str
    data: LinkEventData


class LinkClaimedEvent(TypedDict):
    id: str
    type: Literal["link.claimed"]
    createdAt: str
    data: LinkEventData


class LinkComplainedEvent(TypedDict):
    id: str
    type: Literal["link.complained"]
    createdAt: str
    data: LinkEventData


class _LinkDetailRequired(TypedDict):
    linkId: str
    status: Literal["OPEN", "PARTLY_CLAIMED", "CLAIMED", "EXPIRED", "CANCELLED", "RETURNED"]
    currency: str
    amount: Amount
    left: Amount
    claimed: Amount
    returned: Amount
    delivery: Literal["NONE", "EMAIL", "SMS"]
    claimBy: str
    createdAt: str
    orders: List[LinkOrder]
    messages: List[LinkMessage]


class LinkDetail(_LinkDetailRequired, total=False):
    secondFactor: Literal["NONE", "EMAIL", "SMS", "SIGNED"]
    endedAt: str
    reviewUntil: str
    locale: str
    reference: str
    templateId: str
    products: List[int]
    metadata: Dict[str, str]


class _LinkEventDataRequired(TypedDict):
    linkId: str
    status: Literal["OPEN", "PARTLY_CLAIMED", "CLAIMED", "EXPIRED", "CANCELLED", "RETURNED"]
    currency: str
    amount: Amount
    left: Amount
    returned: Amount


class LinkEventData(_LinkEventDataRequired, total=False):
    reference: str
    orderId: str
    reason: str


class LinkExpiredEvent(TypedDict):
    id: str
    type: Literal["link.expired"]
    createdAt: str
    data: LinkEventData


class LinkFailedEvent(TypedDict):
    id: str
    type: Literal["link.failed"]
    createdAt: str
    data: LinkEventData


class LinkMailedEvent(TypedDict):
    id: str
    type: Literal["link.mailed"]
    createdAt: str
    data: LinkEventData


class _LinkMessageRequired(TypedDict):
    kind: Literal["LINK", "REMINDER", "CODE"]
    state: str
    createdAt: str


class LinkMessage(_LinkMessageRequired, total=False):
    channel: Literal["EMAIL", "SMS"]
    reason: str
    lastError: str
    sentAt: str
    nextAttemptAt: str


class LinkOrder(TypedDict):
    orderId: str
    status: str
    productId: int
    brand: str
    currency: str
    faceValue: Amount
    createdAt: str


class LinkReplacement(TypedDict, total=False):
    email: str
    phone: str


class LinkReturnedEvent(TypedDict):
    id: str
    type: Literal["link.returned"]
    createdAt: str
    data: LinkEventData


class LinkSentEvent(TypedDict):
    id: str
    type: Literal["link.sent"]
    createdAt: str
    data: LinkEventData


class LowBalanceEventData(TypedDict):
    currency: str
    funds: Amount
    daysLeft: Amount


class _MovementRequired(TypedDict):
    transactionId: str
    at: str
    kind: str
    currency: str
    amount: Amount
    available: Amount
    posted: Amount
    held: Amount


class Movement(_MovementRequired, total=False):
    reference: str
    description: str
    metadata: Dict[str, str]
    holdId: str
    orderId: str
    walletId: str
    caseId: int
    depositId: str
    faceValue: Amount
    discount: Amount
    fee: Amount


class _NewCaseRequired(TypedDict):
    itemNo: int
    kind: Literal["refund", "replace", "block"]
    reason: str


class NewCase(_NewCaseRequired, total=False):
    amount: Amount


class NewCustomer(TypedDict):
    fullName: str
    email: str
    currency: str
    initialFunds: Amount


class _NewCustomersRequired(TypedDict):
    customers: List[NewCustomer]


class NewCustomers(_NewCustomersRequired, total=False):
    mode: Literal["atomic"]


class NewCustomersResult(TypedDict):
    status: int
    body: Any


class _NewDraftRequired(TypedDict):
    clientReference: str
    currency: str
    items: List[NewDraftItem]


class NewDraft(_NewDraftRequired, total=False):
    metadata: Dict[str, Any]


class _NewDraftItemRequired(TypedDict):
    productId: int
    amount: Amount
    quantity: int


class NewDraftItem(_NewDraftItemRequired, total=False):
    itemReference: str
    minValidityDays: int
    metadata: Dict[str, Any]
    recipient: Any


class _NewLinksRequired(TypedDict):
    reference: str
    currency: str
    recipients: List[NewLinksRecipient]


class NewLinks(_NewLinksRequired, total=False):
    amount: Amount
    products: List[int]
    claimBy: str
    locale: str
    message: str
    delivery: Literal["NONE", "EMAIL", "SMS"]
    secondFactor: Literal["NONE", "EMAIL", "SMS", "SIGNED"]
    reminders: bool
    replyTo: str
    templateId: str


class NewLinksRecipient(TypedDict, total=False):
    name: str
    email: str
    phone: str
    amount: Amount
    reference: str
    locale: str
    secondFactor: Literal["NONE", "EMAIL", "SMS", "SIGNED"]
    metadata: Dict[str, Any]


class _NewOrderRequired(TypedDict):
    clientReference: str
    currency: str
    items: List[NewOrderItem]


class NewOrder(_NewOrderRequired, total=False):
    metadata: Dict[str, Any]
    quoteId: str


class _NewOrderItemRequired(TypedDict):
    productId: int
    amount: Amount
    quantity: int


class NewOrderItem(_NewOrderItemRequired, total=False):
    itemReference: str
    minValidityDays: int
    metadata: Dict[str, Any]
    recipient: Any


class NewQuote(TypedDict):
    currency: str
    items: List[NewQuoteItem]


class _NewQuoteItemRequired(TypedDict):
    productId: int
    amount: Amount
    quantity: int


class NewQuoteItem(_NewQuoteItemRequired, total=False):
    itemReference: str
    minValidityDays: int
    metadata: Dict[str, Any]
    recipient: Any


class _NewTransactionRequired(TypedDict):
    amount: Amount
    transactionType: Literal["CREDIT", "DEBIT"]
    referenceId: str


class NewTransaction(_NewTransactionRequired, total=False):
    description: str
    metadata: Dict[str, Any]


class _NewTransactionRowRequired(TypedDict):
    walletId: str
    amount: Amount
    transactionType: Literal["CREDIT", "DEBIT"]
    referenceId: str


class NewTransactionRow(_NewTransactionRowRequired, total=False):
    description: str
    metadata: Dict[str, Any]


class _NewTransactionsRequired(TypedDict):
    transactions: List[NewTransactionRow]


class NewTransactions(_NewTransactionsRequired, total=False):
    mode: Literal["atomic"]


class NewTransactionsResult(TypedDict):
    status: int
    body: Any


class NewWalletSession(TypedDict, total=False):
    walletId: str
    consumerId: str
    locale: str


class _NewWebhookEndpointRequired(TypedDict):
    url: str


class NewWebhookEndpoint(_NewWebhookEndpointRequired, total=False):
    eventTypes: List[str]
    description: str


class _OrderRequired(TypedDict):
    id: str
    clientReference: str
    status: str
    currency: str
    totalAmount: Amount
    createdAt: str
    itemCount: int


class Order(_OrderRequired, total=False):
    pricing: Pricing
    metadata: Dict[str, str]
    completedAt: str


class OrderCancelledEvent(TypedDict):
    id: str
    type: Literal["order.cancelled"]
    createdAt: str
    data: OrderEventData


class OrderCompletedEvent(TypedDict):
    id: str
    type: Literal["order.completed"]
    createdAt: str
    data: OrderEventData


class _OrderEventDataRequired(TypedDict):
    orderId: str
    clientReference: str
    status: str
    currency: str
    totalAmount: Amount
    itemCount: int
    createdAt: str
    sequence: int


class OrderEventData(_OrderEventDataRequired, total=False):
    previousStatus: str
    completedAt: str
    heldFor: Literal["funds", "supplier"]


class OrderOnHoldEvent(TypedDict):
    id: str
    type: Literal["order.on_hold"]
    createdAt: str
    data: OrderEventData


class OrderOutOfStockEvent(TypedDict):
    id: str
    type: Literal["order.out_of_stock"]
    createdAt: str
    data: OrderEventData


class OrderProcessingEvent(TypedDict):
    id: str
    type: Literal["order.processing"]
    createdAt: str
    data: OrderEventData


class _OrderSummaryRequired(TypedDict):
    id: str
    clientReference: str
    status: str
    currency: str
    totalAmount: Amount
    createdAt: str


class OrderSummary(_OrderSummaryRequired, total=False):
    pricing: Pricing
    metadata: Dict[str, str]


class Pagination(TypedDict):
    page: int
    pageSize: int
    totalRecords: int
    totalPages: int
    hasNext: bool


class PriceEventData(TypedDict):
    cause: Literal["rates", "price_rule", "spread"]
    effectiveAt: str


class PriceUpdatedEvent(TypedDict):
    id: str
    type: Literal["price.updated"]
    createdAt: str
    data: PriceEventData


class Pricing(TypedDict):
    discountAmount: Amount
    feeAmount: Amount
    chargedAmount: Amount


class _ProductRequired(TypedDict):
    productId: int
    brand: str
    currency: str
    denominationType: Literal["FIXED", "VARIABLE"]
    inStock: bool
    fxRate: Amount


class Product(_ProductRequired, total=False):
    fixedAmounts: List[Amount]
    minAmount: Amount
    maxAmount: Amount
    discountPercent: Amount
    feeAmount: Amount
    productType: Literal["GIFT_CARD", "TOP_UP", "BILL_PAYMENT", "ACCOUNT_CREDIT"]
    recipientFields: List[RecipientField]
    content: ProductContent


class _ProductContentRequired(TypedDict):
    countries: List[str]
    images: List[ProductImage]
    locales: List[ProductTexts]


class ProductContent(_ProductContentRequired, total=False):
    category: str


class ProductEventData(TypedDict):
    productId: int


class ProductImage(TypedDict):
    url: str
    contentType: str
    width: int
    height: int


class _ProductTextsRequired(TypedDict):
    locale: str
    name: str
    redemptionSteps: List[str]


class ProductTexts(_ProductTextsRequired, total=False):
    description: str
    terms: str
    validity: str
    balanceCheckUrl: str


class ProductUpdatedEvent(TypedDict):
    id: str
    type: Literal["product.updated"]
    createdAt: str
    data: ProductEventData


class _QuoteRequired(TypedDict):
    currency: str
    totalAmount: Amount
    items: List[QuotedItem]
    faults: List[FieldFault]


class Quote(_QuoteRequired, total=False):
    quoteId: str
    expiresAt: str
    pricing: Pricing


class _QuotedItemRequired(TypedDict):
    productId: int
    amount: Amount
    quantity: int


class QuotedItem(_QuotedItemRequired, total=False):
    itemReference: str
    offer: QuotedItemOffer
    inStock: bool
    fxRate: Amount
    totalAmount: Amount
    discountPercent: Amount
    discountAmount: Amount
    feeAmount: Amount


class QuotedItemOffer(TypedDict, total=False):
    operator: str
    dueAmount: Amount
    dueCurrency: str
    feeAmount: Amount
    feeCurrency: str


class RecipientField(TypedDict):
    name: str
    label: str
    pattern: str
    required: bool


class _RemovedWebhookEndpointRequired(TypedDict):
    id: str
    url: str
    eventTypes: List[str]
    state: Literal["REMOVED"]
    createdAt: str


class RemovedWebhookEndpoint(_RemovedWebhookEndpointRequired, total=False):
    description: str
    disabledReason: Literal["gone", "failing"]
    failingSince: str
    previousSecretExpiresAt: str


class _ReplacementRequired(TypedDict):
    giftCardNumber: str


class Replacement(_ReplacementRequired, total=False):
    giftCardPin: str
    barCodeNumber: str
    redemptionUrl: str


class ReplayWebhookEventsResult(TypedDict):
    events: int


class _RequestCaseResultRequired(TypedDict):
    caseId: int
    itemNo: int
    kind: Literal["refund", "replace", "block"]
    state: Literal["REQUESTED", "DONE", "REJECTED"]
    reason: str
    openedAt: str


class RequestCaseResult(_RequestCaseResultRequired, total=False):
    currency: str
    amount: Amount
    transferId: str
    decidedAt: str
    decisionReason: str


class _SentLinkRequired(TypedDict):
    linkId: str
    status: Literal["OPEN", "PARTLY_CLAIMED", "CLAIMED", "EXPIRED", "CANCELLED", "RETURNED"]
    currency: str
    amount: Amount
    left: Amount
    claimed: Amount
    returned: Amount
    delivery: Literal["NONE", "EMAIL", "SMS"]
    claimBy: str
    createdAt: str
    url: str


class SentLink(_SentLinkRequired, total=False):
    secondFactor: Literal["NONE", "EMAIL", "SMS", "SIGNED"]
    endedAt: str
    reviewUntil: str
    locale: str
    reference: str
    templateId: str
    products: List[int]
    metadata: Dict[str, str]


class SentLinks(TypedDict):
    reference: str
    links: List[SentLink]


Statement = TypedDict(
    "Statement",
    {
        "partnerId": "int",
        "partnerName": "str",
        "currency": "str",
        "from": "str",
        "to": "str",
        "provisional": "bool",
        "opening": "Amount",
        "closing": "Amount",
        "totals": "List[StatementTotal]",
        "movements": "List[StatementMovement]",
    },
)


class _StatementMovementRequired(TypedDict):
    transactionId: str
    at: str
    kind: str
    amount: Amount
    balance: Amount


class StatementMovement(_StatementMovementRequired, total=False):
    reference: str
    orderId: str
    walletId: str
    caseId: int
    depositId: str
    faceValue: Amount
    discount: Amount
    fee: Amount


class StatementTotal(TypedDict):
    kind: str
    count: int
    amount: Amount


class StockLowEvent(TypedDict):
    id: str
    type: Literal["stock.low"]
    createdAt: str
    data: ProductEventData


class TestEventData(TypedDict):
    endpointId: str


class _TestWebhookEndpointResultRequired(TypedDict):
    eventId: str
    succeeded: bool
    durationMs: int


class TestWebhookEndpointResult(_TestWebhookEndpointResultRequired, total=False):
    httpStatus: int
    error: str
    response: str


class _TransactionRequired(TypedDict):
    walletId: int
    currency: str
    previousBalance: Amount
    transactionAmount: Amount
    newBalance: Amount
    transactionType: Literal["CREDIT", "DEBIT"]
    referenceId: str
    timestamp: str


class Transaction(_TransactionRequired, total=False):
    description: str
    metadata: Dict[str, str]


class _WalletRequired(TypedDict):
    walletId: str
    currency: str
    balance: Amount
    walletType: Literal["STANDARD", "CAMPAIGN"]
    status: Literal["ENABLED", "FROZEN", "CLOSED"]


class Wallet(_WalletRequired, total=False):
    campaignId: str
    campaignName: str


class WalletCreditedEvent(TypedDict):
    id: str
    type: Literal["wallet.credited"]
    createdAt: str
    data: WalletEventData


class WalletDebitedEvent(TypedDict):
    id: str
    type: Literal["wallet.debited"]
    createdAt: str
    data: WalletEventData


class _WalletEventDataRequired(TypedDict):
    transactionId: str
    walletId: str
    consumerId: int
    currency: str
    amount: Amount
    newBalance: Amount


class WalletEventData(_WalletEventDataRequired, total=False):
    referenceId: str


class WalletSession(TypedDict):
    url: str
    expiresAt: str


class _WalletTransactionRequired(TypedDict):
    transactionId: str
    at: str
    kind: Literal["wallet_credit", "wallet_debit", "initial_funds", "account_credit"]
    currency: str
    amount: Amount
    balance: Amount


class WalletTransaction(_WalletTransactionRequired, total=False):
    referenceId: str
    description: str
    metadata: Dict[str, str]


class _WebhookDeliveryRequired(TypedDict):
    deliveryId: int
    eventId: str
    eventType: str
    attempt: int
    attemptedAt: str
    durationMs: int
    succeeded: bool


class WebhookDelivery(_WebhookDeliveryRequired, total=False):
    httpStatus: int
    error: str
    response: str
    nextAttemptAt: str


class _WebhookEndpointRequired(TypedDict):
    id: str
    url: str
    eventTypes: List[str]
    state: Literal["ENABLED", "PAUSED", "DISABLED"]
    createdAt: str


class WebhookEndpoint(_WebhookEndpointRequired, total=False):
    description: str
    disabledReason: Literal["gone", "failing"]
    failingSince: str
    previousSecretExpiresAt: str


class WebhookEndpointChange(TypedDict, total=False):
    url: str
    eventTypes: List[str]
    description: Optional[str]
    state: Literal["ENABLED", "PAUSED"]


class _WebhookEndpointWithSecretRequired(TypedDict):
    id: str
    url: str
    eventTypes: List[str]
    state: Literal["ENABLED", "PAUSED", "DISABLED"]
    createdAt: str
    secret: str


class WebhookEndpointWithSecret(_WebhookEndpointWithSecretRequired, total=False):
    description: str
    disabledReason: Literal["gone", "failing"]
    failingSince: str
    previousSecretExpiresAt: str


WebhookReplay = TypedDict(
    "WebhookReplay",
    {
        "eventIds": "List[str]",
        "from": "str",
        "to": "str",
    },
    total=False,
)


class WebhookSecretRotation(TypedDict, total=False):
    overlapSeconds: int


class WebhookTestEvent(TypedDict):
    id: str
    type: Literal["webhook.test"]
    createdAt: str
    data: TestEventData


class _Operations(_Transport):
    """One method for each operation."""

    def get_balances(
        self,
    ) -> Balances:
        """Returns the available funds by currency, without holds.

        GET /v2/accounts/balances
        """
        path = "/v2/accounts/balances"
        result = self._call("GET", path, has="fundsList", kind=list)
        return cast(Balances, result)

    def list_transactions(
        self,
        *,
        currency: Optional[str] = None,
        kind: Optional[str] = None,
        reference: Optional[str] = None,
        metadata: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        after: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> Iterator[Movement]:
        """Lists the movements of the partner's funds, newest first.

        GET /v2/accounts/transactions
        """
        path = "/v2/accounts/transactions"
        query: Query = {
            "currency": currency,
            "kind": kind,
            "reference": reference,
            "metadata": metadata,
            "from": from_,
            "to": to,
            "after": after,
            "pageSize": page_size,
        }
        return self._after(path, query)

    def get_statement(
        self,
        *,
        currency: str,
        from_: str,
        to: str,
        account: Optional[Literal["funds", "links"]] = None,
    ) -> Statement:
        """Streams a statement of the partner's funds in one currency.

        GET /v2/accounts/statement
        """
        path = "/v2/accounts/statement"
        query: Query = {
            "currency": currency,
            "from": from_,
            "to": to,
            "account": account,
        }
        result = self._call("GET", path, query=query)
        return cast(Statement, result["data"])

    def list_products(
        self,
        *,
        currency: str,
        include: Optional[str] = None,
        country: Optional[str] = None,
        category: Optional[str] = None,
        brand: Optional[str] = None,
        q: Optional[str] = None,
        in_stock: Optional[bool] = None,
        page_size: Optional[int] = None,
    ) -> Iterator[Product]:
        """Lists the products that have a price in the currency, by productId, as cached bytes with
        an ETag.

        GET /v2/products
        """
        path = "/v2/products"
        query: Query = {
            "currency": currency,
            "include": include,
            "country": country,
            "category": category,
            "brand": brand,
            "q": q,
            "inStock": in_stock,
            "pageSize": page_size,
        }
        return self._pages(path, query, 1)

    def get_product(
        self,
        product_id: Union[int, str],
        *,
        currency: str,
        include: Optional[str] = None,
        country: Optional[str] = None,
        category: Optional[str] = None,
        brand: Optional[str] = None,
        q: Optional[str] = None,
        in_stock: Optional[bool] = None,
    ) -> Product:
        """Returns a product with its price in the currency.

        GET /v2/products/{productId}
        """
        path = f"/v2/products/{_segment(product_id)}"
        query: Query = {
            "currency": currency,
            "include": include,
            "country": country,
            "category": category,
            "brand": brand,
            "q": q,
            "inStock": in_stock,
        }
        result = self._call("GET", path, query=query)
        return cast(Product, result["data"])

    def create_order(
        self,
        body: NewOrder,
        *,
        idempotency_key: Optional[str] = None,
    ) -> OrderSummary:
        """Accepts one order: prices it, holds its cost on the partner's funds and queues its
        batches, in one commit.

        POST /v2/orders
        """
        path = "/v2/orders"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(OrderSummary, result["data"])

    def list_orders(
        self,
        *,
        client_reference: Optional[str] = None,
        status: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        metadata: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> Iterator[OrderSummary]:
        """Lists orders, newest first.

        GET /v2/orders
        """
        path = "/v2/orders"
        query: Query = {
            "clientReference": client_reference,
            "status": status,
            "createdFrom": created_from,
            "createdTo": created_to,
            "metadata": metadata,
            "pageSize": page_size,
        }
        return self._pages(path, query, 1)

    def create_quote(
        self,
        body: NewQuote,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Quote:
        """Prices an order without placing it: price, rate, stock and every fault of it.

        POST /v2/quotes
        """
        path = "/v2/quotes"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(Quote, result["data"])

    def create_draft(
        self,
        body: NewDraft,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Draft:
        """Asks a person of the partner to approve an order; holds no money.

        POST /v2/drafts
        """
        path = "/v2/drafts"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(Draft, result["data"])

    def get_draft(
        self,
        draft_id: str,
    ) -> Draft:
        """Returns a draft that a credential has made, with its outcome.

        GET /v2/drafts/{draftId}
        """
        path = f"/v2/drafts/{_segment(draft_id)}"
        result = self._call("GET", path)
        return cast(Draft, result["data"])

    def get_order(
        self,
        order_id: str,
    ) -> Order:
        """Returns an order.

        GET /v2/orders/{orderId}
        """
        path = f"/v2/orders/{_segment(order_id)}"
        result = self._call("GET", path)
        return cast(Order, result["data"])

    def list_items(
        self,
        order_id: str,
        *,
        page_size: Optional[int] = None,
    ) -> Iterator[Item]:
        """Returns the codes of a completed order.

        GET /v2/orders/{orderId}/items
        """
        path = f"/v2/orders/{_segment(order_id)}/items"
        query: Query = {
            "pageSize": page_size,
        }
        return self._pages(path, query, 1)

    def list_fulfillments(
        self,
        order_id: str,
        *,
        page_size: Optional[int] = None,
    ) -> Iterator[Batch]:
        """Lists the batches of an order.

        GET /v2/orders/{orderId}/fulfillments
        """
        path = f"/v2/orders/{_segment(order_id)}/fulfillments"
        query: Query = {
            "pageSize": page_size,
        }
        return self._pages(path, query, 1)

    def list_own_cases(
        self,
        order_id: str,
        *,
        page_size: Optional[int] = None,
    ) -> Iterator[Case]:
        """Lists the cases of an order, newest first.

        GET /v2/orders/{orderId}/cases
        """
        path = f"/v2/orders/{_segment(order_id)}/cases"
        query: Query = {
            "pageSize": page_size,
        }
        return self._pages(path, query, 1)

    def request_case(
        self,
        order_id: str,
        body: NewCase,
        *,
        idempotency_key: Optional[str] = None,
    ) -> RequestCaseResult:
        """Requests a case of one item.

        POST /v2/orders/{orderId}/cases
        """
        path = f"/v2/orders/{_segment(order_id)}/cases"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(RequestCaseResult, result["data"])

    def list_events(
        self,
        *,
        after: Optional[str] = None,
        page_size: Optional[int] = None,
        wait: Optional[int] = None,
    ) -> Iterator[Event]:
        """Lists events, oldest first, and waits for an event if there is none.

        GET /v2/events
        """
        path = "/v2/events"
        query: Query = {
            "after": after,
            "pageSize": page_size,
            "wait": wait,
        }
        return self._after(path, query)

    def export_order(
        self,
        order_id: str,
    ) -> Export:
        """Returns a pre-signed link to the CSV of a completed order.

        GET /v2/orders/{orderId}/fulfillments/export
        """
        path = f"/v2/orders/{_segment(order_id)}/fulfillments/export"
        result = self._call("GET", path)
        return cast(Export, result["data"])

    def send_links(
        self,
        body: NewLinks,
        *,
        idempotency_key: Optional[str] = None,
    ) -> SentLinks:
        """Sends links: each sets an amount aside, which its person claims as gift cards.

        POST /v2/links
        """
        path = "/v2/links"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(SentLinks, result["data"])

    def list_links(
        self,
        *,
        metadata: Optional[str] = None,
        after: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> Iterator[Link]:
        """Lists links, newest first.

        GET /v2/links
        """
        path = "/v2/links"
        query: Query = {
            "metadata": metadata,
            "after": after,
            "pageSize": page_size,
        }
        return self._after(path, query)

    def get_link(
        self,
        link_id: str,
    ) -> LinkDetail:
        """Returns a link with its orders.

        GET /v2/links/{linkId}
        """
        path = f"/v2/links/{_segment(link_id)}"
        result = self._call("GET", path)
        return cast(LinkDetail, result["data"])

    def resend_link(
        self,
        link_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> LinkDetail:
        """Sends a link to its person once more.

        POST /v2/links/{linkId}/resend
        """
        path = f"/v2/links/{_segment(link_id)}/resend"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, key=key, has_key_header=True)
        return cast(LinkDetail, result["data"])

    def cancel_link(
        self,
        link_id: str,
        body: LinkCancellation,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Link:
        """Ends a link; its remainder returns to the funds at once.

        POST /v2/links/{linkId}/cancel
        """
        path = f"/v2/links/{_segment(link_id)}/cancel"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(Link, result["data"])

    def replace_link(
        self,
        link_id: str,
        body: LinkReplacement,
        *,
        idempotency_key: Optional[str] = None,
    ) -> SentLink:
        """Gives a link a new address; the old address ends at once.

        POST /v2/links/{linkId}/replace
        """
        path = f"/v2/links/{_segment(link_id)}/replace"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(SentLink, result["data"])

    def create_wallet_session(
        self,
        body: NewWalletSession,
        *,
        idempotency_key: Optional[str] = None,
    ) -> WalletSession:
        """Returns a one-time address of the page where an owner spends wallets on gift cards.

        POST /v2/wallet-sessions
        """
        path = "/v2/wallet-sessions"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(WalletSession, result["data"])

    def create_webhook_endpoint(
        self,
        body: NewWebhookEndpoint,
        *,
        idempotency_key: Optional[str] = None,
    ) -> WebhookEndpointWithSecret:
        """Creates a webhook endpoint, to which events are sent from now on.

        POST /v2/webhook-endpoints
        """
        path = "/v2/webhook-endpoints"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(WebhookEndpointWithSecret, result["data"])

    def list_webhook_endpoints(
        self,
        *,
        page_size: Optional[int] = None,
    ) -> Iterator[WebhookEndpoint]:
        """Lists the webhook endpoints, oldest first.

        GET /v2/webhook-endpoints
        """
        path = "/v2/webhook-endpoints"
        query: Query = {
            "pageSize": page_size,
        }
        return self._pages(path, query, 1)

    def get_webhook_endpoint(
        self,
        endpoint_id: str,
    ) -> WebhookEndpoint:
        """Returns a webhook endpoint.

        GET /v2/webhook-endpoints/{endpointId}
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}"
        result = self._call("GET", path)
        return cast(WebhookEndpoint, result["data"])

    def update_webhook_endpoint(
        self,
        endpoint_id: str,
        body: WebhookEndpointChange,
        *,
        idempotency_key: Optional[str] = None,
    ) -> WebhookEndpoint:
        """Changes a webhook endpoint; pauses or enables it.

        PATCH /v2/webhook-endpoints/{endpointId}
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("PATCH", path, body=body, key=key, has_key_header=True)
        return cast(WebhookEndpoint, result["data"])

    def rotate_webhook_secret(
        self,
        endpoint_id: str,
        body: WebhookSecretRotation,
        *,
        idempotency_key: Optional[str] = None,
    ) -> WebhookEndpointWithSecret:
        """Gives a webhook endpoint a new secret.

        POST /v2/webhook-endpoints/{endpointId}/rotate
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}/rotate"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(WebhookEndpointWithSecret, result["data"])

    def test_webhook_endpoint(
        self,
        endpoint_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> TestWebhookEndpointResult:
        """Sends a `webhook.test` to the endpoint at once, and returns its response.

        POST /v2/webhook-endpoints/{endpointId}/test
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}/test"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, key=key, has_key_header=True)
        return cast(TestWebhookEndpointResult, result["data"])

    def list_webhook_deliveries(
        self,
        endpoint_id: str,
        *,
        event: Optional[str] = None,
        outcome: Optional[Literal["succeeded", "failed"]] = None,
        after: Optional[str] = None,
        page_size: Optional[int] = None,
    ) -> Iterator[WebhookDelivery]:
        """Lists the attempts to deliver events to an endpoint, newest first.

        GET /v2/webhook-endpoints/{endpointId}/deliveries
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}/deliveries"
        query: Query = {
            "event": event,
            "outcome": outcome,
            "after": after,
            "pageSize": page_size,
        }
        return self._after(path, query)

    def replay_webhook_events(
        self,
        endpoint_id: str,
        body: WebhookReplay,
        *,
        idempotency_key: Optional[str] = None,
    ) -> ReplayWebhookEventsResult:
        """Sends events again: by their ids, or those of a time range.

        POST /v2/webhook-endpoints/{endpointId}/replay
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}/replay"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, body=body, key=key, has_key_header=True)
        return cast(ReplayWebhookEventsResult, result["data"])

    def remove_webhook_endpoint(
        self,
        endpoint_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> RemovedWebhookEndpoint:
        """Removes a webhook endpoint, and the events that wait for it.

        POST /v2/webhook-endpoints/{endpointId}/remove
        """
        path = f"/v2/webhook-endpoints/{_segment(endpoint_id)}/remove"
        key = idempotency_key or str(uuid.uuid4())
        result = self._call("POST", path, key=key, has_key_header=True)
        return cast(RemovedWebhookEndpoint, result["data"])

    def create_customer(
        self,
        body: NewCustomer,
    ) -> CreatedCustomer:
        """Creates a consumer, or opens a known one's wallet in another currency, and funds the
        wallet.

        POST /api/partner/v1/customer
        """
        path = "/api/partner/v1/customer"
        result = self._call("POST", path, body=body, repeatable=False)
        return cast(CreatedCustomer, result["data"])

    def list_customers(
        self,
        *,
        size: Optional[int] = None,
    ) -> Iterator[Customer]:
        """Lists the consumers, newest first.

        GET /api/partner/v1/customer
        """
        path = "/api/partner/v1/customer"
        query: Query = {
            "size": size,
        }
        return self._pages(path, query, 0, has="content")

    def create_customers(
        self,
        body: NewCustomers,
    ) -> CreateCustomersResult:
        """Creates up to 1,000 consumers with their wallets in one commit.

        POST /api/partner/v1/customer/bulk
        """
        path = "/api/partner/v1/customer/bulk"
        result = self._call("POST", path, body=body, repeatable=False)
        return cast(CreateCustomersResult, result["data"])

    def list_customer_wallets(
        self,
        customer_id: Union[int, str],
        *,
        size: Optional[int] = None,
    ) -> Iterator[Wallet]:
        """Lists the wallets of a consumer with their balances.

        GET /api/partner/v1/customer/{customerId}/wallets
        """
        path = f"/api/partner/v1/customer/{_segment(customer_id)}/wallets"
        query: Query = {
            "size": size,
        }
        return self._pages(path, query, 0, has="content")

    def list_wallet_transactions(
        self,
        wallet_id: Union[int, str],
        *,
        metadata: Optional[str] = None,
        size: Optional[int] = None,
    ) -> Iterator[WalletTransaction]:
        """Lists the transactions of a wallet, newest first.

        GET /api/partner/v1/wallets/{walletId}/transactions
        """
        path = f"/api/partner/v1/wallets/{_segment(wallet_id)}/transactions"
        query: Query = {
            "metadata": metadata,
            "size": size,
        }
        return self._pages(path, query, 0, has="content")

    def create_transaction(
        self,
        wallet_id: Union[int, str],
        body: NewTransaction,
    ) -> Transaction:
        """Credits or debits a wallet.

        POST /api/partner/v1/wallets/{walletId}/transactions
        """
        path = f"/api/partner/v1/wallets/{_segment(wallet_id)}/transactions"
        result = self._call("POST", path, body=body, key=_reference_of(body))
        return cast(Transaction, result["data"])

    def create_transactions(
        self,
        body: NewTransactions,
    ) -> CreateTransactionsResult:
        """Credits or debits up to 1,000 wallets in one commit.

        POST /api/partner/v1/wallets/transactions/bulk
        """
        path = "/api/partner/v1/wallets/transactions/bulk"
        result = self._call("POST", path, body=body)
        return cast(CreateTransactionsResult, result["data"])

    def get_open_api(
        self,
    ) -> Dict[str, Any]:
        """Returns the OpenAPI document of the paths for partners.

        GET /openapi.json
        """
        path = "/openapi.json"
        result = self._call("GET", path, has="openapi", kind=str)
        return cast(Dict[str, Any], result)


# Generated from docs/openapi.json: end


class ItemRow(TypedDict):
    """One issued code in the CSV of an order. Fields that do not apply are empty texts."""

    itemNo: int
    productId: int
    brand: str
    currency: str
    faceValue: Decimal
    cardIdentifier: str
    giftCardNumber: str
    giftCardPin: str
    barCodeNumber: str
    redemptionUrl: str


class CreatedRow(NewTransactionsResult):
    """The result of a row; `index` is the place of the row in the input, from 0."""

    index: int
    row: NewTransactionRow


class CreatedCustomerRow(NewCustomersResult):
    """The result of a row; `index` is the place of the row in the input, from 0."""

    index: int
    row: NewCustomer


class SentLinkRow(TypedDict):
    """The link of a recipient; `index` is the place of the recipient in the input, from 0."""

    index: int
    row: NewLinksRecipient
    link: SentLink


ROWS_OF_REQUEST = 500
RECIPIENTS_OF_REQUEST = 1_000
# A reference has at most 255 characters, of which the number of a request needs up to 10.
_SHARED_REFERENCE_LENGTH_MAX = 245
# Below the largest body, which is 1 MiB.
_ROWS_BYTES_MAX = 1_000_000


class Tessera(_Operations):
    """The client. Several threads may use it at the same time.

    `second_signature` sends x-nonce and x-signature-v2, too. Requests that may be repeated are
    repeated up to `max_retries` times, with the same key. `on_request` is called before each
    attempt, with the keys of a write.
    """

    def sign_link_url(
        self, link_id: str, url: str, *, expires_at: Optional[datetime] = None
    ) -> str:
        """Returns the address to which your app sends the person of a link.

        For a link whose `secondFactor` is SIGNED. The address can be opened for five minutes, or
        until `expires_at`, which is at most 15 minutes away.
        """
        end = time.time() + 300 if expires_at is None else expires_at.timestamp()
        expires = str(int(end))
        signature = self._signature(["link", link_id, self._client_id, expires])
        plain = signature.replace("+", "-").replace("/", "_").rstrip("=")
        query = {"client": self._client_id, "expires": expires, "signature": plain}
        return f"{url}/signed?{urllib.parse.urlencode(query)}"

    def wait_for_completion(
        self,
        order_id: str,
        *,
        interval: float = 4.0,
        timeout: float = 600.0,
        on_status: Optional[Callable[[str], None]] = None,
    ) -> Order:
        """Polls an order until it is COMPLETED or CANCELLED, and returns it.

        `on_status` receives each new status as a text. ON_HOLD and OUT_OF_STOCK may last for days.
        Raises TimeoutError after `timeout` seconds; the order goes on.
        """
        if interval < POLL_SECONDS_MIN:
            raise ValueError("an order may be polled once per second at most")
        deadline = time.monotonic() + timeout
        path = f"/v2/orders/{_segment(order_id)}"
        status = ""
        while True:
            body = self._call("GET", path, pause_min=POLL_SECONDS_MIN)
            order = cast(Order, body["data"])
            if order["status"] != status:
                status = order["status"]
                if on_status is not None:
                    on_status(status)
            if status in ("COMPLETED", "CANCELLED"):
                return order
            if time.monotonic() + interval > deadline:
                raise TimeoutError(f"{order_id} is still {status} after {timeout:g} s")
            self._sleep(interval + random.uniform(0, 0.25))

    def download_rows(self, order_id: str) -> Iterator[ItemRow]:
        """Yields the codes of a COMPLETED order from its CSV, in constant memory.

        Raises NoResponseError if nothing arrives for `timeout` seconds, or after the last row if
        the order has another number of items.
        """
        url = self.export_order(order_id)["downloadUrl"]
        count = self._item_count(order_id)
        request = urllib.request.Request(url, headers={"user-agent": _USER_AGENT})
        rows = 0
        try:
            with self._opener.open(request, timeout=self._timeout) as reply:
                if not reply.headers.get("content-type", "").startswith("text/csv"):
                    raise ApiError(_read(reply), self._base_url)
                for row in csv.DictReader(io.TextIOWrapper(reply, "utf-8", newline="")):
                    yield _item_row(row)
                    rows += 1
            if count is not None and rows != count:
                raise _NotWhole(f"the CSV has {rows} of {count} rows")
        except urllib.error.HTTPError as reply:
            with reply:
                raise ApiError(_read(reply), self._base_url) from None
        except (OSError, http.client.HTTPException) as error:
            _fail_without_response(error)

    def create_many(
        self, rows: Iterable[NewTransactionRow], *, rows_max: int = ROWS_OF_REQUEST
    ) -> Iterator[CreatedRow]:
        """Credits or debits any number of wallets, and yields the result of each row.

        A request whose response is lost is repeated. If it fails for good, begin again with the
        same rows: none is done twice.
        """
        return self._send_rows(_keyed(rows), rows_max, self._create_transactions)

    def create_many_customers(
        self, rows: Iterable[NewCustomer], *, rows_max: int = ROWS_OF_REQUEST
    ) -> Iterator[CreatedCustomerRow]:
        """Creates any number of consumers, and yields the result of each row.

        A request whose response is lost is not repeated. Begin again with the same rows: those
        that were done are refused with wallet_exists, and nothing is funded twice.
        """
        return self._send_rows(rows, rows_max, self._create_customers)

    def send_many_links(
        self,
        body: Mapping[str, Any],
        recipients: Iterable[NewLinksRecipient],
        *,
        rows_max: int = RECIPIENTS_OF_REQUEST,
    ) -> Iterator[SentLinkRow]:
        """Sends any number of links, and yields the link of each recipient.

        Each request has the reference and its number, such as may-1, and a key derived from that.
        A request whose response is lost is repeated. If it fails for good, begin again with the
        same recipients: no link is sent twice. Raises ValueError at once if the reference is
        missing or too long.
        """
        shared = body.get("reference")
        if not isinstance(shared, str) or not 1 <= len(shared) <= _SHARED_REFERENCE_LENGTH_MAX:
            characters = f"1 to {_SHARED_REFERENCE_LENGTH_MAX} characters"
            raise ValueError(f"reference must be a text of {characters}")
        number = 0

        def send(part: Any) -> Any:
            nonlocal number
            number += 1
            reference = f"{shared}-{number}"
            digest = hashlib.sha256(f"links {reference}".encode()).digest()
            key = str(uuid.UUID(bytes=digest[:16]))
            request = cast(NewLinks, {**body, "reference": reference, "recipients": part})
            links = self.send_links(request, idempotency_key=key)["links"]
            return [{"link": link} for link in links]

        return self._send_rows(recipients, rows_max, send)

    def _create_transactions(self, part: Any) -> Any:
        return self.create_transactions({"transactions": part})["results"]

    def _create_customers(self, part: Any) -> Any:
        return self.create_customers({"customers": part})["results"]

    def _send_rows(self, rows: Iterable[Any], rows_max: int, send: Callable[[Any], Any]) -> Any:
        index = 0
        for part in _split_rows(rows, rows_max):
            results = send(part)
            if len(results) != len(part):
                raise TesseraError(f"the response has {len(results)} of {len(part)} results")
            for row, result in zip(part, results):
                yield {**result, "index": index, "row": row}
                index += 1

    def _item_count(self, order_id: str) -> Optional[int]:
        """Returns None if the credential may read the codes but not the order."""
        try:
            return self.get_order(order_id)["itemCount"]
        except ApiError as error:
            if error.kind == "permission_missing":
                return None
            raise


def _keyed(rows: Iterable[NewTransactionRow]) -> Iterator[NewTransactionRow]:
    for row in rows:
        _reference_of(row)
        yield row


def _split_rows(rows: Iterable[Any], rows_max: int) -> Iterator[List[Any]]:
    part: List[Any] = []
    size = 0
    for row in rows:
        row_size = len(_encode(row)) + 1
        if len(part) >= rows_max or (part and size + row_size > _ROWS_BYTES_MAX):
            yield part
            part, size = [], 0
        part.append(row)
        size += row_size
    if part:
        yield part


def _item_row(row: Dict[str, str]) -> ItemRow:
    # DictReader fills a short row with None, and puts the surplus of a long one under the key None.
    if None in row or None in row.values():
        raise _NotWhole("a row of the CSV is not whole")
    numbers = {
        "itemNo": int(row["itemNo"]),
        "productId": int(row["productId"]),
        "faceValue": Decimal(row["faceValue"]),
    }
    return cast(ItemRow, {**row, **numbers})


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> Any:
    """Verifies a webhook (Standard Webhooks 1.0) and returns its JSON. Raises WebhookError.

    `body` is the body as it arrived, byte for byte. While the secret is rotated, pass both secrets.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        lower.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
    )
    if not (message_id and timestamp and signatures):
        raise WebhookError(
            "HEADER_MISSING", "webhook-id, webhook-timestamp or webhook-signature is missing"
        )
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookError("TIMESTAMP_MALFORMED", "webhook-timestamp must be a number of seconds")
    age = (time.time() if now is None else now) - int(timestamp)
    if abs(age) > tolerance:
        raise WebhookError(
            "TIMESTAMP_TOO_OLD" if age > 0 else "TIMESTAMP_TOO_NEW",
            f"webhook-timestamp is more than {tolerance:g} s away",
        )
    signed = f"{message_id}.{timestamp}.".encode() + body
    received = [text[3:].encode() for text in signatures.split(" ") if text.startswith("v1,")]
    secrets = [secret] if isinstance(secret, str) else list(secret)
    expected = [_webhook_signature(one, signed) for one in secrets]
    matches = [hmac.compare_digest(left, right) for left in received for right in expected]
    if not any(matches):
        raise WebhookError("SIGNATURE_MISMATCH", "the signature is not of this body and secret")
    try:
        return _decode(body)
    except ValueError as error:
        raise WebhookError("BODY_MALFORMED", "the body is not JSON") from error


def sign_webhook(
    body: bytes,
    secret: str,
    *,
    message_id: str = "evt_1_1",
    now: Optional[float] = None,
) -> Dict[str, str]:
    """Returns the headers of a webhook as the service signs it, to test your receiver."""
    timestamp = str(int(time.time() if now is None else now))
    signature = _webhook_signature(secret, f"{message_id}.{timestamp}.".encode() + body)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{signature.decode()}",
    }


def _webhook_signature(secret: str, signed: bytes) -> bytes:
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
