import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording, Protocol } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Verdict } from '../../../verdict.ts';
import { askAlone, inParallel } from '../../../protocols/asking-alone.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { questionOf, statementPlaces } from '../../../protocols/reading/read-by-asking.ts';
import { byId, isAbstention, readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import {
  abstained,
  countStates,
  detailOf,
  judged,
  unscoredUnits,
  type UnitOf
} from '../../../protocols/reading/unit-verdicts.ts';
import { reportFirstMessage } from '../../../protocols/report-first.ts';
import { pageBranches } from '../../../protocols/rubric-tree/rubric-tree-units.ts';
import { holes, instructionsOf, needed, textOf } from '../../../protocols/wording.ts';
import { tooLong } from '../../../report/aside/sections.ts';
import { pageKey } from '../../../web/url-key.ts';
import type { KeyPoint, ResearchTask } from '../material.ts';
import { POINTS_ENDING } from '../prompts/judging-1.ts';
import { pointsSchema, pointsShape } from './replies.ts';
import { keyPointLabels } from './units.ts';

/** Key points that one question asks about at most, by version of the prompt. */
const perQuestion = ({ version }: MetricPrompt): number => (version === '2' ? 1 : 10);
const AT_ONCE = 6;

const NOT_EXTRACTED =
  'The key points of this query have not been extracted. Run the maker arena-key-points, accept its points and freeze a dataset version.';

/** The unit that holds how many key points there are: the size of the union, and how many come from the report's own sources. */
const setUnit = (references: number | null = null): UnitOf => ({
  ...{ item: 'set', kind: 'key-point-set', text: 'Key points of the query' },
  detail: { kind: 'key-point-set', references }
});

const unitOf = ({ key, text, sources }: KeyPoint, own: boolean | null, confidence: number | null = null): UnitOf => ({
  ...{ item: key, kind: 'key-point', text },
  detail: { kind: 'key-point', sources, own, confidence }
});

/** Keys of the pages that a report cites. */
const citedBy = async (markdown: string): Promise<Set<string>> =>
  new Set((await pageBranches(markdown)).map(({ source }) => pageKey(source.url)));

/** The set as a count of the material. */
const countOfSet = (keyPoints: readonly KeyPoint[], rationale: string, references: number | null = null): Verdict =>
  judged(setUnit(references), String(keyPoints.length), rationale);

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const { keyPoints } = sample.material as ResearchTask;
  if (keyPoints === null) return [unscoredUnits(setUnit(), NOT_EXTRACTED)];
  const cited = await citedBy(sample.report.markdown);
  const isOwn = ({ sources }: KeyPoint): boolean => sources.some(({ url }) => cited.has(pageKey(url)));
  const most = perQuestion(metric.prompt);
  const batches = Array.from({ length: Math.ceil(keyPoints.length / most) }, (_, at) =>
    keyPoints.slice(at * most, (at + 1) * most)
  );
  const verdicts = await inParallel(batches, AT_ONCE, (points) => judgePoints(points, isOwn, sample, metric, can));
  return [
    countOfSet(keyPoints, `${keyPoints.filter(isOwn).length} of them come from sources of the report.`, cited.size),
    ...verdicts.flat()
  ];
};

const judgePoints = async (
  points: readonly KeyPoint[],
  isOwn: (point: KeyPoint) => boolean,
  sample: Sample,
  metric: Metric,
  can: Capabilities
): Promise<Verdict[]> => {
  const { prompt } = metric;
  const ids = points.map(({ key }) => key);
  const listed = JSON.stringify(
    points.map(({ key, text }) => ({ id: key, point: text })),
    null,
    1
  );
  const ending = fill(textOf(prompt, 'ending', POINTS_ENDING), {
    task: prompt.task ?? '',
    points: delimit('points', listed, can.delimiterKey)
  });
  const message = reportFirstMessage(sample, can.delimiterKey, ending);
  const all = (verdict: (unit: UnitOf) => Verdict): Verdict[] => points.map((one) => verdict(unitOf(one, isOwn(one))));
  const long = tooLong(can, prompt.system, message.user);
  if (long !== null) return all((unit) => unscoredUnits(unit, long));
  const question = { ...questionOf(metric, { ...message, schema: pointsSchema(ids) }), shared: message.shared };
  const asked = await askAlone(can, question, (reply) =>
    readReply(reply, pointsShape, can, ({ points: said }) => byId(said, ids))
  );
  if (!asked.ok) return all((unit) => unscoredUnits(unit, asked.reason));
  const { value, prose } = asked;
  if (isAbstention(value)) return all((unit) => abstained(unit, value.abstains));
  const quotes = points.map(({ key }) => value.get(key)!.quotes.filter((one) => one !== ''));
  const places = await statementPlaces(sample.report.markdown, quotes.flat());
  let at = 0;
  return points.map((point, n): Verdict => {
    const { label, rationale, confidence } = value.get(point.key)!;
    const evidence = places.slice(at, (at += quotes[n]!.length));
    const verdict = judged(unitOf(point, isOwn(point), confidence), label, rationale, evidence);
    return prose ? { ...verdict, prose: true } : verdict;
  });
};

type Status = (typeof keyPointLabels)[number];

