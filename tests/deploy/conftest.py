from tests.services.places import postgresql, redis

__all__ = ["postgresql", "redis"]
