"""Calls each method as fields.test.ts says, and prints what it returns."""

import inspect
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tsena import MerchantClient, sign_order_token  # noqa: E402

client = MerchantClient(sys.argv[1], "tsena_test_0123456789")
asked = json.load(sys.stdin)


def call(method, query, body):
    act = getattr(client, re.sub("[A-Z]", lambda found: "_" + found.group().lower(), method))
    arguments, fields = {}, {}
    for name, parameter in inspect.signature(act).parameters.items():
        if parameter.kind == parameter.VAR_KEYWORD:
            fields = query if name == "query" else body
        else:
            arguments[name] = {"file": "Date;Montant\r\n", "idempotency_key": "key-1"}.get(name, "an-id")
    return act(**arguments, **fields)


order = {name: value for name, value in asked["order"].items() if name not in ("sub", "exp")}
order.update(order="ORDER-1", foreignCurrency="EUR", foreignAmount="5.10")
results = [call(**one) for one in asked["calls"]]
print(json.dumps({"results": results, "token": sign_order_token(order, "s" * 32)}))
