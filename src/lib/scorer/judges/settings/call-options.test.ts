import { describe, expect, it } from 'vitest';
import { callOptionsFor, formatCallOptions, judgeKind } from './call-options.ts';
import { parseJudgeLine } from './spec.ts';

describe('deadline and tries of a judge’s calls', () => {
  it.each([
    ['openai:gpt-4o', 'plain'],
    ['openai:gpt-4.1-mini', 'plain'],
    ['openai:gpt-5', 'reasoning'],
    ['openai:gpt-5-chat-latest', 'plain'],
    ['openai:gpt-6.2-sol', 'reasoning'],
    ['openai:o4-mini', 'reasoning'],
    ['openai:o3-pro', 'deep'],
    ['openai:gpt-5-pro', 'deep'],
    ['openai:o3-deep-research', 'deep'],
    ['openai:gpt-5 reasoningEffort=xhigh', 'deep'],
    ['openai:gpt-5 webSearch=on', 'deep'],
    ['gemini:gemini-2.0-flash', 'plain'],
    ['gemini:gemini-2.5-pro', 'reasoning'],
    ['gemini:gemini-3-pro-preview', 'reasoning'],
    ['anthropic:claude-opus-5', 'reasoning'],
    ['anthropic:claude-3-5-haiku thinkingBudget=4000', 'reasoning'],
    ['openai-compatible:llama@lab', 'reasoning'],
    ['rules', 'plain']
  ])('%s is a %s judge', (line, kind) => {
    expect(judgeKind(parseJudgeLine(line))).toBe(kind);
  });

  const configs = ['openai:gpt-4o', 'openai:o3-pro'].map(parseJudgeLine);

  it('are those of its kind unless a person sets others, for all or for one', () => {
    expect(callOptionsFor(configs)).toEqual({
      'openai:gpt-4o': { deadlineSeconds: 180, tries: 5 },
      'openai:o3-pro': { deadlineSeconds: 1800, tries: 3 }
    });
    expect(callOptionsFor(configs, { deadline: '300, openai:o3-pro=3600', tries: 'openai:gpt-4o = 2' })).toEqual({
      'openai:gpt-4o': { deadlineSeconds: 300, tries: 2 },
      'openai:o3-pro': { deadlineSeconds: 3600, tries: 3 }
    });
  });

  it('come back from their text', () => {
    const calls = callOptionsFor(configs, { deadline: '300' });
    const deadline = formatCallOptions(configs, calls, 'deadlineSeconds');
    expect(deadline).toBe('openai:gpt-4o=300, openai:o3-pro=300');
    expect(callOptionsFor(configs, { deadline })).toEqual(calls);
    expect(formatCallOptions(configs, calls, 'tries')).toBe('');
  });

  it.each([
    ['0', 'not a number of seconds from 1 to 3,600'],
    ['4000', 'not a number of seconds from 1 to 3,600'],
    ['soon', 'not a number of seconds'],
    ['openai:gpt-5=60', 'There is no judge openai:gpt-5 in this run. Judges: openai:gpt-4o, openai:o3-pro.'],
    ['60, 70', 'given twice']
  ])('are refused if they are %s', (deadline, reason) => {
    expect(() => callOptionsFor(configs, { deadline })).toThrow(reason);
  });
});
