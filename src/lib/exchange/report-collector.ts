import type { ImportedReport } from './benchmark.ts';
import { complain, dateField, nameField, proseField } from './fields.ts';
import type { PlaceOf } from './query-collector.ts';
import type { ProblemList } from './problem-list.ts';

const LONGEST_REPORT = 5_000_000;

/** A report as a format found it; '' is "not given". */
export interface RawReport {
  system: string;
  qid: string;
  markdown: string;
  collectedAt: string;
  source: string;
  queryText: string;
}

/** Applies the rules that every format of reports shares: one report per system and query, with a text. */
export class ReportCollector {
  readonly #problems: ProblemList;
  readonly #reports = new Map<string, ImportedReport>();

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  add(raw: RawReport, placeOf: PlaceOf<keyof RawReport>): void {
    const system = nameField(raw.system, 'system', this.#problems, placeOf('system'));
    const qid = nameField(raw.qid, 'qid', this.#problems, placeOf('qid'));
    const collectedAt = dateField(raw.collectedAt, this.#problems, placeOf('collectedAt'));
    const queryText = proseField(raw.queryText, this.#problems, placeOf('queryText'), LONGEST_REPORT) || null;
    const markdown = raw.markdown.replace(/\r\n?/g, '\n');
    if (markdown.trim() === '') complain(this.#problems, placeOf('markdown'), 'The report is empty');
    else if (markdown.length > LONGEST_REPORT)
      complain(this.#problems, placeOf('markdown'), `The report has more than ${LONGEST_REPORT} characters`);
    else if (!markdown.isWellFormed() || markdown.includes('\0'))
      complain(
        this.#problems,
        placeOf('markdown'),
        'The report holds a zero character or half of a surrogate pair; remove it'
      );
    if (system === null || qid === null) return;
    const id = JSON.stringify([system, qid]);
    const before = this.#reports.get(id);
    if (before)
      complain(
        this.#problems,
        placeOf('qid'),
        `There is a report of ${system} on this query already: ${before.source}`,
        qid
      );
    else this.#reports.set(id, { system, qid, markdown, collectedAt, source: raw.source, queryText });
  }

  finish(): ImportedReport[] {
    if (this.#reports.size === 0 && !this.#problems.any) this.#problems.add(null, 'file', 'There is no report in it');
    return [...this.#reports.values()];
  }
}
