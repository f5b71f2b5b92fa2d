import { describe, expect, it } from 'vitest';
import { metrics, metricByName } from '../../scorer/suites/index.ts';
import { firstKindFor, fixedItems, kindsToChoose, metricsToAsk, peopleToChoose } from './plan-choices.ts';
import { peopleProblems } from './planning.ts';

const named = (...names: string[]) => names.map(metricByName);

describe('the people of a plan', () => {
  const person = { userId: 'u', name: 'Ada', email: 'ada@example.org', annotator: true, readsResults: false, disabled: false }; // prettier-ignore
  const cases = [
    person,
    { ...person, annotator: false },
    { ...person, readsResults: true },
    { ...person, disabled: true }
  ];

  it('can be chosen exactly if a plan does not refuse them', () => {
    const listed = peopleToChoose(cases).map(({ obstacle }) => obstacle !== null);
    const refused = cases.map((one) => peopleProblems([one], 1).length > 0);
    expect(listed).toEqual(refused);
    expect(listed).toEqual([false, true, true, true]);
  });

  it('are told why they cannot', () => {
    expect(peopleToChoose(cases).map(({ obstacle }) => obstacle)).toEqual([
      null,
      'is not an annotator of this project',
      'is a lead, viewer or admin and can read the results, so the verdicts would not be blind',
      'has a disabled account'
    ]);
  });
});

describe('the kinds of study to choose from', () => {
  it('hold every kind that one of the metrics can be asked in, each once', () => {
    const offered = kindsToChoose(metrics).map(({ name }) => name);
    const asked = metricsToAsk(metrics).flatMap(({ kinds }) => kinds);
    expect(asked.filter((name) => !offered.includes(name))).toEqual([]);
    expect(new Set(offered).size).toBe(offered.length);
  });

  it('begin with the first that can ask about the metric', () => {
    expect(firstKindFor(metricByName('coverage'))).toBe('checklist-item');
    expect(firstKindFor(metricByName('depth'))).toBe('preference');
    expect(firstKindFor(undefined)).toBe('checklist-item');
    for (const metric of metrics)
      expect(metricsToAsk([metric])[0]!.kinds[0] ?? 'checklist-item').toBe(firstKindFor(metric));
  });

  it('take the labels of the metric only if their units do', () => {
    for (const kind of kindsToChoose(metrics)) expect(kind.labels === 'those of the metric').toBe(kind.byMetric);
    const [presentation] = metricsToAsk(named('presentation'));
    expect(presentation!.options).toEqual([]);
  });
});

it('items that can be named one by one are those of metrics that ask the same of every report', () => {
  const [presentation, ...others] = fixedItems(named('coverage', 'presentation', 'consistency'));
  expect(others).toEqual([]);
  expect(presentation).toMatchObject({ name: 'presentation' });
  expect(presentation!.items).toHaveLength(10);
});
