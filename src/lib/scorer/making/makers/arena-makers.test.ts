import { describe, expect, it } from 'vitest';
import type { Question, Reply } from '../../call.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import type { Maker } from './contract.ts';
import { inspirations } from './inspirations.ts';
import { researchTasks } from './research-tasks.ts';
import { taskCheck } from './task-check.ts';
import { taskComparison } from './task-comparison.ts';

/** Replies in turn; the questions that were asked. */
function asking<Input>(maker: Maker<Input>, input: Input, replies: unknown[]) {
  const asked: Question[] = [];
  const can = capabilities({
    ask: (question) => {
      asked.push(question);
      const text = JSON.stringify(replies[asked.length - 1] ?? null);
      return Promise.resolve({ text, ending: 'complete', usage: null, model: null } satisfies Reply);
    }
  });
  return { asked, made: maker.make(maker.input.parse(input), maker.prompt, can) };
}

const talk = {
  title: 'Kites',
  language: 'en' as const,
  passages: [
    { speaker: 'Ana', start: 0, end: 5000, text: 'Nobody has measured how long kite strings last in rain.' },
    { speaker: 'Ben', start: 5000, end: 9000, text: 'They may rot within a year.' }
  ]
};
const inspiration = (change: object = {}) => ({
  ...{
    text: 'How long strings last in rain is not known.',
    type: 'limitation',
    qualities: ['challenge', 'explorability']
  },
  ...{ span: 'Nobody has measured how long kite strings last in rain.', ...change }
});

describe('inspirations of a talk', () => {
  it('have type, qualities, and the passages in which their words stand', async () => {
    const { made, asked } = asking(inspirations, talk, [{ inspirations: [inspiration()] }]);
    expect(await made).toMatchObject({
      ok: true,
      pieces: [{ data: { type: 'limitation', place: { from: 1, to: 1 }, qualities: ['challenge', 'explorability'] } }],
      dropped: []
    });
    expect(JSON.parse(asked[0]!.user)).toEqual({
      ...{ title: 'Kites', language: 'English' },
      transcript: [
        { passage: 1, speaker: 'Ana', text: talk.passages[0]!.text },
        { passage: 2, speaker: 'Ben', text: talk.passages[1]!.text }
      ]
    });
  });

  it('are found across passages and with other blanks, and dropped with the reason if they are nowhere, short, long or unqualified', async () => {
    const { made } = asking(inspirations, talk, [
      {
        inspirations: [
          inspiration({ span: '  strings last\n in rain.  They may rot ' }),
          inspiration({ span: 'nobody has measured how long kite strings last in rain.' }),
          inspiration({ span: 'They may rot' }),
          inspiration({ text: 'word '.repeat(301) }),
          inspiration({ type: 'hypothesis' })
        ]
      }
    ]);
    const result = await made;
    if (!result.ok) throw new Error(result.reason);
    expect(result.pieces.map(({ data }) => data?.['place'])).toEqual([{ from: 1, to: 2 }]);
    expect(result.pieces[0]!.why).toMatch(/^Limitation: “ {2}strings last/);
    expect(result.dropped?.map(({ reason }) => reason)).toEqual([
      'Its quote is not in the transcript.',
      'Its quote has 3 words, and at least 4 are needed.',
      'It has 301 words, and at most 300 are allowed.',
      'A Hypothesis needs verifiability, which it is not said to have.'
    ]);
  });

  it('are asked for again if there are more than ten, and unmade with the reason if there still are', async () => {
    const eleven = { inspirations: Array.from({ length: 11 }, () => inspiration()) };
    const corrected = asking(inspirations, talk, [eleven, { inspirations: [] }]);
    expect(await corrected.made).toEqual({ ok: true, pieces: [], dropped: [], prose: false });
    expect(await asking(inspirations, talk, [eleven, eleven]).made).toMatchObject({ ok: false });
  });

  it('that are Chinese are found without regard to blanks between passages', async () => {
    const chinese = {
      ...talk,
      language: 'zh' as const,
      passages: [
        { speaker: null, start: null, end: null, text: '没有人测量过风筝线' },
        { speaker: null, start: null, end: null, text: '在雨中能用多久。' }
      ]
    };
    const { made } = asking(inspirations, chinese, [{ inspirations: [inspiration({ span: '风筝线在雨中能用多久' })] }]);
    expect(await made).toMatchObject({ ok: true, pieces: [{ data: { place: { from: 1, to: 2 } } }] });
  });
});

const from = {
  talk: { number: 3, title: 'Kites' },
  ...{ discipline: 'design' as const, language: 'en' as const },
  inspirations: [
    { id: 'r1-i1.1', type: 'limitation' as const, text: 'Strings in rain.' },
    { id: 'r1-i1.2', type: 'hypothesis' as const, text: 'They rot.' }
  ]
};
const task = (family: string, n: number, change: object = {}) => ({
  ...{ family, difficulty: 'basic', task: `Compare kite strings, part ${n}, and deliver a table of rates.` },
  ...{ deliverable: 'a table of rates', inspirations: [1], ...change }
});
const five = ['literature-survey', 'trend-scan', 'method-blueprint', 'empirical-test', 'comparative-analysis'].map(
  (family, at) => task(family, at)
);

