import { describe, expect, it } from 'vitest';
import { geminiJudge } from '../providers/gemini.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { openaiJudge } from '../providers/openai.ts';
import { checkedSettings } from './settings.ts';

const env = { OPENAI_API_KEY: 'sk-test-0123456789', GEMINI_API_KEY: 'test-0123456789' };
const check = (line: string) => checkedSettings(parseJudgeLine(line));

describe('settings of a judge', () => {
  it.each([
    ['openai:m thinkingBudget=100', /thinkingBudget: that is Gemini’s and Anthropic’s; use reasoningEffort/],
    ['openai:m structuredOutput=none', /OpenAI always answers by schema/],
    ['openai:m seed=1 webSearch=on', /OpenAI takes no seed together with web search/],
    ['openai:m webSearch=yes', /webSearch: write webSearch=on or webSearch=off/],
    ['openai:m temprature=0', /temprature: openai has temperature, seed, maxOutputTokens/],
    ['openai:m temperature=hot', /temperature: /],
    ['openai:m temperature=3', /temperature: /],
    ['openai:m contextTokens=0', /contextTokens: /],
    ['gemini:m reasoningEffort=xhigh', /reasoningEffort: Gemini has minimal, low, medium, high/],
    ['gemini:m reasoningEffort=low thinkingBudget=0', /Gemini takes it or reasoningEffort, not both/],
    ['openai-compatible:m@http://h webSearch=on', /only OpenAI, Gemini and Anthropic have a search tool of their own/],
    ['openai-compatible:m@http://h thinkingBudget=1', /use reasoningEffort/],
    ['rules temperature=0', /rules takes no settings/],
    ['scripted:s seed=1', /scripted takes no settings/]
  ])('%s is refused by name', (line, message) => {
    expect(() => check(line)).toThrow(message);
  });

  it('are all refused at once, each as a problem of its own', () => {
    const refused = (): unknown => {
      try {
        return check('openai:m thinkingBudget=1 seed=1.5 nonsense=1');
      } catch (error) {
        return error;
      }
    };
    expect(refused()).toMatchObject({
      problems: [{ column: 'thinkingBudget' }, { column: 'nonsense' }, { column: 'seed' }]
    });
  });

  it('change the fingerprint', () => {
    const print = (line: string) => makeJudge(parseJudgeLine(line), env).fingerprint;
    expect(print('openai:m webSearch=off')).not.toBe(print('openai:m'));
    expect(print('openai:m webSearch=on')).not.toBe(print('openai:m'));
    expect(print('gemini:m webSearch=off')).not.toBe(print('gemini:m'));
    expect(print('openai:m contextTokens=9')).not.toBe(print('openai:m'));
  });

  it('leave the fingerprints of judges made before there were more of them as they were', () => {
    // Judges that are refused today keep their fingerprints: runs that have them can still be read.
    expect(openaiJudge(parseJudgeLine('openai:gpt-5 temperature=0'), env).fingerprint).toBe(
      '7748ebd573968c4b7cd25d0649d5cb1a62a5a5463eb5d91a94611fd7078e5fc2'
    );
    expect(geminiJudge(parseJudgeLine('gemini:gemini-2.5-pro thinkingBudget=0'), env).fingerprint).toBe(
      'd111108dedd0a3fbdb17908de02eba406cf59ee5a14fe9af270c8e3a733b04c1'
    );
    expect(makeJudge(parseJudgeLine('openai-compatible:m@http://h/v1'), env).fingerprint).toBe(
      '2f7829a44dee7c81b31ce5d517aaf64bc3e1eaa18b28fed2997c071cdd920fdb'
    );
  });

  it('say whose limits a judge counts against and how much a call may hold', () => {
    const judge = (line: string) => makeJudge(parseJudgeLine(line), env, { script: (name) => ({ name, answers: [] }) });
    expect(judge('openai:gpt-5')).toMatchObject({ provider: 'openai', contextTokens: 400_000 });
    expect(judge('openai:gpt-5 contextTokens=9000').contextTokens).toBe(9_000);
    expect(judge('gemini:gemini-2.5-pro')).toMatchObject({ provider: 'gemini', contextTokens: 1_048_576 });
    expect(judge('openai:unheard-of').contextTokens).toBeNull();
    expect(judge('openai-compatible:gpt-5@http://localhost:8000/v1')).toMatchObject({
      provider: 'openai-compatible@localhost:8000',
      contextTokens: null
    });
    expect(judge('rules')).toMatchObject({ provider: 'rules', contextTokens: null });
    expect(judge('scripted:s')).toMatchObject({ provider: 'scripted', contextTokens: null });
  });
});
