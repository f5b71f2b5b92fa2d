import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import type { ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import { nameKey } from '../../../names.ts';
import { complain, dateField, nameField, proseField, type FieldPlace } from '../../format/fields.ts';
import type { PlaceOf } from '../queries/query-collector.ts';
import type { ProblemList } from '../../format/problem-list.ts';

const say = sayingsOf('importProblems');
const sayNote = sayingsOf('importNotes');

const LONGEST_REPORT = 5_000_000;
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/\S+\n(?:\S+ \S+\n)*oid sha256:/;

/** A report as a format found it; '' is "not given". */
export interface RawReport {
  system: string;
  qid: string;
  markdown: string;
  collectedAt: string;
  source: string;
  queryText: string;
}

interface EmptyReport {
  system: string;
  qid: string;
  source: string;
}

const mostNamed = 20;

/**
 * Applies the rules that every format of reports shares: one report per system and query, with a text. An empty report is
 * left out and named in a note, so that it does not keep the others from being imported; only empty reports are a problem.
 */
export class ReportCollector {
  readonly #problems: ProblemList;
  readonly #reports: ImportedReport[] = [];
  readonly #keeps: boolean;
  #found = 0;
  /** Where each report was found, by system and query. */
  readonly #sources = new Map<string, string>();
  readonly #empty: { report: EmptyReport; place: FieldPlace }[] = [];

  /** @param holds `checks`: reports are only checked, for a caller that takes each as it is read */
  constructor(problems: ProblemList, holds: 'keeps' | 'checks' = 'keeps') {
    this.#problems = problems;
    this.#keeps = holds === 'keeps';
  }

  /** The report, or null if it is empty or has a problem that keeps it from being told apart from others. */
  add(raw: RawReport, placeOf: PlaceOf<keyof RawReport>): ImportedReport | null {
    const system = nameField(raw.system, 'system', this.#problems, placeOf('system'));
    const qid = nameField(raw.qid, 'qid', this.#problems, placeOf('qid'));
    const collectedAt = dateField(raw.collectedAt, this.#problems, placeOf('collectedAt'));
    const queryText = proseField(raw.queryText, this.#problems, placeOf('queryText'), LONGEST_REPORT) || null;
    const markdown = raw.markdown.replace(/\r\n?/g, '\n');
    const empty = markdown.trim() === '';
    if (markdown.length > LONGEST_REPORT)
      complain(this.#problems, placeOf('markdown'), say('reportTooLong', { most: LONGEST_REPORT }));
    else if (!markdown.isWellFormed() || markdown.includes('\0'))
      complain(this.#problems, placeOf('markdown'), say('reportCharacter'));
    // A checkout without the large files of a repository has these in their places; each would be judged as a short report.
    else if (LFS_POINTER.test(markdown)) complain(this.#problems, placeOf('markdown'), say('reportPointer'));
    if (system === null || qid === null) return null;
    const id = JSON.stringify([nameKey(system), nameKey(qid)]);
    const before = this.#sources.get(id);
    if (before !== undefined) {
      const reason = say('reportTwice', { system, before });
      return complain(this.#problems, placeOf('qid'), reason, qid);
    }
    this.#sources.set(id, raw.source);
    if (empty) {
      this.#empty.push({ report: { system, qid, source: raw.source }, place: placeOf('markdown') });
      return null;
    }
    this.#found += 1;
    const report = { system, qid, markdown, collectedAt, source: raw.source, queryText };
    if (this.#keeps) this.#reports.push(report);
    return report;
  }

  /** Whether a report was found, be it empty. */
  get any(): boolean {
    return this.#sources.size > 0;
  }

  /** Reports without a text, which are left out. */
  get empty(): EmptyReport[] {
    return this.#empty.map(({ report }) => report);
  }

  /** @param others whether more reports come in than these: then it is no problem that all of these are empty */
  finish(others = false): ImportedReport[] {
    const { empty } = this;
    if (!others && this.#found === 0 && !this.#problems.any) {
      for (const { place } of this.#empty) complain(this.#problems, place, say('reportEmpty'));
      if (empty.length === 0) this.#problems.add(null, 'file', say('noReportInside'));
    } else if (empty.length > 0) this.#problems.note(emptyNote(empty));
    return this.#reports;
  }
}

function emptyNote(reports: readonly EmptyReport[]): Saying {
  const named = reports.slice(0, mostNamed).map(({ system, qid, source }) => `${system} · ${qid} (${source})`);
  return sayNote('emptyReports', {
    ...{ n: reports.length, list: named.join(', '), more: reports.length - named.length }
  });
}
