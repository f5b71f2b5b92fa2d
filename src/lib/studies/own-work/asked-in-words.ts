import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import type { Option, StudyKind } from '../kinds/kind.ts';
import { judgeErrors, preferenceReasons } from '../labels/preference.ts';
import { studyKinds } from '../kinds/index.ts';

/** Words of studies in the language of a reader. English ones are those of the definitions, which are stored and exported. */
export type StudyTerms = Words<Messages['studyTerms']>;

/** By which name the catalogues have the words of a kind: its own, or that of a metric that asks about its units in other words. */
export const nameOfWords = ({ name, question }: StudyKind, metric: string): string => {
  const known = (studyKinds as Readonly<Record<string, StudyKind>>)[name];
  return known === undefined || known.question === question ? name : metric;
};

/**
 * Questions of a study in the language of its annotators.
 *
 * @param metric name of the metric that is asked about, whose words go before those of the kind
 */
export function askedInWords(kind: StudyKind, metric: string, terms: StudyTerms) {
  const name = nameOfWords(kind, metric);
  const { title, question, textTitle } = kind;
  return {
    title: terms.kind({ name: kind.name, text: title }),
    question: question === null ? null : terms.question({ name, text: question }),
    textTitle: textTitle === null ? null : terms.textTitle({ name: kind.name, text: textTitle })
  };
}

/**
 * The answers as they are shown: labels and keys stay.
 *
 * @param hints of the metric, in the place of those of the kind, by label
 */
export function optionsInWords(
  kind: StudyKind,
  metric: string,
  hints: Readonly<Record<string, string>> | undefined,
  terms: StudyTerms
): Option[] {
  return kind.options.map((option) => {
    const { label, title, hint } = option;
    const own = hints?.[label];
    return {
      ...option,
      title: terms.option({ name: `${kind.name}-${label}`, text: title }),
      hint:
        own === undefined
          ? terms.hint({ name: `${kind.name}-${label}`, text: hint })
          : terms.hint({ name: `${metric}-${label}`, text: own })
    };
  });
}

/** Choices that are stored by name, in words. */
export const choicesInWords = (
  choices: Readonly<Record<string, string>>,
  words: StudyTerms['cannotJudge']
): { name: string; words: string }[] =>
  // The variant `other` of a message is the one for names without their own.
  Object.entries(choices).map(([name, text]) => ({
    name,
    words: words({ name: name === 'other' ? 'otherReason' : name, text })
  }));

/** Dimensions in which points are given, in words. */
export const dimensionsInWords = <Asked extends { list: { name: string; title: string; about: string }[] }>(
  asked: Asked | null,
  terms: StudyTerms
): Asked | null =>
  asked && {
    ...asked,
    list: asked.list.map(({ name, title, about }) => ({
      name,
      title: terms.dimension({ name, text: title }),
      about: terms.dimensionAbout({ name, text: about })
    }))
  };

/** Choices that may decide a preference, and possible faults of all judges, in words. */
export const preferenceInWords = (terms: StudyTerms) => ({
  reasons: choicesInWords(preferenceReasons, terms.preferenceReason),
  errors: choicesInWords(judgeErrors, terms.judgeError)
});
