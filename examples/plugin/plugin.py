#!/usr/bin/env python3
"""A plug-in that sells what a made-up supplier has, behind the port of docs/connectors.md.

It keeps each purchase in a file before it answers, so one reference buys once, whatever happens.
Replace what is below SUPPLIER by calls to the one that you have.
"""

import argparse
import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import threading
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

KEY_ID = os.environ.get("TESSERA_PLUGIN_KEY_ID", "tessera")
SECRET = os.environ.get("TESSERA_PLUGIN_SECRET", "").encode()
SKEW_SECONDS_MAX = 300
BODY_BYTES_MAX = 65_536

# SUPPLIER: what it sells, at which discount, and our funds there to begin with.
COFFEE = {
    "listing": "coffee",
    "name": "Northwind Coffee",
    "productType": "GIFT_CARD",
    "currency": "EUR",
    "countries": ["DE", "AT"],
    "faceValues": ["10", "25", "50"],
    "discountPercent": "6",
}
FUNDS = Decimal("1000")


class Refused(Exception):
    """A definite no: nothing was bought. `why` is one of the words of docs/connectors.md."""

    def __init__(self, why, detail):
        super().__init__(detail)
        self.why = why


def price_of(order):
    """Returns what the supplier takes for an order; raises Refused if it does not sell it."""
    if order["settings"]["product"] != COFFEE["listing"]:
        raise Refused("product", "no such product")
    face = Decimal(order["faceValue"])
    sold = [Decimal(one) for one in COFFEE["faceValues"]]
    if order["currency"] != COFFEE["currency"] or face not in sold:
        raise Refused("amount", "no such face value")
    return face * (100 - Decimal(COFFEE["discountPercent"])) / 100


class Shop:
    """The purchases of the made-up supplier, in a file."""

    def __init__(self, file):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(file, check_same_thread=False)
        self.db.execute(
            "create table if not exists purchases (reference text primary key, body text not null,"
            " price text not null, verdict text not null, undone integer not null default 0)"
        )

    def left(self):
        rows = self.db.execute("select price from purchases where undone = 0")
        return FUNDS - sum((Decimal(price) for (price,) in rows), Decimal(0))

    def find(self, reference):
        """Returns the body that a reference was bought with, and what became of it."""
        return self.db.execute(
            "select body, verdict, undone from purchases where reference = ?", (reference,)
        ).fetchone()

    def buy(self, reference, body):
        """Buys once under each reference. Returns a status and a verdict."""
        with self.lock:
            known = self.find(reference)
            if known:
                same = known[0] == body
                return self.shown(known) if same else (409, {"detail": "another purchase has it"})
            order = json.loads(body)
            try:
                price = price_of(order)
                if price > self.left():
                    raise Refused("funds", "not enough funds")
            except Refused as no:
                return 200, {"is": "refused", "for": no.why, "detail": str(no)}
            verdict = {
                "is": "done",
                "theirs": f"made-up-{reference[:8]}",
                "units": [{"number": code(), "pin": "0042", "expiresOn": "2031-12-31"}],
                "charged": {"amount": str(price), "currency": order["currency"]},
            }
            row = (reference, body, str(price), json.dumps(verdict))
            with self.db:
                insert = "insert into purchases (reference, body, price, verdict)"
                self.db.execute(f"{insert} values (?, ?, ?, ?)", row)
            return 200, verdict

    def look_up(self, reference):
        with self.lock:
            known = self.find(reference)
            return self.shown(known) if known else (200, {"is": "notFound"})

    def undo(self, reference):
        with self.lock, self.db:
            if not self.find(reference):
                return 200, {"is": "absent"}
            self.db.execute("update purchases set undone = 1 where reference = ?", (reference,))
            return 200, {"is": "undone"}

    @staticmethod
    def shown(known):
        _, verdict, undone = known
        said = json.loads(verdict)
        if not undone:
            return 200, said
        return 200, {"is": "reversed", "theirs": said["theirs"], "detail": "taken back by us"}


def code():
    """Twenty digits. Codes are texts: a number would lose the zeros in front."""
    return f"00{secrets.randbelow(10**18):018}"


def sign(*lines, body):
    text = "\n".join(["v1", *lines, hashlib.sha256(body).hexdigest()]).encode()
    return "v1=" + hmac.new(SECRET, text, hashlib.sha256).hexdigest()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(min(length, BODY_BYTES_MAX))
        stamp = self.headers.get("tessera-timestamp") or "0"
        given = self.headers.get("tessera-signature") or ""
        wanted = sign(stamp, self.command, self.path, body=body)
        is_ours = self.headers.get("tessera-key-id") == KEY_ID
        is_now = stamp.isdecimal() and abs(time.time() - int(stamp)) <= SKEW_SECONDS_MAX
        if not (is_ours and is_now and hmac.compare_digest(given, wanted)):
            return self.send(401, {"detail": "not signed"}, None)
        try:
            status, said = self.route(body.decode())
        except (ValueError, KeyError, ArithmeticError, AttributeError) as fault:
            status, said = 400, {"detail": f"cannot be read: {type(fault).__name__}"}
        self.send(status, said, given)

    do_GET = do_PUT = do_POST = answer

    def route(self, body):
        shop = self.server.shop
        parts = urlsplit(self.path).path.strip("/").split("/")
        match [self.command, *parts]:
            case ["GET", "v1", "catalog"]:
                return 200, {"listings": [COFFEE]}
            case ["GET", "v1", "balances"]:
                with shop.lock:
                    return 200, {"balances": [{"amount": str(shop.left()), "currency": "EUR"}]}
            case ["PUT", "v1", "purchases", reference]:
                return shop.buy(reference, body)
            case ["GET", "v1", "purchases", reference]:
                return shop.look_up(reference)
            case ["POST", "v1", "purchases", reference, "undo"]:
                return shop.undo(reference)
        return 404, {"detail": "no such path"}

    def send(self, status, said, signature):
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        if signature:
            self.send_header("tessera-signature", sign(str(status), signature, body=body))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--port", type=int, default=9100)
    options.add_argument("--file", default="plugin.db")
    given = options.parse_args()
    if not SECRET:
        raise SystemExit("TESSERA_PLUGIN_SECRET is not set")
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
    server.shop = Shop(given.file)
    print(f"The plug-in answers at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
