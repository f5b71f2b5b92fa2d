import { describe, expect, it } from 'vitest';
import { estimateRun } from '../engine/estimate/estimate.ts';
import { drive, judged, judgeOf, metricOf, never, question, reply, sample } from '../engine/engine.fixture.ts';
import type { Ballot, VoteOutcome } from '../capabilities.ts';
import { type Judge, JudgeCallError } from '../judge.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';
import { countVotes } from './votes.ts';

const labels = ['correct', 'incorrect'] as const;
type Label = (typeof labels)[number];
const ballot: Ballot<Label> = {
  of: labels,
  read: ({ text }) => (text === 'nonsense' ? null : { label: text as Label, rationale: `because ${text}` }),
  repeats: 3,
  minimumValid: 4
};
/** A judge whose voters are two models. */
const twoVoters = (own: Judge, ...voter: Judge[]): Judge => ({
  spec: 'own[voter]',
  fingerprint: `own[${voter.map(({ fingerprint }) => fingerprint).join('+')}]`,
  players: { own, roles: { voter } },
  ask: own.ask
});
const model = (name: string, ...texts: string[]) =>
  judgeOf((asked) => {
    const text = texts[(asked - 1) % texts.length]!;
    if (text === 'fails') throw new JudgeCallError('HTTP 400', { retryable: false, status: 400 });
    return text === 'refuses' ? { ...reply(''), ending: 'refused' } : reply(text);
  }, name);

async function vote(voters: Judge[], over: { ballot?: Ballot<Label>; store?: ReturnType<typeof memoryStore> } = {}) {
  let outcome: VoteOutcome<Label> | undefined;
  const metric = metricOf(async (_sample, _metric, can) => {
    outcome = await can.vote({ ...question('Is it so?'), role: 'voter' }, over.ballot ?? ballot);
    return [judged('whole', outcome.label ?? 'undecided')];
  });
  const judge = twoVoters(judgeOf(), ...voters);
  const store = over.store ?? memoryStore();
  const result = await drive({ store, tasks: [{ sample: sample('r1'), metric, judge, repeat: 0 }] });
  return { outcome, result, store, judge, metric };
}

describe('a vote', () => {
  it('is taken by each model as often as asked, each vote a call of its own, in a fixed order', async () => {
    const { outcome, store } = await vote([model('a', 'correct'), model('b', 'incorrect', 'correct', 'correct')]);
    expect(outcome).toMatchObject({ valid: 6, counts: { correct: 5, incorrect: 1 }, label: 'correct', reason: null });
    expect(outcome?.share).toBeCloseTo(5 / 6, 12);
    expect(outcome?.votes.map(({ judge, trial, label, rationale }) => [judge, trial, label, rationale])).toEqual([
      ['a', 0, 'correct', 'because correct'],
      ['a', 1, 'correct', 'because correct'],
      ['a', 2, 'correct', 'because correct'],
      ['b', 0, 'incorrect', 'because incorrect'],
      ['b', 1, 'correct', 'because correct'],
      ['b', 2, 'correct', 'because correct']
    ]);
    expect(new Set(store.calls.map(({ key }) => key)).size).toBe(6);
    expect(store.calls.map(({ role, player }) => `${role} ${player}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'voter a'),
      ...Array.from({ length: 3 }, () => 'voter b')
    ]);
  });

  it('is undecided if it is tied, with the reason', async () => {
    const { outcome } = await vote([model('a', 'correct'), model('b', 'incorrect')]);
    expect(outcome).toMatchObject({ label: null, share: 0.5, reason: 'The votes are tied: 3 correct, 3 incorrect.' });
  });

  it('is undecided if too few votes are valid: failures, refusals and unreadable replies are none', async () => {
    const { outcome } = await vote([
      model('a', 'correct', 'nonsense', 'correct'),
      model('b', 'fails', 'refuses', 'correct')
    ]);
    expect(outcome).toMatchObject({ label: null, valid: 3, share: 1, failed: ['HTTP 400'] });
    expect(outcome?.reason).toBe('3 of 6 votes are valid, and at least 4 have to be.');
    expect(outcome?.votes.flatMap(({ problem }) => problem ?? [])).toEqual([
      'The reply was not usable.',
      'HTTP 400',
      'The model refused to answer.'
    ]);
  });

  it('is not decided by a label that was not on offer, nor by a reader that breaks', async () => {
    const odd: Ballot<Label> = { ...ballot, minimumValid: 1 };
    expect((await vote([model('a', 'perhaps')], { ballot: odd })).outcome).toMatchObject({ valid: 0, share: null });
    const breaks: Ballot<Label> = { ...odd, read: () => JSON.parse('{') as never };
    expect((await vote([model('a', 'correct')], { ballot: breaks })).outcome).toMatchObject({ valid: 0, label: null });
  });

  it('continues after a kill with the votes that are missing, and comes to the same', async () => {
    const memory = createMemory();
    const a = model('a', 'correct', 'incorrect', 'correct');
    const stop = new AbortController();
    const stuck = judgeOf((_asked, signal) => {
      setImmediate(() => stop.abort());
      return never(signal);
    }, 'b');
    const first = await vote([model('x', 'correct')]);
    const cancelled = drive({
      store: memoryStore(memory),
      tasks: [{ sample: sample('r1'), metric: first.metric, judge: twoVoters(judgeOf(), a, stuck), repeat: 0 }],
      signal: stop.signal
    });
    expect((await cancelled).status).toBe('cancelled');
    const b = model('b', 'correct');
    const { outcome, result } = await vote([a, b], { store: memoryStore(memory) });
    expect({ a: a.asked, b: b.asked, replayed: result.calls.replayed }).toEqual({ a: 3, b: 3, replayed: 3 });
    expect(outcome).toMatchObject({ counts: { correct: 5, incorrect: 1 }, label: 'correct' });
  });

  it('is estimated by each model that votes', async () => {
    const { judge, metric } = await vote([model('a', 'correct'), model('b', 'correct')]);
    const { lines } = await estimateRun([{ sample: sample('r1'), metric, judge, repeat: 0 }], {
      ...{ concurrency: 1, limits: {}, prices: {} }
    });
    expect(lines.map(({ judge: spec, calls }) => [spec, calls])).toEqual([
      ['j', 0],
      ['a', 3],
      ['b', 3]
    ]);
  });

  it('has the label with the most votes of more than two, and a tie for the lead is undecided', () => {
    const of = ['x', 'y', 'z'] as const;
    const cast = (text: string) =>
      countVotes(
        [...text].map((label, trial) => ({ judge: 'a', trial, label: label as 'x', rationale: '', problem: null })),
        { of, minimumValid: 1 }
      );
    expect(cast('xyzx')).toMatchObject({ label: 'x', share: 0.5 });
    expect(cast('xxyyz')).toMatchObject({ label: null, share: 0.4, reason: 'The votes are tied: 2 x, 2 y.' });
  });
});
