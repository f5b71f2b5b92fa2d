import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../messages/words.ts';
import { roundUp, wholeSteps } from './curve.ts';
import { plannerAddress, plannerFields, plannerSections, readPlanner, type PlannerName } from './inputs.ts';
import { isMissing, plan, type MissingPart } from './plan.ts';
import { rightFromAgreement } from './people.ts';
import { sized } from '../../../../tests/timing.ts';

const words = messagesIn('en', 'plannerAnswers');
const names = Object.keys(plannerFields) as PlannerName[];
const asked = (given: Partial<Record<PlannerName, string>> = {}) => readPlanner((name) => given[name]);
const planned = (given: Partial<Record<PlannerName, string>> = {}) => plan(asked(given).numbers, words);
/** No two items of a query alike: what textbooks speak of. */
const independent = { perQuery: '1', icc: '0' };

function there<T extends object>(part: T | MissingPart): T {
  if (isMissing(part)) throw new Error(`missing: ${part.missing.join(', ')}`);
  return part;
}

describe('what the planner is asked', () => {
  it('has start values without a problem, and every field in one section', () => {
    expect(asked().problems).toEqual([]);
    expect(Object.values(plannerSections).flat().sort()).toEqual([...names].sort());
    for (const name of names) expect([name, name in asked().numbers]).toEqual([name, true]);
  });

  it('reads numbers as people type them', () => {
    for (const text of ['.9', '0.9', '0,9', ' 90 % ', '90%', '9e-1']) expect(asked({ p: text }).numbers.p).toBe(0.9);
    expect(asked({ seconds: '1,234,567', perQuery: '7,125e0' }).numbers.perQuery).toBe(7.125);
    const unclear = [
      ['seconds', '3,600', '3600 or 3.6'],
      ['perQuery', '1,000', '1000 or 1'],
      ['p', '12,500 %', '12500 or 12.5']
    ] as const;
    for (const [name, text, either] of unclear) {
      const { numbers, problems } = asked({ [name]: text });
      const reason = `The comma may separate thousands or decimals. Write ${either}.`;
      expect(problems).toMatchObject([{ column: name, reason }]);
      expect(name in numbers).toBe(false);
    }
    expect(asked({ run: '' }).numbers.run).toBeNull();
    expect(asked({ run: ' 12 ' }).numbers.run).toBe(12);
    for (const text of ['12000', '12,000', '12 000']) expect(asked({ run: text }).numbers.run).toBe(12_000);
    for (const text of ['12,5', '1,2000', '1.000']) {
      expect(asked({ run: text }).problems.map(({ column }) => column)).toEqual(['run']);
      expect('run' in asked({ run: text }).numbers).toBe(false);
    }
  });

  it('says beside each field what is wrong, keeps the typed text, and continues with the rest', () => {
    const { typed, numbers, problems } = asked({ p: 'many', people: '2.5', half: '', seconds: '0', run: '-1' });
    expect(problems.map(({ column, reason, found }) => [column, reason, found])).toEqual([
      ['p', 'Write a number from .01 to .999.', 'many'],
      ['run', 'Write a whole number from 1 to 10,000,000, or nothing.', '-1'],
      ['half', 'Write a number from .001 to .5.', undefined],
      ['people', 'Write a whole number from 1 to 50.', '2.5'],
      ['seconds', 'Write a number from 1 to 36,000.', '0']
    ]);
    expect([typed.p, typed.people, typed.run]).toEqual(['many', '2.5', '-1']);
    for (const name of ['p', 'people', 'half', 'seconds', 'run'] as const) expect(name in numbers).toBe(false);
    const found = plan(numbers, words);
    expect(found.interval).toEqual({ missing: ['half', 'p', 'run'] });
    expect(there(found.inspection).wanted.acceptance).toBe(56);
  });

  it('refuses numbers that contradict each other', () => {
    const columns = (given: Partial<Record<PlannerName, string>>) => asked(given).problems.map(({ column }) => column);
    expect(columns({ first: '.6', second: '.5' })).toEqual(['second']);
    expect(columns({ good: '.05' })).toEqual(['good']);
    expect(columns({ run: '100', items: '101' })).toEqual(['items']);
    expect(columns({ run: '100', items: '100' })).toEqual([]);
  });

  it('never computes from what is no number', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('NaN', 'Infinity', '1e999', '--1', '0x10', '٣', '1 2'));
    fc.assert(
      fc.property(fc.constantFrom(...names), texts, (name, text) => {
        const { numbers, problems } = asked({ [name]: text });
        const value = numbers[name];
        expect(value === undefined ? problems.length > 0 : value === null || Number.isFinite(value)).toBe(true);
      })
    );
  });

  it('takes what is known of a study if nothing is typed, and what is typed before it', () => {
    const { typed, numbers } = readPlanner((name) => (name === 'icc' ? '.3' : undefined), { p: 0.91234, icc: 0.1 });
    expect([typed.p, typed.icc, numbers.icc]).toEqual(['.9123', '.3', 0.3]);
  });
});

