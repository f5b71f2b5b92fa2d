import type { Level } from '$lib/alignment/ensembles/ensembles.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';

type NoteWords = Words<Messages['reportNotes']>;

const rules = (words: NoteWords): Record<Level, string> => ({
  binary: words.rulesBinary,
  preference: words.rulesPreference,
  nominal: words.rulesNominal,
  ordinal: words.rulesOrdinal,
  interval: words.rulesInterval
});

const figures = (words: NoteWords): Record<Level, string> => ({
  binary: words.figuresBinary,
  preference: words.figuresPreference,
  nominal: words.figuresNominal,
  ordinal: words.figuresOrdinal,
  interval: words.figuresInterval
});

/** Notes beside the sections of the report. The page gets them as data, so that they add no script. */
export const notesFor = (level: Level, words: NoteWords) => ({
  choice: [words.chosenIn, words.front],
  candidates: [rules(words)[level], words.hollow, figures(words)[level]],
  raters: [words.links, words.diamond, words.ceiling],
  strata: [words.strata],
  breakdown: [words.categories, words.manyRows],
  checks: [words.relative, words.notAdjusted],
  pairs: [words.persuasion]
});
