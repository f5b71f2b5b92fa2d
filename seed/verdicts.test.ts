import { describe, expect, it } from 'vitest';
import {
  type Label,
  judges,
  jsonl,
  type JudgeVerdict,
  keyOf,
  unitKeys,
  markdownOf,
  truthOf,
  annotators,
  share
} from './content.fixture.ts';

interface Blind {
  person: string;
  system: string;
  qid: string;
  item: string;
  label: Label;
  note?: string;
  seconds: number;
}
interface Preference {
  person: string;
  system: string;
  qid: string;
  item: string;
  choice: string[] | 'tie' | 'none';
  reasons: string[];
}

const verdicts = new Map(
  judges.map((name) => [name, jsonl<JudgeVerdict>(`verdicts/${name.replace('scripted:', '')}.jsonl`)])
);
const blind = jsonl<Blind>('blind-verdicts.jsonl');

describe.each(judges)('verdicts of %s', (judge) => {
  const own = verdicts.get(judge) ?? [];

  it('cover every unit of both metrics exactly once', () => {
    for (const metric of ['coverage', 'presentation'] as const)
      expect(
        own
          .filter((v) => v.metric === metric)
          .map(keyOf)
          .sort()
      ).toEqual(unitKeys(metric).sort());
  });

  it('quote the report exactly', () => {
    const wrong = own.flatMap((v) => v.quotes.filter((q) => q === '' || !markdownOf(v.system, v.qid).includes(q)));
    expect(wrong).toEqual([]);
  });

  it('give a short rationale that names neither system nor judge', () => {
    for (const { rationale } of own) {
      expect(rationale.length).toBeGreaterThan(10);
      expect(rationale.length).toBeLessThan(520);
      expect(rationale).not.toMatch(/\b(undefined|null|nan|cairn|heron|tarn|ferrule|gannet|sextant)\b|“”|\.\./i);
    }
  });
});

describe('agreement', () => {
  const wrongOf = (judge: string): Set<string> =>
    new Set(
      (verdicts.get(judge) ?? []).filter((v) => v.label !== truthOf(v.system, v.qid, v.metric, v.item)).map(keyOf)
    );
  const units = unitKeys('coverage').length + unitKeys('presentation').length;

  it.each([
    ['scripted:gannet', 0.92],
    ['scripted:ferrule', 0.86],
    ['scripted:sextant', 0.78]
  ])('of %s with the truth is about %f', (judge, expected) => {
    expect(Math.abs(1 - wrongOf(judge).size / units - expected)).toBeLessThan(0.015);
  });

  it('fails on the same units more often than chance would have it', () => {
    for (const [a, b] of [
      ['scripted:gannet', 'scripted:ferrule'],
      ['scripted:gannet', 'scripted:sextant'],
      ['scripted:ferrule', 'scripted:sextant']
    ] as const) {
      const [wa, wb] = [wrongOf(a), wrongOf(b)];
      expect([...wa].filter((key) => wb.has(key)).length).toBeGreaterThan(1.5 * ((wa.size * wb.size) / units));
    }
  });

  it.each(annotators)('of %s with the truth lies between .90 and .95, on every coverage unit', (person) => {
    const own = blind.filter((v) => v.person === person);
    expect(own.map(keyOf).sort()).toEqual(unitKeys('coverage').sort());
    const agreement = share(own.map((v) => v.label === truthOf(v.system, v.qid, 'coverage', v.item)));
    expect(agreement).toBeGreaterThanOrEqual(0.9);
    expect(agreement).toBeLessThanOrEqual(0.95);
    expect(own.every((v) => Number.isInteger(v.seconds) && v.seconds >= 5 && v.seconds <= 300)).toBe(true);
  });

  it('between people is about .87 in the mean', () => {
    const label = new Map(blind.map((v) => [`${v.person} ${keyOf(v)}`, v.label]));
    const pairs = annotators.flatMap((a, i) => annotators.slice(i + 1).map((b) => [a, b] as const));
    const mean =
      pairs.reduce(
        (sum, [a, b]) =>
          sum + share(unitKeys('coverage').map((key) => label.get(`${a} ${key}`) === label.get(`${b} ${key}`))),
        0
      ) / pairs.length;
    expect(Math.abs(mean - 0.87)).toBeLessThan(0.02);
  });
});

describe('preferences', () => {
  const given = jsonl<Preference>('preferences.jsonl');

  it('are given once per person and unit, for 30 to 50 % of what each person judged', () => {
    const known = new Set(blind.map((v) => `${v.person} ${keyOf(v)}`));
    const keys = given.map((p) => `${p.person} ${keyOf(p)}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => known.has(key))).toBe(true);
    for (const person of annotators) {
      const part = given.filter((p) => p.person === person).length / unitKeys('coverage').length;
      expect(part).toBeGreaterThan(0.3);
      expect(part).toBeLessThan(0.5);
    }
  });

  it('choose among the three judges and give a reason exactly if a judge is chosen', () => {
    const reasons = ['reads the item correctly', 'quotes the right passages', 'explains better', 'leaves nothing out'];
    for (const { choice, reasons: own } of given) {
      if (typeof choice === 'string') expect(own).toEqual([]);
      else {
        expect(choice.length).toBeGreaterThan(0);
        expect(choice.every((judge) => judges.includes(judge))).toBe(true);
        expect(own.length).toBeGreaterThan(0);
        expect(own.every((reason) => reasons.includes(reason))).toBe(true);
      }
    }
  });
});
