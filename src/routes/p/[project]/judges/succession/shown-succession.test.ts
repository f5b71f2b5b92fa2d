import { expect, it } from 'vitest';
import { shownSuccession } from './shown-succession.ts';

type Found = Parameters<typeof shownSuccession>[0];
type Detail = NonNullable<Parameters<typeof shownSuccession>[2]>;

const board = { rows: [] };
const bridge = { systems: [], all: null, adopted: board, candidate: board, pairs: [], turned: [] };

it('a reason why scores are not corrected is in the reader’s language', () => {
  const found = {
    ...{
      adoption: { metric: 'coverage', ensemble: { judges: [] }, validity: { served: [], said: [] } },
      name: 'rules'
    },
    ...{ study: { number: 1 }, run: { number: 1 }, cost: null, margin: 0.05, candidates: [] }
  } as unknown as Found;
  for (const whyUncorrected of [
    'The study did not sample the units of this score.',
    'Criteria have weights of their own in each task.'
  ]) {
    const detail = { bridge, judges: [], combined: 'items', corrected: null, whyUncorrected } as unknown as Detail;
    const whyIn = (language: string) => shownSuccession(found, null, detail, language).detail!.whyUncorrected;
    expect(whyIn('en')).toBe(whyUncorrected);
    expect(whyIn('zh-Hans')).toMatch(/^\p{Script=Han}/u);
  }
});
