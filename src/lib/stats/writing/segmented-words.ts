/** Words of a text in any language: what people are told of lengths, and what the leakage test compares (arXiv 2509.01396, appendix A.2). */

/** Scripts that are written without spaces. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Letters and digits of other scripts. */
const LETTERS = String.raw`(?:(?!${UNSPACED})[\p{L}\p{N}\p{M}])+`;
/** A run of such a script; or a word, with hyphens and apostrophes inside. */
const RUN = new RegExp(String.raw`(?<unspaced>${UNSPACED}+)|${LETTERS}(?:['’‐‑\-]${LETTERS})*`, 'gu');

/** Made when it is first needed: its dictionary takes as long to read as forty modules. */
let segmenter: Intl.Segmenter | null = null;

/** Words in lower case, in their order. Scripts without spaces are segmented by ICU; a word with a hyphen is one word. */
export function segmentedWords(text: string): string[] {
  return [...text.normalize('NFC').toLowerCase().matchAll(RUN)].flatMap((match): string[] =>
    match.groups!['unspaced'] === undefined
      ? [match[0]]
      : [...(segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })).segment(match[0])].flatMap(
          ({ segment, isWordLike }) => (isWordLike ? [segment] : [])
        )
  );
}
