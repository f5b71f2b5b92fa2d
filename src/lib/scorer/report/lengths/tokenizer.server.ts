/** Name of the encoding that counts tokens, as it is stored and shown. */
export const ENCODING = 'o200k_base';

/** The tokenizer as people read it. */
export const TOKENIZER = 'o200k_base, the encoding of GPT-4o and GPT-5';

type Count = (text: string) => number;

let loading: Promise<Count> | null = null;

/** The counter of tokens. Its table of 200,000 pieces is loaded when first asked for: commands that count nothing need not wait. */
export function tokenCounter(): Promise<Count> {
  loading ??= load();
  loading.catch(() => (loading = null));
  return loading;
}

async function load(): Promise<Count> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Texts of reports are data: `<|endoftext|>` in one of them is counted as the letters that it is.
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => cut(text).reduce((sum, part) => sum + countTokens(part, asText), 0);
}

/** Merging pairs takes time by the square of an unbroken run, and a report may be one run of a million letters. */
const LONGEST_RUN = 256;
const RUNS = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\p{L}\p{M}\p{N}\s]`]
    .map((of) => `${of}{${LONGEST_RUN}}`)
    .join('|'),
  'gu'
);

/** The text in parts, cut inside runs of more than `LONGEST_RUN` letters, blanks or signs: each cut may add one token. */
function cut(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: run } of text.matchAll(RUNS)) {
    parts.push(text.slice(from, index + run.length));
    from = index + run.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}
