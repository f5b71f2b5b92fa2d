import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import { dollars } from '../../../stats/writing/figures.ts';
import type { RunSpend } from './run-progress.ts';

/** What a run spent and what the amount does not include, a sentence each. An amount of which nothing is known is not $0.00. */
export function spendInWords(
  { known, budget, searches, unpriced, unanswered }: RunSpend,
  words: Words<Messages['runSpend']>
): string[] {
  const nothingKnown = budget === null && known === 0 && unpriced + searches.unpriced > 0;
  const spent = nothingKnown ? 'unknown' : 'known';
  return [
    budget !== null
      ? words.spentOf({ spent: dollars(known), budget: dollars(budget) })
      : nothingKnown
        ? words.spentUnknown
        : words.spentKnown({ spent: dollars(known) }),
    ...(searches.known > 0 ? [words.searches({ cost: dollars(searches.known) })] : []),
    ...(searches.unpriced > 0 ? [words.searchesUnpriced({ spent, n: searches.unpriced })] : []),
    ...(unpriced > 0 ? [words.unpriced({ spent, n: unpriced })] : []),
    ...(unanswered > 0 ? [words.unanswered({ n: unanswered })] : [])
  ];
}
