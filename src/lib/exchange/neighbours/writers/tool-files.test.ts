import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForeign } from '../read-foreign.ts';
import * as experiments from './experiment-files.ts';
import { writeInspectEval, writeInspectLog } from './inspect-log.ts';
import { writePotatoFolders } from './potato-files.ts';
import * as tables from './public-tables.ts';
import * as files from './tool-files.ts';
import { annotatorMajority, type WrittenStudy } from './written-labels.ts';
import { sized } from '../../../../../tests/timing.ts';

/** Drawn studies that each format is tried on. */
const drawn = { numRuns: sized(100, 40) };
const createdAt = Date.UTC(2026, 9, 1, 8);
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
  ...{ number: 3, name: 'Pilot', question: 'met', scale: { level: 'binary', labels: ['yes', 'no'] }, createdAt },
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
        }),
        drawn
      );
    }
  );

  it.each([
    ['writePotatoFolders', writePotatoFolders],
    ['writeBraintrustEvents', experiments.writeBraintrustEvents],
    ['writeOpenaiEvalsLogs', experiments.writeOpenaiEvalsLogs],
    ['writeInspectEval', writeInspectEval],
    ['writeInspectLog', writeInspectLog],
    ['writeSummevalTable', tables.writeSummevalTable],
    ['writeEveryEvalEverSamples', tables.writeEveryEvalEverSamples]
  ] as const)('are read back as they were, with their question and raters: %s', async (_name, write) => {
    await fc.assert(
      fc.asyncProperty(studies, async (study) => {
        const labels = labelsOf(study);
        if (labels.length > 0) expect((await readBack(write(study))).sort()).toEqual(labels);
      }),
      drawn
    );
  });

  it('are ratings in Label Studio, and choices if they have no value on the scale', async () => {
    const label = { rater: 'ana', kind: 'person' as const, comment: '', seconds: null };
    const study: WrittenStudy = {
      ...{ number: 3, name: 'Pilot', question: 'depth', createdAt },
      scale: { level: 'interval', low: 0, high: 10, withoutValue: ['cannot judge'] },
      items: ['7.5', 'cannot judge'].map((value, i) => ({
        ...{ id: `i${i}`, qid: 'q', system: 's', text: '' },
        labels: [{ ...label, value }]
      }))
    };
    expect(await readBack(files.writeLabelStudioTasks(study))).toEqual(labelsOf(study));
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
      }),
      drawn
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
      }),
      drawn
    );
  });

  it('are the same archive for the same labels, with people’s names as parts of paths', () => {
    const label = { rater: '../Ana & 李', kind: 'person' as const, value: 'yes', comment: '', seconds: 2 };
    const item = { id: 'i1', qid: 'q1', system: 'a/b', text: 'x', labels: [label] };
    const study: WrittenStudy = {
      ...{ number: 3, name: 'Pilot', question: 'met', scale: { level: 'binary', labels: ['yes', 'no'] }, createdAt },
      items: [item]
    };
    for (const write of [writePotatoFolders, experiments.writeOpenaiEvalsLogs, writeInspectEval]) {
      const bytes = write(study);
      expect(write(study)).toEqual(bytes);
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('..');
    }
  });

  it('are logs of Inspect in which no answer is lost, with questions, raters called alike and ids like paths', async () => {
    const labels = (['person', 'judge'] as const).map((kind) => ({
      ...{ rater: 'human', kind, value: kind === 'person' ? '0' : '3.5', comment: 'why', seconds: 2 }
    }));
    const about = { qid: 'q', system: 's', text: 'Is it so?' };
    const ids = ['../a', 'a/sample', '%2E', 'CON', 'x_epoch_1'];
    const study: WrittenStudy = {
      ...{ number: 3, name: 'Pilot', question: 'depth', scale: { level: 'interval', low: 0, high: 5 }, createdAt },
      items: ids.map((id) => ({ id, ...about, labels }))
    };
    for (const write of [writeInspectEval, (of: WrittenStudy) => new TextEncoder().encode(writeInspectLog(of))]) {
      const read = await readForeign(write(study));
      if (!read?.ok) throw new Error(JSON.stringify(read));
      const { questions, raters, labels: n, notTaken } = read.value.summary;
      expect(questions.map((one) => [one.name, one.byPeople, one.labels])).toEqual([['depth', 5, 10]]);
      expect(raters.map((one) => [one.kind, one.labels])).toEqual([['person', 5], ['judge', 5]]); // prettier-ignore
      expect([n, notTaken.filter(({ reason }) => reason !== 'field')]).toEqual([10, []]);
      expect((await readBack(write(study))).sort()).toEqual(
        ids.flatMap((id) => [[id, 'human', 'person', '0'], [id, 'human (judge)', 'judge', '3.5']]).sort() // prettier-ignore
      );
    }
    const log = JSON.parse(writeInspectLog(study)) as { eval: { created: string }; results: { scores: unknown[] } };
    expect(log.eval.created).toBe('2026-10-01T08:00:00+00:00');
    expect(log.results.scores).toMatchObject([
      { scorer: 'human', scored_samples: 5, unscored_samples: 0, metrics: { mean: { value: 0 } } },
      { scorer: 'human (judge)', metrics: { mean: { value: 3.5 } } }
    ]);
  });

  it('are scores in LangSmith, 1 for the first label of a binary scale', async () => {
    await fc.assert(
      fc.asyncProperty(studies, async (study) => {
        const scores = labelsOf(study, (value) => (value === 'yes' ? '1' : '0'));
        const written = files.writeLangsmithFeedback(study);
        expect((await readBack(written)).sort()).toEqual(scores.sort());
        // LangSmith stores the user who sends feedback instead of the name.
        const stored = written.replaceAll(/"user_name":"[^"]*"/g, '"user_name":"lead"');
        expect((await readBack(stored)).sort()).toEqual(scores.sort());
      }),
      drawn
    );
  });

  it('have one score a sample in Inspect: the majority of people, and none if they are tied; it is refused as labels', async () => {
    const said = (...values: string[]) =>
      values.map((value, i) => ({ rater: `R${i}`, kind: 'person' as const, value, comment: '', seconds: null }));
    const about = { qid: 't', system: 's', text: 'x' };
    const study: WrittenStudy = {
      ...{ number: 3, name: 'Pilot', question: 'met', scale: { level: 'binary', labels: ['yes', 'no'] }, createdAt },
      items: [
        { id: 'i1', ...about, labels: said('yes', 'no') },
        { id: 'i2', ...about, labels: said('yes', 'no', 'no') },
        { id: 'i3', ...about, labels: [] }
      ]
    };
    const read = await readForeign(new TextEncoder().encode(files.writeInspectScores(study)));
    expect(read).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('majority of annotators') }]
    });
    const rows = files.writeInspectScores(study).trim().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
    expect(rows).toMatchObject([
      { id: 'i1', value: null, metadata: { n_raters: 2, n_majority: 1 } },
      { id: 'i2', value: 'no', metadata: { n_raters: 3, n_majority: 2 } }
    ]);
  });
});
