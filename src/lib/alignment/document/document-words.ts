import { libraryTextIn, type LibraryText } from '../../messages/library-text.ts';
import { messagesIn } from '../../messages/words.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { ReasonWords } from '../items/reasons.ts';
import { sampledUnequally } from '../procedure/warnings.ts';
import { ensembleInFewWordsIn } from '../report/ensemble-in-words.ts';
import type { AlignmentReport } from '../report/report.ts';

/** A language, with words that every section of the alignment report as a document needs. */
export interface DocumentWords {
  /** BCP 47. */
  language: string;
  /** Why a figure is undefined. */
  reasons: ReasonWords;
  /** Names of coefficients, methods and joint raters, and reasons that a report holds in English. */
  library: LibraryText;
}

export const documentWordsIn = (language: string): DocumentWords => ({
  language,
  reasons: messagesIn(language, 'figureReasons'),
  library: libraryTextIn(language)
});

/** A caption that says, if items had unequal chances, whether its figures are of the sample or weighted to the run. */
export const captionOf = (
  caption: string,
  of: 'sample' | 'run',
  report: AlignmentReport,
  { language }: DocumentWords
): string => (sampledUnequally(report) ? messagesIn(language, 'alignmentTables').captionOf({ caption, of }) : caption);

/** An ensemble of the report in few words: `all three, majority`. */
export const ensembleNamed = (
  { language }: Pick<DocumentWords, 'language'>,
  ensemble: Pick<JudgeEnsemble, 'judgeIds' | 'rule'>,
  { judges }: Pick<AlignmentReport, 'judges'>
): string => ensembleInFewWordsIn(language, ensemble, judges);
