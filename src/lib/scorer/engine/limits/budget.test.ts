import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../stats/numbers/rng.ts';
import { BudgetUsedUp, createBudget } from './budget.ts';

const live = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a budget', () => {
  it.each([1, 2, 3, 4, 5])(
    'is exceeded by no more than what was under way when it was reached (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const budget = createBudget(10, 0);
      let under = 0;
      let [startedAt, underAtLastStart] = [0, 0];
      let stopped = 0;
      const call = async (): Promise<void> => {
        try {
          const reserved = await budget.reserve(0.3, live);
          under += 1;
          startedAt = budget.spent();
          underAtLastStart = under;
          for (let turns = random.below(4); turns >= 0; turns -= 1) await turn();
          under -= 1;
          // Estimates may be too low as well as too high.
          reserved.settle(random.below(100) / 150);
        } catch (error) {
          expect(error).toBeInstanceOf(BudgetUsedUp);
          stopped += 1;
        }
      };
      await Promise.all(Array.from({ length: 200 }, call));
      expect(stopped).toBeGreaterThan(0);
      expect(startedAt).toBeLessThan(10);
      expect(budget.spent()).toBeGreaterThanOrEqual(10);
      expect(budget.spent()).toBeLessThanOrEqual(10 + underAtLastStart * 0.67);
    }
  );

  it('holds a call back while those under way may use it up, and lets it go when they were cheaper', async () => {
    const budget = createBudget(1, 0);
    const first = await budget.reserve(0.6, live);
    const second = await budget.reserve(0.6, live);
    let third = false;
    const waiting = budget.reserve(0.6, live).then(() => (third = true));
    await turn();
    expect(third).toBe(false);
    first.settle(0.1);
    await turn();
    expect(third).toBe(true);
    await waiting;
    second.settle(0.1);
    expect(budget.spent()).toBeCloseTo(0.2, 12);
  });

  it('lets a call leave whose reply is expected to cost more by now only if the rest of the cap holds it', async () => {
    const budget = createBudget(10, 0);
    const [first, second, third] = await Promise.all([1, 1, 1].map((estimate) => budget.reserve(estimate, live)));
    first!.settle(5);
    expect(second!.renew(5)).toBe(true);
    expect(third!.renew(5)).toBe(false);
    second!.settle(4);
    expect(third!.renew(5)).toBe(true);
    await budget.lost(1);
    expect(third!.renew(5)).toBe(false);
  });

  it('turns away calls that wait once it is used up, and all later ones', async () => {
    const budget = createBudget(1, 0);
    const first = await budget.reserve(2, live);
    const waiting = budget.reserve(0.1, live);
    first.settle(2);
    await expect(waiting).rejects.toThrow('The budget of $1.00 is used up.');
    await expect(budget.reserve(0, live)).rejects.toThrow(BudgetUsedUp);
  });

  it('lets at least one call go while anything of it is left, whatever that call may cost', async () => {
    await createBudget(0.01, 0.009).reserve(5, live);
    await expect(createBudget(0.01, 0.01).reserve(5, live)).rejects.toThrow(BudgetUsedUp);
  });

  it('that has no cap counts only', async () => {
    const budget = createBudget(null, 3);
    (await budget.reserve(1e9, live)).settle(4);
    expect(budget.spent()).toBe(7);
  });

  it('lets who gives up leave with the reason', async () => {
    const budget = createBudget(1, 0);
    await budget.reserve(1, live);
    const control = new AbortController();
    const waiting = budget.reserve(1, control.signal);
    control.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
