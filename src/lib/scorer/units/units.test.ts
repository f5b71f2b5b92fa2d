import { describe, expect, it } from 'vitest';
import type { Metric } from '../metric.ts';
import type { Verdict } from '../verdict.ts';
import { rulesJudge } from '../judges/rules.ts';
import { addSuite, allUnits, isKnownUnit, metrics, scaleOfUnit, suites, unitNamed } from '../suites/index.ts';
import { rubricMetric } from '../suites/rubrics/rubric-protocol.ts';
import { RUBRIC_FORMAT, type Rubric } from '../suites/rubrics/rubric.ts';
import { labelOn, scaleByValues, type UnitDefinition } from '../unit-definition.ts';
import { verdictView } from './verdict-view.ts';

const rubric: Rubric = {
  ...{ format: RUBRIC_FORMAT, name: 'three-steps', version: '1', title: 'Three steps', question: 'How far?' },
  scale: {
    labels: [
      { label: 'full', value: 1, title: 'In full' },
      { label: 'part', value: 0.5, title: 'In part', meaning: 'some of it' },
      { label: 'none', value: 0, title: 'Not at all' },
      { label: 'n/a', value: null }
    ]
  },
  criteria: [{ text: 'Names the year.' }],
  aggregation: { kind: 'weighted-mean' }
};

const said = (label: string): Verdict => ({ item: 'c1', state: 'judged', label, rationale: '', evidence: [] });

describe('kinds of units', () => {
  it('are each known once, with distinct labels and keys', () => {
    const names = allUnits().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { scale, asked, name } of allUnits())
      for (const one of [scale, asked?.scale]) {
        if (!one || one === 'by-metric') continue;
        const labels = one.labels.map(({ label }) => label);
        expect(new Set(labels).size, name).toBe(labels.length);
      }
  });

  it('have every label that the protocols of metrics give, and read each for people', () => {
    for (const { name, protocol } of metrics) {
      const scale = scaleOfUnit(protocol.unit);
      const { asked } = unitNamed(protocol.unit.kind);
      for (const label of protocol.unit.labels) {
        if (scale) expect(labelOn(scale, label), `${name}: ${label}`).toBeDefined();
        // People are not asked about labels without a value, such as a page that could not be read.
        if (asked?.read && label !== 'no-claim' && (!scale || labelOn(scale, label)?.value !== null)) {
          const given = asked.read(label);
          expect(given !== null && labelOn(asked.scale!, given), `${name}: ${label}`).toBeTruthy();
        }
      }
    }
  });

  it('leave the labels of a criterion to its rubric, in words and by value', () => {
    const { protocol } = rubricMetric(rubric);
    const scale = scaleOfUnit(protocol.unit)!;
    expect(scale.level).toBe('ordinal');
    expect(scale.labels.map(({ title, hint, value }) => [title, hint, value])).toEqual([
      ['In full', undefined, 1],
      ['In part', 'some of it', 0.5],
      ['Not at all', undefined, 0],
      ['n/a', undefined, null]
    ]);
    const units = ['full', 'part', 'none', 'n/a'].map((label) => ({
      ...{ item: 'c1', kind: 'criterion', text: 'Names the year.' },
      verdicts: [{ judge: 'a', repeat: 0, verdict: said(label) }]
    }));
    const { view } = verdictView(
      units,
      (item) => item,
      () => null,
      scale
    );
    expect(view.kind === 'items' && view.units.map(({ verdicts: [v] }) => [v!.title, v!.seat])).toEqual([
      ['In full', 'yes'],
      ['In part', 'part'],
      ['Not at all', 'no'],
      ['n/a', 'open']
    ]);
  });

  it('are ordinal by different values, binary by two, nominal if values are shared', () => {
    const scaled = (...values: (number | null)[]) =>
      scaleByValues(values.map((value, i) => ({ label: `l${i}`, title: '', value }))).level;
    expect([scaled(1, 0), scaled(1, 0, null), scaled(1, 0.5, 0), scaled(1, 1, 0), scaled(0, 0)]).toEqual([
      'binary',
      'binary',
      'ordinal',
      'nominal',
      'nominal'
    ]);
  });

  it('that this version does not know are named beside their verdicts', () => {
    expect([isKnownUnit('rune'), unitNamed('rune').one]).toEqual([false, 'unit of the kind rune']);
    const units = [{ item: 'r1', kind: 'rune', text: null, verdicts: [{ judge: 'a', repeat: 0, verdict: said('ᚠ') }] }];
    const { view } = verdictView(
      units,
      (item) => `wording of ${item}`,
      () => null
    );
    expect(view).toMatchObject({
      kind: 'items',
      units: [
        {
          text: 'wording of r1',
          note: 'This version does not know units of the kind "rune".',
          verdicts: [{ label: 'ᚠ', title: 'ᚠ', seat: 'open' }]
        }
      ]
    });
  });

  it('of a suite bring what the judge made of code says, and names that nothing else has', async () => {
    const unit: UnitDefinition = {
      ...unitNamed('rating'),
      name: 'greeting',
      rules: { greetings: ({ about }) => ({ greets: about.report.markdown.startsWith('Hello') }) }
    };
    const metric = (name: string): Metric => ({ ...suites['deep-eval'].metrics[0]!, name });
    const suite = { name: 'greetings', title: 'Greetings', metrics: [metric('greeting-count')], units: [unit] };
    const call = {
      ...{ prompt: { name: 'p', version: '1', hash: '' }, system: '', user: '', trial: 0 },
      schema: { name: 'greetings', json: {} },
      about: {
        ...{ metric: 'greeting-count', query: { qid: 'q', text: '' }, items: [] },
        report: { id: 'r', markdown: 'Hello, world.', collectedAt: null }
      }
    };
    const ask = async () => (await rulesJudge.ask(call, { signal: new AbortController().signal })).text;
    await expect(ask()).rejects.toThrow('knows no reply of the form greetings');
    const remove = addSuite(suite);
    expect(JSON.parse(await ask())).toEqual({ greets: true });
    expect(allUnits().filter(({ name }) => name === 'greeting')).toHaveLength(1);
    const others = { name: 'others', title: 'Others', metrics: [] };
    expect(() => addSuite({ ...others, name: 'deep-eval' })).toThrow('There is a suite deep-eval already');
    expect(() => addSuite({ ...others, metrics: [metric('coverage')] })).toThrow('There is a metric coverage already');
    expect(() => addSuite({ ...others, units: [unitNamed('claim')] })).toThrow('There is a unit claim already');
    remove();
    expect([isKnownUnit('greeting'), isKnownUnit('claim')]).toEqual([false, true]);
  });
});