describe('the address of the planner', () => {
  it('says what is known and where to open, and reads back', () => {
    const address = plannerAddress('/p/demo', { study: 3, target: 0.9, p: 0.94, items: 120, run: null }, 'chance');
    expect(address).toBe('/p/demo/planner?study=3&p=.94&run=&items=120&target=.9#chance');
    const query = new URL(address, 'http://a').searchParams;
    const { numbers } = readPlanner((name) => query.get(name));
    expect(numbers).toMatchObject({ target: 0.9, p: 0.94, items: 120, run: null });
    expect(plannerAddress('/p/demo')).toBe('/p/demo/planner');
  });
});

describe('items for an interval', () => {
  const half = { ...independent, p: '.5', half: '.05' };

  it('are 385, and 80, 169, 278, 341 of runs of 100, 300, 1000 and 3000', () => {
    const sizes = ['', '100', '300', '1000', '3000'].map(
      (run) => there(planned({ ...half, run }).interval).wanted.items
    );
    expect(sizes).toEqual([385, 80, 169, 278, 341]);
  });

  it('grow with the design effect, and queries with them', () => {
    const { wanted, designEffect } = there(planned({ p: '.5', half: '.05', perQuery: '10', icc: '.2' }).interval);
    expect(designEffect).toBeCloseTo(2.8, 12);
    expect(wanted).toMatchObject({ independent: 385, items: 1076, queries: 108 });
    expect(wanted.interval![0]).toBeGreaterThan(0.44);
    expect(wanted.interval![1]).toBeLessThan(0.56);
  });

  it('for a wanted lower end are enough, and a query fewer is not', () => {
    const { lower, answer } = there(planned({ p: '.9', least: '.85' }).interval);
    expect(lower).toMatchObject({ items: 400, queries: 40 });
    expect(lower!.interval[0]).toBeGreaterThanOrEqual(0.85);
    expect(answer).toContain('400 items in 40 queries');
  });

  it('are none if the wanted lower end is not below what is expected, and says so', () => {
    const { lower, answer } = there(planned({ p: '.8', least: '.85' }).interval);
    expect(lower).toBeNull();
    expect(answer).toContain('must be below the expected agreement');
  });

  it('warn below 20 queries, and say where a run is too small', () => {
    expect(there(planned({ half: '.1' }).interval).assumptions.at(-1)).toContain('below 20');
    expect(there(planned({ half: '.1' }).interval).assumptions.at(-1)).toContain('Take fewer items of more queries.');
    // One item of each query cannot become fewer.
    expect(there(planned({ ...independent, half: '.3' }).interval).assumptions.at(-1)).toMatch(
      /reliable\. Take more queries\.$/
    );
    expect(there(planned({ half: '.02', run: '200', items: '' }).interval).answer).toContain('The run has only 200.');
  });
});

