import { textHash } from '../../runs/fingerprint.ts';
import { isLong, readLongReport } from '../../report/aside/long-reports.ts';
import type { Page } from '../../page.ts';
import type { Evidence, Verdict } from '../../verdict.ts';
import { type CitedSource, type Claim, type ClaimPairs, pairClaims } from '../../report/claims/claims.ts';
import { holdsQuote } from './rubric-tree-quotes.ts';
import type { ClaimAnswer } from './rubric-tree-reply.ts';

/** A page and the claims that cite it. */
export interface PageBranch {
  source: CitedSource;
  claims: readonly Claim[];
}

/** The last report read: several judges are asked about it one after the other, and parsing takes longer than asking. */
let last: { markdown: string; branches: readonly PageBranch[] } | null = null;

/** A long report while it is read, for all judges that are asked about it at once. */
const underWay = new Map<string, Promise<readonly PageBranch[]>>();

/** @throws JudgeCallError if the report is long and exceeds a limit */
export const pageBranches = async (markdown: string): Promise<readonly PageBranch[]> => {
  const known = branchesNow(markdown);
  if (known) return known;
  const reading = underWay.get(markdown) ?? readLongReport('pairClaims', markdown).then((pairs) => branchesIn(pairs));
  underWay.set(markdown, reading);
  try {
    const branches = await reading;
    last = { markdown, branches };
    return branches;
  } finally {
    underWay.delete(markdown);
  }
};

/** Null if the report is long and has not just been read. */
export const branchesNow = (markdown: string): readonly PageBranch[] | null => {
  if (last?.markdown === markdown) return last.branches;
  if (isLong(markdown)) return null;
  last = { markdown, branches: branchesIn(pairClaims(markdown)) };
  return last.branches;
};

const branchesIn = ({ sources, claims }: ClaimPairs): PageBranch[] => {
  const bySource = new Map<string, Claim[]>(sources.map(({ key }) => [key, []]));
  for (const claim of claims) bySource.get(claim.source)?.push(claim);
  return sources.map((source) => ({ source, claims: bySource.get(source.key) ?? [] }));
};

/**
 * As many claims of a report as a run judges, with the pages that they cite. Which ones is decided by hashes of the report and
 * the claim: no judge, system or order of the text is favoured, and every run with the same cap draws the same.
 *
 * @param most Claims; absent is all
 */
export const drawBranches = (
  branches: readonly PageBranch[],
  markdown: string,
  most = Infinity
): readonly PageBranch[] => {
  const all = branches.flatMap(({ claims }) => claims.map(({ key }) => key));
  if (all.length <= most) return branches;
  const report = textHash(markdown);
  const rank = new Map(all.map((key) => [key, textHash(`${report} ${key}`)]));
  const drawn = new Set(all.toSorted((a, b) => (rank.get(a)! < rank.get(b)! ? -1 : 1)).slice(0, most));
  return branches.flatMap(({ source, claims }) => {
    const own = claims.filter(({ key }) => drawn.has(key));
    return own.length === 0 ? [] : [{ source, claims: own }];
  });
};

/** A report without URLs has a verdict too, and everything about its sources is undefined. */
export const NO_SOURCES: Verdict = {
  item: 'sources',
  kind: 'count',
  state: 'judged',
  label: '0',
  rationale: 'The report cites no web page.',
  evidence: []
};

/** A report of which it is not known what it cites. */
export const unread = (reason: string): Verdict => ({
  item: 'sources',
  kind: 'count',
  state: 'unscored',
  label: null,
  rationale: '',
  evidence: [],
  reason
});

export const sourceUnit = ({ source: { key, url } }: PageBranch, page: Page | null) => ({
  item: key,
  kind: 'source' as const,
  text: url,
  ...(page === null
    ? {}
    : { detail: { kind: 'source' as const, url, outcome: page.outcome, content: page.contentHash } })
});

export const claimUnit = ({ source: { key, url } }: PageBranch, claim: Claim) => ({
  item: claim.key,
  kind: 'claim' as const,
  text: claim.text,
  detail: { kind: 'claim' as const, url, source: key, place: claim.place }
});

type Unit = ReturnType<typeof sourceUnit> | ReturnType<typeof claimUnit>;

export const failed = (unit: Unit, reason: string): Verdict => ({
  ...unit,
  state: 'unscored',
  label: null,
  rationale: '',
  evidence: [],
  reason
});

export const claimVerdict = (unit: Unit, { label, rationale, quotes }: ClaimAnswer<string>, page: Page): Verdict => {
  const evidence: Evidence[] = quotes.map((quote) =>
    holdsQuote(page.text ?? '', quote) ? { quote } : { quote, place: null }
  );
  return label === null
    ? { ...unit, state: 'abstained', label, rationale, evidence }
    : { ...unit, state: 'judged', label, rationale, evidence };
};

export const found = (unit: Unit, label: string, rationale: string): Verdict => ({
  ...unit,
  state: 'judged',
  label,
  rationale,
  evidence: []
});

const numberOf = ({ item }: Verdict): number => Number(item.slice(item.lastIndexOf('-') + 1));

/** `claim-2` before `claim-10`. */
export const byNumber = (a: Verdict, b: Verdict): number => numberOf(a) - numberOf(b);
