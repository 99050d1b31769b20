"""Runs the Python of a guide, and prints what it printed as JSON."""

import contextlib
import io
import json
import os
import sys

sys.path.insert(0, os.environ["SDK"])

printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    exec(compile(sys.stdin.read(), "guide", "exec"), {})
print(json.dumps({"lines": printed.getvalue().splitlines()}))
