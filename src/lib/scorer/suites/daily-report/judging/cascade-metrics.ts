/** The three metrics that take facts, reasoning, or all of the cascade. */
import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptText, Protocol } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Verdict } from '../../../verdict.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { countStates, unscoredUnits, wholeReport } from '../../../protocols/reading/unit-verdicts.ts';
import { readingHoles } from '../../../protocols/reading/read-by-asking.ts';
import { holes, instructionsOf, needed, optional, textOf } from '../../../protocols/wording.ts';
import { CITATIONS, CLAIMS, DUPLICATES, QUERIES } from '../prompts/daily-claims-1.ts';
import { CHECK, NEXT, PAGE_VERDICT } from '../prompts/daily-evidence-1.ts';
import { PARAGRAPHS, REASONING } from '../prompts/daily-reasoning-1.ts';
import type { DailyTask } from '../material.ts';
import { claimFigures } from '../scores/claim-counts.ts';
import { scoreSubtasks, subtaskFigures, type SubtaskHeadline, failedDimensions } from '../scores/report-scores.ts';
import { claimUnitLabels, paragraphLabels, preferenceLabels } from '../units.ts';
import { type Cascade, walkCascade } from './cascade.ts';
import {
  abstentionOf,
  claimVerdicts,
  paragraphVerdicts,
  preferenceVerdict,
  subtaskVerdicts,
  unscoredSubtask
} from './cascade-verdicts.ts';
import { repliesOf } from './daily-replies.ts';
import { requirementsText } from './instruction.ts';
import { readingOf } from './steps.ts';

const claimsHole = needed('claims', 'the claims, as JSON');
const requirementHole = needed('requirement', 'the requirement');

/** Texts of the questions about facts, in the order in which they are asked. */
const factTexts: readonly [name: string, title: string, text: string, PromptText['holes']][] = [
  ['claims', 'Claims of a requirement', CLAIMS, [...readingHoles, holes.query, requirementHole]],
  ['duplicates', 'Duplicates and assignment', DUPLICATES, [claimsHole]],
  ['queries', 'Queries', QUERIES, [claimsHole, requirementHole, holes.query]],
  [
    'citations',
    'Claims and citations',
    CITATIONS,
    [claimsHole, needed('sources', 'the sources, as JSON'), holes.report]
  ],
  ['check', 'Cited pages', CHECK, [claimsHole, holes.page]],
  [
    ...(['next', 'Next step', NEXT] as const),
    [
      needed('evidence', 'claim, queries, searches and pages, as JSON'),
      holes.query,
      optional('limit', 'the limit of evidence')
    ]
  ],
  [
    'page',
    'Verdict of a page',
    PAGE_VERDICT,
    [needed('claim', 'the claim'), needed('queries', 'its queries, as JSON'), holes.page]
  ]
];
const reasoningTexts: typeof factTexts = [
  factTexts[0]!,
  factTexts[1]!,
  [
    'paragraphs',
    'Paragraphs',
    PARAGRAPHS,
    [...readingHoles, holes.query, needed('requirements', 'the requirements, as JSON')]
  ],
  [
    ...(['reasoning', 'Reasoning', REASONING] as const),
    [
      ...[needed('paragraphs', 'the paragraphs, as JSON'), requirementHole, holes.report],
      ...[optional('instruction', 'the instruction'), holes.query, optional('today', 'the day of the report')]
    ]
  ]
];

const wordingOf = (own: typeof factTexts) => (prompt: MetricPrompt) => {
  const texts = [
    instructionsOf(prompt),
    requirementsText(prompt),
    ...own.map(([name, title, text, inText]) => ({ name, title, text: textOf(prompt, name, text), holes: inText }))
  ];
  return { texts, replies: repliesOf(texts) };
};

const roles = {
  extractor: { about: 'finds claims and paragraphs in the report' },
  integrator: { about: 'drops duplicates and assigns claims to rubrics' }
} as const;
const factRoles = {
  ...roles,
  planner: { about: 'writes the yes/no queries of a claim' },
  matcher: { about: 'matches claims with what the report cites for them' },
  searcher: { about: 'decides whether to search on, and for what' },
  verifier: { about: 'says what a page says about a claim; several vote', many: true }
} as const;

/** A score of subtasks, or why there is none; of its figures those that are named. */
const scoreOf = (verdicts: readonly Verdict[], headline: SubtaskHeadline, figures: readonly string[]): Score => {
  const { figures: all, ...score } = scoreSubtasks(verdicts, headline);
  const { abstained } = countStates(verdicts);
  const named = Object.fromEntries(figures.map((name) => [name, abstained > 0 ? null : (all[name] ?? null)]));
  if (abstained > 0)
    return { ...score, value: null, reason: 'The judge abstained from the report.', n: 0, abstained, figures: named };
  return { ...score, figures: named };
};

