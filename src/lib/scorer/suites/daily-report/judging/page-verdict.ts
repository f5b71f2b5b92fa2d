/** The verdict of one page on the queries of a claim: one reply, or votes on each query. */
import type { Question } from '../../../call.ts';
import type { Capabilities } from '../../../capabilities.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { failedVotesReason } from '../../../protocols/failed-votes.ts';
import { playing, questionOf } from '../../../protocols/reading/read-by-asking.ts';
import { readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { textOf } from '../../../protocols/wording.ts';
import { tooLong } from '../../../report/aside/sections.ts';
import { writtenNumbersAgree } from '../evidence/numbers.ts';
import type { PlannedQuery } from '../evidence/query-graph.ts';
import { PAGE_VERDICT } from '../prompts/daily-evidence-1.ts';
import { type EvidencePage, pageVerdicts } from '../units.ts';
import { pageVerdictSchema, pageVerdictShape } from './daily-replies.ts';
import { askStep, type DailyReading, type Step } from './steps.ts';

export type QuerySaid = Pick<EvidencePage, 'verdict' | 'quote' | 'votes'>;

/** A page's statements about itself and on each query, by the query's id. */
interface PageSaid {
  official: boolean;
  /** ISO date; null if it shows none. */
  published: string | null;
  said: Map<number, QuerySaid>;
}

/** A page as it is asked about. */
interface PageAsked {
  claim: string;
  /** Texts in which a claimed figure has to stand: the claim and its queries. */
  words: readonly string[];
  /** The text of the page, and the page as a judge is shown it. */
  text: string;
  shown: string;
  /** Whether the date that the page shows decides if it counts. */
  dateDecides: boolean;
}

type Queries = readonly Pick<PlannedQuery, 'id' | 'query'>[];

/** A figure stands in a text as it is written, whatever its spaces. */
const holdsFigure = (text: string, figure: string): boolean =>
  text.normalize('NFKC').replace(/\s+/gu, '').includes(figure.normalize('NFKC').replace(/\s+/gu, ''));

/** A reply that can be used: each query once, quotes and figures that are there. Support whose figures do not agree is a conflict. */
const readPage = (
  reply: string,
  queries: Queries,
  { words, text }: PageAsked,
  room: { abstains: boolean }
): ReplyValue<PageSaid | { abstains: string }> =>
  readReply(reply, pageVerdictShape, room, ({ queries: all, ...about }): ReplyValue<PageSaid> => {
    const fault = (reason: string) => ({ ok: false as const, fault: reason });
    const known = new Map(all.map((one) => [one.id, one]));
    if (known.size < all.length) return fault('it answers a query twice');
    const missing = queries.find(({ id }) => !known.has(id));
    if (missing) return fault(`it has no answer to the query ${missing.id}`);
    if (known.size > queries.length) return fault('it answers a query that was not asked');
    const said = new Map<number, QuerySaid>();
    for (const { id, verdict, quote, numbers } of all) {
      said.set(id, { verdict, quote });
      if (verdict === 'irrelevant') continue;
      if (!holdsQuote(text, quote)) return fault(`the quote for the query ${id} is not on the page`);
      for (const { claimed, found } of numbers)
        if (!words.some((one) => holdsFigure(one, claimed)) || !holdsFigure(text, found))
          return fault(
            `the figures ${claimed} and ${found} for the query ${id} do not stand in the claim and on the page`
          );
      const differ = numbers.some(({ claimed, found }) => writtenNumbersAgree(claimed, found) === false);
      if (verdict === 'support' && differ) said.set(id, { verdict: 'conflict', quote });
    }
    return { ok: true, value: { said, ...about } };
  });

const questionAbout = (
  { metric, can }: DailyReading,
  { claim, shown }: PageAsked,
  queries: Queries
): Pick<Question, 'user' | 'schema' | 'assume'> & { role: string } => ({
  user: fill(textOf(metric.prompt, 'page', PAGE_VERDICT), {
    claim: delimit('claim', claim, can.delimiterKey),
    queries: delimit('queries', JSON.stringify(queries.map(({ id, query }) => ({ id, query }))), can.delimiterKey),
    page: shown
  }),
  ...{ schema: pageVerdictSchema, role: 'verifier' },
  assume: () =>
    JSON.stringify({
      ...{ published: null, official: false },
      queries: queries.map(({ id }) => ({ id, rationale: '', verdict: 'irrelevant', quote: '', numbers: [] }))
    })
});

/** One reply on all queries; one that cannot be used is asked for again. */
export const askPage = (reading: DailyReading, asked: PageAsked, queries: Queries): Promise<Step<PageSaid>> =>
  askStep<PageSaid>(reading, questionAbout(reading, asked, queries), (reply, room) =>
    readPage(reply, queries, asked, room)
  );

const majorityOf = (votes: number): number => Math.floor(votes / 2) + 1;

/** Parts of a vote beside its label, in its rationale. */
interface VoteWords {
  quote: string;
  official: boolean;
  published: string | null;
}

const wordsOf = (rationale: string): VoteWords => JSON.parse(rationale) as VoteWords;

/** Votes for each date, most first; a vote that sees none is one for null. */
const dateCounts = (votes: readonly Pick<VoteWords, 'published'>[]): { date: string | null; votes: number }[] =>
  [...Map.groupBy(votes, ({ published }) => published)]
    .map(([date, own]) => ({ date, votes: own.length }))
    .toSorted((a, b) => b.votes - a.votes);

const voteOn = async (
  { metric, can }: DailyReading,
  question: ReturnType<typeof questionAbout>,
  [query, asked]: readonly [Queries[number], PageAsked],
  { votes, room }: { votes: number; room: Capabilities }
) => {
  const total = votes * can.modelsFor('verifier');
  return can.vote(questionOf(metric, question), {
    ...{ of: pageVerdicts, repeats: votes, minimumValid: majorityOf(total) },
    read: ({ text }) => {
      const read = readPage(text, [query], asked, room);
      if (!read.ok || 'abstains' in read.value) return null;
      const { said, official, published } = read.value;
      const { verdict, quote } = said.get(query.id)!;
      const label = pageVerdicts.find((one) => one === verdict);
      const words: VoteWords = { quote, official, published };
      return label === undefined ? null : { label, rationale: JSON.stringify(words) };
    }
  });
};

/**
 * Votes on each query, `votes` of each model that plays `verifier`. A tie, or no majority of valid votes among all, is undecided and decides
 * nothing; without a valid vote, or if votes whose calls failed could change how the page counts, the page fails. The page is official, and has a date, as most valid votes say.
 */
export const votePage = async (
  reading: DailyReading,
  asked: PageAsked,
  queries: Queries,
  votes: number
): Promise<Step<PageSaid>> => {
  const room = playing(reading.can, 'verifier');
  const questions = queries.map((query) => ({ query, question: questionAbout(reading, asked, [query]) }));
  for (const { question } of questions) {
    const long = tooLong(room, reading.metric.prompt.system, question.user);
    if (long !== null) return { ok: false, reason: long };
  }
  const outcomes = await Promise.all(
    questions.map(async ({ query, question }) => ({
      query,
      outcome: await voteOn(reading, question, [query, asked], { votes, room })
    }))
  );
  const none = outcomes.find(({ outcome }) => outcome.valid === 0);
  if (none) return { ok: false, reason: `No vote on a page is valid: ${none.outcome.votes[0]?.problem ?? ''}` };
  const valid = outcomes.flatMap(({ outcome }) =>
    outcome.votes.flatMap((vote) => (vote.label === null ? [] : [{ label: vote.label, ...wordsOf(vote.rationale) }]))
  );
  const official = valid.filter((vote) => vote.official).length;
  const all = {
    votes: outcomes.flatMap(({ outcome }) => outcome.votes),
    failed: outcomes.flatMap(({ outcome }) => outcome.failed)
  };
  const dates = dateCounts(valid);
  const lost = [
    ...outcomes.map(({ outcome }) =>
      failedVotesReason(outcome, Object.values(outcome.counts), majorityOf(outcome.votes.length))
    ),
    failedVotesReason(all, [official, valid.length - official], 0),
    asked.dateDecides
      ? failedVotesReason(
          all,
          dates.map((one) => one.votes),
          0
        )
      : null
  ].find((reason) => reason !== null);
  if (lost !== undefined) return { ok: false, reason: lost };
  return {
    ok: true,
    value: {
      official: 2 * official > valid.length,
      published: dates[0]!.votes > (dates[1]?.votes ?? 0) ? dates[0]!.date : null,
      said: new Map(
        outcomes.map(({ query, outcome }): [number, QuerySaid] => {
          const first = outcome.votes.find(({ label }) => label !== null && label === outcome.label);
          return [
            query.id,
            {
              verdict: outcome.label ?? 'undecided',
              quote: first ? wordsOf(first.rationale).quote : '',
              votes: outcome.votes.map(({ label }) => label)
            }
          ];
        })
      )
    }
  };
};
