import type { Capabilities } from '../../capabilities.ts';
import type { Metric, MetricSettings, Protocol } from '../../metric.ts';
import type { Page } from '../../page.ts';
import type { Sample } from '../../sample.ts';
import type { Verdict } from '../../verdict.ts';
import { isE1 } from '../../web/outcomes.ts';
import { askAlone, inParallel } from '../asking-alone.ts';
import { markProse } from '../asking.ts';
import { MOST_CLAIMS, relevanceQuestion, rubricTreeWording, supportQuestion } from './rubric-tree-questions.ts';
import { parseRelevance, parseSupport } from './rubric-tree-reply.ts';
import { scoreClaims, combineClaims } from './rubric-tree-score.ts';
import {
  type PageBranch,
  branchesNow,
  pageBranches,
  byNumber,
  claimUnit,
  drawBranches,
  failed,
  found,
  NO_SOURCES,
  claimVerdict,
  sourceUnit,
  unread
} from './rubric-tree-units.ts';

export { parseRelevance, parseSupport } from './rubric-tree-reply.ts';
export { excerpt } from './rubric-tree-excerpt.ts';
export { rubricTreePrompt } from './rubric-tree-questions.ts';
export { scoreClaims, combineClaims } from './rubric-tree-score.ts';

/** Sources that one report works on at once. */
const AT_ONCE = 6;

const TOO_SMALL = 'The context of this judge is too small for the claims and a part of the page that is worth reading.';

const judgeClaims = async (
  sample: Sample,
  metric: Metric,
  can: Capabilities,
  branch: PageBranch,
  page: Page
): Promise<Verdict[]> => {
  const batches = Array.from({ length: Math.ceil(branch.claims.length / MOST_CLAIMS) }, (_, at) =>
    branch.claims.slice(at * MOST_CLAIMS, (at + 1) * MOST_CLAIMS)
  );
  const answered = await Promise.all(
    batches.map(async (claims): Promise<Verdict[]> => {
      const question = supportQuestion(sample, metric, page, claims, can);
      const ids = claims.map(({ key }) => key);
      const asked = question
        ? await askAlone(can, question, (text) => parseSupport(text, ids, can))
        : ({ ok: false, reason: TOO_SMALL } as const);
      const verdicts = claims.map((claim) => {
        const unit = claimUnit(branch, claim);
        if (!asked.ok) return failed(unit, asked.reason);
        const answer = asked.value.get(claim.key);
        return answer ? claimVerdict(unit, answer, page) : failed(unit, `The reply has no entry for ${claim.key}.`);
      });
      return markProse(verdicts, asked.ok && asked.prose);
    })
  );
  return answered.flat();
};

/** One source and the claims that cite it: does it open, has it to do with the query, does it bear the claims out? */
const judgeBranch = async (
  sample: Sample,
  metric: Metric,
  can: Capabilities,
  branch: PageBranch
): Promise<{ source: Verdict; claims: Verdict[] }> => {
  const page = await can.fetch(branch.source.url);
  const unit = sourceUnit(branch, page);
  if (page.outcome === 'not-fetched') {
    const reason = `The cited page was not fetched: ${page.note}.`;
    return {
      source: failed(unit, reason),
      claims: branch.claims.map((claim) => failed(claimUnit(branch, claim), reason))
    };
  }
  const unusable = (why: string): Verdict[] =>
    branch.claims.map((claim) => found(claimUnit(branch, claim), 'source-unusable', why));
  if (page.outcome !== 'ok' || page.text === null) {
    const label = isE1(page.outcome, 'strict') ? 'unreachable' : page.outcome === 'ok' ? 'unreadable' : page.outcome;
    return {
      source: found(unit, label, `The page was not read: ${page.note}.`),
      claims: unusable('The page that it cites was not read.')
    };
  }
  const asked = await askAlone(can, relevanceQuestion(sample, metric, page, can), (text) => parseRelevance(text, can));
  const answered = asked.ok ? claimVerdict(unit, asked.value, page) : failed(unit, asked.reason);
  const source: Verdict = asked.ok && asked.prose ? { ...answered, prose: true } : answered;
  const claims =
    source.label === 'irrelevant'
      ? unusable('The page that it cites has nothing to do with the query.')
      : await judgeClaims(sample, metric, can, branch, page);
  return { source, claims };
};

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const { markdown } = sample.report;
  const branches = drawBranches(await pageBranches(markdown), markdown, metric.settings.maxClaims);
  if (branches.length === 0) return [NO_SOURCES];
  const judged = await inParallel(branches, AT_ONCE, (branch) => judgeBranch(sample, metric, can, branch));
  return [...judged.map(({ source }) => source), ...judged.flatMap(({ claims }) => claims).sort(byNumber)];
};

