/** What one page says about the queries of a claim. */
import type { Page } from '../../../page.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { playing } from '../../../protocols/reading/read-by-asking.ts';
import { readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { textOf } from '../../../protocols/wording.ts';
import { pageOutcomeWords } from '../../../web/outcomes.ts';
import { dateProblem, type EvidenceDate } from '../evidence/aggregate.ts';
import { writtenNumbersAgree } from '../evidence/numbers.ts';
import { publisherOf } from '../evidence/publisher.ts';
import type { PlannedQuery } from '../evidence/query-graph.ts';
import { PAGE_VERDICT } from '../prompts/daily-evidence-1.ts';
import type { EvidencePage } from '../units.ts';
import { pageVerdictSchema, pageVerdictShape } from './daily-replies.ts';
import { shownPage } from './shown-page.ts';
import { askStep, type DailyReading, type Step } from './steps.ts';

/** A page that was found for a claim, with its verdict on each query by the query's id; none where it is not used. */
export interface ReadPage extends Omit<EvidencePage, 'verdict' | 'quote'> {
  said: ReadonlyMap<number, Pick<EvidencePage, 'verdict' | 'quote'>>;
}

export interface Verifying {
  claim: string;
  queries: readonly PlannedQuery[];
  /** Last or first day of evidence; null: no limit. */
  limit: string | null;
  side: EvidenceDate;
}

/** A figure stands in a text as it is written, whatever its spaces. */
const holdsFigure = (text: string, figure: string): boolean =>
  text.normalize('NFKC').replace(/\s+/gu, '').includes(figure.normalize('NFKC').replace(/\s+/gu, ''));

/**
 * Asks what a page says. Its date, as the search or the page tells it, its outcome and what it says of itself come with it; figures are
 * compared by code: support whose figures do not agree is a conflict.
 */
export const readEvidence = async (
  reading: DailyReading,
  { claim, queries, limit, side }: Verifying,
  found: { url: string; title: string; date: string | null; ownReference: boolean }
): Promise<Step<ReadPage>> => {
  const { metric, can } = reading;
  const unused = (page: Page | null, reason: string): Step<ReadPage> => ({
    ok: true,
    value: {
      ...found,
      ...{ outcome: page?.outcome ?? null, content: page?.contentHash ?? null },
      ...{ publisher: publisherOf(page?.finalUrl ?? found.url), official: false, unused: reason, said: new Map() }
    }
  });
  const early = dateProblem(found.date, limit, side);
  if (early !== null) return unused(null, early);
  const page = await can.fetch(found.url);
  if (page.outcome === 'not-fetched') return { ok: false, reason: `A page found was not fetched: ${page.note}.` };
  if (page.outcome !== 'ok' || page.text === null) return unused(page, pageOutcomeWords(page.outcome));
  const text = page.text;
  const words = [claim, ...queries.map(({ query }) => query)];
  const player = playing(can, 'verifier');
  const shown = shownPage({ ...page, text, title: page.title ?? found.title }, found.date, words, {
    ...{ contextTokens: player.contextTokens, delimiterKey: can.delimiterKey }
  });
  if (shown === null) return { ok: false, reason: 'The context of this judge is too small for a part of a page.' };
  const user = fill(textOf(metric.prompt, 'page', PAGE_VERDICT), {
    claim: delimit('claim', claim, can.delimiterKey),
    queries: delimit('queries', JSON.stringify(queries.map(({ id, query }) => ({ id, query }))), can.delimiterKey),
    page: shown
  });
  const assume = () =>
    JSON.stringify({
      ...{ published: null, official: false },
      queries: queries.map(({ id }) => ({ id, rationale: '', verdict: 'irrelevant', quote: '', numbers: [] }))
    });
  const step = await askStep(reading, { user, schema: pageVerdictSchema, role: 'verifier', assume }, (reply, room) =>
    readReply(reply, pageVerdictShape, room, ({ queries: said, ...about }) => {
      const fault = (reason: string) => ({ ok: false as const, fault: reason });
      const known = new Map(said.map((one) => [one.id, one]));
      if (known.size < said.length) return fault('it answers a query twice');
      const missing = queries.find(({ id }) => !known.has(id));
      if (missing) return fault(`it has no answer to the query ${missing.id}`);
      if (known.size > queries.length) return fault('it answers a query that was not asked');
      for (const { id, verdict, quote, numbers } of said) {
        if (verdict === 'irrelevant') continue;
        if (!holdsQuote(text, quote)) return fault(`the quote for the query ${id} is not on the page`);
        for (const { claimed, found: figure } of numbers)
          if (!words.some((one) => holdsFigure(one, claimed)) || !holdsFigure(text, figure))
            return fault(
              `the figures ${claimed} and ${figure} for the query ${id} do not stand in the claim and on the page`
            );
      }
      return { ok: true, value: { said: known, ...about } };
    })
  );
  if (!step.ok) return step;
  const { said, official, published } = step.value;
  const date = found.date ?? published;
  const late = dateProblem(date, limit, side);
  if (late !== null) return unused(page, late);
  return {
    ok: true,
    value: {
      ...{ ...found, date, outcome: page.outcome, content: page.contentHash, official, unused: null },
      title: page.title ?? found.title,
      publisher: publisherOf(page.finalUrl ?? found.url),
      said: new Map(
        [...said].map(([id, { verdict, quote, numbers }]) => {
          const differ =
            verdict === 'support' &&
            numbers.some(({ claimed, found: figure }) => writtenNumbersAgree(claimed, figure) === false);
          return [id, { verdict: differ ? ('conflict' as const) : verdict, quote }];
        })
      )
    }
  };
};
