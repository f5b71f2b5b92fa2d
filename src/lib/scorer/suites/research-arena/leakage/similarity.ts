/** How like a continuation is to the half of a text that was withheld (arXiv 2509.01396, appendix A.2). All values are 0 … 1. */
import { segmentedWords } from '../../../../stats/writing/segmented-words.ts';

export interface Similarity {
  string: number;
  tfidf: number;
  overlap: number;
  composite: number;
}

/** Above this a continuation counts as leaked. */
const LEAK_ABOVE = 0.7;

/** Length of the longest common subsequence of two sequences of code points. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const row = new Uint32Array(b.length + 1);
  for (const character of a) {
    let diagonal = 0;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j]!;
      row[j] = character === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1]!);
      diagonal = above;
    }
  }
  return row[b.length]!;
}

/** 2L / (a + b) in code points of the texts in NFC, case kept (equation 11); 0 if one is empty. */
export function stringSimilarity(continuation: string, reference: string): number {
  const [a, b] = [[...continuation.normalize('NFC')], [...reference.normalize('NFC')]];
  if (a.length === 0 || b.length === 0) return 0;
  return (2 * commonLength(a, b)) / (a.length + b.length);
}

/** Share of the reference's different words that the continuation has (equation 13), so that it is not symmetric; 0 without a word. */
export function wordOverlap(continuation: string, reference: string): number {
  const [own, wanted] = [new Set(segmentedWords(continuation)), new Set(segmentedWords(reference))];
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => own.has(word)).length / wanted.size;
}

/** Weights of words: the vocabulary of all references with ln((1 + N) / (1 + df)) + 1. */
type WordWeights = ReadonlyMap<string, number>;

export function weighWords(references: readonly string[]): WordWeights {
  const count = new Map<string, number>();
  for (const reference of references)
    for (const word of new Set(segmentedWords(reference))) count.set(word, (count.get(word) ?? 0) + 1);
  return new Map([...count].map(([word, df]) => [word, Math.log((1 + references.length) / (1 + df)) + 1]));
}

/** Cosine of the texts' TF-IDF vectors over the vocabulary (equation 12); words outside it are left out; 0 if a vector is zero. */
export function tfidfSimilarity(continuation: string, reference: string, weights: WordWeights): number {
  const vector = (text: string): Map<string, number> => {
    const found = new Map<string, number>();
    for (const word of segmentedWords(text)) {
      const weight = weights.get(word);
      if (weight !== undefined) found.set(word, (found.get(word) ?? 0) + weight);
    }
    return found;
  };
  const [a, b] = [vector(continuation), vector(reference)];
  const norm = (of: Map<string, number>): number => Math.hypot(...of.values());
  const product = [...a].reduce((sum, [word, value]) => sum + value * (b.get(word) ?? 0), 0);
  const both = norm(a) * norm(b);
  return both === 0 ? 0 : Math.min(1, product / both);
}

/** .4 string + .4 TF-IDF + .2 overlap (equation 14). */
export const compositeSimilarity = (parts: Omit<Similarity, 'composite'>): number =>
  0.4 * parts.string + 0.4 * parts.tfidf + 0.2 * parts.overlap;

/** Strictly above .7 (equation 15). */
export const isLeak = ({ composite }: Pick<Similarity, 'composite'>): boolean => composite > LEAK_ABOVE;
