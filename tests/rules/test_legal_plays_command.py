"""`manage.py legal_plays`, run as a command of its own: a filter that streams, without a database."""

import json
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.playing import MANAGE, clean_environment
from tests.positions import DATA

COMMAND = [sys.executable, MANAGE, "legal_plays"]
CASES = [json.loads(line) for line in (DATA / "cases" / "legal_plays.jsonl").read_text("utf-8").splitlines()]
GOOD = '{"id":"a","hand":"2j7w","top":{"cards":"5s"},"wish":null}'
ANSWER = {"id": "a", "count": 1, "pass": True, "plays": [["7w"]]}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Where the database would be, there cannot be one."""
    return clean_environment(SQLITE_PATH=str(tmp_path / "no" / "such" / "folder" / "db.sqlite3"))


def run(environment, text):
    sent = text if isinstance(text, bytes) else text.encode()
    return subprocess.run(COMMAND, input=sent, capture_output=True, env=environment, timeout=60, check=False)


def test_it_answers_the_whole_case_file_in_order(environment):
    """Rows without `plays` are compared by `count` and `pass`."""
    questions = [{key: case[key] for key in ("id", "hand", "top", "wish")} for case in CASES]
    done = run(environment, "".join(json.dumps(question) + "\n" for question in questions))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [list(answer) for answer in answers] == [["id", "count", "pass", "plays"]] * len(CASES)
    for case, answer in zip(CASES, answers, strict=True):
        assert answer["count"] == len(answer["plays"])
        assert {key: case[key] for key in answer if key in case} == {key: answer[key] for key in answer if key in case}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (b"{", "line 3: this is no JSON"),
        (b"\xff\xfe", "line 3: this is no UTF-8 text"),
        (b"5", "line 3: a position must be a JSON object"),
        (b"[" * 100_000, "line 3: this is no JSON"),
        (b'{"id":' + b"9" * 5000 + b"}", "line 3: this is no JSON"),
        (b'{"id":"a","id":"b"}', "line 3: a key is there twice"),
        (b'{"id":"b","hand":"2j2j","top":null,"wish":null}', "line 3: hand: card '2j' is there twice"),
    ],
)
def test_a_fault_is_named_with_its_line_and_earlier_answers_stand(monkeypatch, bad, message):
    sent = BytesIO(GOOD.encode() + b"\n\n" + bad + b"\n" + GOOD.encode() + b"\n")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(sent))
    answers, faults = StringIO(), StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("legal_plays", stdout=answers, stderr=faults)
    assert left.value.code == 1
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [ANSWER]
    assert faults.getvalue().startswith(message)
    assert faults.getvalue().count("\n") == 1


def test_a_fault_ends_the_process_with_1(environment):
    done = run(environment, GOOD + "\n{}\n" + GOOD)
    assert done.returncode == 1
    assert [json.loads(line) for line in done.stdout.splitlines()] == [ANSWER]
    assert done.stderr == b"line 2: a position needs the key 'id'\n"


def test_each_answer_comes_before_the_next_question(environment):
    """It can be talked to: nothing waits for the end of the input."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True) as talk:
        for _ in range(3):
            talk.stdin.write(GOOD + "\n")
            talk.stdin.flush()
            assert json.loads(talk.stdout.readline()) == ANSWER
        talk.stdin.close()
        assert talk.wait(timeout=60) == 0


def test_no_input_is_no_fault_and_a_last_line_needs_no_end(environment):
    assert run(environment, "\n  \n").returncode == 0
    assert json.loads(run(environment, GOOD).stdout) == ANSWER
