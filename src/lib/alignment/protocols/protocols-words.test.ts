import { describe, expect, it } from 'vitest';
import type { BothFigures } from './protocols-compared.ts';
import { listIn } from '../../messages/lists.ts';
import { messagesIn } from '../../messages/words.ts';
import * as heads from './protocols-words.ts';

const words = [messagesIn('en', 'protocolHeads'), (names: readonly string[]) => listIn('en', names)] as const;
const orderHead = (judges: Parameters<typeof heads.orderHead>[0]) => heads.orderHead(judges, ...words);
const distanceHead = (judges: Parameters<typeof heads.orderHead>[0]) => heads.distanceHead(judges, ...words);

const both = (chosen: number, direct: number, low: number | null, high: number | null, n = 12): BothFigures => {
  const figure = (value: number) => ({ value, low: null, high: null, reason: null });
  return {
    ...{ n, queries: 4, chosen: figure(chosen), direct: figure(direct) },
    difference: { value: chosen - direct, low, high, reason: null, p: null }
  };
};
const judge = (name: string, figures: BothFigures) => ({ judge: name, figures });

describe('the heads over two protocols', () => {
  it('name the judges whose interval of the difference leaves out 0, whichever way', () => {
    const given = [
      judge('ferrule', both(0.9, 0.6, 0.1, 0.5)),
      judge('gannet', both(0.9, 0.5, 0.2, 0.6)),
      judge('sextant', both(0.4, 0.8, -0.6, -0.2)),
      judge('rules', both(0.5, 0.5, -0.1, 0.1))
    ];
    expect(orderHead(given)).toBe(
      'ferrule and gannet order reports like annotators more often by the chosen protocol; sextant less often by it than by direct rating'
    );
    expect(distanceHead([judge('ferrule', both(8, 15, -9, -5)), judge('sextant', both(20, 12, 2, 14))])).toBe(
      'ferrule comes nearer to annotators’ scores by the chosen protocol; sextant is farther off by it than by direct rating'
    );
  });

  it('claim nothing if every interval holds 0 or there is none', () => {
    const open = [judge('a', both(0.9, 0.8, -0.1, 0.3)), judge('b', both(0.9, 0.5, null, null))];
    expect(orderHead(open)).toBe('The protocols do not differ significantly in the order of reports');
    expect(distanceHead(open)).toMatch(/^The protocols do not differ significantly in the distance/);
    expect(orderHead(open.slice(0, 1))).toBe(
      'a orders .90 of the pairs like annotators, .80 by direct rating; no significant difference is shown'
    );
    expect(distanceHead([judge('a', both(8, 9.5, -3, 1))])).toBe(
      'a is 8.0 points off annotators’ scores, 9.5 by direct rating; no significant difference is shown'
    );
  });

  it('say so if nothing is compared', () => {
    expect(orderHead([])).toBe('No comparison is possible yet');
    expect(distanceHead([judge('a', both(0, 0, null, null, 0))])).toBe('No comparison is possible yet');
  });
});
