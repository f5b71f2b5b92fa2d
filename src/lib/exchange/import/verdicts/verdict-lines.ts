import { issueSaid } from '../../../messages/schema-issues.ts';
import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { z } from 'zod';
import type { Metric } from '../../../scorer/metric.ts';
import type { Detail, Verdict } from '../../../scorer/verdict.ts';
import { allSuites, findMetric, isKnownUnit, unitNamed } from '../../../scorer/suites/index.ts';
import { labelOn } from '../../../scorer/unit-definition.ts';
import { sharedUnits } from '../../../scorer/units/kinds/index.ts';
import type { FileContent } from '../../format/file-content.ts';
import { readJsonLines, type JsonLine } from '../../format/json-lines.ts';
import type { ProblemList } from '../../format/problem-list.ts';
import { Untaken } from '../../format/untaken.ts';
import { comparisonFault } from './comparison-fault.ts';

const say = sayingsOf('importProblems');

/** A ready verdict of one line, checked against the kind of its unit. */
export interface VerdictOfLine {
  /** 1-based line of the file. */
  row: number;
  system: string;
  qid: string;
  metric: string;
  judge: string;
  /** 0 for the first time that the judge was asked. */
  repeat: number;
  /** System whose reports a comparison is with. */
  baseline: string | null;
  verdict: Verdict;
}

const place = z.strictObject({ block: z.int().min(0), start: z.int().min(0), end: z.int().min(0) });
const name = z.string().trim().min(1);
const shape = z.object({
  system: name,
  qid: name,
  metric: name,
  judge: name.max(300),
  repeat: z.int().min(0).max(99).default(0),
  kind: name.optional(),
  item: name.max(300),
  item_text: z.string().default(''),
  state: z.enum(['judged', 'abstained', 'unscored']).optional(),
  label: z.string().nullable().default(null),
  rationale: z.string().default(''),
  evidence: z.array(z.object({ quote: z.string(), place: place.nullable().optional() })).default([]),
  quotes: z.array(z.string()).default([]),
  reason: z.string().nullable().default(null),
  detail: z.record(z.string(), z.unknown()).nullable().default(null),
  baseline: name.nullable().default(null),
  prose_around_json: z.boolean().default(false)
});
/** Fields that an export adds to the verdict, and that an import determines again. */
const TOLD_AGAIN = ['run', 'self_judging', 'made_own_material', 'text_notice'];
const TAKEN = [...Object.keys(shape.shape), ...TOLD_AGAIN];

/** Judges' labels are counts if a kind of unit has no scale. */
const COUNT = /^(?:0|[1-9]\d{0,14})$/;

/** Why the label is none of the unit's kind under the metric; null if it is one. */
function labelFault({ protocol }: Metric, kind: string, label: string, detail: Detail | null): Saying | null {
  const { unit } = protocol;
  const known = unitNamed(kind);
  const listed = kind === unit.kind ? unit.labels : [];
  const fits =
    listed.length > 0
      ? listed.includes(label)
      : known.scale === null
        ? COUNT.test(label)
        : known.scale === 'by-metric' ||
          labelOn(known.scale, label) !== undefined ||
          // An address that was not read has the outcome that kept it from being read as its label.
          (detail?.kind === 'source' && detail.outcome === label);
  if (fits) return null;
  const labels =
    listed.length > 0
      ? listed
      : known.scale === null || known.scale === 'by-metric'
        ? []
        : known.scale.labels.map((one) => one.label);
  return labels.length === 0 ? say('labelCount') : say('labelOneOf', { labels: labels.join(', ') });
}

/** Kinds of units that verdicts under a metric can be of: its own, those of its suite, and the shared ones. */
function fitsMetric(metric: Metric, kind: string): boolean {
  if (kind === metric.protocol.unit.kind) return true;
  const view = unitNamed(metric.protocol.unit.kind).view;
  // A report that cites no page has the number of its sources in their place.
  if (kind === 'count' && view === 'sources') return true;
  const suite = allSuites().find((one) => one.metrics.some(({ name: own }) => own === metric.name));
  const shared = sharedUnits.find((unit) => unit.name === kind);
  // A checklist's items and a comparison are never something beside the units of another metric.
  return (
    (shared !== undefined && !shared.checklist && shared.view === view && shared.view !== undefined) ||
    (suite?.units ?? []).some((unit) => unit.name === kind)
  );
}

/**
 * Reads a file of ready verdicts, one JSON object a line (`docs/verdicts-file.md`), believing nothing: each line is checked
 * against its metric's unit and labels. What is wrong goes into `problems` by line; fields that are not read are named once.
 */
