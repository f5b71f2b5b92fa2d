"""Against a running server with the demo: ``VOIRDIRE_ADDRESS``, ``VOIRDIRE_TOKEN`` (lead) and ``VOIRDIRE_ANNOTATOR`` (annotator)."""

from __future__ import annotations

import http.server
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from voirdire import Client, Problem, RunFailed


class LostAnswers(unittest.TestCase):
    """A server that carries out the first request and answers it with nothing, or with half of the body."""

    def client(self, half: bool) -> Client:
        asked: list[str] = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.command)
                if len(asked) > 1 or half:
                    status = 404 if self.command == "DELETE" and len(asked) > 1 else 200
                    self.send_response(status)
                    self.send_header("Content-Length", "2" if len(asked) > 1 else "20")
                    self.end_headers()
                    self.wfile.write(b"{}")

            do_DELETE = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return Client(f"http://127.0.0.1:{server.server_port}", "vdr_x")

    def setUp(self) -> None:
        patch = unittest.mock.patch("time.sleep")
        patch.start()
        self.addCleanup(patch.stop)

    def test_are_asked_for_again(self) -> None:
        for half in (False, True):
            with self.subTest(half=half):
                self.assertEqual(self.client(half).get("/me"), {})

    def test_of_a_deletion_do_not_fail_because_the_thing_is_gone(self) -> None:
        self.client(False).project("demo").delete_webhook("one")


class Lead(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client()
        self.project = self.client.project("demo")

    def test_says_who_the_token_acts_as(self) -> None:
        me = self.client.me()
        self.assertEqual(me["token"]["scopes"], ["read", "work", "manage"])
        self.assertIn({"project": "demo", "role": "lead"}, me["roles"])
        self.assertIn("demo", [project["slug"] for project in self.client.projects()])

    def test_reads_lists_whole_across_pages(self) -> None:
        reports = self.project.reports()
        pages = list(self.client.pages("/projects/demo/reports"))
        self.assertEqual(reports, pages)
        self.assertEqual(len({report["id"] for report in reports}), len(reports))
        self.assertTrue(self.project.report(reports[0]["id"])["markdown"])

    def test_imports_runs_waits_and_reads_scores(self) -> None:
        qid = self.project.queries()[0]["qid"]
        done = self.project.import_reports([{"system": "Notebook", "qid": qid, "report": "# Heat\n\nIt is hot [1].\n"}])
        self.assertEqual(done["result"]["reports"]["added"], 1)
        plan = {"metrics": ["presentation"], "systems": ["Notebook"], "judges": ["rules"]}
        self.assertEqual(self.project.estimate(**plan)["calls"], 0)
        run = self.project.start_run(**plan)
        try:
            run = self.project.wait(run["number"], timeout=60, every=0.2)
        except RunFailed as failed:
            run = failed.run  # rules leaves some items to models
        self.assertEqual(run["tasksDone"], run["tasks"])
        states = list(self.project.events(run["number"]))
        self.assertEqual(states[-1]["state"], run["state"])
        verdicts = list(self.project.verdicts(run["number"]))
        self.assertTrue(all(verdict["system"] == "Notebook" for verdict in verdicts))
        self.assertEqual([score["qid"] for score in self.project.scores(run["number"])], [qid])
        self.assertIn(b"Notebook", self.project.run_file(run["number"], "scores.csv"))

    def test_imports_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "queries.jsonl")
            file.write_text('{"qid": "notebook01", "query": "How hot is it?", "items": ["Is there a number?"]}\n', "utf8")
            self.assertEqual(self.project.import_file(file)["result"]["queries"]["added"], 1)
        self.assertEqual(self.project.query("notebook01")["items"][0]["text"], "Is there a number?")

    def test_reads_labels_and_agreement_of_an_unblinded_study(self) -> None:
        labels = self.project.labels(1)
        self.assertTrue(labels)
        self.assertTrue({"qid", "rater", "label", "phase"} <= set(labels[0]))
        self.assertEqual(self.project.alignment(1)["format"], "voirdire-alignment")

    def test_plans_a_study_and_preregisters_it(self) -> None:
        source = self.project.study(1)
        number = self.project.copy_study(1, name="Notebook")["number"]
        self.assertEqual(self.project.study(number)["metric"], source["metric"])
        first = self.project.preregister(number, target=0.9, floor=0.8)
        self.assertEqual((first["revision"], first["plan"]["target"], first["labels"]), (1, 0.9, 0))
        self.assertEqual(len(self.project.preregistrations(number)), 1)
        self.assertEqual(self.project.pause_study(number)["status"], "paused")
        self.assertEqual(self.project.open_study(number)["status"], "open")
        self.assertEqual(self.project.close_study(number)["status"], "closed")
        self.assertIn("state", self.project.adoption(source["metric"]))

    def test_creates_changes_and_deletes_a_webhook(self) -> None:
        made = self.project.create_webhook("https://hooks.example/voirdire", ["run.paused"])
        self.assertTrue(made["secret"].startswith("whs_"))
        changed = self.project.change_webhook(made["id"], events=["study.complete"])
        self.assertEqual((changed["url"], changed["events"]), ("https://hooks.example/voirdire", ["study.complete"]))
        self.assertEqual(self.project.webhooks(), [changed])
        self.assertEqual(self.project.deliveries(webhook=made["id"]), [])
        with self.assertRaises(Problem) as caught:
            self.project.redeliver("nothing")
        self.assertEqual(caught.exception.status, 404)
        self.project.delete_webhook(made["id"])
        self.assertEqual(self.project.webhooks(), [])

    def test_raises_a_problem_with_code_and_places(self) -> None:
        with self.assertRaises(Problem) as caught:
            self.project.import_queries([{"qid": "x"}])
        self.assertEqual((caught.exception.status, caught.exception.code), (400, "invalid-input"))
        self.assertIn("query", caught.exception.problems[0]["column"])
        with self.assertRaises(Problem) as missing:
            self.client.project("none").describe()
        self.assertEqual(missing.exception.status, 404)

    def test_a_repeated_post_is_carried_out_once(self) -> None:
        body = {"rows": [{"qid": "once01", "query": "Once?"}]}
        first = self.client.post("/projects/demo/queries", body, key="python-client-once")
        again = self.client.post("/projects/demo/queries", body, key="python-client-once")
        self.assertEqual(first, again)
        self.assertEqual(again["result"]["queries"]["added"], 1)


