/** Evidence of one page on the queries of a claim. */
import { ownSettingOf } from '../../../own-settings.ts';
import type { Page } from '../../../page.ts';
import { playing } from '../../../protocols/reading/read-by-asking.ts';
import { pageOutcomeWords } from '../../../web/outcomes.ts';
import { dateProblem, type EvidenceDate } from '../evidence/aggregate.ts';
import { publisherOf } from '../evidence/publisher.ts';
import type { PlannedQuery } from '../evidence/query-graph.ts';
import type { EvidencePage } from '../units.ts';
import { shownPage } from './shown-page.ts';
import { askPage, type QuerySaid, votePage } from './page-verdict.ts';
import type { DailyReading, Step } from './steps.ts';

/** A page that was found for a claim, with its verdict on each query by the query's id; none if it is not used. */
export interface ReadPage extends Omit<EvidencePage, keyof QuerySaid> {
  said: ReadonlyMap<number, QuerySaid>;
}

export interface Verifying {
  claim: string;
  queries: readonly PlannedQuery[];
  /** Last or first day of evidence; null: no limit. */
  limit: string | null;
  side: EvidenceDate;
}

/**
 * Reads one page's evidence, by one question or by votes. Its date, as the search or the page tells it, its outcome and its statements
 * about itself come with it.
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
  const about = { claim, words, text, shown, dateDecides: found.date === null && limit !== null };
  const votes = ownSettingOf(metric, 'votes') as number;
  const step =
    votes * can.modelsFor('verifier') > 1
      ? await votePage(reading, about, queries, votes)
      : await askPage(reading, about, queries);
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
      said
    }
  };
};
