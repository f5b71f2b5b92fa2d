import { describe, expect, it } from 'vitest';
import { qualityDimensions } from '../../scorer/suites/report-bench/prompts/quality-1.ts';
import { unitNamed } from '../../scorer/suites/index.ts';
import { knowRubric } from '../../scorer/suites/rubrics/known-rubrics.ts';
import { hashRubric, RUBRIC_FORMAT, type Rubric } from '../../scorer/suites/rubrics/rubric.ts';
import type { UnitDefinition, UnitScale } from '../../scorer/unit-definition.ts';
import { schema } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { everyKindRun } from '../planning/every-kind.fixture.ts';
import { valueOnScale } from '../labels/label-scale.ts';
import { startingText } from '../planning/guideline.server.ts';
import { CANNOT_JUDGE, isStudyKind, kindByName, kindsFor, studyKinds } from './index.ts';
import { labelScaleOf, MOST_ANSWERS, studyOfUnit } from './unit-study.ts';

const rubric = (scale: Rubric['scale']): Rubric => ({
  ...{ format: RUBRIC_FORMAT, name: 'study-of-steps', version: '1', title: 'Steps', question: 'How far?' },
  ...(scale && { scale }),
  criteria: [{ text: 'Names the year.' }],
  aggregation: { kind: 'weighted-mean' }
});
const metricOf = (scale: Rubric['scale']) => {
  const made = rubric(scale);
  return knowRubric(made, hashRubric(made));
};
const answers = (n: number): UnitScale => ({
  level: 'ordinal',
  labels: Array.from({ length: n }, (_, value) => ({ label: `step ${value}`, title: `Step ${value}`, value }))
});

