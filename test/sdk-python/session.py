"""Uses the Python client as a partner would, and prints what it saw as JSON."""

import json
import os
import sys
from datetime import datetime, timezone
from decimal import Decimal

sys.path.insert(0, os.environ["SDK"])

from tessera import ApiError, Tessera  # noqa: E402

sent = []


def record(request):
    path = request.target.partition("?")[0]
    sent.append(f"{request.method} {path} {request.attempt}")


def attempt(call):
    try:
        call()
    except ApiError as error:
        known = {"status": error.status, "code": error.code, "retryable": error.retryable}
        help = {"kind": error.kind, "docUrl": error.doc_url}
        return {**known, **help, "details": error.details, "requestId": error.request_id}
    return None


client = Tessera(
    os.environ["TESSERA_URL"],
    client_id=os.environ["TESSERA_CLIENT_ID"],
    api_key=os.environ["TESSERA_API_KEY"],
    hmac_secret=os.environ["TESSERA_HMAC_SECRET"],
    second_signature=True,
    sleep=lambda _: None,
    on_request=record,
)
product = int(os.environ["PRODUCT_ID"])
line = {"productId": product, "amount": Decimal("12.50"), "quantity": 3}
order = client.create_order({"clientReference": "python-1", "currency": "USD", "items": [line]})
statuses = []
done = client.wait_for_completion(order["id"], interval=1, on_status=statuses.append)
items = list(client.list_items(order["id"], page_size=2))
rows = list(client.download_rows(order["id"]))

customer = client.create_customer(
    {"fullName": "Ada Vale", "email": "ada@example.com", "currency": "USD", "initialFunds": 0}
)
wallet = customer["walletId"]
reward = {"amount": 5, "transactionType": "CREDIT", "referenceId": "reward-1"}
credit = client.create_transaction(wallet, reward)
again = client.create_transaction(wallet, reward)
replayed = client.create_transactions({"transactions": [{"walletId": wallet, **reward}]})
assert [one["body"]["data"] for one in replayed["results"]] == [credit]
credits = [{"walletId": wallet, **reward}, {"walletId": wallet, **reward, "amount": 6}]
many = [(one["index"], one["status"], one["row"]) for one in client.create_many(credits, rows_max=1)]
assert many == [(0, 200, credits[0]), (1, 403, credits[1])], many
people = [
    {"fullName": name, "email": f"{name}@example.com", "currency": "USD", "initialFunds": 0}
    for name in ("dee", "eli", "dee")
]
created = [one["status"] for one in client.create_many_customers(people, rows_max=2)]
assert created == [200, 200, 400], created
ada = {"fullName": "Ada", "email": "ada@example.com", "currency": "USD", "initialFunds": 0}
assert client.create_customers({"customers": [ada]})["results"][0]["status"] == 400
before = len(sent)
overdraft = attempt(
    lambda: client.create_transaction(
        wallet, {"amount": 50, "transactionType": "DEBIT", "referenceId": "too-much"}
    )
)
overdrafts = len(sent) - before
poor = attempt(
    lambda: client.create_order(
        {"clientReference": "python-2", "currency": "USD", "items": [{**line, "quantity": 100}]}
    )
)
people = {"reference": "python-links", "currency": "USD", "amount": 5, "products": [product]}
people["recipients"] = [{"name": "Ada"}, {"name": "Ben"}]
sent_links = client.send_links(people)["links"]
link = sent_links[0]["linkId"]
end = datetime.fromtimestamp(1_790_000_000, timezone.utc)
signed = client.sign_link_url(link, sent_links[0]["url"], expires_at=end)
assert client.replace_link(link, {})["url"] != sent_links[0]["url"]
assert attempt(lambda: client.resend_link(link))["status"] == 409
assert client.cancel_link(link, {"reason": "left"})["returned"] == 5
client.cancel_link(sent_links[1]["linkId"], {})
assert "/s/" in client.create_wallet_session({"walletId": wallet})["url"]
assert client.get_link(link)["status"] == "CANCELLED"
assert [one["linkId"] for one in client.list_links()][-1] == link
body = {"reference": "python-many", "currency": "USD", "amount": 5, "products": [product]}
sent_rows = list(client.send_many_links(body, people["recipients"], rows_max=1))
assert [(one["index"], one["row"]) for one in sent_rows] == list(enumerate(people["recipients"]))
assert list(client.send_many_links(body, people["recipients"], rows_max=1)) == sent_rows
for reference in (None, "", 5, "x" * 246):
    try:
        client.send_many_links({**body, "reference": reference}, people["recipients"])
        raise AssertionError(reference)
    except ValueError as error:
        assert str(error) == "reference must be a text of 1 to 245 characters", error
for one in sent_rows:
    client.cancel_link(one["link"]["linkId"], {})
draft = client.create_draft({"clientReference": "python-3", "currency": "USD", "items": [line]})
assert client.get_draft(draft["draftId"])["state"] == "WAITING"
quote = client.create_quote({"currency": "USD", "items": [line]})
case = client.request_case(order["id"], {"itemNo": 1, "kind": "refund", "reason": "torn"})
hooks = {"url": "https://localhost/hooks", "eventTypes": ["order.completed"]}
endpoint = client.create_webhook_endpoint(hooks)["id"]
client.update_webhook_endpoint(endpoint, {"state": "PAUSED"})
client.rotate_webhook_secret(endpoint, {"overlapSeconds": 60})
client.test_webhook_endpoint(endpoint)
client.replay_webhook_events(endpoint, {"from": "2020-01-01T00:00:00Z"})
read = {
    "balances": client.get_balances(),
    "product": client.get_product(product, currency="USD"),
    "products": list(client.list_products(currency="USD")),
    "orders": list(client.list_orders(client_reference="python-1")),
    "batches": list(client.list_fulfillments(order["id"])),
    "cases": list(client.list_own_cases(order["id"])),
    "movements": list(client.list_transactions(page_size=1)),
    "events": list(client.list_events()),
    "statement": client.get_statement(currency="USD", from_="2020-01-01", to="2020-02-01"),
    "customers": list(client.list_customers()),
    "wallets": list(client.list_customer_wallets(customer["id"])),
    "transactions": list(client.list_wallet_transactions(wallet, size=1)),
    "endpoint": client.get_webhook_endpoint(endpoint)["state"],
    "endpoints": list(client.list_webhook_endpoints()),
    "deliveries": list(client.list_webhook_deliveries(endpoint)),
    "removed": client.remove_webhook_endpoint(endpoint)["id"],
    "document": client.get_open_api()["openapi"],
}
print(
    json.dumps(
        {
            "statuses": statuses,
            "totalAmount": str(done["totalAmount"]),
            "codes": [item["giftCardNumber"] for item in items],
            "rows": [[row["itemNo"], str(row["faceValue"]), row["giftCardNumber"]] for row in rows],
            "credit": credit,
            "again": again,
            "overdraft": overdraft,
            "overdrafts": overdrafts,
            "poor": poor,
            "quoted": quote["totalAmount"],
            "case": case["kind"],
            "read": read,
            "sent": sent,
            "signed": [sent_links[0], signed],
        },
        default=float,
    )
)
