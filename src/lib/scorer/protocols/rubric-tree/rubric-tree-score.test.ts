import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { rulesJudge } from '../../judges/rules.ts';
import { sourceAnswer } from '../../judges/rules/citations/source-checks.ts';
import { type PageOutcome, pageOutcomes } from '../../page.ts';
import type { Verdict } from '../../verdict.ts';
import { scoreClaims, combineClaims, rubricTree } from './rubric-tree.ts';
import {
  page,
  closed,
  sampleOf,
  type Answer,
  world,
  relevant,
  irrelevant,
  byWords,
  pages,
  REPORT,
  labels
} from './rubric-tree.fixture.ts';

describe('the rules judge', () => {
  const byRules: Answer = ({ question: { material } }) =>
    material && material.kind !== 'criteria' ? sourceAnswer(material) : '';

  it('finds E1 and absent numbers, and abstains from the rest, so that it has no share and no counts to mislead', async () => {
    const { judge } = world(pages, byRules, { abstains: true });
    const verdicts = await judge(
      'Ports grew by 37 percent https://a.example/well. Ports are doing well https://a.example/well. Ports are gone now https://a.example/gone.'
    );
    expect(labels(verdicts)).toEqual([
      'source-1 null',
      'source-2 unreachable',
      'claim-1 unsupported',
      'claim-2 null',
      'claim-3 source-unusable'
    ]);
    const score = scoreClaims(verdicts);
    expect(score).toMatchObject({ value: null, n: 0, abstained: 2, unscored: 0 });
    expect(score.reason).toBe(
      'The judge abstained from 1 of 3 pairs of claim and page; a share of the others would mislead.'
    );
    expect(score.figures).toEqual({
      ...{ urls: 2, e1: 1, e1Paper: 1, serverErrors: 0, resets: 0, timeouts: 0, blocked: 0 },
      ...{ e2: null, read: null, pairs: 3, checked: null, e3: null }
    });
  });

  it('is skipped by an ensemble if it abstains, and counts if it decides', async () => {
    const report =
      'Ports grew by 37 percent (+) https://a.example/well. Ports are doing well (+) https://a.example/well.';
    const model = await world(pages, byWords).judge(report);
    const rules = await world(pages, byRules, { abstains: true }).judge(report);
    const score = combineClaims([
      { judge: 'model', repeats: [model] },
      { judge: 'rules', repeats: [rules] }
    ]);
    expect(score).toMatchObject({
      value: 100,
      judges: 1,
      abstained: 2,
      figures: { e2: 0, read: 1, checked: 2, e3: 0 }
    });
    expect(score.units).toEqual([
      { item: 'claim-1', state: 'judged', value: 0.5, judges: 2 },
      { item: 'claim-2', state: 'judged', value: 1, judges: 1 }
    ]);
    expect(rulesJudge.abstains).toBe(true);
  });
});

describe('an ensemble', () => {
  const all = async (label: 'supported' | 'unsupported', cake: object): Promise<Verdict[]> =>
    world(pages, ({ kind, url, claims }) =>
      kind === 'relevance'
        ? url.includes('cake')
          ? cake
          : relevant
        : { claims: claims.map(({ id }) => ({ id, rationale: '', quotes: ['ports'], label })) }
    ).judge(REPORT);

  it('is the mean of its judges’ scores and figures, with E1 the same for all', async () => {
    // Decided are claims 1, 2 and 9, 3 (E2 for a, checked by b) and 4 (E1). a: 3 of 5 supported. b: none.
    const a = await all('supported', irrelevant);
    const b = await all('unsupported', relevant);
    const score = combineClaims([
      { judge: 'a', repeats: [a] },
      { judge: 'b', repeats: [b] }
    ]);
    expect(score.perJudge.map((one) => one.score.value)).toEqual([60, 0]);
    expect(score).toMatchObject({
      value: 30,
      judges: 2,
      figures: { urls: 8, e1: 2, e1Paper: 5, timeouts: 1, e2: 0.5, read: 2, pairs: 9, checked: 3.5, e3: 2, blocked: 4 }
    });
    expect(score.units.map(({ value }) => value)).toEqual([0.5, 0.5, 0, 0, null, null, null, null, 0.5]);
  });

  it('leaves a unit unscored if a judge failed, unless the others’ mean is asked for', async () => {
    const a = await all('supported', relevant);
    const b = rubricTree.unscored(sampleOf(REPORT), 'down');
    const judges = [
      { judge: 'a', repeats: [a] },
      { judge: 'b', repeats: [b] }
    ];
    expect(combineClaims(judges, 'all-judges')).toMatchObject({
      value: null,
      reason: 'No pair of claim and page has a valid verdict.'
    });
    expect(combineClaims(judges, 'all-judges').units.every(({ state }) => state === 'unscored')).toBe(true);
    const answered = combineClaims(judges, 'answered');
    expect(answered).toMatchObject({ value: 80, judges: 1 });
    expect(answered.units[0]).toEqual({ item: 'claim-1', state: 'judged', value: 1, judges: 1 });
  });

  it('counts a judge asked twice with its mean', async () => {
    const repeats = [await all('supported', relevant), await all('unsupported', relevant)];
    const score = combineClaims([{ judge: 'a', repeats }]);
    expect(score).toMatchObject({ value: 40, judges: 1 });
    expect(score.units[0]).toEqual({ item: 'claim-1', state: 'judged', value: 0.5, judges: 1 });
  });
});

