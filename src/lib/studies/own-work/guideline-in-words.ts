import { libraryTextIn } from '../../messages/library-text.ts';
import { messagesIn } from '../../messages/words.ts';
import { guidelineOf } from '../kinds/guideline-page.ts';
import type { StudyKind } from '../kinds/kind.ts';
import { askedInWords, nameOfWords, optionsInWords } from './asked-in-words.ts';

/**
 * The guideline with which a study of the kind starts, in a language. Markdown. A kind whose guideline the language does not know has
 * the English one of its definition.
 *
 * @param metric name of the metric that is asked about, whose words go before those of the kind
 */
export function guidelineInWords(kind: StudyKind, metric: string, language: string): string {
  const words = messagesIn(language, 'guidelines');
  const terms = messagesIn(language, 'studyTerms');
  const { title, question } = askedInWords(kind, metric, terms);
  return guidelineOf(
    {
      ...{ title, question, about: libraryTextIn(language)(kind.about) },
      options: optionsInWords(kind, metric, undefined, terms),
      ...(kind.guideline !== undefined && {
        guideline: words.page({ name: nameOfWords(kind, metric), text: kind.guideline })
      })
    },
    (part, text) => words.part({ name: part, text })
  );
}
