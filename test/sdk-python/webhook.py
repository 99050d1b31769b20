"""Verifies one webhook, given as JSON, and prints its data or why it was refused."""

import base64
import json
import os
import sys

sys.path.insert(0, os.environ["SDK"])

from tessera import WebhookError, sign_webhook, verify_webhook  # noqa: E402

answers = []
for given in json.load(sys.stdin):
    try:
        body = base64.b64decode(given["body"])
        if "sign" in given:
            answers.append(sign_webhook(body, given["secret"], **given["sign"]))
            continue
        data = verify_webhook(body, given["headers"], given["secret"], now=given["now"])
        answers.append({"data": data})
    except WebhookError as error:
        answers.append({"code": error.code, "refused": str(error)})
print(json.dumps(answers, default=float))
