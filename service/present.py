"""The app and the request that are being served, each itself.

Flask's proxies look them up anew at each attribute, which costs a microsecond every time: parts
that every request runs through ask here, once.
"""

from typing import cast

from flask import Flask, Request, current_app, request
from werkzeug.local import LocalProxy

present_app = cast("LocalProxy[Flask]", current_app)._get_current_object
present_request = cast("LocalProxy[Request]", request)._get_current_object
