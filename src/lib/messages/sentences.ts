/** Between two sentences of an English text. */
export const SENTENCES = /(?<=[.!?]) (?=\S)/;

/** Sentences as a paragraph; after a full-width stop comes no space. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((text, next) => (text === '' || /[。！？]$/.test(text) ? `${text}${next}` : `${text} ${next}`), '');