class Annotator(unittest.TestCase):
    def setUp(self) -> None:
        self.project = Client(token=os.environ["VOIRDIRE_ANNOTATOR"]).project("demo")

    def test_judges_own_work_and_reads_no_results(self) -> None:
        work = self.project.work()
        self.assertTrue(work)
        judged = 0
        assignments = [study["next"] for study in work if study["next"]]
        for assignment in assignments:
            opened = self.project.open_assignment(assignment)
            self.assertTrue(opened["items"])
            self.assertNotIn("system", opened)
            item = next(item for item in opened["items"] if item["verdict"] is None)
            if not opened["options"]:
                continue  # texts to be ranked
            label = opened["options"][0]["label"]
            judged += 1
            texts = 1 + len(opened["beside"])
            asked = opened["dimensions"]
            points = asked and [{one["name"]: asked["most"] for one in asked["list"]}] * texts
            left = self.project.commit_verdict(assignment, item["id"], label, points=points, basis=item["basis"])["left"]
            self.assertEqual(left["here"], sum(one["verdict"] is None for one in opened["items"]) - 1)
        self.assertGreater(judged, 0)
        with self.assertRaises(Problem) as caught:
            self.project.reports()
        self.assertEqual(caught.exception.status, 403)


class Mistakes(unittest.TestCase):
    def test_an_address_or_token_that_is_missing_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "address"):
            Client("voirdire.example", "x")

    def test_an_unknown_token_is_refused(self) -> None:
        with self.assertRaises(Problem) as caught:
            Client(token="vdr_" + "x" * 43).me()
        self.assertEqual(caught.exception.status, 401)

    def test_the_token_is_in_no_text_of_the_client(self) -> None:
        self.assertNotIn("secret-token", repr(Client("http://localhost:1", "secret-token")))


if __name__ == "__main__":
    unittest.main()
