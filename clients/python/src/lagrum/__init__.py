"""A client of a lagrum server: Swedish law and its citations."""

from lagrum import models
from lagrum._async import AsyncLagrum
from lagrum._errors import DumpError, LagrumError
from lagrum._retry import Retry
from lagrum._sync import Lagrum

__all__ = ["AsyncLagrum", "DumpError", "Lagrum", "LagrumError", "Retry", "models"]
