import type { Structure, ReportTable } from '../../../report/structure/parts.ts';
import { abstain, no, quoteAt, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { inOneList, ruleWords } from '../reading/rule-words.ts';

const PLACEHOLDER =
  /^(?:\?{2,}|tb[adc]|to be (?:added|determined|confirmed|completed|filled)|placeholder|xx+|待补充|待定|待填写?)\.?$/i;
const MISSING_FIGURE =
  /^\s*[[(【]\s*(?:insert|placeholder|place)\b[^\])】]{0,80}(?:figure|chart|table|image|graph|diagram)[^\])】]{0,80}[\])】]/i;
const TABLE_CAPTION = /^\s*(?:\*\*|__|\*|_)?(?:table|表)\s*\d*\s*[:：]/i;
const NO_VALUE = /^(?:[-–—\s]*|n\/?a)$/i;
const CAPTION = /^\s*(?:\*\*|__|\*|_)?(?:figure|fig\.|图|圖)\s*\d+\s*[.:：]/i;

/** Every table and figure is complete; none passes (p8). */
export const tablesComplete: Check = (report) => {
  const faults: { what: string; quote: string }[] = [];
  const doubts: { what: string; quote: string }[] = [];
  for (const table of report.tables) judge(report, table, faults, doubts);
  for (const broken of report.brokenTables) {
    const quote = quoteAt(report, broken.fromLine);
    if (broken.rows <= 0) faults.push({ what: ruleWords.noRows, quote });
    else doubts.push({ what: ruleWords.unrendered({ reason: broken.reason }), quote });
  }
  for (const image of report.images) {
    const quote = quoteAt(report, image.line);
    if (/^(?:$|#|sandbox:|attachment:|file:|placeholder)/i.test(image.src))
      faults.push({ what: ruleWords.noImage, quote });
    else doubts.push({ what: ruleWords.unseenImage, quote });
  }
  report.lines.forEach((text, at) => {
    if (report.code[at] === true) return;
    if (MISSING_FIGURE.test(text)) faults.push({ what: ruleWords.placeholderFigure, quote: quoteAt(report, at + 1) });
    else if (TABLE_CAPTION.test(text) && !isBesideTable(report, at + 1))
      doubts.push({ what: ruleWords.captionWithoutTable, quote: quoteAt(report, at + 1) });
    else if (CAPTION.test(text) && report.images.length === 0)
      doubts.push({ what: ruleWords.captionWithoutFigure, quote: quoteAt(report, at + 1) });
  });
  for (const { fromLine, info } of report.fences)
    if (/^\s*(?:mermaid|plantuml|dot|graphviz)\b/i.test(info))
      doubts.push({ what: ruleWords.codeDrawing, quote: quoteAt(report, fromLine) });

  if (faults.length > 0)
    return no(
      ruleWords.tablesIncomplete({ faults: summary(faults) }),
      faults.map(({ quote }) => quote)
    );
  if (doubts.length > 0)
    return abstain(
      ruleWords.tablesDoubtful({ faults: summary(doubts) }),
      doubts.map(({ quote }) => quote)
    );
  if (report.tables.length === 0) return yes(ruleWords.noTable);
  return yes(report.tables.length === 1 ? ruleWords.oneTableFull : ruleWords.tablesFull({ n: report.tables.length }));
};

type Remarks = { what: string; quote: string }[];

function judge(report: Structure, table: ReportTable, faults: Remarks, doubts: Remarks): void {
  const header = quoteAt(report, table.fromLine);
  const { rows } = table;
  if (rows.length === 0) {
    faults.push({ what: ruleWords.noRows, quote: header });
    return;
  }
  const blank = rows.filter(({ cells }) => cells.every((cell) => cell === ''));
  const columns = table.header.map((name, column) => ({
    name,
    empty: rows.every(({ cells }) => (cells[column] ?? '') === '')
  }));
  const hollow = columns.find(({ name, empty }, column) => empty && column > 0 && name !== '');
  const pending = rows.find(({ cells }) => cells.some((cell) => PLACEHOLDER.test(cell)));
  const gap = rows.find(({ cells }) =>
    table.header.some((name, column) => name !== '' && (cells[column] ?? '') === '')
  );
  const hollowRow = rows.find(({ cells: [, ...data] }) => {
    const dashes = data.filter((cell) => cell !== '' && NO_VALUE.test(cell)).length;
    return data.length > 1 && dashes * 4 >= data.length * 3;
  });
  if (blank.length > 0) faults.push({ what: ruleWords.emptyRow, quote: header });
  else if (hollow) faults.push({ what: ruleWords.emptyColumn({ given: hollow.name }), quote: header });
  else if (pending) faults.push({ what: ruleWords.placeholder, quote: quoteAt(report, pending.line) });
  else if (hollowRow) doubts.push({ what: ruleWords.dashes, quote: quoteAt(report, hollowRow.line) });
  else if (gap) doubts.push({ what: ruleWords.emptyCell, quote: quoteAt(report, gap.line) });
}

/** A caption stands right above or below its table. */
function isBesideTable(report: Structure, line: number): boolean {
  return [...report.tables, ...report.brokenTables].some(
    ({ fromLine, toLine }) => (fromLine > line && fromLine - line <= 3) || (line >= toLine && line - toLine <= 3)
  );
}

function summary(remarks: Remarks): string {
  const counts = new Map<string, number>();
  for (const { what } of remarks) counts.set(what, (counts.get(what) ?? 0) + 1);
  return inOneList([...counts].map(([fault, n]) => (n === 1 ? fault : ruleWords.times({ n, fault }))));
}
