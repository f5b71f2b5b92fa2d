import type { ChainPage, ChainQuestion, ChainSource, ChainVerdict, EvidenceChain } from '../../../evidence-chain.ts';
import type { Verdict } from '../../../verdict.ts';
import { pageOutcomeWords } from '../../../web/outcomes.ts';
import { count, many } from '../../../../stats/writing/figures.ts';
import { dailyTask, importanceText } from '../material.ts';
import {
  claimDetail,
  type ClaimDetail,
  type ClaimLabel,
  type ClaimQuery,
  type EvidencePage,
  pageVerdicts
} from '../units.ts';

const onClaim: Readonly<Record<ClaimLabel, ChainVerdict>> = {
  correct: { words: 'correct', tone: 'agree' },
  incorrect: { words: 'incorrect', tone: 'disagree' },
  unknown: { words: 'unknown', tone: 'tie' }
};

const onPage: Readonly<Record<NonNullable<EvidencePage['verdict']>, ChainVerdict>> = {
  support: { words: 'supports', tone: 'agree' },
  conflict: { words: 'contradicts', tone: 'disagree' },
  irrelevant: { words: 'says nothing of it', tone: 'tie' },
  undecided: { words: 'undecided', tone: 'tie' }
};

/** A page's verdict, with the votes that it has: `supports (2 of 3 votes)`. */
const pageVerdict = ({ verdict, votes }: EvidencePage): ChainVerdict | null => {
  if (verdict === null || !votes) return verdict && onPage[verdict];
  const { words, tone } = onPage[verdict];
  const valid = votes.filter((vote) => vote !== null);
  const own = valid.filter((vote) => vote === verdict).length;
  const counted =
    verdict === 'undecided'
      ? pageVerdicts.flatMap((one) => {
          const n = valid.filter((vote) => vote === one).length;
          return n === 0 ? [] : [`${onPage[one].words} ${n}`];
        })
      : [`${own}`];
  return { words: `${words} (${counted.join(', ')} of ${many(votes.length, 'vote')})`, tone };
};

const onCitation: Readonly<Record<'support' | 'conflict' | 'unknown', ChainVerdict>> = {
  support: onPage.support,
  conflict: onPage.conflict,
  unknown: onClaim.unknown
};

const pageOf = (page: EvidencePage): ChainPage => ({
  ...{ url: page.url, title: page.title || page.url, publisher: page.publisher, date: page.date },
  ...{ official: page.official, ownReference: page.ownReference, quote: page.quote, content: page.content },
  verdict: page.unused === null ? pageVerdict(page) : null,
  unused: page.unused ?? (page.verdict === null ? 'No verdict on this page was recorded' : null)
});

/** `2 support (1 official), 1 contradicts`; pages that were not used, or say nothing of the question, are on no side. */
function tallyOf(pages: readonly EvidencePage[]): string {
  const used = pages.filter(({ unused }) => unused === null);
  const side = (verdict: 'support' | 'conflict', [one, more]: readonly [string, string]): string[] => {
    const on = used.filter((page) => page.verdict === verdict);
    const official = on.filter((page) => page.official).length;
    if (on.length === 0) return [];
    return [
      `${count(on.length)} ${on.length === 1 ? one : more}${official > 0 ? ` (${count(official)} official)` : ''}`
    ];
  };
  const said = [...side('support', ['supports', 'support']), ...side('conflict', ['contradicts', 'contradict'])];
  return said.length > 0 ? said.join(', ') : used.length > 0 ? 'none says anything of it' : 'none';
}

const questionOf = (asked: ClaimQuery): ChainQuestion => ({
  id: `Q${asked.id}`,
  text: asked.query,
  dependsOn: asked.dependsOn.map((id) => `Q${id}`),
  searches: asked.searches.map(({ query, round, outcome, results }) => ({
    query,
    about: `round ${round}, ${outcome === 'ok' ? many(results, 'result') : `no results: ${outcome}`}`
  })),
  pages: asked.pages.map(pageOf),
  tally: tallyOf(asked.pages),
  because: asked.because,
  verdict: onClaim[asked.verdict],
  modelVerdict: asked.modelVerdict && onClaim[asked.modelVerdict]
});

const isClaim = (verdict: Verdict): boolean => verdict.kind === 'daily-claim' && verdict.state !== 'unscored';

/** What of a claim's verdict makes the subtask's factuality: correct claims among its claims. */
function shareOf(subtask: string, siblings: readonly Verdict[]): string {
  const own = siblings.filter(
    (one) => isClaim(one) && one.detail?.kind === 'daily-claim' && one.detail.subtask === subtask
  );
  const correct = own.filter(({ label }) => label === 'correct').length;
  return `In subtask ${subtask}, ${count(correct)} of ${many(own.length, 'claim')} ${correct === 1 || own.length === 1 ? 'is' : 'are'} correct.`;
}

/** The questions whose verdict decides: any incorrect one, else any unknown one, else all of them. */
function ruleOf({ queries }: ClaimDetail): string {
  const of = (label: ClaimLabel): string[] =>
    queries.flatMap(({ id, verdict }) => (verdict === label ? [`Q${id}`] : []));
  const [incorrect, unknown] = [of('incorrect'), of('unknown')];
  if (queries.length === 0) return 'No question was made of it.';
  if (incorrect.length > 0) return `One incorrect question makes the claim incorrect: ${incorrect.join(', ')}.`;
  if (unknown.length > 0)
    return `No question is incorrect, and one that stays unknown leaves the claim unknown: ${unknown.join(', ')}.`;
  return 'All questions are correct.';
}

/** The chain of a claim's verification (arXiv 2606.12871, appendix B.3.2); null for a verdict without a claim's detail. */
export function claimChain({ verdict, siblings, material }: ChainSource): EvidenceChain | null {
  const read = claimDetail.safeParse(verdict.detail);
  if (verdict.detail?.kind !== 'daily-claim' || !read.success) return null;
  const detail = read.data;
  const task = dailyTask.safeParse(material).data;
  const subtask = task?.subtasks.find(({ key }) => key === detail.subtask);
  const claims = siblings.filter((one) => one.kind === 'daily-claim');
  const number = claims.findIndex(({ item }) => item === verdict.item) + 1;
  const label =
    verdict.state === 'judged' && Object.hasOwn(onClaim, verdict.label) ? onClaim[verdict.label as ClaimLabel] : null;
  const unverified = verdict.state === 'unscored' ? verdict.reason : 'It belongs to no subtask and was not verified.';
  return {
    title: label ? `Claim ${number} is judged ${label.words}` : `Claim ${number} was not verified`,
    about: subtask
      ? `subtask ${subtask.key}, ${importanceText(subtask)}: ${subtask.rubrics.fac ?? subtask.text}`
      : detail.subtask === null
        ? 'no subtask'
        : `subtask ${detail.subtask}`,
    fact: detail.fact,
    place: detail.place,
    fromTable: detail.from === 'table',
    wording: verdict.text ?? detail.fact,
    number,
    of: claims.length,
    questions: detail.queries.map(questionOf),
    dates: task?.evidenceLimit ? `the task’s last day of evidence is ${task.evidenceLimit}` : '',
    verdict: label ?? { words: 'not verified', tone: 'tie' },
    because: label
      ? [ruleOf(detail), ...(detail.subtask === null ? [] : [shareOf(detail.subtask, siblings)])].join(' ')
      : unverified,
    citations: detail.references.map(({ url, outcome, check, quote }) => ({
      url,
      outcome: outcome && outcome !== 'ok' ? pageOutcomeWords(outcome) : null,
      verdict: check && onCitation[check],
      quote
    }))
  };
}