export const readVerdictLines = (content: FileContent, problems: ProblemList): VerdictOfLine[] =>
  [...verdictsOfLines(readJsonLines(content, problems), problems)].filter((one) => one !== null);

/** The verdict of each line; null if the line has none, which is a problem. */
export function* verdictsOfLines(lines: Iterable<JsonLine>, problems: ProblemList): Generator<VerdictOfLine | null> {
  const untaken = new Untaken();
  for (const { row, value } of lines) {
    untaken.see(value, TAKEN);
    // A table such as Parquet has null for a field that a verdict lacks.
    const read = shape.safeParse(Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)));
    if (!read.success) {
      for (const issue of read.error.issues) problems.add(row, issue.path.join('.') || 'line', issueSaid(issue));
      yield null;
      continue;
    }
    const { system, qid, judge, repeat, baseline, metric: metricName, ...line } = read.data;
    const metric = findMetric(metricName);
    if (!metric) {
      problems.add(row, 'metric', say('noSuchMetric'), metricName);
      yield null;
      continue;
    }
    const verdict = verdictIn(metric, line, (column, reason, shown) => problems.add(row, column, reason, shown));
    yield verdict && { row, system, qid, metric: metricName, judge, repeat, baseline, verdict };
  }
  untaken.note(problems);
}

type Line = Omit<z.infer<typeof shape>, 'system' | 'qid' | 'metric' | 'judge' | 'repeat' | 'baseline'>;

function verdictIn(
  metric: Metric,
  {
    kind = metric.protocol.unit.kind,
    item,
    item_text: text,
    state: said,
    label,
    rationale,
    evidence,
    quotes,
    reason,
    detail,
    prose_around_json: prose
  }: Line,
  wrong: (column: string, reason: Saying, found?: string) => void
): Verdict | null {
  if (!isKnownUnit(kind) || !fitsMetric(metric, kind)) {
    wrong('kind', say('verdictKind', { metric: metric.name, kind: metric.protocol.unit.kind }), kind);
    return null;
  }
  const checked = detailIn(kind, detail, wrong);
  if (checked === undefined) return null;
  const state = said ?? (label !== null ? 'judged' : reason !== null ? 'unscored' : 'abstained');
  const unit = {
    item,
    ...(kind !== 'item' && { kind }),
    ...(text !== '' && kind !== 'item' && { text }),
    ...(checked && { detail: checked }),
    ...(prose && { prose: true as const })
  };
  if (state === 'unscored') {
    if (reason === null || reason.trim() === '') wrong('reason', say('unscoredReason'));
    if (label !== null) wrong('label', say('unscoredLabel'), label);
    return { ...unit, state, label: null, rationale: '', evidence: [], reason: reason ?? '' };
  }
  const all = [
    ...evidence.map(({ quote, place: at }) => ({ quote, ...(at !== undefined && { place: at }) })),
    ...quotes.map((quote) => ({ quote }))
  ];
  if (state === 'abstained') {
    if (label !== null) wrong('label', say('abstainLabel'), label);
    return { ...unit, state, label: null, rationale, evidence: all };
  }
  if (label === null) {
    wrong('label', say('verdictLabel'));
    return null;
  }
  const fault = labelFault(metric, kind, label, checked);
  if (fault !== null) {
    wrong('label', fault, label);
    return null;
  }
  if (checked === null && unitNamed(kind).scoredByDetail) wrong('detail', say('detailNeeded', { kind }));
  const contradiction = checked?.kind === 'comparison' ? comparisonFault(checked, label) : null;
  if (contradiction !== null) wrong(contradiction.column, contradiction.reason, contradiction.found);
  return { ...unit, state, label, rationale, evidence: all };
}

/** The detail as its kind's schema reads it; null if there is none, undefined if it is wrong. */
function detailIn(
  kind: string,
  detail: Record<string, unknown> | null,
  wrong: (column: string, reason: Saying, found?: string) => void
): Detail | null | undefined {
  if (detail === null) return null;
  const schema = unitNamed(kind).detail;
  if (detail['kind'] !== undefined && detail['kind'] !== kind) {
    wrong('detail.kind', say('detailKind', { kind }), JSON.stringify(detail['kind']));
    return undefined;
  }
  if (!schema) {
    wrong('detail', say('noDetail', { kind }));
    return undefined;
  }
  const { kind: _kind, ...rest } = detail;
  const read = schema.safeParse(rest);
  if (!read.success) {
    for (const issue of read.error.issues) wrong(['detail', ...issue.path].join('.'), issueSaid(issue));
    return undefined;
  }
  return { kind, ...(read.data as object) } as Detail;
}
