import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForeign } from '../read-foreign.ts';
import * as files from './tool-files.ts';
import type { WrittenStudy } from './written-labels.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9 ]{0,8}[a-z0-9]$/);
const label = (kind: 'person' | 'judge', rater: fc.Arbitrary<string>) =>
  fc.record({
    ...{ rater, kind: fc.constant(kind), value: fc.constantFrom('yes', 'no'), comment: fc.string() },
    seconds: fc.option(fc.nat(500))
  });
const items = fc.uniqueArray(
  fc.record({
    ...{ id: name, qid: name, system: name, text: fc.string() },
    people: fc.uniqueArray(label('person', name), { maxLength: 4, selector: ({ rater }) => rater }),
    judges: fc.array(label('judge', fc.constant('JUDGE')), { maxLength: 1 })
  }),
  { minLength: 1, maxLength: 5, selector: ({ id }) => id }
);
const studies = items.map((found): WrittenStudy => ({
  ...{ number: 3, name: 'Pilot', question: 'met', scale: { level: 'binary', labels: ['yes', 'no'] } },
  items: found.map(({ people, judges, ...item }) => ({ ...item, labels: [...people, ...judges] }))
}));

const labelsOf = (study: WrittenStudy, text: (value: string) => string = (value) => value): unknown[][] =>
  study.items
    .flatMap(({ id, labels }) => labels.map(({ rater, kind, value }) => [id, rater, kind, text(value)]))
    .sort();

async function readBack(text: string): Promise<unknown[][]> {
  if (text === '' || /^\{\s*"data": \[\]/.test(text)) return [];
  const read = await readForeign(new TextEncoder().encode(text));
  if (!read?.ok) throw new Error(JSON.stringify(read));
  const { items, about, raters, values, labels } = read.value.collected;
  const own = about.get('data.item') ?? about.get('item');
  return Array.from({ length: labels.count }, (_, i) => {
    const { name, kind } = raters[labels.rater[i]!]!;
    const item = labels.item[i]!;
    return [own?.[item] ?? items[item], name, kind, values[labels.value[i]!]];
  });
}

describe('labels written for other tools', () => {
  it.each(['writeLabelStudioTasks', 'writeArgillaRecords', 'writeLangfuseScores', 'writePhoenixAnnotations'] as const)(
    'are read back as they were: %s',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(studies, async (study) => {
          expect((await readBack(files[name](study))).sort()).toEqual(labelsOf(study));
        })
      );
    }
  );

  it('are scores in LangSmith, 1 for the first label of a binary scale', async () => {
    await fc.assert(
      fc.asyncProperty(studies, async (study) => {
        const scores = labelsOf(study, (value) => (value === 'yes' ? '1' : '0'));
        expect((await readBack(files.writeLangsmithFeedback(study))).sort()).toEqual(scores.sort());
      })
    );
  });

  it('have one score a sample in Inspect: the majority of people, and none if they are tied', () => {
    const said = (...values: string[]) =>
      values.map((value, i) => ({ rater: `R${i}`, kind: 'person' as const, value, comment: '', seconds: null }));
    const about = { qid: 't', system: 's', text: 'x' };
    const study: WrittenStudy = {
      ...{ number: 3, name: 'Pilot', question: 'met', scale: { level: 'binary', labels: ['yes', 'no'] } },
      items: [
        { id: 'i1', ...about, labels: said('yes', 'no') },
        { id: 'i2', ...about, labels: said('yes', 'no', 'no') },
        { id: 'i3', ...about, labels: [] }
      ]
    };
    const rows = files.writeInspectScores(study).trim().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
    expect(rows).toMatchObject([
      { id: 'i1', value: null, metadata: { n_raters: 2, n_majority: 1 } },
      { id: 'i2', value: 'no', metadata: { n_raters: 3, n_majority: 2 } }
    ]);
  });
});
