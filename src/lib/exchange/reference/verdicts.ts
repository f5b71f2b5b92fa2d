import type { Metric } from '../../scorer/metric.ts';
import type { Item, Sample } from '../../scorer/sample.ts';
import type { Verdict } from '../../scorer/verdict.ts';
import { comparisonOf, pairOutcome, totalOf } from '../../scorer/protocols/pairwise/pairwise-score.ts';
import { scoreOf } from '../../scorer/protocols/penalties.ts';
import { verdictsOf } from '../../scorer/report/pointwise-issues.ts';
import type { ReferenceCriterion, ReferenceVerdicts, Winner } from './results.ts';

interface Converted {
  verdicts: Verdict[];
  /** Contradictions between the file's totals and its parts, for people. */
  contradictions: string[];
}

/**
 * A result of the reference scorer as verdicts. Its totals and scores count for nothing: answers must be exactly those to
 * the checklist's items, issues are counted in the list, and a comparison's outcome follows from its points. Where the file
 * says otherwise, that is a contradiction to be told; if the parts are not there, the report is unscored.
 */
export function convert(
  criterion: ReferenceCriterion,
  said: ReferenceVerdicts,
  sample: Sample,
  metric: Metric
): Converted {
  const unscored = (reason: string): Converted => ({
    verdicts: metric.protocol.unscored(sample, reason),
    contradictions: []
  });
  if (said.kind === 'nothing') {
    const none = unscored(said.reason);
    return said.abstains === undefined ? none : { ...none, verdicts: none.verdicts.map(abstained(said.abstains)) };
  }
  if (said.kind === 'answers') return ofAnswers(criterion, said, sample.items, unscored);
  if (said.kind === 'issues') return ofIssues(criterion, said, sample, metric);
  return ofComparison(said);
}

/** The same unit, left open by the judge itself. */
const abstained =
  (rationale: string) =>
  ({ item, kind }: Verdict): Verdict => ({
    ...{ item, ...(kind && { kind }), state: 'abstained', label: null, rationale, evidence: [] }
  });

type Of<Kind extends ReferenceVerdicts['kind']> = Extract<ReferenceVerdicts, { kind: Kind }>;

/** Presentation is answered under our own keys, coverage by number: `q1` is the first item of the checklist. */
export const keysAsked = (criterion: ReferenceCriterion, items: readonly Item[]): string[] =>
  items.map(({ key }, at) => (criterion === 'coverage' ? `q${at + 1}` : key));

function ofAnswers(
  criterion: ReferenceCriterion,
  { answers, open = [], told }: Of<'answers'>,
  items: readonly Item[],
  unscored: (reason: string) => Converted
): Converted {
  const asked = keysAsked(criterion, items);
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  const openByKey = new Map(open.map((one) => [one.key, one]));
  const missing = asked.filter((key) => !byKey.has(key) && !openByKey.has(key));
  const extra = [...answers, ...open].filter(({ key }) => !asked.includes(key)).map(({ key }) => key);
  if (missing.length > 0 || extra.length > 0)
    return unscored(
      [
        `There ${answers.length === 1 ? 'is 1 answer' : `are ${answers.length} answers`} for ${items.length} ${items.length === 1 ? 'item' : 'items'}`,
        ...(missing.length > 0 ? [`none for ${some(missing)}`] : []),
        ...(extra.length > 0 ? [`${some(extra)} ${extra.length === 1 ? 'was' : 'were'} not asked`] : [])
      ].join('; ') + '.'
    );
  const passed = answers.filter((answer) => answer.passed).length;
  const rate = answers.length === 0 ? null : (100 * passed) / answers.length;
  return {
    verdicts: items.map(({ key }, at): Verdict => {
      const answer = byKey.get(asked[at] ?? '');
      const left = openByKey.get(asked[at] ?? '');
      if (left && !answer)
        return left.state === 'abstained'
          ? abstained(left.reason)({ item: key, state: 'abstained', label: null, rationale: '', evidence: [] })
          : { item: key, state: 'unscored', label: null, rationale: '', evidence: [], reason: left.reason };
      return {
        item: key,
        state: 'judged',
        label: answer?.passed ? 'yes' : 'no',
        rationale: answer?.justification ?? '',
        evidence: []
      };
    }),
    contradictions: [
      ...differs('items', told.total, answers.length),
      ...differs('items passed', told.passed, passed),
      ...(rate === null ? [] : differs('%', told.rate, rate))
    ]
  };
}

