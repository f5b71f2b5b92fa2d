/** How far a project is before the five stages of verification, in counts. */
export interface BeforeTheStages {
  /** Without those in the archive. */
  topics: number;
  talks: number;
  /** Answers to the survey, and those of them with a domain and a category. */
  answers: number;
  coded: number;
  /** Names on the lists. */
  domains: number;
  categories: number;
  drafts: { draft: number; adopted: number; dropped: number };
  /** Over drafts that are neither adopted nor dropped. */
  openClarifications: number;
  proposedItems: number;
  /** Drafts with accepted items that wait for nothing else. */
  ready: number;
  /** Queries that the targets of the domains sum to, and how many of them are in the benchmark or drafted; null without targets. */
  targets: { wanted: number; there: number } | null;
}

export type BeforeStep = 'import' | 'lists' | 'code' | 'draft' | 'questions' | 'items' | 'adopt';

/** Next step, the oldest debt first; null if there is none. */
export function nextBefore(state: BeforeTheStages): BeforeStep | null {
  if (state.openClarifications > 0) return 'questions';
  if (state.proposedItems > 0) return 'items';
  if (state.ready > 0) return 'adopt';
  const { draft, adopted, dropped } = state.drafts;
  if (state.answers === 0) return state.topics + state.talks + draft + adopted + dropped === 0 ? 'import' : null;
  if (state.domains === 0 || state.categories === 0) return 'lists';
  if (state.coded < state.answers) return 'code';
  if (state.targets === null ? draft + adopted === 0 : state.targets.there < state.targets.wanted) return 'draft';
  return null;
}
