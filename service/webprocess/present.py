"""The app and the request that are being served, without Flask's proxies.

A proxy looks its object up at each attribute, for a microsecond every time. Parts that every
request runs through ask here, once.
"""

from typing import cast

from flask import Flask, Request, current_app, request
from werkzeug.local import LocalProxy

present_app = cast("LocalProxy[Flask]", current_app)._get_current_object
present_request = cast("LocalProxy[Request]", request)._get_current_object