const count = (points: readonly Verdict[], label: Status): number => points.filter((one) => one.label === label).length;

/** Shares of some key points in per cent; null without a key point. */
const rates = (points: readonly Verdict[]): Record<Status, number | null> => {
  const share = (label: Status) => (points.length === 0 ? null : (100 * count(points, label)) / points.length);
  return { supported: share('supported'), contradicted: share('contradicted'), omitted: share('omitted') };
};

/**
 * KSR of a report: supported key points in per cent of all of its query (arXiv 2509.01396, equations 6–8; the left side of equation 8
 * is a misprint for KOR). Undefined without key points, and as soon as one key point has no verdict, because every share divides by all.
 */
export const combineKeyPoints = (verdicts: readonly Verdict[]): Score => {
  const set = verdicts.find(({ kind }) => kind === 'key-point-set');
  const points = verdicts.filter(({ kind }) => kind === 'key-point');
  const states = countStates(verdicts);
  const missing = points.filter(({ state }) => state !== 'judged').length;
  const complete = set?.state === 'judged' && missing === 0;
  const cited = points.map((one) => detailOf(one, 'key-point')?.own ?? null);
  const knowsOwn = !cited.includes(null);
  const own = points.filter((_, at) => cited[at]);
  const [all, ofOwn] = [rates(points), rates(own)];
  const value = complete ? all.supported : null;
  const known = (n: number | null): number | null => (complete ? n : null);
  const knownOfOwn = (n: number | null): number | null => (knowsOwn ? known(n) : null);
  return {
    value,
    reason:
      value !== null
        ? null
        : set?.state === 'unscored'
          ? set.reason
          : states.abstained > 0
            ? `The judge abstained from ${states.abstained} of ${points.length} key points.`
            : missing > 0
              ? `${missing} of ${points.length} key points have no valid verdict, and the shares divide by all of them.`
              : 'No source makes a key point for this query.',
    ...{ n: value === null ? 0 : points.length, ...states },
    figures: {
      set: set?.state === 'judged' ? Number(set.label) : null,
      references: (set && detailOf(set, 'key-point-set')?.references) ?? null,
      supported: known(count(points, 'supported')),
      contradicted: known(count(points, 'contradicted')),
      omitted: known(count(points, 'omitted')),
      kcr: known(all.contradicted),
      kor: known(all.omitted),
      ownSet: set?.state === 'judged' && knowsOwn ? own.length : null,
      ownSupported: knownOfOwn(count(own, 'supported')),
      ownContradicted: knownOfOwn(count(own, 'contradicted')),
      ownOmitted: knownOfOwn(count(own, 'omitted')),
      ownKsr: knownOfOwn(ofOwn.supported),
      ownKcr: knownOfOwn(ofOwn.contradicted),
      ownKor: knownOfOwn(ofOwn.omitted)
    }
  };
};

const wording = (prompt: MetricPrompt): PromptWording => ({
  texts: [
    instructionsOf(prompt),
    {
      ...{ name: 'ending', title: 'After the report', text: textOf(prompt, 'ending', POINTS_ENDING) },
      holes: [holes.task, needed('points', 'the key points, as JSON')]
    }
  ],
  replies: [pointsSchema([]).json]
});

/**
 * Keypoint-aligned evaluation (arXiv 2509.01396): each key point of the query once per report, in batches of ten or one by one.
 *
 * Units: `set`, how many key points the query has; one by each key point's key: `supported`, `omitted` or `contradicted`. The key points
 * are those of the material: the union over the sources of all reports. The figures `own…` are over key points of the report's own
 * sources. A report that is longer than the judge's context is unscored.
 */
export const keyPointsProtocol: Protocol = {
  name: 'arena-key-points',
  unit: { kind: 'key-point', labels: keyPointLabels },
  figures: {
    set: 'key points of the query',
    references: 'addresses that the report cites, each page once',
    supported: 'of these, supported',
    contradicted: 'of these, contradicted',
    omitted: 'of these, omitted',
    kcr: 'contradicted, % of the key points (KCR)',
    kor: 'omitted, % of the key points (KOR)',
    ownSet: 'key points of the report’s own sources',
    ownSupported: 'of these, supported',
    ownContradicted: 'of these, contradicted',
    ownOmitted: 'of these, omitted',
    ownKsr: 'supported, % of the key points of its own sources (KSR, paper)',
    ownKcr: 'contradicted, % of the same (KCR, paper)',
    ownKor: 'omitted, % of the same (KOR, paper)'
  },
  wording,
  lacks: (material) => ((material as ResearchTask).keyPoints === null ? NOT_EXTRACTED : null),
  judge,
  unscored: (sample, reason) => {
    const keyPoints = (sample.material as ResearchTask | undefined)?.keyPoints ?? null;
    return [
      unscoredUnits(setUnit(), reason),
      ...(keyPoints ?? []).map((point) => unscoredUnits(unitOf(point, false), reason))
    ];
  },
  expected: ({ material }, reason) => {
    const { keyPoints } = material as ResearchTask;
    if (keyPoints === null) return [];
    const points = keyPoints.map((point) => unscoredUnits(unitOf(point, null), reason));
    return [countOfSet(keyPoints, ''), ...points];
  },
  combine: combineKeyPoints,
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineKeyPoints, rule)
};
