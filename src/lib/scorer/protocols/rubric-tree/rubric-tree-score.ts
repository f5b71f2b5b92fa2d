import { pageOutcomes } from '../../page.ts';
import type { MissingVerdictRule, EnsembleScore, EnsembleUnit, JudgeVerdicts, Score } from '../../score.ts';
import type { Verdict } from '../../verdict.ts';
import { countedAs, type FailureFigure, failsClaims, isE1 } from '../../web/outcomes.ts';
import { meanOfJudges } from '../combining.ts';

/** Sources whose claims count as not supported: they do not open, or have nothing to do with the query. */
const FAILING: readonly string[] = ['unreachable', 'irrelevant', ...pageOutcomes.filter(failsClaims)];

const labelsOfSources = (verdicts: readonly Verdict[]): Map<string, string | null> =>
  new Map(verdicts.filter(({ kind }) => kind === 'source').map(({ item, label }) => [item, label]));

/** 1 supported, 0 not, null if the pair says nothing about the report's accuracy or its support is unknown. */
const valueOf = (verdict: Verdict, sources: ReadonlyMap<string, string | null>): 0 | 1 | null => {
  if (verdict.label === 'supported') return 1;
  if (verdict.label === 'unsupported') return 0;
  if (verdict.label !== 'source-unusable' || verdict.detail?.kind !== 'claim') return null;
  return FAILING.includes(sources.get(verdict.detail.source) ?? '') ? 0 : null;
};

const figuresOf = (sources: readonly Verdict[], claims: readonly Verdict[]): Score['figures'] => {
  const outcomes = sources.flatMap(({ detail }) => (detail?.kind === 'source' ? [detail.outcome] : []));
  // Pages that were not fetched may hold any number of errors as well.
  const fetched = outcomes.every((outcome) => outcome !== 'not-fetched');
  const known = sources.length > 0 && outcomes.length === sources.length && fetched;
  const among = (verdicts: readonly Verdict[], ...labels: string[]): number =>
    verdicts.filter(({ label }) => label !== null && labels.includes(label)).length;
  // Units from which a judge abstains may have any number of errors: a count of the others would be too low.
  const open = (verdicts: readonly Verdict[]): boolean =>
    sources.length === 0 || verdicts.some(({ state }) => state === 'abstained');
  const failed = (figure: FailureFigure): number => outcomes.filter((outcome) => countedAs(outcome) === figure).length;
  const count = (isKnown: boolean, n: number): number | null => (isKnown ? n : null);
  return {
    urls: sources.length,
    e1: count(known, outcomes.filter((outcome) => isE1(outcome, 'strict')).length),
    e1Paper: count(known, outcomes.filter((outcome) => isE1(outcome, 'paper')).length),
    serverErrors: count(known, failed('serverErrors')),
    resets: count(known, failed('resets')),
    timeouts: count(known, failed('timeouts')),
    e2: count(known && !open(sources), among(sources, 'irrelevant')),
    read: count(known && !open(sources), among(sources, 'relevant', 'irrelevant')),
    pairs: claims.length,
    checked: count(known && !open(claims), among(claims, 'supported', 'unsupported')),
    e3: count(known && !open(claims), among(claims, 'unsupported')),
    blocked: count(known, outcomes.filter((outcome) => outcome !== 'ok' && !isE1(outcome, 'strict')).length)
  };
};

const whyNothing = (sources: readonly Verdict[], claims: readonly Verdict[]): string => {
  if (sources.length === 0) return 'The report cites no web page, so the accuracy of its citations is undefined.';
  if (claims.length === 0) return 'No claim of the report cites a web page.';
  const held = sources.filter(({ detail }) => detail?.kind === 'source' && detail.outcome === 'not-fetched').length;
  if (held > 0)
    return `${held} of ${sources.length} cited pages were not fetched, because this machine could not reach them.`;
  const abstained = claims.filter(({ state }) => state === 'abstained').length;
  if (abstained > 0)
    return `The judge abstained from ${abstained} of ${claims.length} pairs of claim and page; a share of the others would mislead.`;
  if (claims.some(({ state }) => state === 'unscored')) return 'No pair of claim and page has a valid verdict.';
  return claims.every(({ label }) => label === 'no-claim')
    ? 'Nothing that cites a web page asserts anything.'
    : 'No claim that asserts something cites a page that could be read.';
};

