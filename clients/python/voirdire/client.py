"""One :class:`Client` per server and token; one :class:`Project` per project."""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

Json = dict[str, Any]

#: States in which a started run has ended or waits for a person.
ENDED = frozenset({"done", "incomplete", "failed", "cancelled", "paused"})


class Problem(Exception):
    """A refusal of the server (RFC 9457): ``status``, ``code``, ``detail`` and ``problems``."""

    def __init__(self, body: Mapping[str, Any], status: int, retry_after: int = 0) -> None:
        self.status = status
        #: Seconds to wait before the next try; 0 if the server names none.
        self.retry_after = retry_after
        self.code = str(body.get("code", "failed"))
        self.detail = str(body.get("detail", "The server sent no reason."))
        self.problems: list[Json] = list(body.get("problems", []))
        self.reference: str | None = body.get("reference")
        places = "".join(f"\n  {_place(one)}: {one.get('reason')}" for one in self.problems)
        super().__init__(f"{status} {self.code}: {self.detail}{places}")


class RunFailed(Exception):
    """A run ended without all of its verdicts; ``run`` is its last state."""

    def __init__(self, run: Json) -> None:
        self.run = run
        super().__init__(f"Run {run['number']} is {run['state']}: {run['progress'].get('problem') or 'see its page'}")


def _place(problem: Mapping[str, Any]) -> str:
    row = problem.get("row")
    return f"{'' if row is None else f'row {row}, '}{problem.get('column')}"


class Client:
    """Asks one server as the owner of one personal token.

    ``address`` and ``token`` come from ``VOIRDIRE_ADDRESS`` and ``VOIRDIRE_TOKEN`` if they are not given. A token is sent to
    ``address`` only: redirects are not followed. Requests that were refused with 429 or 503 are sent again after the time that the
    server gives, up to ``tries`` times, and so are requests whose answer was lost; each POST has an idempotency key, so that it is
    carried out once.
    """

    def __init__(
        self,
        address: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 60.0,
        tries: int = 5,
    ) -> None:
        address = address or os.environ.get("VOIRDIRE_ADDRESS", "")
        if not address.startswith(("http://", "https://")):
            raise ValueError("address is missing: give the address of the server, such as https://voirdire.example")
        self._base = address.rstrip("/") + "/api/v1"
        self._token = token or os.environ.get("VOIRDIRE_TOKEN", "")
        if not self._token:
            raise ValueError("token is missing: create one on the page Account")
        self._timeout = timeout
        self._tries = tries
        self._opener = urllib.request.build_opener(_NoRedirect)

    def __repr__(self) -> str:
        return f"Client({self._base!r})"

    # The instance

    def me(self) -> Json:
        """Who the token acts as, with its scopes."""
        return self.get("/me")

    def projects(self) -> list[Json]:
        return list(self.pages("/projects"))

    def project(self, slug: str) -> Project:
        """A project by its address, as in ``/p/SLUG``. No request is sent before it is used."""
        return Project(self, slug)

    # Requests

    def get(self, path: str, **query: Any) -> Any:
        """The answer to a GET below ``/api/v1``; parameters that are ``None`` are left out."""
        return self._json("GET", path, query)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **query: Any) -> Any:
        """The answer to a POST of a JSON value, or of a file if ``body`` is ``bytes``."""
        return self._json("POST", path, query, body, key or str(uuid.uuid4()))

    def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        """The answer to a PATCH: the fields that change."""
        return self._json("PATCH", path, {}, body)

    def delete(self, path: str) -> Any:
        """The answer to a DELETE."""
        return self._json("DELETE", path, {})

    def pages(self, path: str, **query: Any) -> Iterator[Json]:
        """Every row of a list, page by page."""
        page = 1
        while True:
            answer = self.get(path, page=page, size=200, **query)
            yield from answer["rows"]
            if page >= answer["pages"]:
                return
            page += 1

    def download(self, path: str) -> bytes:
        """The bytes of a file."""
        return self._text("GET", path, {})

    def open_stream(self, path: str) -> Any:
        """A response that is read while it is written; close it when done."""
        return self._open("GET", path, {}, None, None)

    def _json(self, method: str, path: str, query: Mapping[str, Any], body: Any = None, key: str | None = None) -> Any:
        text = self._text(method, path, query, body, key)
        return json.loads(text) if text else None

    def _text(
        self, method: str, path: str, query: Mapping[str, Any], body: Any = None, key: str | None = None
    ) -> bytes:
        for attempt in range(1, self._tries + 1):
            try:
                with self._open(method, path, query, body, key) as response:
                    content: bytes = response.read()
                    return content
            except Problem as problem:
                if method == "DELETE" and problem.status == 404 and attempt > 1:
                    return b""  # An earlier try deleted it, and its answer was lost.
                if problem.status not in (429, 503) or attempt == self._tries:
                    raise
                time.sleep(problem.retry_after or min(2**attempt, 30))
            except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError):
                if attempt == self._tries:
                    raise
                time.sleep(min(2**attempt, 30))
        raise AssertionError("tries must be at least 1")

    def _open(self, method: str, path: str, query: Mapping[str, Any], body: Any, key: str | None) -> Any:
        given = {name: _query(value) for name, value in query.items() if value is not None}
        url = self._base + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        data: bytes | None = None
        if isinstance(body, bytes):
            data, headers["Content-Type"] = body, "application/octet-stream"
        elif method in ("POST", "PATCH"):
            data, headers["Content-Type"] = json.dumps({} if body is None else body).encode(), "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            after = error.headers.get("Retry-After", "")
            with error:
                body = _body(error.read())
            raise Problem(body, error.code, int(after) if after.isdigit() else 0) from None


