/**
 * Result files of published rubric suites as ready verdicts on the criteria of a rubric, in the form of `docs/verdicts-file.md`.
 * Only files that hold a verdict for each criterion can be read: totals and means are no verdicts. What a file holds beside that
 * is named with its count.
 */
import { fieldsOf, isFields, type Fields } from './official/numbers.ts';
import { rubricBranches, criteriaIn, rubricLabels, type Rubric } from './rubric.ts';

/** One line of a file of ready verdicts. */
export interface ReadyVerdict {
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
  reason: string | null;
}

export interface ResultsReading {
  form: 'research-rubrics' | 'draco' | 'deep-research-bench-2';
  verdicts: ReadyVerdict[];
  /** Fields that were not taken, with counts. */
  notTaken: { field: string; count: number }[];
}

/** Names that a result file does not hold itself. */
export interface ResultNames {
  metric: string;
  /** Used where the file names none. */
  system: string | null;
  judge: string | null;
}

export type Reading = { ok: true; value: ResultsReading } | { ok: false; line: number | null; problem: string };

/** A verdict as a file has it, before its criterion is looked up. */
interface Said {
  line: number | null;
  system: string | null;
  judge: string | null;
  qid: string;
  repeat: number;
  text: string;
  label: string | null;
  rationale: string;
  reason: string | null;
}

