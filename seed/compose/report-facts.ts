/** Facts about whole reports: contradictions, claims without a source, cited pages, depth. Read by hand, as `facts.ts`. */
import type { DimensionPoints } from '../../src/lib/scorer/verdict.ts';
import { type CitedSource, type Claim, pairClaims } from '../../src/lib/scorer/report/claims/claims.ts';
import { fraction } from './disagreement.ts';
import { qids, readText, reportPath, systems } from './facts.ts';

export interface Finding {
  /** False if a careless reader takes for an issue what is none. */
  real: boolean;
  /** How plain it is, from 1 (overlooked by most) to 3. */
  plain: 1 | 2 | 3;
  /** The clash, as a clause; for a claim without a source, the claim; for a wrong source, its error. */
  says: string;
  /** Exact substrings of the report. */
  quotes: string[];
  /** Of citations: no source, or one that does not belong there. */
  kind?: 'missing' | 'wrong';
}

/** A cited page as the demo's web has it. */
export interface CitedPage {
  title?: string;
  text?: string;
  /** Where the page is not to be read. */
  outcome?: string;
  status?: number | null;
  note?: string;
  /** The page cannot be fetched, and a person has supplied its text. */
  supplied?: true;
  /** The page's actual subject, if it has nothing to do with the query. */
  about?: string;
  /** Claims that it does not bear out, by how they begin, and why not. */
  unsupported?: Record<string, string>;
  /** Sentences that cite it and assert nothing that a page could bear out, by how they begin. */
  noClaim?: string[];
}

export interface Depth {
  points: DimensionPoints;
  /** The report's use of its material, as a predicate. */
  does: string;
}

export interface ReportFacts {
  system: string;
  qid: string;
  report: string;
  contradictions: Finding[];
  citations: Finding[];
  depth: Depth;
  sources: CitedSource[];
  claims: Claim[];
}

type ByReport<T> = Record<string, Record<string, T>>;
const facts = <T>(name: string): T => JSON.parse(readText(`facts/${name}.json`)) as T;

export const pages = facts<Record<string, CitedPage>>('pages');

const demand = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw new Error(`The facts of the demo lack ${what}`);
  return found;
};

/** The page behind a URL that a report cites. */
export const pageAt = (url: string): CitedPage => demand(pages[url], `the page ${url}`);

export function loadReports(): ReportFacts[] {
  const contradictions = facts<ByReport<Finding[]>>('contradictions');
  const citations = facts<ByReport<Finding[]>>('uncited');
  const depth = facts<ByReport<Depth>>('depth');
  return qids.flatMap((qid) =>
    systems.map((system) => {
      const where = `${system} ${qid}`;
      const report = readText(reportPath(system, qid));
      const own = {
        contradictions: contradictions[system]?.[qid] ?? [],
        citations: citations[system]?.[qid] ?? []
      };
      for (const { quotes } of [...own.contradictions, ...own.citations])
        for (const quote of quotes)
          if (!report.includes(quote)) throw new Error(`${where}: the report does not contain "${quote}"`);
      return {
        system,
        qid,
        report,
        ...own,
        depth: demand(depth[system]?.[qid], `the depth of ${where}`),
        ...pairClaims(report)
      };
    })
  );
}

/** Uniform in [0, 1): the part `shared` of all keys has one value for all raters, so that what is hard is hard for all. */
export const luck = (rater: string, key: string, shared = 0.4): number =>
  fraction(`own or shared ${rater} ${key}`) < shared ? fraction(`hard ${key}`) : fraction(`${rater} ${key}`);