/**
 * The score of one report under one judge: 100 · supported ÷ decided pairs of claim and page.
 *
 * Decided are pairs that were checked, and pairs whose page does not exist (strict E1), answers 5xx, resets the connection or
 * is irrelevant (E2): these count as not supported. Pairs whose page timed out or was closed to us, pairs that assert nothing and pairs without a valid verdict
 * are left out; so are pairs whose page was not fetched because this machine could not reach the web. The value is null if no pair is decided, and if the judge abstained from any. Of the figures, `e1`,
 * `e1Paper`, `serverErrors`, `resets`, `timeouts`, `e2` and `blocked` count pages, `e3` pairs (arXiv 2510.14240, appendix E,
 * note 2); those that are not known, and all
 * counts of errors in a report without URLs, are null.
 */
export const scoreClaims = (verdicts: readonly Verdict[]): Score => {
  const sources = verdicts.filter(({ kind }) => kind === 'source');
  const claims = verdicts.filter(({ kind }) => kind === 'claim');
  const labels = labelsOfSources(verdicts);
  const values = claims.flatMap((verdict) => valueOf(verdict, labels) ?? []);
  const unread = verdicts.find(({ item, state }) => item === 'sources' && state === 'unscored');
  const abstains = claims.some(({ state }) => state === 'abstained');
  const n = abstains ? 0 : values.length;
  const supported = values.filter((value) => value === 1).length;
  const count = (state: Verdict['state']): number => verdicts.filter((verdict) => verdict.state === state).length;
  return {
    value: n === 0 ? null : (100 * supported) / n,
    reason: n > 0 ? null : unread?.state === 'unscored' ? unread.reason : whyNothing(sources, claims),
    n,
    abstained: count('abstained'),
    unscored: count('unscored'),
    figures: { ...figuresOf(sources, claims), ...(unread && { urls: null, pairs: null }) }
  };
};

interface Heard {
  value: number | null;
  failed: boolean;
}

/** A judge's answers on each claim, over its repeats. */
const heardOf = ({ repeats }: JudgeVerdicts): Map<string, Heard> => {
  const heard = new Map<string, { values: number[]; failed: boolean }>();
  for (const verdicts of repeats) {
    const sources = labelsOfSources(verdicts);
    for (const verdict of verdicts) {
      if (verdict.kind !== 'claim') continue;
      const one = heard.get(verdict.item) ?? { values: [], failed: false };
      const value = valueOf(verdict, sources);
      if (value !== null) one.values.push(value);
      one.failed ||= verdict.state === 'unscored';
      heard.set(verdict.item, one);
    }
  }
  return new Map(
    Array.from(heard, ([item, { values, failed }]) => [
      item,
      { value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length, failed }
    ])
  );
};

const unitOf = (item: string, heard: readonly Heard[], rule: MissingVerdictRule): EnsembleUnit => {
  const answered = heard.flatMap(({ value }) => value ?? []);
  const nothing = { item, value: null, judges: 0 };
  if (heard.some(({ failed }) => failed) && (rule === 'all-judges' || answered.length === 0))
    return { ...nothing, state: 'unscored' };
  if (answered.length === 0) return { ...nothing, state: 'abstained' };
  const value = answered.reduce((sum, one) => sum + one, 0) / answered.length;
  return { item, state: 'judged', value, judges: answered.length };
};

/**
 * The score of one report under an ensemble: the mean over judges of their own scores and figures (arXiv 2510.14240, section 4).
 * Pages are read once per run, so E1 is the same for all. Units are the pairs of claim and page that all judges were asked
 * about: the mean over judges of 1 for supported and 0 for not supported (unsupported, or its page unreachable or
 * irrelevant); a judge to whom the pair asserts nothing, or whose page could not be read, is skipped.
 */
export const combineClaims = (
  judges: readonly JudgeVerdicts[],
  rule: MissingVerdictRule = 'all-judges'
): EnsembleScore => {
  const heard = judges.map(heardOf);
  const shared = [...(heard[0]?.keys() ?? [])].filter((item) => heard.every((one) => one.has(item)));
  const units = shared.map((item) =>
    unitOf(
      item,
      heard.flatMap((one) => one.get(item) ?? []),
      rule
    )
  );
  return meanOfJudges(judges, scoreClaims, rule, units);
};
