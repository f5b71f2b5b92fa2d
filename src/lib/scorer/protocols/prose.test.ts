import { describe, expect, it } from 'vitest';
import { drive, judgeOf, many, reply, tasks, yes } from '../engine/engine.fixture.ts';
import type { Verdict } from '../verdict.ts';
import { memoryStore } from '../store/memory.fixture.ts';
import { hasProse, readJsonValue } from './json-value.ts';

const answer = '{"items":[{"id":"p1","quotes":["a } in a \\"quote\\" and [1]"]}]}';
const value = JSON.parse(answer) as unknown;

describe('prose around exactly one block of JSON', () => {
  it.each([
    ['before it', `Here is what I found:\n\n${answer}`],
    ['after it', `${answer}\n\nI hope that this helps.`],
    ['around a fence', `Sure.\n\n\`\`\`json\n${answer}\n\`\`\`\n\nDone.`],
    ['with citations and sets', `See [1] and [2, 3], the set {a, b} and “{”: ${answer} (n = 2 [.1, .9])`],
    ['with thoughts that hold another', `<think>\nPerhaps {"items":[]}?\n</think>\nMy answer: ${answer}`],
    ['with thoughts under other tags', `<thinking>\nPerhaps {"items":[]}?\n</thinking>\nMy answer: ${answer}`],
    ['as thoughts alone', `<think>\nPerhaps.\n</think>\n\n<think>Or not.</think>${answer}`],
    ['as thoughts of which only the end is sent', `Perhaps {"items":[]}?\n</think>\n\n${answer}`],
    ['around a block to be repaired', `Here: ${answer.replace(']}]}', ']},]}')} Done.`]
  ])('is read %s, and marked', (_where, text) => {
    expect(readJsonValue(text)).toMatchObject({ ok: true, value });
    expect(hasProse(text)).toBe(true);
  });

  it.each([
    ['nothing around it', answer],
    ['white space and a fence', `\n\`\`\`json\n${answer}\n\`\`\`\n`],
    ['punctuation to be repaired', answer.replace(']}]}', ']},]}')]
  ])('is not seen in a reply with %s', (_what, text) => {
    expect(readJsonValue(text)).toMatchObject({ ok: true, value });
    expect(hasProse(text)).toBe(false);
  });

  it.each([
    ['two blocks', `First ${answer}, then ${answer}`],
    ['two blocks, one of them broken', `First ${answer}, then {"items": [}`],
    ['a block that is cut off', `Here: ${answer.slice(0, -3)}`],
    ['a block inside thoughts that do not end', `<think>Perhaps ${answer}`],
    [
      'a block inside thoughts under other tags, and a refusal',
      `<reasoning>${answer}</reasoning> I cannot judge this.`
    ],
    ['a block inside thoughts after others', `Hm.</think> <think>Perhaps ${answer}`],
    ['no block', 'I think that all is well [1].'],
    ['brackets without end', `${'[ { '.repeat(20_000)}${answer}`]
  ])('is not guessed at in %s', (_what, text) => {
    const reading = readJsonValue(text);
    expect(reading.ok && JSON.stringify(reading.value) === JSON.stringify(value)).toBe(false);
    expect(hasProse(text)).toBe(false);
  });

  it.each([
    ['{"issues":[{"quotes":["a"]}, ...]}', 'leaves something out'],
    ['{"issues":[...]}', 'leaves something out'],
    ['{"issues":[{"quotes":["a..."]} // ... and 12 more\n]}', 'leaves something out'],
    ['{"published": , "official": true}', 'lacks a value']
  ])('and a repair do not complete %s', (text, fault) => {
    for (const said of [text, `Here: ${text} Done.`])
      expect(readJsonValue(said)).toEqual({ ok: false, fault: expect.stringContaining(fault) as string });
    expect(readJsonValue(`{'quotes': ["a...", "…"], 'date': None,}`)).toMatchObject({
      ok: true,
      value: { quotes: ['a...', '…'], date: null }
    });
  });

  it('is read as the list that it is, which no protocol takes', () => {
    expect(readJsonValue(`Here: [${answer}, ${answer}]`)).toMatchObject({ ok: true, value: [value, value] });
  });

  it('marks the verdicts of its reply, which is not asked for again', async () => {
    const store = memoryStore();
    const judge = judgeOf((asked) => reply(asked === 1 ? `Here you are:\n${yes}\nAll done.` : yes));
    const result = await drive({ store, tasks: tasks([judge], many(2)), limits: { tasksPerJudge: 1 } });
    expect(result).toMatchObject({ calls: { sent: 2 }, units: { judged: 4, unscored: 0 } });
    const of = (report: string): Verdict[] =>
      store.verdictsDone({ report, metric: 'coverage', judge: 'j', repeat: 0 }) ?? [];
    expect(of('r1').map(({ prose }) => prose)).toEqual([true, true]);
    expect(of('r2').map(({ prose }) => prose)).toEqual([undefined, undefined]);
  });
});
