/**
 * Result files of published rubric suites: verdicts on the criteria of a rubric, in the form of `docs/verdicts-file.md`, and
 * figures as the files state them. What a file holds beside that is named with its count.
 */
import { rubricBranches, criteriaIn, rubricLabels, type Criterion, type Rubric } from '../rubric.ts';
import { scoreRubric } from '../rubric-score.ts';
import type { FormName, StatedFigure, SaidInFile } from './form.ts';
import { demandForm, formIn } from './forms.ts';
import { FileFault, givenRows, LeftFields, type GivenFile } from './given-files.ts';
import { shortened } from '../../../../messages/shortened.ts';

/** One line of a file of ready verdicts. */
interface ReadyVerdict {
  system: string;
  qid: string;
  metric: string;
  judge: string;
  repeat: number;
  item: string;
  item_text: string;
  label: string | null;
  state: 'judged' | 'unscored';
  rationale: string;
  quotes: string[];
  reason: string | null;
}

export interface ResultsReading {
  form: FormName;
  verdicts: ReadyVerdict[];
  reported: StatedFigure[];
  /** Ignored fields, with counts. */
  notTaken: { field: string; count: number }[];
  notes: string[];
}

/** Names that a result file does not hold itself. */
interface ResultNames {
  metric: string;
  /** Used if the file names none. */
  system: string | null;
  judge: string | null;
  qid?: string | null;
}

type Failed = { ok: false; file: string | null; line: number | null; problem: string };
export type Reading = { ok: true; value: ResultsReading } | Failed;

const attempt = <T>(read: () => T): { ok: true; value: T } | Failed => {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof FileFault) return { ok: false, file: error.file, line: error.line, problem: error.message };
    throw error;
  }
};

/** Reads result files that hold a verdict for each criterion. Files of totals are refused with the reason. */
export function readResults(files: readonly GivenFile[], rubric: Rubric, names: ResultNames): Reading {
  return attempt(() => {
    const rows = givenRows(files);
    const totals = formIn(rows, 'isResults') ? undefined : formIn(rows, 'isTotals');
    if (totals)
      throw new FileFault(
        rows[0]!,
        `${totals.whyTotals ?? 'it holds totals'}; "rubric reported" keeps its figures as they are reported`
      );
    const form = demandForm(rows, 'isResults');
    const [left, notes, reported] = [new LeftFields(), [] as string[], [] as StatedFigure[]];
    const criteriaOf = listsOf(rubric);
    const said = form.results!(rows, {
      ...{ left, criteriaOf, qid: names.qid ?? null },
      note: (words) => void notes.push(words),
      report: (figure) => void reported.push(figure)
    });
    const verdicts = matched(said, rubric, criteriaOf, names);
    return { form: form.name, verdicts, reported, notTaken: left.all, notes };
  });
}

export interface TotalsReading {
  form: FormName;
  figures: (StatedFigure & { system: string })[];
  notTaken: { field: string; count: number }[];
  notes: string[];
}

/**
 * Reads the figures that a file states: totals and means of RACE, DEER, DeepScholar-Bench and Mind2Web 2. They are never
 * recomputed.
 */
export function readTotals(
  files: readonly GivenFile[],
  names: { system: string | null; judge: string | null; qid?: string | null }
): { ok: true; value: TotalsReading } | Failed {
  return attempt(() => {
    const rows = givenRows(files);
    if (!formIn(rows, 'isTotals') && formIn(rows, 'isResults'))
      throw new FileFault(rows[0]!, 'it holds verdicts, which "rubric verdicts" takes and scores');
    const form = demandForm(rows, 'isTotals');
    const [left, notes] = [new LeftFields(), [] as string[]];
    const context = { left, note: (words: string) => void notes.push(words), qid: names.qid ?? null };
    const figures = form.totals!(rows, context).map((one) => {
      const system = one.system ?? names.system;
      if (system === null) throw new FileFault(rows[0]!, 'the file names no system: name it with --system');
      return { ...one, system, judge: one.judge ?? names.judge };
    });
    return { form: form.name, figures, notTaken: left.all, notes };
  });
}

/** Criteria by query, each list made once. */
function listsOf({ queries = {}, criteria = [] }: Rubric): (qid: string) => readonly Criterion[] {
  const known = new Map<string, readonly Criterion[]>();
  return (qid) => {
    const there = known.get(qid);
    if (there) return there;
    const made = criteriaIn(rubricBranches(Object.hasOwn(queries, qid) ? queries[qid]!.criteria : criteria));
    known.set(qid, made);
    return made;
  };
}

const quoted = (text: string): string => JSON.stringify(shortened(text, 80));