test('every combination of replies and outcomes gives figures that fit together', async () => {
  const addresses = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
  const reply = fc.constantFrom('supported', 'unsupported', 'no-claim', 'abstain', 'nonsense');
  const pageReply = fc.constantFrom('relevant', 'irrelevant', 'abstain', 'nonsense');
  const outcome = fc.oneof(fc.constant('ok' as const), fc.constantFrom(...pageOutcomes));
  const line = fc.record({ url: fc.constantFrom(...addresses), label: reply });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.array(fc.record({ outcome, label: pageReply }), { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      async (lines, web, abstains) => {
        const report = lines.map(({ url }, at) => `- Port number ${at} grew by much ${url}`).join('\n');
        const recorded = addresses.map((url, at) =>
          web[at]?.outcome === 'ok' ? page(url, { text: 'Ports grew.' }) : closed(url, web[at]?.outcome ?? 'blocked')
        );
        const { judge } = world(
          recorded,
          ({ kind, url, claims }) =>
            kind === 'relevance'
              ? { rationale: '', label: web[addresses.indexOf(url)]?.label }
              : {
                  claims: claims.map(({ id, text }) => {
                    const at = Number(/\d+/.exec(text)?.[0]);
                    return { id, rationale: '', quotes: ['Ports grew'], label: lines[at]?.label };
                  })
                },
          { abstains }
        );
        const verdicts = await judge(report);
        expect(new Set(verdicts.map(({ item }) => item)).size).toBe(verdicts.length);
        const { value, reason, n, abstained, unscored, figures } = scoreClaims(verdicts);
        expect(value === null).toBe(reason !== null);
        expect(value === null).toBe(n === 0);
        if (value !== null) expect(value).toSatisfy((share: number) => share >= 0 && share <= 100);
        const { urls, e1, e1Paper, e2, read, pairs, checked, e3, blocked } = figures;
        const rising = (...counts: (number | null | undefined)[]): void => {
          const known = counts.flatMap((one) => one ?? []);
          expect(known).toEqual([...known].sort((a, b) => a - b));
        };
        rising(e3, checked, pairs);
        rising(e2, read, urls);
        rising(e1, e1Paper, urls);
        const among = (of: PageOutcome): number => outcomes.filter((one) => one === of).length;
        const outcomes = verdicts.flatMap(({ detail }) => (detail?.kind === 'source' ? [detail.outcome] : []));
        if (e1 !== null && urls !== 0)
          expect(figures).toMatchObject({
            serverErrors: among('server-error'),
            resets: among('reset'),
            timeouts: among('timed-out')
          });
        expect(pairs).toBe(lines.length);
        expect(n + abstained + unscored).toBeLessThanOrEqual(verdicts.length);
        if (urls && read !== null && e1 !== null && blocked !== null)
          expect((read ?? 0) + (e1 ?? 0) + (blocked ?? 0)).toBeLessThanOrEqual(urls);
        const ensemble = combineClaims([
          { judge: 'a', repeats: [verdicts] },
          { judge: 'b', repeats: [verdicts] }
        ]);
        expect(ensemble.value).toBe(value);
        expect(ensemble.units).toHaveLength(lines.length);
      }
    ),
    { numRuns: 150 }
  );
});
