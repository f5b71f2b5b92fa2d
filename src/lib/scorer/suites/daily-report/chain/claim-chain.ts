import type { Messages } from '../../../../messages/catalogues/en/index.ts';
import { libraryTextIn } from '../../../../messages/library-text.ts';
import type { Words } from '../../../../messages/message.ts';
import { messagesIn } from '../../../../messages/words.ts';
import type { ChainPage, ChainQuestion, ChainSource, ChainVerdict, EvidenceChain } from '../../../evidence-chain.ts';
import type { PageOutcome } from '../../../page.ts';
import type { Verdict } from '../../../verdict.ts';
import { pageOutcomeWords } from '../../../web/outcomes.ts';
import { dailyTask, importanceText } from '../material.ts';
import {
  claimDetail,
  type ClaimDetail,
  type ClaimLabel,
  type ClaimQuery,
  type EvidencePage,
  pageVerdicts
} from '../units.ts';

type Say = Words<Messages['claimChain']>;

const tones = { correct: 'agree', incorrect: 'disagree', unknown: 'tie' } as const;
const pageTones = { support: 'agree', conflict: 'disagree', irrelevant: 'tie', undecided: 'tie' } as const;

const onClaim = (label: ClaimLabel, say: Say): ChainVerdict => ({ words: say.label({ label }), tone: tones[label] });

const onPage = (verdict: NonNullable<EvidencePage['verdict']>, say: Say): ChainVerdict => ({
  words: say.page({ verdict }),
  tone: pageTones[verdict]
});

/** A page's verdict, with the votes that it has: `supports (2 of 3 votes)`. */
const pageVerdict = ({ verdict, votes }: EvidencePage, say: Say): ChainVerdict | null => {
  if (verdict === null || !votes) return verdict && onPage(verdict, say);
  const n = votes.length;
  const own = (one: (typeof pageVerdicts)[number]): number => votes.filter((vote) => vote === one).length;
  if (verdict !== 'undecided')
    return { words: say.pageVotes({ verdict, own: own(verdict), n }), tone: pageTones[verdict] };
  const counted = pageVerdicts.filter((one) => own(one) > 0).map((one) => say.votes({ verdict: one, n: own(one) }));
  return { words: say.undecidedVotes({ votes: counted.join(', '), n }), tone: 'tie' };
};

const onCitation = (check: 'support' | 'conflict' | 'unknown', say: Say): ChainVerdict =>
  check === 'unknown' ? onClaim(check, say) : onPage(check, say);

/** Why a page was not used: its outcome, if it could not be read, which is recorded in English. */
const whyUnused = ({ unused, outcome }: EvidencePage, language: string): string | null =>
  unused !== null && outcome !== null && unused === pageOutcomeWords(outcome)
    ? outcomeIn(language, outcome)
    : unused && libraryTextIn(language)(unused);

const outcomeIn = (language: string, outcome: PageOutcome): string =>
  messagesIn(language, 'pageOutcome').outcome({ outcome });

const pageOf = (page: EvidencePage, say: Say, language: string): ChainPage => ({
  ...{ url: page.url, title: page.title || page.url, publisher: page.publisher, date: page.date },
  ...{ official: page.official, ownReference: page.ownReference, quote: page.quote, content: page.content },
  verdict: page.unused === null ? pageVerdict(page, say) : null,
  unused: page.unused === null && page.verdict === null ? say.noVerdict : whyUnused(page, language)
});

/** `2 support (1 official), 1 contradicts`; pages that were not used, or say nothing of the question, are on no side. */
function tallyOf(pages: readonly EvidencePage[], say: Say): string {
  const used = pages.filter(({ unused }) => unused === null);
  const on = (verdict: 'support' | 'conflict'): { n: number; official: number } => {
    const own = used.filter((page) => page.verdict === verdict);
    return { n: own.length, official: own.filter((page) => page.official).length };
  };
  const [support, conflict] = [on('support'), on('conflict')];
  if (support.n + conflict.n === 0) return say.tallyNone({ used: used.length > 0 ? 'yes' : 'no' });
  if (conflict.n === 0) return say.tallySupport(support);
  if (support.n === 0) return say.tallyConflict(conflict);
  return say.tallyBoth({ support: say.tallySupport(support), conflict: say.tallyConflict(conflict) });
}

