import { expect, it } from 'vitest';
import { quickProcedure, worldOf } from '$lib/alignment/procedure/procedure.fixture.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { yesNo } from '$lib/studies/labels/label-scale.ts';
import { shownGates, shownPopulations } from './shown-procedure.ts';

it('gates and intervals by population name the preregistered confidence, not that of the candidates', () => {
  const ratings = worldOf({ seed: 1, queries: 12, perQuery: 3, people: 3, right: 0.9, judges: [0.9, 0.85] });
  const procedure = quickProcedure(ratings, { confidence: 0.9 }, undefined, 20);
  const gates = shownGates(procedure, yesNo, 'en');
  const say = messagesIn('en', 'alignmentReport');
  expect(say.gatesLabel({ ...gates, chosen: 'J1' })).toBe('J1; 90% CI, 80% for bias');
  expect(say.gatesLabel({ ...gates, chosen: 'none' })).toBe('90% CI, 80% for bias');
  const drawn = ratings.items.map((item, i) => ({ ...item, inclusionProbability: i % 2 ? 1 : 0.5 }));
  const unequal = shownGates(quickProcedure({ ...ratings, items: drawn }, {}, undefined, 5), yesNo, 'en');
  expect(say.gatesLabel({ ...unequal, chosen: 'J1' })).toBe('J1; 95% CI, 90% for bias; weighted to the run');
  expect(say.intervals(shownPopulations(procedure, 'en'))).toBe('90% intervals');
});