const some = (keys: readonly string[]): string =>
  keys.length > 5 ? `${keys.slice(0, 5).join(', ')} and ${keys.length - 5} more` : keys.join(', ');

const figure = (value: number): string => String(Math.round(value * 100) / 100);

const differs = (what: string, told: number | null, found: number): string[] =>
  told === null || Math.abs(told - found) < 0.005
    ? []
    : [
        `it says ${figure(told)} ${told === 1 ? what.replace(/^(item|issue|point)s/, '$1') : what}, its parts ${figure(found)}`
      ];

/** Words in quotation marks, from two words on: what an issue of the reference quotes from the report. */
const QUOTED = /"([^"\n]{8,2000})"|“([^”\n]{8,2000})”|(?<![\p{L}\p{N}])['‘]([^'’\n]{8,2000})['’](?![\p{L}\p{N}])/gu;

const quotesIn = (issue: string): string[] => [
  ...new Set(
    [...issue.matchAll(QUOTED)]
      .map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
      .filter((quote) => /\s/.test(quote))
  )
];

function ofIssues(
  criterion: ReferenceCriterion,
  { issues, parts, abstains, told, justification }: Of<'issues'>,
  sample: Sample,
  { settings }: Metric
): Converted {
  const texts = [...new Set(issues.map((issue) => issue.replace(/\s+/g, ' ').trim()))];
  const each = parts ?? texts.map((issue) => ({ quotes: quotesIn(issue), explanation: issue }));
  const found = { issues: each, repeated: issues.length - each.length, abstains: abstains ?? null };
  const contradictions = [
    ...differs('issues', told.total, each.length),
    ...(settings.penalties && abstains === undefined
      ? differs('points', told.score, scoreOf(settings.penalties, each.length))
      : [])
  ];
  const grounding = criterion === 'consistency' ? 'every-quote' : 'any-quote';
  const [count, ...listed] = verdictsOf(found, sample.report.markdown, { grounding });
  const summary = count?.rationale ?? '';
  const words = [
    justification.includes(summary) ? '' : summary,
    justification,
    contradictions.length > 0 && `In the file ${contradictions.join('; ')}.`
  ];
  return {
    verdicts: [
      ...(count?.state === 'judged' ? [{ ...count, rationale: words.filter(Boolean).join(' ') }] : []),
      ...(count?.state === 'abstained' ? [count] : []),
      ...listed
    ],
    contradictions
  };
}

const winnerOf = { win: 'report', loss: 'baseline', tie: 'tie' } as const satisfies Record<string, Winner>;

function ofComparison({ orders, told }: Of<'comparison'>): Converted {
  const detail = comparisonOf(orders.map(({ justification, ...order }) => ({ ...order, rationale: justification })));
  const verdict: Verdict = {
    item: 'comparison',
    kind: 'comparison',
    state: 'judged',
    label: pairOutcome(detail.report - detail.baseline),
    rationale: orders
      .filter(({ justification }) => justification !== '')
      .map(({ first, justification }) => `With the ${first} as text A: ${justification}`)
      .join('\n\n'),
    evidence: [],
    detail
  };
  const contradictions = orders.flatMap(({ report, baseline }, at): string[] => {
    const own = winnerOf[pairOutcome(totalOf(report) - totalOf(baseline))];
    const theirs = told[at];
    if (theirs === null || theirs === undefined || theirs === own) return [];
    return [
      `comparison ${at + 1} says ${theirs === 'tie' ? 'tie' : `${theirs} wins`} at ${totalOf(report)}–${totalOf(baseline)}`
    ];
  });
  return { verdicts: [verdict], contradictions };
}
