import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForeign } from '../read-foreign.ts';
import * as experiments from './experiment-files.ts';
import { writePotatoFolders } from './potato-files.ts';
import * as tables from './public-tables.ts';
import * as files from './tool-files.ts';
import { annotatorMajority, type WrittenStudy } from './written-labels.ts';

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

/** Bytes of an archive without members; no file with labels is as short. */
const EMPTY_ZIP = 22;

const labelsOf = (study: WrittenStudy, text: (value: string) => string = (value) => value): unknown[][] =>
  study.items
    .flatMap(({ id, labels }) => labels.map(({ rater, kind, value }) => [id, rater, kind, text(value)]))
    .sort();

async function readBack(content: string | Uint8Array): Promise<unknown[][]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  if (bytes.length <= EMPTY_ZIP || /^\{\s*"data": \[\]/.test(Buffer.from(bytes).toString('utf8'))) return [];
  const read = await readForeign(bytes);
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

  it.each([
    ['writePotatoFolders', writePotatoFolders],
    ['writeBraintrustEvents', experiments.writeBraintrustEvents],
    ['writeOpenaiEvalsLogs', experiments.writeOpenaiEvalsLogs],
    ['writeSummevalTable', tables.writeSummevalTable],
    ['writeEveryEvalEverSamples', tables.writeEveryEvalEverSamples]
  ] as const)('are read back as they were, with their question and raters: %s', async (_name, write) => {
    await fc.assert(
      fc.asyncProperty(studies, async (study) => {
        const labels = labelsOf(study);
        if (labels.length > 0) expect((await readBack(write(study))).sort()).toEqual(labels);
      })
    );
  });

  it('are votes in the form of MT-Bench: the first, the second or neither of two systems', async () => {
    const votes = { A: 'model_a', tie: 'tie', B: 'model_b' } as Record<string, string>;
    await fc.assert(
      fc.asyncProperty(studies, fc.boolean(), async (study, isOfRun) => {
        const asVote = { yes: 'A', no: 'tie' } as Record<string, string>;
        const pairs: WrittenStudy = {
          ...{ ...study, scale: { level: 'preference', labels: ['A', 'tie', 'B'] } },
          items: study.items.map((item) => ({
            ...{ ...item, id: isOfRun ? item.id : `${item.qid}: alpha / ${item.id}, turn 2` },
            ...(isOfRun && { pair: ['alpha', 'beta'] as const }),
            labels: item.labels.map((label) => ({ ...label, value: asVote[label.value]! }))
          }))
        };
        const expected = labelsOf(pairs, (value) => votes[value]!).sort();
        if (expected.length > 0) expect((await readBack(tables.writeArenaVotes(pairs))).sort()).toEqual(expected);
      })
    );
  });

  it('pass or fail in promptfoo: the judges one by one, the annotators by their majority', async () => {
    await fc.assert(
      fc.asyncProperty(studies, async (study) => {
        const passed = (value: string): string => (value === 'yes' ? 'pass' : 'fail');
        const expected = study.items.flatMap((item): unknown[][] => {
          const majority = annotatorMajority(item)?.value ?? null;
          const judges = item.labels.filter(({ kind }) => kind === 'judge');
          return [
            ...judges.map(({ rater, value }) => [item.id, rater, 'judge', passed(value)]),
            // All judges together are promptfoo's own verdict on the test.
            ...(judges.length > 0 ? [[item.id, 'assertions', 'judge', passed(judges[0]!.value)]] : []),
            ...(majority === null ? [] : [[item.id, 'human', 'person', passed(majority)]])
          ];
        });
        if (expected.length > 0)
          expect((await readBack(experiments.writePromptfooResults(study))).sort()).toEqual(expected.sort());
      })
    );
  });

  it('are the same archive for the same labels, with people’s names as parts of paths', () => {
    const label = { rater: '../Ana & 李', kind: 'person' as const, value: 'yes', comment: '', seconds: 2 };
    const item = { id: 'i1', qid: 'q1', system: 'a/b', text: 'x', labels: [label] };
    const study: WrittenStudy = {
      ...{ number: 3, name: 'Pilot', question: 'met', scale: { level: 'binary', labels: ['yes', 'no'] }, items: [item] }
    };
    for (const write of [writePotatoFolders, experiments.writeOpenaiEvalsLogs]) {
      const bytes = write(study);
      expect(write(study)).toEqual(bytes);
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('..');
    }
  });

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