describe('tasks of inspirations', () => {
  it('become queries with material that names family, difficulty, talk and inspirations', async () => {
    const { made, asked } = asking(researchTasks, from, [
      { tasks: five.map((one, at) => ({ ...one, inspirations: at === 0 ? [1, 2, 2] : [1] })) }
    ]);
    const result = await made;
    if (!result.ok) throw new Error(result.reason);
    expect(asked).toHaveLength(1);
    expect(result.pieces).toHaveLength(5);
    expect(result.pieces[0]).toMatchObject({
      text: 'Compare kite strings, part 0, and deliver a table of rates.',
      data: {
        ...{ qidPrefix: 'talk3', domain: 'Design', category: 'Literature survey', language: 'en', faults: [] },
        material: {
          'research-arena': {
            ...{ discipline: 'design', family: 'literature-survey', difficulty: 'basic', language: 'en' },
            ...{ source: { talk: '3 · Kites', inspirations: ['r1-i1.1', 'r1-i1.2'] }, criteria: null }
          }
        }
      }
    });
  });

  it('are asked for once more with all that is wrong named', async () => {
    const bad = five.map((one, at) => (at < 3 ? { ...one, family: 'literature-survey' } : one));
    const { made, asked } = asking(researchTasks, from, [{ tasks: bad }, { tasks: five }]);
    expect(await made).toMatchObject({ ok: true, dropped: [] });
    expect(asked[1]!.user).toContain('There are 2 tasks of the family Literature survey already.');
    expect(asked[1]!.user).toContain('The set has 4 tasks, and at least 5 are asked for.');
    expect(asked[1]!.user).toContain('No task is in the phase Design');
  });

  it('that still break rules are dropped with the reason, and what the set lacks is named with each sound one', async () => {
    const wrong = [
      task('literature-survey', 1),
      task('trend-scan', 2, { task: `${'word '.repeat(100)}a table of rates` }),
      task('trend-scan', 3, { task: 'Take up what the speaker said in the talk, as a table of rates.' }),
      task('trend-scan', 4, { deliverable: 'a report' }),
      task('trend-scan', 5, { inspirations: [] }),
      task('trend-scan', 6, { inspirations: [3] }),
      task('trend-scan', 1)
    ];
    const { made, asked } = asking(researchTasks, from, [{ tasks: wrong }, { tasks: wrong }]);
    const result = await made;
    if (!result.ok) throw new Error(result.reason);
    expect(asked).toHaveLength(2);
    expect(result.pieces.map(({ data }) => data?.['faults'])).toEqual([
      [
        'The set has 1 task, and at least 5 are asked for.',
        'No task is in the phase Design.',
        'No task is in the phase Evaluate.'
      ]
    ]);
    expect(result.dropped?.map(({ reason }) => reason)).toEqual([
      'It has 104 words, and at most 100 are allowed.',
      'It refers to its origin (“the speaker”), and a task has to stand alone.',
      'Its deliverable is not in its text.',
      'It rests on no inspiration.',
      'There is no inspiration 3.',
      'An earlier task has the same words.'
    ]);
  });

  it('are unmade with the reason if the form is wrong twice, and need an inspiration', async () => {
    const invented = { tasks: [task('poetry', 1)] };
    expect(await asking(researchTasks, from, [invented, invented]).made).toMatchObject({ ok: false });
    expect(researchTasks.input.safeParse({ ...from, inspirations: [] }).success).toBe(false);
  });
});

describe('the filter of tasks', () => {
  const input = { text: 'Compare kite strings.', family: 'trend-scan' as const, difficulty: 'basic' as const };
  const all = { research: true, coherent: true, standalone: true, feasible: true, deliverable: true, reason: '' };

  it('finds that a task passes, or why it fails', async () => {
    expect(await asking(taskCheck, input, [all]).made).toMatchObject({
      ok: true,
      pieces: [{ text: 'passes', data: { fails: [] } }]
    });
    const failing = { ...all, feasible: false, deliverable: false, reason: 'It needs a laboratory.' };
    expect(await asking(taskCheck, input, [failing]).made).toMatchObject({
      pieces: [
        {
          text: 'fails: needs a laboratory or fieldwork, no clear deliverable',
          why: 'It needs a laboratory.',
          data: { fails: ['feasible', 'deliverable'] }
        }
      ]
    });
  });

  it('is asked again if a point is missing', async () => {
    const { research: _research, ...four } = all;
    expect(await asking(taskCheck, input, [four, four]).made).toMatchObject({ ok: false });
  });
});

describe('the comparison of two tasks', () => {
  const one = (qid: string) => ({
    qid,
    text: `Task ${qid}`,
    family: 'trend-scan' as const,
    difficulty: 'basic' as const
  });
  const input = { round: 1, pair: 1, order: 'first' as const, a: one('t1'), b: one('t2') };
  const points = (n: number) => ({ clarity: n, actionability: n, novelty: n, depthFit: n, consistency: n });
  const reply = (confidence: number) => ({
    a: points(3),
    b: points(4),
    better: 'b',
    confidence,
    reason: 'B is sharper.'
  });

  it('never shows a judge the ids of the tasks', async () => {
    const { made, asked } = asking(taskComparison, input, [reply(0.8)]);
    expect(await made).toMatchObject({
      pieces: [{ text: 't2 before t1, 20 to 15 points, confidence 0.8', data: { winner: 'b', confidence: 0.8 } }]
    });
    expect(asked[0]!.user).not.toContain('"t1"');
  });

  it('is asked for once more with a confidence outside .5 to 1, and then left without a result', async () => {
    const corrected = asking(taskComparison, input, [reply(0.2), reply(0.7)]);
    expect(await corrected.made).toMatchObject({ ok: true, pieces: [{ data: { confidence: 0.7 } }] });
    expect(corrected.asked[1]!.user).toContain('confidence is 0.2, and it has to be from 0.5 to 1');
    expect(await asking(taskComparison, input, [reply(0.2), reply(1.2)]).made).toMatchObject({ ok: false });
  });
});
