/** Between two sentences of an English text. */
export const SENTENCES = /(?<=[.!?]) (?=\S)/;

/** Sentences as a paragraph; after a full-width stop comes no space. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((text, next) => (text === '' || /[。！？]$/.test(text) ? `${text}${next}` : `${text} ${next}`), '');

/** Between a sentence of the catalogues and the next thing in its line: no space after the full-width stops of Chinese. */
export const sentenceGap = (language: string): string => (language.startsWith('zh') ? '' : ' ');