describe('items to compare two judges', () => {
  it('have power .54, .88 and .995 with 100, 200 and 400 items at 15 % against 5 %', () => {
    const power = ['100', '200', '400'].map(
      (items) => there(planned({ ...independent, items }).power).difference.atItems
    );
    expect(power.map((one) => one.toFixed(3))).toEqual(['0.544', '0.875', '0.995']);
  });

  it('to show a judge not worse by .05 at 15 % discordant are 371, times the design effect', () => {
    expect(there(planned(independent).power).margin).toMatchObject({ independent: 371, items: 371 });
    expect(there(planned({ perQuery: '10', icc: '.1' }).power).margin).toMatchObject({ independent: 371, items: 705, queries: 71 }); // prettier-ignore
  });

  it('are none for judges that are right equally often', () => {
    const { difference, answer } = there(planned({ first: '.1', second: '.1' }).power);
    expect(difference.items).toBeNull();
    expect(answer).toContain('cannot be distinguished');
    expect(there(planned({ first: '0', second: '0' }).power).difference).toMatchObject({ items: null, atItems: 0 });
  });

  it('draw a curve that reaches the wanted power if the answer says so', () => {
    const { curves, difference, to } = there(planned(independent).power);
    const [curve] = curves;
    for (const { x, y } of curve!.points) {
      if (x < difference.items! - 10) expect(y).toBeLessThan(0.81);
      if (x >= difference.items!) expect(y).toBeGreaterThanOrEqual(0.79);
    }
    expect(curve!.points.at(-1)!.x).toBe(to);
  });
});

describe('the probability', () => {
  it('is about one half at the size at which the expected bound lies on the target, and the needed items have the wanted one', () => {
    const { chance, needed, effective } = there(planned({ items: '400', contenders: '1' }).chance);
    expect(effective).toBe(210);
    expect(chance).toBeGreaterThan(0.4);
    expect(chance).toBeLessThan(0.6);
    const again = there(planned({ items: String(needed!.items), contenders: '1' }).chance);
    expect(again.chance).toBeGreaterThanOrEqual(0.8);
  });

  it('is lower if several ensembles cannot be told apart, and says what the selection costs', () => {
    const at = (contenders: string) => there(planned({ items: '400', contenders }).chance);
    const [one, four, sixteen] = [at('1'), at('4'), at('16')];
    expect(one.chance).toBeGreaterThan(four.chance + 0.05);
    expect(four.chance).toBeGreaterThan(sixteen.chance);
    expect(four.tied).toBeGreaterThan(four.chance);
    expect(one.tied).toBe(one.chance);
    expect(four.needed!.items).toBeGreaterThan(one.needed!.items);
    expect(four.assumptions.join(' ')).toMatch(/critical value of the lower bound is 2\.\d\d instead of 2\.02/);
    expect(four.assumptions.join(' ')).not.toContain('plan somewhat above');
  });

  it('does not grow with items if the target is not below the truth', () => {
    const { needed, answer } = there(planned({ p: '.85', target: '.85' }).chance);
    expect(needed).toBeNull();
    expect(answer).toContain('more items cannot help');
  });
});

describe('people', () => {
  it('of reliability ½ have ¾ in threes, and labels and hours follow', () => {
    const { chosen, needed } = there(
      planned({ single: '.5', wanted: '.75', people: '3', items: '200', seconds: '36' }).people
    );
    expect(chosen).toMatchObject({ people: 3, labels: 600, hours: 6, hoursEach: 2 });
    expect(chosen.reliability).toBeCloseTo(0.75, 12);
    expect(needed).toBe(3);
  });

  it('are too few for the Alternative Annotator Test below 3, and items below 50', () => {
    const few = there(planned({ people: '2', items: '49' }).people);
    expect(few.test).toMatchObject({ enoughPeople: false, enoughItems: false });
    expect(few.answer).toContain('at least 3 annotators and 50 items');
    expect(there(planned({ people: '1' }).people).test.reason).toContain('a single annotator');
    expect(there(planned({ people: '3', items: '29' }).people).test.reason).toContain('fewer than the 30');
  });

  it('pass a judge as good as they are more often than a poor one, the same each time', () => {
    const passed = (p: string): number =>
      there(planned({ ...independent, items: '60', p }).people).test.simulated!.passed;
    expect(passed('.9')).toBeGreaterThan(passed('.7') + 100);
    expect(passed('.8')).toBe(passed('.8'));
  });

  it('that say the same on .82 of items are right on .9: .9² + .1² = .82', () => {
    expect(rightFromAgreement(0.82)).toBeCloseTo(0.9, 12);
    expect([rightFromAgreement(0.5), rightFromAgreement(1)]).toEqual([0.5, 1]);
  });
});

