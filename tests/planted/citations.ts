import { outcomeOf, type Planted, type PlantedPage, type PlantedReport, type Sentence } from './truth.ts';
import { withoutFragment, type Witness } from './witness.ts';

/** Outcomes by which an address leads nowhere (E1); `paper` counts as well servers that failed and those that kept us out. */
const strict: readonly string[] = ['not-found', 'unresolved', 'redirects'];
/** A claim that cites such a page counts as not supported. */
const against: readonly string[] = [...strict, 'server-error', 'reset'];
const paper: readonly string[] = [...against, 'blocked', 'needs-sign-in', 'rate-limited', 'timed-out', 'not-allowed'];

/** The pages of a planted benchmark by address. */
export const pagesByUrl = ({ pages }: Planted): ((url: string) => PlantedPage) => {
  const known = new Map(pages.map((page) => [withoutFragment(page.url), page]));
  return (url) => {
    const page = known.get(withoutFragment(url));
    if (!page) throw new Error(`${url} is no planted page`);
    return page;
  };
};

/** Every address that a report names, each page once. */
export const sourcesOf = ({ truth }: PlantedReport, page: (url: string) => PlantedPage): PlantedPage[] => [
  ...new Set([...truth.urls, ...(truth.listedOnly === null ? [] : [truth.listedOnly])].map(page))
];

export interface Pair {
  sentence: Sentence;
  page: PlantedPage;
}

/** Every sentence with every page that it cites. */
export const pairsOf = ({ truth }: PlantedReport, page: (url: string) => PlantedPage): Pair[] =>
  truth.cited.flatMap((sentence) => sentence.sources.map((url) => ({ sentence, page: page(url) })));

export const isRead = ({ kind }: PlantedPage): boolean => outcomeOf[kind] === 'ok';
export const isAgainst = ({ kind }: PlantedPage): boolean => against.includes(outcomeOf[kind]);
const isStrict = ({ kind }: PlantedPage): boolean => strict.includes(outcomeOf[kind]);

/** Returns the outcomes that the pages alone decide: the same for every judge. */
export const outcomesOf = (sources: readonly PlantedPage[]) => {
  const outcomes = sources.map(({ kind }) => outcomeOf[kind]);
  const e1 = sources.filter(isStrict).length;
  const among = (outcome: string): number | null =>
    sources.length === 0 ? null : outcomes.filter((one) => one === outcome).length;
  return {
    urls: sources.length,
    e1: sources.length === 0 ? null : e1,
    e1Paper: sources.length === 0 ? null : outcomes.filter((one) => paper.includes(one)).length,
    serverErrors: among('server-error'),
    resets: among('reset'),
    timeouts: among('timed-out'),
    blocked: sources.length === 0 ? null : outcomes.filter((one) => one !== 'ok').length - e1
  };
};

/** Returns a judge's verdicts on a report's citations: E2 per page, E3 per pair, and the share of pairs that hold. */
export const accuracyOf = (sources: readonly PlantedPage[], pairs: readonly Pair[], witness: Witness) => {
  const irrelevant = (page: PlantedPage): boolean => isRead(page) && !witness.relevant(page);
  // Whether a sentence asserts anything is asked if there is a page to compare it with; elsewhere every pair counts.
  const statements = pairs.flatMap(({ page, sentence: { statement } }) =>
    isRead(page) && !irrelevant(page) && statement !== null ? [{ page, statement }] : []
  );
  const e3 = statements.filter(({ page, statement }) => !witness.supports(page, statement)).length;
  const lost = pairs.filter(({ page }) => isAgainst(page) || irrelevant(page)).length;
  const decided = statements.length + lost;
  const none = sources.length === 0;
  return {
    value: decided === 0 ? null : (100 * (statements.length - e3)) / decided,
    e2: none ? null : sources.filter(irrelevant).length,
    read: none ? null : sources.filter(isRead).length,
    checked: none ? null : statements.length,
    e3: none ? null : e3
  };
};