interface Kind {
  name: string;
  kind: 'daily-claim' | 'daily-paragraph' | 'daily-preference';
  labels: readonly string[];
  needs: { facts: boolean; reasoning: boolean };
  headline: SubtaskHeadline;
  figures: Record<string, string>;
  texts: typeof factTexts;
  roles: Protocol['roles'];
  /** Its own verdicts, beside the subtasks. */
  verdicts: (cascade: Cascade) => Verdict[];
}

const protocolOf = ({ kind, labels, needs, headline, figures, ...own }: Kind): Protocol => {
  const combine = (verdicts: readonly Verdict[]): Score => {
    const score = scoreOf(verdicts, headline, Object.keys(figures));
    // A file of ready verdicts may hold the preference alone.
    const given = headline === 'preference' && score.n === 0 ? verdicts.find((one) => one.kind === kind) : undefined;
    const isAlone = given?.state === 'judged' && !verdicts.some((one) => one.kind === 'daily-subtask');
    return isAlone ? { ...score, value: Number(given.label), reason: null, n: 1 } : score;
  };
  return {
    name: own.name,
    unit: { kind, labels },
    figures,
    dated: true,
    ...(own.roles && { roles: own.roles }),
    wording: wordingOf(own.texts),
    judge: async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
      const cascade = await walkCascade(readingOf(sample, metric, can), needs);
      const abstention = abstentionOf(cascade, kind);
      if (abstention) return [abstention];
      const { subtasks, verdicts } = subtaskVerdicts(cascade);
      return [
        ...(kind === 'daily-preference' ? [preferenceVerdict(subtasks)] : []),
        ...verdicts,
        ...own.verdicts(cascade)
      ];
    },
    unscored: (_sample, reason) => [unscoredUnits(wholeReport(kind), reason)],
    expected: ({ material }, reason, given) => {
      // A file may hold nothing but the preference, or that a report could not be judged.
      const isAlone = given.every(({ item }) => item === 'preference' || item === 'report');
      if (isAlone) return [];
      return (material as DailyTask).subtasks.map((subtask) => unscoredSubtask(subtask, needs, reason));
    },
    combine,
    combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combine, rule, [], failedDimensions)
  };
};

const { facAbove, facBelow, facAbsent, ratAbove, ratBelow, ratAbsent } = subtaskFigures;

/**
 * Factuality (arXiv 2606.12871, section 4.2 and appendix B.3.2): claims are extracted by rubric, freed of duplicates, verified by rounds of
 * search; verdicts come from pages by code. Value: 100 · Σ ins·fac / Σ ins over the subtasks of the report.
 *
 * Units: `SUBTASK/claim-HASH`, one per claim, as many as the run verifies at most; `SUBTASK/outcome`, one per subtask.
 */
export const dailyFactuality = protocolOf({
  ...{ name: 'daily-report-factuality', kind: 'daily-claim', labels: claimUnitLabels, headline: 'fac' },
  ...{ needs: { facts: true, reasoning: false }, roles: factRoles, texts: factTexts },
  figures: { facAbove, facBelow, facAbsent, ...claimFigures },
  verdicts: claimVerdicts
});

/**
 * Rationality (appendix B.3.3): paragraphs are located, their claims set aside, and each is judged for four errors.
 *
 * Units: `SUBTASK/paragraph-HASH`, one per paragraph and subtask; `SUBTASK/outcome`, one per subtask.
 */
export const dailyRationality = protocolOf({
  ...{ name: 'daily-report-rationality', kind: 'daily-paragraph', labels: paragraphLabels, headline: 'rat' },
  ...{ needs: { facts: false, reasoning: true }, roles, texts: reasoningTexts },
  figures: { ratAbove, ratBelow, ratAbsent },
  verdicts: paragraphVerdicts
});

/**
 * The whole cascade and the user's preference computed from it (Algorithm 1), 1 to 4.
 *
 * Units: `preference`; `SUBTASK/outcome`; the claims and paragraphs on which they rest.
 */
export const dailyPreference = protocolOf({
  ...{ name: 'daily-report-preference', kind: 'daily-preference', labels: Object.keys(preferenceLabels) },
  ...{ headline: 'preference', needs: { facts: true, reasoning: true }, roles: factRoles },
  texts: [...factTexts, ...reasoningTexts.slice(2)],
  figures: subtaskFigures,
  verdicts: (cascade) => [...claimVerdicts(cascade), ...paragraphVerdicts(cascade)]
});
