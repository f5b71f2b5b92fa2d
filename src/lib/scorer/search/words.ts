import type { Search, SearchOutcome } from '../search.ts';

const words: Readonly<Record<SearchOutcome, string>> = {
  ok: 'succeeded',
  'rate-limited': 'held back by the provider’s limit',
  quota: 'after the plan was used up',
  'not-permitted': 'not permitted: check the key',
  refused: 'refused by the provider',
  'server-error': 'failed at the provider',
  'timed-out': 'without an answer in time',
  unreached: 'without a connection',
  unreadable: 'with an unreadable answer'
};

/** Searches of a run in one phrase: `tavily: 40 searches, 2 of them refused by the provider`. */
export const searchesOfRunInWords = ({
  provider,
  searches,
  failed
}: {
  provider: string;
  searches: number;
  failed: Partial<Record<SearchOutcome, number>>;
}): string => {
  const failures = Object.entries(failed).map(([outcome, n]) => `${n} of them ${words[outcome as SearchOutcome]}`);
  const many = `${searches.toLocaleString('en')} ${searches === 1 ? 'search' : 'searches'}`;
  return `${provider}: ${[many, ...failures].join(', ')}`;
};

/** Why a unit is unscored whose search failed. */
export const searchFailedReason = ({ outcome, note }: Pick<Search, 'outcome' | 'note'>): string =>
  `The web search failed (${outcome})${note ? `: ${note}` : ''}.`;
