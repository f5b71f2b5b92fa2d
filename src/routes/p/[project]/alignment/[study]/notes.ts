import type { Level } from '$lib/alignment/ensembles/ensembles.ts';
import { sampledUnequally, type Warning } from '$lib/alignment/procedure/warnings.ts';
import type { AlignmentReport } from '$lib/alignment/report/report.ts';
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
export const notesFor = (
  report: Pick<AlignmentReport, 'method'> & { warnings: readonly Pick<Warning, 'code'>[] },
  words: NoteWords
) => {
  const { level } = report.method.scale;
  const sampled = sampledUnequally(report) ? [words.sampled] : undefined;
  return {
    choice: [words.chosenIn, words.front],
    candidates: [...(sampled ?? []), rules(words)[level], words.hollow, figures(words)[level]],
    raters: [...(sampled ?? []), words.links, words.diamond, words.ceiling],
    strata: [words.strata],
    breakdown: [...(sampled ?? []), words.categories, words.manyRows],
    checks: [words.relative, words.notAdjusted],
    pairs: [...(sampled ?? []), words.persuasion],
    sampled
  };
};