describe('sampling plans', () => {
  it('for 5 % take 80 / 169 / 278 / 341 / 385 to estimate and 39 / 50 / 56 / 58 / 59 to accept', () => {
    const { rows } = there(planned().inspection);
    expect(rows.map(({ lot }) => lot)).toEqual([100, 300, 1000, 3000, null]);
    expect(rows.map(({ estimation }) => estimation)).toEqual([80, 169, 278, 341, 385]);
    expect(rows.map(({ acceptance }) => acceptance)).toEqual([39, 50, 56, 58, 59]);
  });

  it('that accept no defect pass work with 2.5 % defective only 22 % of the time, and offer one that is fairer', () => {
    const { wanted, fair, answer } = there(planned({ lot: '' }).inspection);
    expect(wanted.passesGood).toBeCloseTo(0.22, 2);
    expect(fair!.sample).toBeGreaterThan(wanted.acceptance!);
    expect(1 - fair!.failsGood).toBeGreaterThanOrEqual(0.95);
    expect(answer).toContain('passes 22% of the time');
  });

  it('say how many defects a good lot has if its share is no whole number of items', () => {
    // 2 of 100, 61 of them not drawn: 61/100 · 60/99 = .37; 3 of 100 would pass .22 of the time.
    const { wanted, answer, assumptions } = there(planned({ lot: '100' }).inspection);
    expect(wanted.passesGood).toBeCloseTo((61 / 100) * (60 / 99), 12);
    expect(answer).toContain('A lot with 2 defects, the most within 2.5%, passes 37% of the time.');
    expect(assumptions).toContain('Good lots have the most defects within 2.5%, in whole items.');
    expect(there(planned({ lot: '1000' }).inspection).answer).toContain('A lot with 2.5% defective passes 23%');
  });

  it('draw a characteristic that falls from 1 and is at most β just above what is allowed', () => {
    const { curves, atMost } = there(planned({ lot: '1000' }).inspection);
    expect(curves).toHaveLength(2);
    for (const { points } of curves) {
      expect(points[0]).toEqual({ x: 0, y: 1 });
      for (const [i, { y }] of points.entries()) expect(y).toBeLessThanOrEqual((points[i - 1]?.y ?? 1) + 1e-12);
      for (const { x, y } of points) if (x > 0.0505) expect(y).toBeLessThanOrEqual(0.05);
    }
    expect(atMost).toBeLessThanOrEqual(50);
  });

  it('cannot be had if so few defects are always accepted', () => {
    const { wanted, answer } = there(planned({ lot: '20', accept: '3' }).inspection);
    expect(wanted.acceptance).toBeNull();
    expect(answer).toContain('would always pass');
  });
});

describe('every plan', () => {
  it('is finite and quick for all numbers that are allowed', () => {
    const within = Object.fromEntries(
      names.map((name) => {
        const { from, to, kind } = plannerFields[name];
        return [name, kind === 'whole' ? fc.integer({ min: from, max: Math.min(to, 20_000) }) : fc.double({ min: from, max: to, noNaN: true })]; // prettier-ignore
      })
    ) as Record<PlannerName, fc.Arbitrary<number>>;
    fc.assert(
      fc.property(fc.record(within), (numbers) => {
        const text = JSON.stringify(
          planned(Object.fromEntries(Object.entries(numbers).map(([k, v]) => [k, String(v)])))
        );
        expect(text).not.toMatch(/NaN|Infinity/);
        for (const [, number] of text.matchAll(/"y":(-?[\d.e-]+)/g)) {
          expect(Number(number)).toBeGreaterThanOrEqual(0);
          expect(Number(number)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: sized(60, 15) }
    );
  });
});

describe('steps and ends of an axis', () => {
  it('are whole, different, and hold both ends', () => {
    expect(wholeSteps(3, 40)).toEqual([0, 1, 2, 3]);
    expect(wholeSteps(100, 4)).toEqual([0, 25, 50, 75, 100]);
    expect([roundUp(0), roundUp(1), roundUp(210), roundUp(0.012), roundUp(999)]).toEqual([1, 1, 300, 0.015, 1000]);
  });
});
