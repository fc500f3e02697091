"""Whole games as text and JSON; ``docs/reference/records.md`` has the grammar.

Lowest layer first: *faults* says what is wrong and where; *model* has the parts of a record and
*verify* what they must satisfy; *chunks* cuts files into records; *scanner* and *reader* make a
*draft* of text, *twin* of JSON; *record* plays it through; *writer* and *files* write it down.

>>> import io
>>> import tretorri
>>> record = Record(tretorri.game("volterra").start(seed=1), seed=1).play("Pb4").play("a3-a4")
>>> file = io.StringIO()
>>> write_records(file, [record, record.stop("resign", ["d"])])
>>> [str(found.outcome) for found in read_records(io.StringIO(file.getvalue()))]
['None', 'd resign']
"""

from tretorri.core.records.faults import Place, where
from tretorri.core.records.files import read_records, save, write_records
from tretorri.core.records.model import Header, Line, Outcome, RecordedTurn
from tretorri.core.records.record import Record
from tretorri.core.records.writer import line_text, turn_text

__all__ = [
    "Header",
    "Line",
    "Outcome",
    "Place",
    "Record",
    "RecordedTurn",
    "line_text",
    "read_records",
    "save",
    "turn_text",
    "where",
    "write_records",
]
