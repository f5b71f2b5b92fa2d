/** A claim verified on the web: its own references first, then rounds of search until the judge answers. */
import { delimit } from '../../../protocols/delimiter.ts';
import { readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { textOf } from '../../../protocols/wording.ts';
import { searchFailedReason } from '../../../search/words.ts';
import { pageKey } from '../../../web/url-key.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { concludeClaim, concludeQuery, dayAfter } from '../evidence/aggregate.ts';
import type { PlannedQuery } from '../evidence/query-graph.ts';
import { LIMIT_FROM, LIMIT_UNTIL, NEXT } from '../prompts/daily-evidence-1.ts';
import type { ClaimLabel, ClaimQuery, EvidencePage } from '../units.ts';
import type { ClaimReference } from './citations-step.ts';
import { nextStepSchema, nextStepShape } from './daily-replies.ts';
import { readEvidence, type ReadPage, type Verifying } from './evidence-page.ts';
import { askStep, type DailyReading, type Step } from './steps.ts';

/** Results of a search that are read. */
const RESULTS = 5;

type Made = ClaimQuery['searches'][number] & { for: number };

type NextStep =
  | { action: 'search'; for: number; search: string }
  | { action: 'answer'; conclusions: Map<number, ClaimLabel> };

const pagesFor = (id: number, pages: readonly ReadPage[]): EvidencePage[] =>
  pages.map(({ said, ...page }) => ({ ...page, ...(said.get(id) ?? { verdict: null, quote: '' }) }));

/** The next step that a reply names, if it can be taken. */
const readNext = (
  text: string,
  queries: readonly PlannedQuery[],
  made: readonly Made[],
  pages: readonly ReadPage[],
  can: { abstains: boolean }
): ReplyValue<NextStep | { abstains: string }> =>
  readReply(text, nextStepShape, can, ({ action, for: served, search, conclusions }): ReplyValue<NextStep> => {
    const fault = (words: string): ReplyValue<NextStep> => ({ ok: false, fault: words });
    if (action === 'answer') {
      if (made.length === 0 && !pages.some(({ unused }) => unused === null))
        return fault('it answers before any search was made or page was read');
      const said = new Map(conclusions.map(({ id, verdict }) => [id, verdict]));
      const missing = queries.find(({ id }) => !said.has(id));
      if (missing) return fault(`it has no conclusion for the query ${missing.id}`);
      return { ok: true, value: { action, conclusions: said } };
    }
    const query = queries.find(({ id }) => id === served);
    if (!query) return fault(`it searches for ${served}, which is no query of the claim`);
    if (!search) return fault('it searches for nothing');
    if (made.some((one) => one.query.toLowerCase() === search.toLowerCase())) return fault('it repeats a search');
    const before = query.dependsOn.find(
      (id) => !made.some((one) => one.for === id) && concludeQuery(pagesFor(id, pages)).verdict === 'unknown'
    );
    if (before !== undefined)
      return fault(`it searches for the query ${query.id} before the query ${before}, on which that depends`);
    return { ok: true, value: { action, for: query.id, search } };
  });

const askNext = async (
  reading: DailyReading,
  { claim, queries, limit, side }: Verifying,
  made: readonly Made[],
  pages: readonly ReadPage[]
): Promise<Step<NextStep>> => {
  const { sample, metric, can } = reading;
  const evidence = {
    claim,
    queries: queries.map(({ id, query, dependsOn }) => ({ id, query, depends_on: dependsOn })),
    searches: made.map(({ query, outcome, results }) => ({ search: query, outcome, results })),
    pages: pages.map(({ url, title, date, official, ownReference, unused, said }) => ({
      ...{ url, title, date, official, cited_by_the_report: ownReference },
      ...(unused === null ? { says: [...said].map(([id, one]) => ({ id, ...one })) } : { not_used: unused })
    }))
  };
  const user = fill(textOf(metric.prompt, 'next', NEXT), {
    limit: limit === null ? '' : fill(side === 'until' ? LIMIT_UNTIL : LIMIT_FROM, { date: limit }),
    query: delimit('query', sample.query.text, can.delimiterKey),
    evidence: delimit('evidence', JSON.stringify(evidence, null, 1).toWellFormed(), can.delimiterKey)
  });
  const assume = () =>
    JSON.stringify({
      ...{ reason: '', action: 'search', for: queries[0]!.id, conclusions: [] },
      search: `${claim.slice(0, 200)} ${made.length + 1}`
    });
  return askStep<NextStep>(reading, { user, schema: nextStepSchema, role: 'searcher', assume }, (text, player) =>
    readNext(text, queries, made, pages, player)
  );
};

/**
 * Verifies one claim. Verdicts come from the pages by code (`evidence/aggregate.ts`); what the model concludes is recorded and never
 * used. The report’s own references count as pages, once each.
 *
 * @param rounds Searches at most
 */
export const verifyClaim = async (
  reading: DailyReading,
  verifying: Verifying,
  references: readonly ClaimReference[],
  rounds: number
): Promise<Step<{ label: ClaimLabel; queries: ClaimQuery[] }>> => {
  const { queries, limit, side } = verifying;
  const pages = new Map<string, ReadPage>();
  const made: Made[] = [];
  let concluded: ReadonlyMap<number, ClaimLabel> = new Map();
  const read = async (
    found: readonly { url: string; title: string; date: string | null; ownReference: boolean }[]
  ): Promise<Step<true>> => {
    const fresh = [...new Map(found.map((one) => [pageKey(one.url), one]))].filter(([key]) => !pages.has(key));
    const steps = await Promise.all(fresh.map(([, one]) => readEvidence(reading, verifying, one)));
    for (const [at, step] of steps.entries()) {
      if (!step.ok) return step;
      pages.set(fresh[at]![0], step.value);
    }
    return { ok: true, value: true };
  };
  // A page that neither supports nor contradicts the claim as a whole says nothing of its queries.
  const own = references.filter(({ check }) => check === 'support' || check === 'conflict');
  const cited = await read(own.map(({ url }) => ({ url, title: '', date: null, ownReference: true })));
  if (!cited.ok) return cited;
  for (let round = 1; round <= rounds; round += 1) {
    const next = await askNext(reading, verifying, made, [...pages.values()]);
    if (!next.ok) return next;
    if (next.value.action === 'answer') {
      concluded = next.value.conclusions;
      break;
    }
    const { search, for: served } = next.value;
    const found = await reading.can.search(search, {
      count: RESULTS,
      before: limit !== null && side === 'until' ? dayAfter(limit) : null
    });
    if (found.outcome !== 'ok') return { ok: false, reason: searchFailedReason(found) };
    made.push({ round, query: search, outcome: found.outcome, results: found.results.length, for: served });
    const step = await read(found.results.map(({ url, title, date }) => ({ url, title, date, ownReference: false })));
    if (!step.ok) return step;
  }
  const judgedQueries = queries.map(({ id, query, dependsOn }): ClaimQuery => {
    const shown = pagesFor(id, [...pages.values()]);
    const searches = made.filter((one) => one.for === id).map(({ for: _served, ...one }) => one);
    return {
      ...{ id, query, dependsOn: [...dependsOn], searches, pages: shown },
      ...concludeQuery(shown),
      modelVerdict: concluded.get(id) ?? null
    };
  });
  return {
    ok: true,
    value: { label: concludeClaim(judgedQueries.map(({ verdict }) => verdict)), queries: judgedQueries }
  };
};