class Fault extends Error {
  readonly line: number | null;
  constructor(line: number | null, problem: string) {
    super(problem);
    this.line = line;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const idOf = (value: unknown): string | null => (typeof value === 'number' ? String(value) : textOf(value));
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

class Rest {
  readonly #counts = new Map<string, number>();
  see(row: Fields, taken: readonly string[], prefix = ''): void {
    for (const field of Object.keys(row))
      if (!taken.includes(field))
        this.#counts.set(`${prefix}${field}`, (this.#counts.get(`${prefix}${field}`) ?? 0) + 1);
  }
  get all(): { field: string; count: number }[] {
    return [...this.#counts].map(([field, count]) => ({ field, count }));
  }
}

/** One line for each criterion; a failed call has `success: false`, which the official score counts as 0. */
function researchRubrics(rows: readonly [number, Fields][], rest: Rest): Said[] {
  return rows.map(([line, row]) => {
    const [qid, text] = [idOf(row.sample_id), textOf(row.rubric_title)];
    if (qid === null || text === null) throw new Fault(line, 'sample_id or rubric_title is missing');
    rest.see(row, ['sample_id', 'rubric_title', 'verdict', 'reasoning', 'success', 'error', 'score', 'weight']);
    const failed = row.success === false;
    const reason = failed ? (textOf(row.error) ?? 'The suite’s call failed.') : null;
    const label = failed ? null : textOf(row.verdict);
    return {
      line,
      system: null,
      judge: null,
      qid,
      repeat: 0,
      text,
      label,
      rationale: textOf(row.reasoning) ?? '',
      reason
    };
  });
}

/** One file for a system, with each run of the judge. */
function draco(file: Fields, rest: Rest): Said[] {
  rest.see(file, ['judge_model', 'runs_per_item', 'results']);
  return listOf(file.results).flatMap((result) => {
    const qid = idOf(result.id);
    if (qid === null) throw new Fault(null, 'a result has no id');
    rest.see(result, ['id', 'runs', 'normalized_score', 'pass_rate'], 'results[].');
    return listOf(result.runs).flatMap((run, repeat) =>
      listOf(run.criteria_results).map((one): Said => {
        const text = textOf(one.requirement);
        if (text === null) throw new Fault(null, `a criterion of ${qid} has no requirement`);
        rest.see(one, ['requirement', 'weight', 'verdict', 'explanation'], 'criteria_results[].');
        const label = textOf(one.verdict);
        const reason = label === null ? 'The suite has no verdict on it.' : null;
        const by = { line: null, system: null, judge: textOf(file.judge_model), qid, repeat };
        return { ...by, text, label, rationale: textOf(one.explanation) ?? '', reason };
      })
    );
  });
}

const bench2Labels: Readonly<Record<string, string>> = { '1': 'met', '0': 'not-met', '-1': 'blocked' };

/** One line for each report, with the scores of its criteria by text. */
function bench2(rows: readonly [number, Fields][], rest: Rest): Said[] {
  return rows.flatMap(([line, row]) => {
    const [qid, system] = [idOf(row.idx), textOf(row.model)];
    if (qid === null || system === null) throw new Fault(line, 'idx or model is missing');
    const result = fieldsOf(row.result);
    rest.see(row, ['model', 'idx', 'result']);
    rest.see(result, ['task', 'scores'], 'result.');
    return Object.values(fieldsOf(result.scores)).flatMap((group) =>
      Object.entries(fieldsOf(group)).map(([text, given]): Said => {
        const one = fieldsOf(given);
        rest.see(one, ['score', 'reason'], 'scores[].');
        const label = bench2Labels[String(one.score)] ?? null;
        const reason = label === null ? `The suite’s score ${JSON.stringify(one.score)} is none of 1, 0 and −1.` : null;
        return { line, system, judge: null, qid, repeat: 0, text, label, rationale: textOf(one.reason) ?? '', reason };
      })
    );
  });
}

const refused: readonly [field: string, why: string][] = [
  ['comprehensiveness', 'RACE’s raw results hold totals only, no verdict on a criterion'],
  ['criteria_avgs', 'DEER’s scores are means over judges, no verdicts'],
  ['citations_deduped', 'FACT’s file holds citations, no criteria of a rubric'],
  ['eval_breakdown', 'Mind2Web 2’s tree is made by a program for each task and belongs to no rubric here'],
  ['nuggets', 'DeepScholar’s nuggets belong to no rubric here']
];

/** Reads a result file of ResearchRubrics (JSON lines), DRACO (one JSON object) or DeepResearch Bench II (JSON lines). */
export function readResults(text: string, rubric: Rubric, names: ResultNames): Reading {
  const rest = new Rest();
  try {
    const { form, said } = saidIn(text, rest);
    return { ok: true, value: { form, verdicts: matched(said, rubric, names), notTaken: rest.all } };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, line: error.line, problem: error.message };
    throw error;
  }
}

function saidIn(text: string, rest: Rest): { form: ResultsReading['form']; said: Said[] } {
  const rows: [number, Fields][] = [];
  const whole = parsed(text);
  if (isFields(whole)) rows.push([1, whole]);
  else
    text.split('\n').forEach((line, k) => {
      if (line.trim() === '') return;
      const row = parsed(line);
      if (!isFields(row)) throw new Fault(k + 1, 'the line is not a JSON object');
      rows.push([k + 1, row]);
    });
  const [first] = rows;
  if (!first) throw new Fault(null, 'the file is empty');
  const has = (...fields: string[]): boolean => fields.every((field) => field in first[1]);
  if (has('sample_id', 'rubric_title')) return { form: 'research-rubrics', said: researchRubrics(rows, rest) };
  if (has('results', 'judge_model')) return { form: 'draco', said: draco(first[1], rest) };
  if (has('model', 'idx', 'result')) return { form: 'deep-research-bench-2', said: bench2(rows, rest) };
  const known = refused.find(([field]) => has(field));
  throw new Fault(
    first[0],
    known?.[1] ?? 'it has the fields of no result file of ResearchRubrics, DRACO or DeepResearch Bench II'
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Each verdict with the key of its criterion, found by its words. The same words twice in a list are taken in their order. */
function matched(said: readonly Said[], rubric: Rubric, { metric, system, judge }: ResultNames): ReadyVerdict[] {
  const labels = new Set(rubricLabels(rubric).map(({ label }) => label));
  const keys = new Map<string, Map<string, string[]>>();
  const keysOf = (qid: string): Map<string, string[]> => {
    const there = keys.get(qid);
    if (there) return there;
    const { queries = {}, criteria = [] } = rubric;
    const own = new Map<string, string[]>();
    for (const { key, text } of criteriaIn(
      rubricBranches(Object.hasOwn(queries, qid) ? queries[qid]!.criteria : criteria)
    ))
      own.set(text.trim(), [...(own.get(text.trim()) ?? []), key]);
    keys.set(qid, own);
    return own;
  };
  const used = new Map<string, number>();
  return said.map((one) => {
    const places = keysOf(one.qid).get(one.text.trim()) ?? [];
    const owner = { system: one.system ?? system, judge: one.judge ?? judge };
    if (owner.system === null) throw new Fault(one.line, 'the file names no system: name it with --system');
    if (owner.judge === null) throw new Fault(one.line, 'the file names no judge: name it with --judge');
    const about = JSON.stringify([owner.system, owner.judge, one.qid, one.repeat, one.text.trim()]);
    const nth = used.get(about) ?? 0;
    used.set(about, nth + 1);
    const item = places[nth];
    if (item === undefined) {
      const words = JSON.stringify(one.text.length > 80 ? `${one.text.slice(0, 80)}…` : one.text);
      const problem =
        places.length === 0
          ? 'the rubric has no such criterion'
          : 'the criterion is there more often than in the rubric';
      throw new Fault(one.line, `${one.qid}: ${problem}: ${words}`);
    }
    if (one.label !== null && !labels.has(one.label))
      throw new Fault(
        one.line,
        `${one.qid}: the verdict ${JSON.stringify(one.label)} is no label of the rubric (${[...labels].join(', ')})`
      );
    const { qid, repeat, text, label, rationale, reason } = one;
    const by = { system: owner.system, qid, metric, judge: owner.judge, repeat, item, item_text: text };
    return { ...by, label, state: label === null ? ('unscored' as const) : ('judged' as const), rationale, reason };
  });
}
