"""Client of Voirdire's API. Standard library only; answers are plain dicts, as ``/api/v1/openapi.json`` describes them."""

from .client import Client, Problem, Project, RunFailed

__all__ = ["Client", "Problem", "Project", "RunFailed"]
