import { libraryTextIn } from '../../messages/library-text.ts';
import { sayIn } from '../../messages/say-in.ts';
import type { UnitFact } from '../unit-definition.ts';

/** A fact of a verdict in the language of its reader. */
export interface FactInWords {
  term: string;
  value: string;
}

/** Facts of a verdict in a language. */
export function factsInWords(language: string, facts: readonly UnitFact[]): FactInWords[] {
  const recognised = libraryTextIn(language);
  return facts.map(({ term, value }) => ({
    term: recognised(term),
    value: [value]
      .flat()
      .map((part) =>
        typeof part === 'string' ? part : 'section' in part ? sayIn(language, part) : recognised(part.recognised)
      )
      .join(' · ')
  }));
}
