import type { Material } from '../../../call.ts';
import { numbersMissing, pageNumbers } from '../numbers/numbers-in-page.ts';
import { ruleWords } from '../reading/rule-words.ts';

/** Answer in the reply format of the rubric tree. */
type SourceAnswer =
  | { rationale: string; label: 'abstain' }
  | { claims: { id: string; rationale: string; quotes: string[]; label: 'unsupported' | 'abstain' }[] };

const FIGURES_IN_WORDS = /百分之|[一二三四五六七八九]成/;

/**
 * Verdict of code on a cited page: a claim is unsupported if a number of it appears nowhere in the page's whole text.
 * Code abstains from everything else, and from the page's relevance.
 */
export const sourceAnswer = (material: Exclude<Material, { kind: 'criteria' }>): SourceAnswer => {
  if (material.kind === 'relevance')
    return { rationale: ruleWords.beyondCode({ subject: ruleWords.relevance }), label: 'abstain' };
  const { page, claims } = material;
  const text = `${page.title ?? ''}\n${page.text ?? ''}`;
  const numbers = pageNumbers(text);
  const inWords = FIGURES_IN_WORDS.test(text);
  return {
    claims: claims.map(({ key, text: claim }) => {
      const missing = numbersMissing(claim, numbers).filter(({ kind }) => kind !== 'percent' || !inWords);
      const [first, ...others] = missing.map(({ raw }) => `“${raw}”`);
      if (first === undefined)
        return { id: key, label: 'abstain' as const, quotes: [], rationale: ruleWords.pageBeyondCode };
      const rationale =
        others.length === 0
          ? ruleWords.numberNotOnPage({ given: first })
          : ruleWords.numbersNotOnPage({ given: [first, ...others].join(', ') });
      return { id: key, label: 'unsupported' as const, quotes: [], rationale };
    })
  };
};
