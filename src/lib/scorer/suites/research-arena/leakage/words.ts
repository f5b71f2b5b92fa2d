/** Words of a text in any language, as the leakage test counts them (arXiv 2509.01396, appendix A.2). */

/** Scripts that are written without spaces. */
const HAN = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
/** Letters and digits of other scripts. */
const LETTERS = String.raw`(?:(?!${HAN})[\p{L}\p{N}\p{M}])+`;
/** A run of Han and kana; or a word, with hyphens and apostrophes inside. */
const RUN = new RegExp(String.raw`(?<han>${HAN}+)|${LETTERS}(?:['’‐‑\-]${LETTERS})*`, 'gu');

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words in lower case, in their order. Han is segmented by ICU; a word with a hyphen is one word. */
export function segmentedWords(text: string): string[] {
  return [...text.normalize('NFC').toLowerCase().matchAll(RUN)].flatMap((match): string[] =>
    match.groups!['han'] === undefined
      ? [match[0]]
      : [...segmenter.segment(match[0])].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
  );
}
