import { describe, expect, it } from 'vitest';
import { inputProblems } from '../../../../../lib/studies/planning/planning.ts';
import type { CopiedPlan } from '../../../../../lib/studies/planning/copied-plan.server.ts';
import type { SampleInput } from '../../../../../lib/studies/planning/drawing/sampling.ts';
import { copiedForm, planInput, typedPlan } from './plan-form.ts';

const form = (change: Record<string, string> = {}): FormData => {
  const data = new FormData();
  const fields = {
    name: 'Round 1',
    run: '3',
    metric: 'coverage',
    sampling: 'one',
    items: '24',
    overlap: '2',
    seed: '7'
  };
  for (const [name, value] of Object.entries({ ...fields, reveal: 'at-end', ...change })) data.set(name, value);
  for (const person of ['ana', 'ben']) data.append('people', person);
  return data;
};
const inputFrom = (change?: Record<string, string>) => planInput(typedPlan(form(change)), 'run-id');
const columns = (change: Record<string, string>) => inputProblems(inputFrom(change)).map(({ column }) => column);

describe('the form of a plan', () => {
  it('gives the input that was typed', () => {
    expect(inputFrom()).toEqual({
      runId: 'run-id',
      name: 'Round 1',
      metric: 'coverage',
      kind: 'checklist-item',
      settings: {},
      sample: { items: 24 },
      people: ['ana', 'ben'],
      overlap: 2,
      seed: 7,
      reveal: 'at-end',
      guideline: '',
      guidelinePage: '',
      known: []
    });
    expect(columns({})).toEqual([]);
  });

  it('leaves out what the kind has no use for, and reveals nothing if judges say nothing', () => {
    const typed = { kind: 'user-preference', dimensions: 'on', multiSelect: 'on', maskNames: 'on' };
    expect(inputFrom(typed)).toMatchObject({ reveal: 'never', settings: { multiSelect: true, maskNames: true } });
    expect(inputFrom(typed).settings).not.toHaveProperty('dimensions');
    expect(columns({ kind: 'user-preference' })).toEqual([]);
  });

  it('draws equally many of each group', () => {
    expect(inputFrom({ sampling: 'groups', by: 'system', each: '4' }).sample).toEqual({ by: 'system', each: 4 });
    expect(columns({ sampling: 'groups', by: 'system', each: '' })).toEqual(['items']);
    expect(columns({ sampling: 'reports', reports: '4', perReport: '0' })).toEqual(['items']);
  });

  it('takes a stratum left empty as none of it, and the other number as not asked for', () => {
    expect(inputFrom({ sampling: 'strata', someDiffer: '12' }).sample).toEqual({ allAgree: 0, someDiffer: 12 });
  });

  it.each([
    ['items', '12.5'],
    ['items', '1e3'],
    ['items', ''],
    ['overlap', 'two'],
    ['seed', '0x1F'],
    ['seed', '']
  ])('does not read a number into %s %j', (name, value) => {
    expect(columns({ [name]: value })).toContain(name);
  });

  it('draws only from what is named, and takes a size that is offered', () => {
    const data = form({ sampling: 'strata', 'only-keys': 'p1, p2', take: '385' });
    for (const name of ['Economy', '(none)']) data.append('only-category', name);
    const { sample } = planInput(typedPlan(data), 'run-id');
    expect(sample).toEqual({ items: 385, only: { category: ['Economy', ''], item: ['p1', 'p2'] } });
  });

  it('takes units that have a purpose, row by row, and then those that were pasted', () => {
    const data = form({ mask: 'on' });
    for (const [purpose, item, text] of [
      ['', 'a', ''],
      ['gold', 'b', ''],
      ['training', '', 'Own words?']
    ] as const)
      for (const [name, value] of Object.entries({
        purpose,
        item,
        text,
        qid: 'q1',
        system: 's',
        about: 'x',
        answer: 'yes',
        reason: 'r'
      }))
        // prettier-ignore
        data.append(`gold-${name}`, value);
    const pasted = { purpose: 'attention', qid: 'q2', system: 's', item: 'c', answer: 'no', reason: '' } as const;
    const { known, settings } = planInput(typedPlan(data), 'run-id', [pasted]);
    const row = { qid: 'q1', system: 's', answer: 'yes', reason: 'r' };
    expect(known).toEqual([
      { ...row, purpose: 'gold', item: 'b' },
      { ...row, purpose: 'training', item: '', text: 'Own words?' },
      pasted
    ]);
    expect(settings).toEqual({ maskNames: true });
  });

  it('asks for no repeats and no rate if nothing is named, and refuses what is no number', () => {
    const named = { purpose: 'gold', qid: 'q1', system: 's', item: 'a', answer: 'yes', reason: '' } as const;
    const settings = (change: Record<string, string>) => planInput(typedPlan(form(change)), 'run-id', [named]).settings;
    expect(settings({ goldEvery: '10', repeats: '3' })).toEqual({ goldEvery: 10, repeats: 3 });
    expect(settings({ goldEvery: '', repeats: '0' })).toEqual({});
    expect(inputFrom({ goldEvery: '10' }).settings).toEqual({});
    expect(settings({ goldEvery: 'ten' })).toEqual({ goldEvery: NaN });
    expect(columns({ repeats: 'x' })).toEqual(['repeats']);
  });

  it('keeps what was typed as it was typed', () => {
    expect(typedPlan(form({ items: ' many ' }))).toMatchObject({ items: ' many ', run: '3', people: ['ana', 'ben'] });
  });
});

describe('the form with the plan of another study', () => {
  const plan: CopiedPlan = {
    ...{ number: 4, leftOut: 0, runId: 'run-id', name: 'Round 1 (copy)', metric: 'coverage', kind: 'checklist-item' },
    ...{ settings: { maskNames: true, repeats: 3 }, sample: { items: 24 }, people: ['ana', 'ben'], overlap: 2 },
    ...{ reveal: 'at-end', guideline: 'Read all.', guidelinePage: '# Ours' }
  };

  it.each<SampleInput>([
    { items: 24 },
    { allAgree: 4, someDiffer: 9 },
    { by: 'system', each: 3 },
    { reports: 6, perReport: 8 },
    { items: 5, only: { category: ['Health'], item: ['a', 'b'] } }
  ])('asks for what that study asked for: %j', (sample) => {
    const { number: _, leftOut: __, ...asked } = { ...plan, sample };
    expect(planInput(copiedForm({ ...plan, sample }, { number: '3' }, ['ana', 'ben'], 7), 'run-id')).toEqual({
      ...{ ...asked, seed: 7, known: [] }
    });
  });

  it('leaves people out who cannot judge any more', () => {
    expect(copiedForm(plan, { number: '3' }, ['ben', 'cleo'], 7).people).toEqual(['ben']);
  });
});