/** Each verdict with the key of its criterion. The same words twice in a list are taken in their order. */
function matched(
  said: readonly SaidInFile[],
  rubric: Rubric,
  criteriaOf: (qid: string) => readonly Criterion[],
  { metric, system, judge }: ResultNames
): ReadyVerdict[] {
  const labels = new Set(rubricLabels(rubric).map(({ label }) => label));
  const keysByText = new Map<string, Map<string, string[]>>();
  const textsByKey = new Map<string, Map<string, string>>();
  const know = (qid: string): void => {
    if (keysByText.has(qid)) return;
    const keys = new Map<string, string[]>();
    for (const { key, text } of criteriaOf(qid)) keys.set(text.trim(), [...(keys.get(text.trim()) ?? []), key]);
    keysByText.set(qid, keys);
    textsByKey.set(qid, new Map(criteriaOf(qid).map(({ key, text }) => [key, text])));
  };
  const used = new Map<string, number>();
  return said.map((one) => {
    know(one.qid);
    const owner = { system: one.system ?? system, judge: one.judge ?? judge };
    if (owner.system === null) throw new FileFault(one.place, 'the file names no system: name it with --system');
    if (owner.judge === null) throw new FileFault(one.place, 'the file names no judge: name it with --judge');
    const name = 'key' in one.of ? one.of.key : one.of.text;
    const places =
      'key' in one.of
        ? textsByKey.get(one.qid)!.has(one.of.key)
          ? [one.of.key]
          : []
        : (keysByText.get(one.qid)!.get(one.of.text.trim()) ?? []);
    const about = JSON.stringify([owner.system, owner.judge, one.qid, one.repeat, 'key' in one.of, name.trim()]);
    const nth = used.get(about) ?? 0;
    used.set(about, nth + 1);
    const item = places[nth];
    if (item === undefined) {
      const problem =
        places.length === 0
          ? 'the rubric has no such criterion'
          : 'the criterion is there more often than in the rubric';
      throw new FileFault(one.place, `${one.qid}: ${problem}: ${quoted(name)}`);
    }
    if (one.label !== null && !labels.has(one.label)) {
      const known = [...labels].join(', ');
      throw new FileFault(one.place, `${one.qid}: the verdict ${quoted(one.label)} is no label of the rubric (${known})`); // prettier-ignore
    }
    const { qid, repeat, label, rationale, reason, quotes = [] } = one;
    const item_text = textsByKey.get(qid)!.get(item) ?? name;
    const by = { system: owner.system, qid, metric, judge: owner.judge, repeat, item, item_text };
    const state = label === null ? ('unscored' as const) : ('judged' as const);
    return { ...by, label, state, rationale, quotes, reason };
  });
}

interface HeldAgainst {
  /** Figures of the file that the rubric gives as well. */
  equal: number;
  differing: { system: string; qid: string; figure: string; reported: number | string; recomputed: number | null }[];
}

/** The file's own figures beside those that the rubric gives for its verdicts; equal to 1e-9, since files may round. */
export function compareReported(
  { verdicts, reported }: ResultsReading,
  rubric: Rubric,
  names: ResultNames
): HeldAgainst {
  const criteriaOf = listsOf(rubric);
  const lists = new Map<
    string,
    { system: string; qid: string; repeat: number; said: Map<string, { label: string }> }
  >();
  for (const { system, judge, qid, repeat, item, label } of verdicts) {
    const key = JSON.stringify([system, judge, qid, repeat]);
    const own = lists.get(key) ?? { system, qid, repeat, said: new Map<string, { label: string }>() };
    lists.set(key, own);
    if (label !== null) own.said.set(item, { label });
  }
  const branchesOf = (qid: string) =>
    rubricBranches(Object.hasOwn(rubric.queries ?? {}, qid) ? rubric.queries![qid]!.criteria : (rubric.criteria ?? []));
  const figuresOf = ({ qid, said }: { qid: string; said: Map<string, { label: string }> }) => {
    const { value, figures } = scoreRubric(rubric, branchesOf(qid), said);
    return { ...figures, score: said.size === 0 && criteriaOf(qid).length > 0 ? null : value };
  };
  const held: HeldAgainst = { equal: 0, differing: [] };
  for (const { system, qid, repeat, figure, equals, value, words } of reported) {
    if (equals === null || qid === null) continue;
    const name = system ?? names.system;
    const own = [...lists.values()].filter(
      (one) => one.qid === qid && one.system === name && (repeat === null || one.repeat === repeat)
    );
    const values = own.flatMap((one) => (figuresOf(one) as Record<string, number | null>)[equals] ?? []);
    const recomputed = values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
    const equal =
      value === null || recomputed === null
        ? value === recomputed
        : Math.abs(value - recomputed) <= 1e-9 * Math.max(1, Math.abs(value));
    if (equal) held.equal += 1;
    else held.differing.push({ system: name ?? '', qid, figure, reported: value ?? words ?? '', recomputed });
  }
  return held;
}