describe('a study made from the definition of a kind of units', () => {
  it('asks criteria of a rubric by the labels of its scale, lowest first, what is not applicable beside', () => {
    const { name, protocol } = metricOf({
      labels: [
        { label: 'full', value: 1, title: 'In full', meaning: 'all of it' },
        { label: 'part', value: 0.5 },
        { label: 'none', value: 0 },
        { label: 'n/a', value: null }
      ]
    });
    expect(kindsFor(protocol).map((kind) => kind.name)).toEqual(['unit-criterion', 'user-preference', 'ranking']);
    const kind = kindByName('unit-criterion', name);
    expect(kind.scale).toEqual({
      level: 'ordinal',
      labels: ['none', 'part', 'full'],
      withoutValue: ['n/a', CANNOT_JUDGE]
    });
    expect(kind.options.map(({ seat }) => seat)).toEqual(['yes', 'part', 'no', 'open']);
    expect(studyKinds['claim-support'].options.some((option) => 'seat' in option)).toBe(false);
    expect(kind.options.map(({ key, label, title, hint }) => [key, label, title, hint])).toEqual([
      ['1', 'full', 'In full', 'all of it'],
      ['2', 'part', 'part', ''],
      ['3', 'none', 'none', ''],
      ['4', 'n/a', 'n/a', '']
    ]);
    expect(valueOnScale(kind.scale, kind.kept('part', [0])!)).toBe(1);
    expect(kind.judges.from === 'label' && [kind.judges.read('n/a'), kind.judges.read('yes')]).toEqual(['n/a', null]);
    expect(startingText('unit-criterion', name)).toContain('| 1 | In full | all of it |');
  });

  it('is binary for two labels, with the better one first', () => {
    const { name } = metricOf({
      labels: [
        { label: 'missed', value: -1 },
        { label: 'met', value: 1 }
      ]
    });
    expect(kindByName('unit-criterion', name).scale).toMatchObject({ level: 'binary', labels: ['met', 'missed'] });
    expect(kindByName('unit-criterion', metricOf(undefined).name).scale).toMatchObject({ labels: ['yes', 'no'] });
  });

  it('gives digits their own keys, and no answer a key that the page needs', () => {
    const { name } = metricOf({ range: { from: 0, to: 9, notApplicable: 'N/A' } });
    const keys = kindByName('unit-criterion', name).options.map(({ label, key }) => [label, key]);
    expect(keys).toEqual([...Array.from('0123456789', (digit) => [digit, digit]), ['N/A', 'a']]);
    const keysOf = (from: number, to: number) =>
      kindByName('unit-criterion', metricOf({ range: { from, to } }).name).options.map(({ key }) => key);
    expect(keysOf(0, 10).join('')).toBe('0123456789x');
    expect(keysOf(1, 12).join('')).toBe('123456789xab');
    expect(keysOf(-1, 1).join('')).toBe('a01');
    expect(new Set(keysOf(1, MOST_ANSWERS)).size).toBe(MOST_ANSWERS);
    const all = studyOfUnit(unitNamed('criterion'), answers(MOST_ANSWERS)).options.map(({ key }) => key);
    expect(new Set(all).size).toBe(MOST_ANSWERS);
    expect(all.filter((key) => 'hfceunsjklmpr'.includes(key) || key === '')).toEqual([]);
  });

  it('tells people what each rating of a survey asks, as its judges are told', () => {
    const { guideline, options } = kindByName('unit-quality', 'content-quality');
    for (const { title, asks } of Object.values(qualityDimensions))
      expect(guideline).toContain(`**${title}**: ${asks}`);
    expect(options.map(({ hint }) => hint !== '')).toEqual([true, false, true, false, true]);
  });

  it('is offered for no more answers than there are keys, and not if judges have units of their own', () => {
    const protocol = (n: number) => ({ unit: { kind: 'criterion', labels: [], scale: answers(n) } });
    const names = (n: number) => kindsFor(protocol(n)).map(({ name }) => name);
    expect(names(MOST_ANSWERS)).toContain('unit-criterion');
    expect(names(MOST_ANSWERS + 1)).not.toContain('unit-criterion');
    expect(names(1)).not.toContain('unit-criterion');
  });

  it('exists beside the kinds with a name of their own, never twice for one kind of unit', () => {
    expect(['unit-criterion', 'unit-item', 'unit-claim', 'unit-source', 'unit-rune'].map(isStudyKind)).toEqual([
      true,
      ...Array<boolean>(4).fill(false)
    ]);
    expect(() => kindByName('unit-rune', 'coverage')).toThrow('unit-criterion');
    expect(studyKinds['claim-support'].scale).toEqual({
      level: 'ordinal',
      labels: ['not', 'partly', 'supported'],
      withoutValue: ['source-unusable', 'no-claim', CANNOT_JUDGE]
    });
  });

  it('keeps categories without an order, also if none has a value', () => {
    const nominal = (...values: (number | null)[]): UnitScale => ({
      level: 'nominal',
      labels: values.map((value, i) => ({ label: `l${i}`, title: '', value }))
    });
    expect(labelScaleOf(nominal(null, null, null))).toEqual({ level: 'nominal', labels: ['l0', 'l1', 'l2'] });
    expect(labelScaleOf(nominal(1, 0, 0, null))).toEqual({
      level: 'nominal',
      labels: ['l0', 'l1', 'l2'],
      withoutValue: ['l3']
    });
    const unasked: UnitDefinition = { ...unitNamed('source'), asked: null };
    expect(() => studyOfUnit(unasked, null)).toThrow('people are not asked about cited sources');
  });
});

it('what a kind of units adds to verdicts is what its definition declares', () => {
  const { db } = memoryDatabase();
  everyKindRun(db);
  const rows = db.select({ kind: schema.verdict.kind, detail: schema.verdict.detail }).from(schema.verdict).all();
  const seen = new Set<string>();
  for (const { kind, detail } of rows) {
    const declared = unitNamed(kind).detail;
    if (detail === null) continue;
    seen.add(kind);
    expect(declared?.safeParse(detail).error, kind).toBeUndefined();
    expect(declared?.safeParse({ kind }).success, kind).toBe(false);
  }
  expect([...seen].sort()).toEqual(['claim', 'comparison', 'issue']);
});