class Project:
    """One project of a server. Lists are answered whole, page by page."""

    def __init__(self, client: Client, slug: str) -> None:
        self._client = client
        self._base = f"/projects/{_part(slug)}"

    def describe(self) -> Json:
        return self._get("")

    # Benchmark and reports

    def queries(self, **query: Any) -> list[Json]:
        return self._list("/queries", **query)

    def query(self, qid: str) -> Json:
        """One query with its checklist."""
        return self._get(f"/queries/{_part(qid)}")

    def import_queries(self, rows: Iterable[Mapping[str, Any]]) -> Json:
        """Imports ``{"qid", "query", "items": [...]}``: all or, with the problems by row, none."""
        return self._post("/queries", {"rows": list(rows)})

    def systems(self) -> list[Json]:
        return list(self._get("/systems")["rows"])

    def reports(self, **query: Any) -> list[Json]:
        return self._list("/reports", **query)

    def report(self, report_id: str) -> Json:
        """One report with its Markdown."""
        return self._get(f"/reports/{_part(report_id)}")

    def import_reports(self, rows: Iterable[Mapping[str, Any]], **options: Any) -> Json:
        """Imports ``{"system", "qid", "report"}``: all or, with the problems by row, none.

        Options: ``createQueries``, ``corrected`` and ``collected``, as the page *API* of the server describes them.
        """
        return self._post("/reports", {"rows": list(rows)}, **options)

    def import_file(self, path: str | os.PathLike[str], **options: Any) -> Json:
        """Imports a file of any format that the page *Import* takes."""
        file = Path(path)
        return self._post("/imports", file.read_bytes(), filename=file.name, **options)

    # Runs

    def runs(self, **query: Any) -> list[Json]:
        return self._list("/runs", **query)

    def run(self, number: int) -> Json:
        return self._get(f"/runs/{_part(number)}")

    def estimate(self, **plan: Any) -> Json:
        """Calls, tokens, cost and time of a run; ``plan`` as for :meth:`start_run`."""
        return self._post("/runs/estimate", plan)

    def start_run(self, **plan: Any) -> Json:
        """Plans and starts a run: ``metrics``, ``systems``, ``judges`` and optionally ``budget``, ``queries``, ``repeats`` …"""
        return self._post("/runs", plan)

    def resume_run(self, number: int) -> Json:
        return self._post(f"/runs/{_part(number)}/start")

    def cancel_run(self, number: int) -> Json:
        return self._post(f"/runs/{_part(number)}/cancel")

    def events(self, number: int) -> Iterator[Json]:
        """States of a run as they change, until it ends or the server closes the stream."""
        with self._client.open_stream(f"{self._base}/runs/{_part(number)}/events") as stream:
            event = ""
            for line in stream:
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                if name == "event":
                    event = value
                elif name == "data" and event == "progress":
                    yield json.loads(value)

    def wait(self, number: int, *, timeout: float | None = None, every: float = 2.0) -> Json:
        """Waits until a run has all of its verdicts.

        :raises RunFailed: if it pauses, fails, is cancelled or ends with units without a verdict
        :raises TimeoutError: after ``timeout`` seconds; the run goes on
        """
        began = time.monotonic()
        while True:
            run = self.run(number)
            if run["state"] == "done":
                return run
            if run["state"] in ENDED:
                raise RunFailed(run)
            if timeout is not None and time.monotonic() - began > timeout:
                raise TimeoutError(f"run {number} is {run['state']} after {timeout:g} s; it goes on")
            time.sleep(every)

    def verdicts(self, number: int) -> Iterator[Json]:
        """Every verdict of a run."""
        start: int | None = 0
        while start is not None:
            answer = self._get(f"/runs/{_part(number)}/verdicts", **{"from": start, "size": 1000})
            yield from answer["rows"]
            start = answer["next"]

    def scores(self, number: int) -> list[Json]:
        """Scores of a run, one row per report and metric. Undefined values are ``None`` with their reason."""
        return self._list(f"/runs/{_part(number)}/scores")

    def leaderboard(self, number: int) -> Json:
        return self._get(f"/runs/{_part(number)}/leaderboard")

    def run_file(self, number: int, name: str) -> bytes:
        return self._client.download(f"{self._base}/runs/{_part(number)}/files/{_part(name)}")

    # Studies and alignment

    def studies(self, **query: Any) -> list[Json]:
        return self._list("/studies", **query)

    def study(self, number: int) -> Json:
        return self._get(f"/studies/{_part(number)}")

    def preview_study(self, **plan: Any) -> Json:
        """The sample of a study that is not created; ``plan`` as for :meth:`create_study`."""
        return self._post("/studies/preview", plan)

    def create_study(self, **plan: Any) -> Json:
        """Creates and opens a blind study: ``run``, ``metric``, ``name``, ``sample`` and optionally ``people``, ``overlap``, ``seed`` …"""
        return self._post("/studies", plan)

    def copy_study(self, number: int, **changes: Any) -> Json:
        """Creates a study by the plan of another one, with changes."""
        return self._post(f"/studies/{_part(number)}/copy", changes)

    def open_study(self, number: int) -> Json:
        return self._post(f"/studies/{_part(number)}/open")

    def pause_study(self, number: int) -> Json:
        return self._post(f"/studies/{_part(number)}/pause")

    def close_study(self, number: int) -> Json:
        return self._post(f"/studies/{_part(number)}/close")

    def labels(self, study: int) -> list[Json]:
        """Labels of people under pseudonyms, each revision; refused before the study is unblinded."""
        return self._list(f"/studies/{_part(study)}/labels")

    def study_file(self, study: int, name: str) -> bytes:
        return self._client.download(f"{self._base}/studies/{_part(study)}/files/{_part(name)}")

    def alignment(self, study: int, *, run: int | None = None) -> Json:
        """The agreement report: every figure with its n and interval."""
        return self._get(f"/studies/{_part(study)}/alignment", run=run)

    def preregistrations(self, study: int) -> list[Json]:
        """Revisions of the analysis plan of a study, the newest first."""
        return list(self._get(f"/studies/{_part(study)}/preregistrations")["rows"])

    def preregister(self, study: int, **change: Any) -> Json:
        """Preregisters the analysis plan of a study; absent settings keep their value. A revision needs ``reason``."""
        return self._post(f"/studies/{_part(study)}/preregistrations", change)

    def decide(self, study: int, outcome: str, *, reason: str, **more: Any) -> Json:
        """Records the decision that a study supports: ``adopt``, ``adopt-with-escalation``, ``collect-more-labels`` or ``reject``."""
        return self._post(f"/studies/{_part(study)}/decisions", {"outcome": outcome, "reason": reason, **more})

    def adoption(self, metric: str) -> Json:
        """Whether judges are adopted for a metric: ``state`` and ``decision``."""
        return self._get(f"/metrics/{_part(metric)}/adoption")

    def decisions(self, **query: Any) -> list[Json]:
        return self._list("/decisions", **query)

    def cards(self) -> list[Json]:
        return list(self._get("/cards")["rows"])

    def card(self, number: int) -> Json:
        return self._get(f"/cards/{_part(number)}")

    def make_card(self, metric: str, **contents: Any) -> Json:
        """Makes and signs the card of the judges that are adopted for a metric."""
        return self._post("/cards", {"metric": metric, **contents})

    def verify_card(self, number: int) -> Json:
        return self._post(f"/cards/{_part(number)}/verify")

    # Webhooks

    def webhooks(self) -> list[Json]:
        return self._list("/webhooks")

    def create_webhook(self, url: str, events: Iterable[str] | None = None) -> Json:
        """Creates a webhook for ``events``, or for all. Its ``secret`` is in this answer only."""
        return self._post("/webhooks", {"url": url} if events is None else {"url": url, "events": list(events)})

    def change_webhook(self, webhook: str, **change: Any) -> Json:
        """Changes ``url`` or ``events`` of a webhook, and resumes it if it is paused."""
        return self._client.patch(f"{self._base}/webhooks/{_part(webhook)}", change)

    def delete_webhook(self, webhook: str) -> None:
        self._client.delete(f"{self._base}/webhooks/{_part(webhook)}")

    def deliveries(self, *, webhook: str | None = None) -> list[Json]:
        """The newest deliveries, with the problem of the last attempt."""
        return self._list("/deliveries", webhook=webhook)

    def redeliver(self, delivery: str) -> str:
        """Sends an event once more; the id of the new delivery."""
        return str(self._post(f"/deliveries/{_part(delivery)}/redeliver")["delivery"])

    # Annotation

    def work(self) -> list[Json]:
        """The studies in which you judge, with your next assignment."""
        return list(self._get("/work")["rows"])

    def take_work(self, study: int) -> str | None:
        assignment: str | None = self._post(f"/studies/{_part(study)}/take")["assignment"]
        return assignment

    def open_assignment(self, assignment: str) -> Json:
        """One of your assignments, blind; it stays yours for a while."""
        return self._post(f"/work/{_part(assignment)}/open")

    def commit_verdict(self, assignment: str, item: str, label: str | None, **more: Any) -> Json:
        """Commits your verdict on one item."""
        body = {"studyItemId": item, "label": label, **more}
        return self._post(f"/work/{_part(assignment)}/verdicts", body)

    # Requests

    def _get(self, path: str, **query: Any) -> Any:
        return self._client.get(self._base + path, **query)

    def _post(self, path: str, body: Any = None, **query: Any) -> Any:
        return self._client.post(self._base + path, body, **query)

    def _list(self, path: str, **query: Any) -> list[Json]:
        return list(self._client.pages(self._base + path, **query))


def _query(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _part(value: object) -> str:
    return urllib.parse.quote(str(value), safe="")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _body(content: bytes) -> Json:
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
