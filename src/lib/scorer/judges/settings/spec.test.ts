import { describe, expect, it } from 'vitest';
import { noticeTextIn } from '../../../messages/library-text.ts';
import { Refusal } from '../../../errors.ts';
import { judgeLine, parseJudgeLine, parseJudgeSpec } from './spec.ts';

describe('judge names', () => {
  it.each([
    ['openai:gpt-5', { provider: 'openai', model: 'gpt-5' }],
    ['openai:ft:gpt-4o:acme::x', { provider: 'openai', model: 'ft:gpt-4o:acme::x' }],
    ['gemini:gemini-2.5-pro', { provider: 'gemini', model: 'gemini-2.5-pro' }],
    ['scripted:ferrule', { provider: 'scripted', model: 'ferrule' }],
    ['rules', { provider: 'rules', model: 'rules' }],
    [
      'openai-compatible:org/model@v2@lab-vllm',
      { provider: 'openai-compatible', model: 'org/model@v2', server: 'lab-vllm' }
    ],
    [
      'openai-compatible:org/model@v2@http://127.0.0.1:8000/v1/',
      { provider: 'openai-compatible', model: 'org/model@v2', baseUrl: 'http://127.0.0.1:8000/v1' }
    ]
  ])('%s is read', (spec, config) => {
    expect(parseJudgeSpec(spec)).toEqual(config);
  });

  it.each([
    ['', /there is no provider ""/],
    ['gpt-5', /there is no provider "gpt-5"/],
    ['claude:opus', /Forms: openai:MODEL/],
    ['openai:', /the model is missing/],
    ['openai:gpt 5', /no spaces/],
    ['rules:strict', /takes no model/],
    ['openai-compatible:llama', /MODEL@SERVER, or MODEL@URL/],
    ['openai-compatible:@lab', /MODEL@SERVER/],
    ['openai-compatible:@http://x', /MODEL@URL/],
    ['openai-compatible:m@ftp://x', /MODEL@URL/],
    ['openai-compatible:m@http://me:secret@x/v1', /must not hold a user name or password/]
  ])('%s is refused with the reason', (spec, message) => {
    expect(() => parseJudgeSpec(spec)).toThrow(Refusal);
    expect(() => parseJudgeSpec(spec)).toThrow(message);
  });

  it('its refusal is translated with the forms that it names', () => {
    const refusal = (): string => {
      try {
        return JSON.stringify(parseJudgeSpec('nonsense:judge'));
      } catch (error) {
        return (error as Error).message;
      }
    };
    const said = noticeTextIn('zh-Hans')(refusal());
    expect(said).toContain('openai-research:MODEL');
    expect(said).not.toMatch(/reports|named server|another model/);
  });
});

describe('judge lines', () => {
  const everything = {
    temperature: 0.5,
    seed: -3,
    maxOutputTokens: 900,
    contextTokens: 32_000,
    webSearch: true,
    reasoningEffort: 'low'
  } as const;

  it.each([
    ['openai:gpt-5', { provider: 'openai', model: 'gpt-5' }],
    [
      'openai:gpt-5 temperature=0.5 seed=-3 maxOutputTokens=900 contextTokens=32000 webSearch=on reasoningEffort=low',
      { provider: 'openai', model: 'gpt-5', settings: everything }
    ],
    ['gemini:g thinkingBudget=-1', { provider: 'gemini', model: 'g', settings: { thinkingBudget: -1 } }],
    [
      'gemini:g baseUrl=https://gateway.example/google webSearch=off',
      {
        provider: 'gemini',
        model: 'g',
        baseUrl: 'https://gateway.example/google',
        settings: { webSearch: false }
      }
    ],
    [
      'openai-compatible:m@http://127.0.0.1:8000/v1 structuredOutput=none',
      {
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: 'http://127.0.0.1:8000/v1',
        settings: { structuredOutput: 'none' }
      }
    ]
  ])('%s is read, and written back as it was', (line, config) => {
    expect(parseJudgeLine(line)).toEqual(config);
    expect(judgeLine(parseJudgeLine(line))).toBe(line);
  });

  it.each([
    ['openai:gpt-5 temperature', /write settings as name=value, not temperature/],
    ['openai:gpt-5 seed=1 seed=2', /it gives seed twice/],
    ['openai:gpt-5 baseUrl=nowhere', /baseUrl is not a URL: nowhere/],
    ['openai:gpt-5 baseUrl=https://me:key@x', /must not hold a user name or password/],
    [
      'openai-compatible:m@http://a baseUrl=http://b',
      /its server stands behind the model, as MODEL@SERVER or MODEL@URL/
    ],
    ['rules baseUrl=http://b', /rules has no URL/]
  ])('%s is refused', (line, message) => {
    expect(() => parseJudgeLine(line)).toThrow(message);
  });
});
