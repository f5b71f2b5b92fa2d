import { describe, expect, it } from 'vitest';
import { run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';

const plan = async (...args: string[]) => JSON.parse((await run(['stats', 'plan', ...args, '--json'])).out) as never;

describe('voirdire stats plan', () => {
  it('gives the numbers of the handbooks: 385, power .875 of 200, 371, 59 that pass good work 22 % of the time', async () => {
    const found: {
      interval: { wanted: { items: number } };
      power: { difference: { atItems: number }; margin: { items: number } };
      inspection: { wanted: { acceptance: number; passesGood: number } };
    } = await plan('--p', '50%', '--per-query', '1', '--icc', '0', '--items', '200', '--lot', '');
    expect(found.interval.wanted.items).toBe(385);
    expect(found.power.difference.atItems).toBeCloseTo(0.875, 3);
    expect(found.power.margin.items).toBe(371);
    expect(found.inspection.wanted).toMatchObject({ acceptance: 59 });
    expect(found.inspection.wanted.passesGood).toBeCloseTo(0.22, 2);
  });

  it('prints the answer, its table and what it takes for granted, of the parts that are named', async () => {
    const { code, out } = await run(['stats', 'plan', 'inspection', '--lot', '1000', '--accept', '2']);
    expect(code).toBe(exit.done);
    expect(out).toMatch(/^Sampling plans for inspections\n {2}To estimate the share of defects in a lot of 1,000/);
    expect(out).toMatch(/ +1,000 +278 +117 +\d+.%/);
    expect(out).toContain('  - Items are drawn from the lot with equal probability');
    expect(out).not.toContain('Annotators per item');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(101);
  });

  it('prints every part if none is named, and takes --confidence', async () => {
    const { out } = await run(['stats', 'plan', '--confidence', '.9']);
    for (const head of [
      'interval width',
      'compare two judges',
      'reach the target',
      'Annotators per item',
      'Sampling plans'
    ])
      // prettier-ignore
      expect(out).toContain(head);
    expect(out).toContain('items at 90%');
  });

  it('refuses what cannot be read by the names of its options', async () => {
    const { code, err } = await run(['stats', 'plan', '--per-query', 'ten', '--good', '9%']);
    expect(code).toBe(exit.usage);
    expect(err).toContain('--per-query: Write a number from 1 to 1,000. Found: "ten"');
    expect(err).toContain('--good: The share in good work must be below the allowed share.');
    expect((await run(['stats', 'plan', 'money'])).code).toBe(exit.usage);
  });
});

describe('voirdire stats possible', () => {
  it('says what is impossible, with what comes closest, and ends with 1', async () => {
    const { code, out } = await run(['stats', 'possible', '87.1% of 200', '92.5% of 40']);
    expect(code).toBe(exit.failed);
    expect(out.split('\n')).toEqual([
      '87.1% of 200',
      expect.stringMatching(/^ {2}Impossible\. .*174 of 200 is 87\.0%, 175 of 200 is 87\.5%\.$/),
      '92.5% of 40',
      expect.stringMatching(/^ {2}Possible: 37 of 40 gives 92\.5%\.$/),
      ''
    ]);
  });

  it('reads lines of standard input, and ends with 0 if all are possible', async () => {
    const { code, out } = await start(['stats', 'possible', '--json'], {}, '100% of 72\nmean 3.27 of 15 on 1 to 4\n')
      .ended;
    expect(code).toBe(exit.done);
    expect(JSON.parse(out)).toMatchObject({
      together: null,
      verdicts: [
        { possible: true, counts: [72] },
        { possible: true, counts: [49] }
      ]
    });
  });

  it('says out of how many figures without an n can have been counted together', async () => {
    const { code, out } = await run(['stats', 'possible', '80%', '16.7%', '3.3%']);
    expect(code).toBe(exit.done);
    expect(out).toMatch(
      /The 3 figures without an n can have been counted together out of 30, 60, .*of no number below 30\.\n$/
    );
    expect((await run(['stats', 'possible', '33.3%', '50%', '0.0123%'])).code).toBe(exit.failed);
  });

  it('refuses an empty list', async () => {
    const { code, err } = await start(['stats', 'possible'], {}, '\n').ended;
    expect(code).toBe(exit.failed);
    expect(err).toContain('No figures entered');
  });
});
