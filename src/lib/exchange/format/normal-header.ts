/** Case, outer blanks and the difference between blank, `_` and `-` do not matter in a header. */
export const normalHeader = (header: string): string =>
  header
    .replace(/^\uFEFF/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
