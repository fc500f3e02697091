"""What the tests of the documentation share."""

from tests.services.places import postgresql

__all__ = ["postgresql"]
