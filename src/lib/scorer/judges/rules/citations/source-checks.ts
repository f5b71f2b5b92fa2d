import type { Material } from '../../../call.ts';
import { numbersMissing, pageNumbers } from '../numbers/numbers-in-page.ts';

/** Answer in the reply format of the rubric tree. */
type SourceAnswer =
  | { rationale: string; label: 'abstain' }
  | { claims: { id: string; rationale: string; quotes: string[]; label: 'unsupported' | 'abstain' }[] };

const MEANING = 'Whether the page has to do with the query takes reading for meaning, which is beyond code.';
const FIGURES_IN_WORDS = /百分之|[一二三四五六七八九]成/;

/**
 * Verdict of code on a cited page: a claim is unsupported if a number of it appears nowhere in the page's whole text.
 * Code abstains from everything else, and from the page's relevance.
 */
export const sourceAnswer = (material: Exclude<Material, { kind: 'criteria' }>): SourceAnswer => {
  if (material.kind === 'relevance') return { rationale: MEANING, label: 'abstain' };
  const { page, claims } = material;
  const text = `${page.title ?? ''}\n${page.text ?? ''}`;
  const numbers = pageNumbers(text);
  const inWords = FIGURES_IN_WORDS.test(text);
  return {
    claims: claims.map(({ key, text: claim }) => {
      const missing = numbersMissing(claim, numbers).filter(({ kind }) => kind !== 'percent' || !inWords);
      const [first, ...others] = missing.map(({ raw }) => `“${raw}”`);
      if (first === undefined)
        return {
          id: key,
          label: 'abstain' as const,
          quotes: [],
          rationale: 'No number of the claim is absent from the page; whether the page says it is beyond code.'
        };
      const listed =
        others.length === 0 ? `The number ${first} stands` : `The numbers ${[first, ...others].join(', ')} stand`;
      return { id: key, label: 'unsupported' as const, quotes: [], rationale: `${listed} nowhere on the page.` };
    })
  };
};