const questionOf = (asked: ClaimQuery, say: Say, language: string): ChainQuestion => ({
  id: `Q${asked.id}`,
  text: asked.query,
  dependsOn: asked.dependsOn.map((id) => `Q${id}`),
  searches: asked.searches.map(({ query, round, outcome, results }) => ({
    query,
    about: outcome === 'ok' ? say.results({ round, n: results }) : say.noResults({ round, outcome })
  })),
  pages: asked.pages.map((page) => pageOf(page, say, language)),
  tally: tallyOf(asked.pages, say),
  because: libraryTextIn(language)(asked.because),
  verdict: onClaim(asked.verdict, say),
  modelVerdict: asked.modelVerdict && onClaim(asked.modelVerdict, say)
});

const isClaim = (verdict: Verdict): boolean => verdict.kind === 'daily-claim' && verdict.state !== 'unscored';

/** Describes the factuality of the claim's subtask: correct claims among its claims. */
function shareOf(subtask: string, siblings: readonly Verdict[], say: Say): string {
  const own = siblings.filter(
    (one) => isClaim(one) && one.detail?.kind === 'daily-claim' && one.detail.subtask === subtask
  );
  return say.share({ subtask, correct: own.filter(({ label }) => label === 'correct').length, n: own.length });
}

/** The questions whose verdict decides: any incorrect one, else any unknown one, else all of them. */
function ruleOf({ queries }: ClaimDetail, say: Say): string {
  const of = (label: ClaimLabel): string[] =>
    queries.flatMap(({ id, verdict }) => (verdict === label ? [`Q${id}`] : []));
  const [incorrect, unknown] = [of('incorrect'), of('unknown')];
  if (queries.length === 0) return say.noQuestion;
  if (incorrect.length > 0) return say.incorrect({ questions: incorrect.join(', ') });
  return unknown.length > 0 ? say.unknown({ questions: unknown.join(', ') }) : say.correct;
}

/** The chain of a claim's verification (arXiv 2606.12871, appendix B.3.2); null for a verdict without a claim's detail. */
export function claimChain({ verdict, siblings, material, language = 'en' }: ChainSource): EvidenceChain | null {
  const say = messagesIn(language, 'claimChain');
  const recorded = libraryTextIn(language);
  const read = claimDetail.safeParse(verdict.detail);
  if (verdict.detail?.kind !== 'daily-claim' || !read.success) return null;
  const detail = read.data;
  const task = dailyTask.safeParse(material).data;
  const subtask = task?.subtasks.find(({ key }) => key === detail.subtask);
  const claims = siblings.filter((one) => one.kind === 'daily-claim');
  const number = claims.findIndex(({ item }) => item === verdict.item) + 1;
  const label =
    verdict.state === 'judged' && Object.hasOwn(tones, verdict.label) ? (verdict.label as ClaimLabel) : null;
  const unverified = verdict.state === 'unscored' ? recorded(verdict.reason) : say.unverified;
  const rule = ruleOf(detail, say);
  return {
    title: label ? say.titleVerified({ number, label }) : say.titleUnverified({ number }),
    about: subtask
      ? say.about({
          ...{ subtask: subtask.key, importance: recorded(importanceText(subtask)) },
          text: subtask.rubrics.fac ?? subtask.text
        })
      : detail.subtask === null
        ? say.noSubtask
        : say.subtask({ subtask: detail.subtask }),
    fact: detail.fact,
    place: detail.place,
    fromTable: detail.from === 'table',
    wording: verdict.text ?? detail.fact,
    number,
    of: claims.length,
    questions: detail.queries.map((asked) => questionOf(asked, say, language)),
    dates: task?.evidenceLimit ? say.dates({ day: task.evidenceLimit }) : '',
    verdict: label ? onClaim(label, say) : { words: say.label({ label: 'none' }), tone: 'tie' },
    because: !label
      ? unverified
      : detail.subtask === null
        ? rule
        : say.withShare({ rule, share: shareOf(detail.subtask, siblings, say) }),
    citations: detail.references.map(({ url, outcome, check, quote }) => ({
      url,
      outcome: outcome && outcome !== 'ok' ? outcomeIn(language, outcome) : null,
      verdict: check && onCitation(check, say),
      quote
    }))
  };
}
