"""Sends one request at a scripted server, and prints how it ended as JSON."""

import json
import os
import sys

sys.path.insert(0, os.environ["SDK"])

from tessera import ApiError, NoResponseError, Tessera  # noqa: E402

slept = []
sent = []


def refusal_of(base_url):
    try:
        Tessera(base_url, client_id="", api_key="", hmac_secret="")
    except ValueError as error:
        return str(error)
    return None


client = Tessera(
    os.environ["TESSERA_URL"],
    client_id="0f8b6f0e-2d4c-4f6b-9a53-7d1f0c9e4b21",
    api_key="tsk_1",
    hmac_secret="c2VjcmV0",
    timeout=5,
    sleep=slept.append,
    on_request=lambda request: sent.append(request._asdict()),
)
order = {"clientReference": "a", "currency": "USD", "items": []}
credit = {"amount": 1, "transactionType": "CREDIT", "referenceId": "reward-1"}
customer = {"fullName": "A", "email": "a@example.com", "currency": "USD", "initialFunds": 0}


def interrupt(_):
    raise KeyboardInterrupt


def interrupted(call):
    client._sleep = interrupt
    return call()


calls = {
    "order": lambda: client.create_order(order),
    "credit": lambda: client.create_transaction(1, credit),
    "customer": lambda: client.create_customer(customer),
    "wait": lambda: client.wait_for_completion("ord_1"),
    "rows": lambda: list(client.download_rows("ord_1")),
    "redirect": lambda: client.get_balances(),
    "list": lambda: list(client.list_orders()),
    "keyless": lambda: client.create_transaction(1, {**credit, "referenceId": ""}),
    "interrupted order": lambda: interrupted(calls["order"]),
    "interrupted credit": lambda: interrupted(calls["credit"]),
    "bases": lambda: [refusal_of(base) for base in sys.argv[2:]],
}
try:
    ended = {"result": calls[sys.argv[1]]()}
except ApiError as error:
    known = {"key": error.idempotency_key, "kind": error.kind, "docUrl": error.doc_url}
    ended = {"error": error.code, "status": error.status, **known}
except NoResponseError as error:
    keys = {"key": error.idempotency_key, "reference": error.reference_id}
    ended = {"error": "no response", "message": str(error), **keys}
except KeyboardInterrupt as error:
    ended = {
        "error": "interrupted",
        "key": getattr(error, "idempotency_key"),
        "reference": getattr(error, "reference_id"),
    }
except ValueError as error:
    ended = {"error": "refused", "message": str(error)}
print(json.dumps({**ended, "slept": slept, "sent": sent}, default=float))