const unscored = (sample: Sample, reason: string, settings: MetricSettings = {}): Verdict[] => {
  const { markdown } = sample.report;
  const all = branchesNow(markdown);
  if (all === null) return [unread(reason)];
  const branches = drawBranches(all, markdown, settings.maxClaims);
  if (branches.length === 0) return [NO_SOURCES];
  const claims = branches.flatMap((branch) => branch.claims.map((claim) => failed(claimUnit(branch, claim), reason)));
  return [...branches.map((branch) => failed(sourceUnit(branch, null), reason)), ...claims.sort(byNumber)];
};

/**
 * Rubric tree: claims are grouped by the page that they cite, each page is read once, and judged from the root down (paper
 * 000, section 4.2 and appendix E).
 *
 * Our code finds the claims and the pages (`pairClaims`), the same for all judges and people. Then for each page: does it
 * open (E1, by the outcome of fetching it)? Has it to do with the query, by its title and first 1,500 characters (E2; its
 * claims are not looked at)? Does it bear out each claim that cites it (E3), up to 15 claims in a question, with the page
 * whole or, if it is too long, the passages nearest to the claims?
 *
 * Units: `source-1` … one per page: `relevant`, `irrelevant` (E2), `unreachable` (strict E1), else the outcome that kept it
 * from being read; `claim-1` … one per claim and page: `supported`, `unsupported` (E3), `no-claim` (it asserts nothing),
 * `source-unusable` (the page was not read or is irrelevant). Evidence of a claim are words of the page; a quote that is not
 * on the page has the place null. A report without URLs has the single unit `sources`, a `count` of 0; a report that could not
 * be read within the limits has it unscored.
 *
 * If the run caps the claims of a report, that many are drawn by hash, the same for all judges; only pages that a drawn claim cites
 * are judged then.
 *
 * A page that was not fetched because this machine could not reach it leaves itself and its claims unscored: nothing is known
 * about it. A reply that cannot be used is asked for once more; what fails then, and a call that fails for good, leaves the units
 * that it concerns unscored. Where the relevance of a page is not known, because of that or because the judge abstained,
 * its claims are judged all the same.
 */
export const rubricTree: Protocol = {
  name: 'rubric-tree',
  unit: { kind: 'claim', labels: ['supported', 'unsupported', 'no-claim', 'source-unusable'] },
  figures: {
    urls: 'web pages that the report cites or lists',
    e1: 'pages that do not exist or lead nowhere (E1, strict)',
    e1Paper: 'pages that do not open, also if the server failed or kept only us out (E1, as in the paper)',
    serverErrors: 'pages whose server answers 5xx, beside strict E1',
    resets: 'pages whose server resets the connection, beside strict E1',
    timeouts: 'pages that do not arrive in time, beside strict E1',
    e2: 'pages that have nothing to do with the query (E2)',
    read: 'pages judged for relevance',
    pairs: 'pairs of a claim and a page that it cites',
    checked: 'pairs checked against the text of the page',
    e3: 'checked pairs whose page does not support the claim (E3)',
    blocked: 'pages that may exist but could not be read'
  },
  wording: rubricTreeWording,
  judge,
  unscored,
  combine: scoreClaims,
  combineJudges: (judges, _settings, rule) => combineClaims(judges, rule)
};
