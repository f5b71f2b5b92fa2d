import type { ClaimLabel, EvidencePage } from '../units.ts';

/** Facts about a page that decide: pages without a verdict, or not used, decide nothing. */
export type JudgedPage = Pick<EvidencePage, 'publisher' | 'official' | 'verdict' | 'unused'>;

export interface Conclusion {
  verdict: ClaimLabel;
  /** The rule that decided, in words. */
  because: string;
}

interface Source {
  publisher: string;
  official: boolean;
}

const words = (sources: readonly Source[]): string => {
  const official = sources.filter((one) => one.official).length;
  const n = sources.length;
  if (official === 0) return n === 1 ? `${n} source` : `${n} sources`;
  return n === 1 ? `${n} source, ${official} official` : `${n} sources, ${official} official`;
};

/**
 * Conclusion of pages for one query (arXiv 2606.12871, appendix C; if it is silent, docs/suites/daily-report.md). Pages of one publisher
 * are one source; a publisher whose pages contradict each other counts for neither side.
 *
 * A side qualifies by one official source or two independent ones. A single relevant source prevails. One official source alone yields
 * to two or more lesser ones of the other side. If both qualify, the side that alone has an official source wins; else Unknown.
 */
export function concludeQuery(pages: readonly JudgedPage[]): Conclusion {
  const used = pages.filter(
    ({ verdict, unused }) => unused === null && (verdict === 'support' || verdict === 'conflict')
  );
  const [support, conflict]: [Source[], Source[]] = [[], []];
  let split = 0;
  for (const [publisher, own] of Map.groupBy(used, (page) => page.publisher)) {
    const verdicts = new Set(own.map(({ verdict }) => verdict));
    if (verdicts.size > 1) split += 1;
    else
      (verdicts.has('support') ? support : conflict).push({
        publisher,
        official: own.some(({ official }) => official)
      });
  }
  const decide = (verdict: ClaimLabel, because: string): Conclusion => ({ verdict, because });
  if (support.length + conflict.length === 0)
    return decide(
      'unknown',
      split > 0 ? 'The only publishers that say something of it contradict themselves.' : 'No page says anything of it.'
    );
  const sides = `for it ${words(support)}; against it ${words(conflict)}`;
  if (support.length === 0 || conflict.length === 0) {
    const [own, verdict] = conflict.length === 0 ? ([support, 'correct'] as const) : ([conflict, 'incorrect'] as const);
    const [only] = own;
    if (own.length === 1 && !only!.official)
      return decide(verdict, `Only one source is relevant, and it prevails: ${sides}.`);
    return decide(verdict, `All relevant sources agree: ${sides}.`);
  }
  const authority = (of: readonly Source[]): boolean => of.some(({ official }) => official);
  const qualifies = (of: readonly Source[]): boolean => of.length >= 2 || authority(of);
  /** One authority, no source beside it, and two or more lesser sources against it. */
  const overruled = (of: readonly Source[], others: readonly Source[]): boolean =>
    of.length === 1 && authority(of) && others.length >= 2 && !authority(others);
  if (overruled(support, conflict))
    return decide('incorrect', `One authority yields to several lesser sources: ${sides}.`);
  if (overruled(conflict, support))
    return decide('correct', `One authority yields to several lesser sources: ${sides}.`);
  const [forIt, against] = [qualifies(support), qualifies(conflict)];
  if (forIt && !against) return decide('correct', `Only this side qualifies: ${sides}.`);
  if (against && !forIt) return decide('incorrect', `Only this side qualifies: ${sides}.`);
  if (!forIt) return decide('unknown', `Neither side qualifies: ${sides}.`);
  if (authority(support) !== authority(conflict))
    return decide(
      authority(support) ? 'correct' : 'incorrect',
      `Both sides qualify, and only one has an authority: ${sides}.`
    );
  return decide('unknown', `Both sides qualify: ${sides}.`);
}

/** Any Incorrect makes a claim Incorrect, else any Unknown makes it Unknown, else it is Correct. @throws without queries */
export function concludeClaim(queries: readonly ClaimLabel[]): ClaimLabel {
  if (queries.length === 0) throw new Error('concludeClaim requires at least one query');
  return queries.find((one) => one === 'incorrect') ?? queries.find((one) => one === 'unknown') ?? 'correct';
}

/** How the date of evidence is limited: pages until the limit, or from it on as the printed prompt says. */
const evidenceDates = ['until', 'from'] as const;
export type EvidenceDate = (typeof evidenceDates)[number];

/** Why a page of that date does not count; null if it does. A page of the very day counts, and so does an undated one. */
export function dateProblem(date: string | null, limit: string | null, side: EvidenceDate): string | null {
  if (limit === null || date === null) return null;
  const day = date.slice(0, 10);
  if (side === 'until' ? day <= limit : day >= limit) return null;
  return side === 'until'
    ? `dated ${day}, which is after the limit of evidence (${limit})`
    : `dated ${day}, which is before the limit of evidence (${limit})`;
}

/** The day after, as an ISO date. */
export const dayAfter = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
};
