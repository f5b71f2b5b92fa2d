import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../errors.ts';
import { pricesOf } from '../engine/costs/prices.ts';
import { roleProblems } from './settings/named-roles.ts';
import { metricByName } from '../suites/index.ts';
import type { Metric } from '../metric.ts';
import { allPlayers, callOptionsFor, describeJudge, judgeLine, limitsFor, makeJudge, modelConfigs } from './index.ts';
import { parseJudgeLine, parseJudgeSpec } from './index.ts';
import { selfJudgingOf } from './self-judging.ts';

const env = { OPENAI_API_KEY: 'sk-1', GEMINI_API_KEY: 'g-1' };
const line = 'openai:gpt-5[extractor=openai:gpt-5-mini;seed=1,voter=openai:gpt-5+gemini:gemini-2.5-pro] seed=4';

describe('a judge with roles', () => {
  it('is read from its line and written back', () => {
    expect(parseJudgeLine(line)).toEqual({
      ...{ provider: 'openai', model: 'gpt-5', settings: { seed: 4 } },
      roles: {
        extractor: [{ provider: 'openai', model: 'gpt-5-mini', settings: { seed: 1 } }],
        voter: [
          { provider: 'openai', model: 'gpt-5' },
          { provider: 'gemini', model: 'gemini-2.5-pro' }
        ]
      }
    });
    expect(judgeLine(parseJudgeLine(line))).toBe(line);
  });

  it.each([
    'openai:claude-opus-4-6[1m]',
    'openai-compatible:m@http://[::1]:8000/v1',
    'openai-compatible:m@http://[::1]:8000/v1[voter=openai-compatible:m@http://[::2]/v1+rules]',
    'rules[voter=scripted:a+scripted:b]',
    'openai:a+b[x=openai-compatible:c,d@lab;temperature=0,y=gemini:e+f+openai:g]'
  ])('%s keeps brackets, plus and commas of models and addresses', (text) => {
    expect(judgeLine(parseJudgeLine(text))).toBe(text);
  });

  it.each([
    ['openai:gpt-5[extractor=openai:x', /put \] at the end/],
    ['openai:gpt-5[a=openai:x,a=openai:y]', /the role a twice/],
    ['openai:gpt-5[a=openai:x+openai:x]', /the role a names a model twice/],
    ['openai:gpt-5[a=openai:x[b=openai:y]]', /a model in a role has no roles of its own/],
    ['openai:gpt-5[a=]', /there is no provider ""/],
    ['openai:gpt-5[a=gpt-4]', /there is no provider "gpt-4"/],
    ['openai:gpt-5[a=openai:x;temprature=0]', /temprature/]
  ])('%s is refused with the reason', (text, message) => {
    const make = () => makeJudge(parseJudgeLine(text), env);
    expect(make).toThrow(message);
  });

  it('has another fingerprint than its own model and than other casts, and hands its models out as they are alone', () => {
    const print = (text: string): string => makeJudge(parseJudgeSpec(text), env).fingerprint;
    const prints = [
      'openai:gpt-5',
      'openai:gpt-5[a=openai:gpt-5]',
      'openai:gpt-5[b=openai:gpt-5]',
      'openai:gpt-5[a=openai:gpt-5;seed=1]',
      'openai:gpt-5[a=openai:gpt-5+gemini:gemini-2.5-pro]'
    ].map(print);
    expect(new Set(prints).size).toBe(5);
    const judge = makeJudge(parseJudgeSpec('openai:gpt-5[a=gemini:gemini-2.5-pro]'), env);
    expect(allPlayers(judge).map(({ fingerprint }) => fingerprint)).toEqual([
      print('openai:gpt-5'),
      print('gemini:gemini-2.5-pro')
    ]);
    expect(() => structuredClone(describeJudge(parseJudgeLine(line), {}))).not.toThrow();
  });

  it('needs the key of every model, and names the one that is missing', () => {
    const make = () => makeJudge(parseJudgeLine(line), { OPENAI_API_KEY: 'sk-1' });
    expect(make).toThrow(/gemini:gemini-2.5-pro.*GEMINI_API_KEY/);
  });

  it('has deadlines, limits and prices for each of its models', () => {
    const configs = [parseJudgeLine(line)];
    const specs = ['openai:gpt-5', 'openai:gpt-5-mini', 'gemini:gemini-2.5-pro'];
    expect(Object.keys(callOptionsFor(configs))).toEqual(specs);
    expect(Object.keys(pricesOf(configs, {}, env))).toEqual(specs);
    expect(() => limitsFor(configs, { gemini: { concurrency: 2 } })).not.toThrow();
    expect(() => limitsFor(configs, { anthropic: { concurrency: 2 } })).toThrow(/They ask openai, gemini/);
    expect(modelConfigs(configs[0]!).map(judgeLine)).toEqual([
      'openai:gpt-5 seed=4',
      'openai:gpt-5-mini seed=1',
      'openai:gpt-5',
      'gemini:gemini-2.5-pro'
    ]);
  });

  it('judges its own kind if any of its models does', () => {
    const judges = [line, 'openai:gpt-5'].map((spec) => ({ name: spec, spec: spec.split(' ')[0]! }));
    const found = selfJudgingOf(judges, [{ name: 'Gemini Deep Research' }]);
    expect(found).toEqual([{ judge: line, systems: ['Gemini Deep Research'], unknown: [] }]);
  });
});

describe('roles of the chosen metrics', () => {
  const metric = metricByName('coverage');
  const withRoles: Metric = {
    ...metric,
    protocol: {
      ...metric.protocol,
      roles: { extractor: { about: 'finds claims' }, voter: { about: 'votes', many: true } }
    }
  };
  const reasons = (spec: string, metrics: Metric[]): string[] =>
    roleProblems([parseJudgeSpec(spec)], metrics).map(({ reason }) => reason);

  it('refuse a role that none of them has, with the list of those there are', () => {
    expect(reasons('rules[extracter=rules]', [metric, withRoles])).toEqual([
      'No chosen metric has a role "extracter". Roles of the chosen metrics: extractor (finds claims), voter (votes; several models may).'
    ]);
    expect(reasons('rules[voter=rules]', [metric])).toEqual([
      'No chosen metric has a role "voter". The chosen metrics have no roles: leave out the brackets.'
    ]);
    expect(reasons('rules[constructor=rules]', [withRoles])).toHaveLength(1);
  });

  it('refuse several models for a role that one plays', () => {
    expect(reasons('rules[voter=scripted:a+scripted:b]', [withRoles])).toEqual([]);
    expect(reasons('rules[extractor=scripted:a+scripted:b]', [withRoles])).toEqual([
      'The role extractor is played by one model, and 2 are named. Name one.'
    ]);
  });

  it('refuse a malformed judge as a person’s mistake', () => {
    let caught: unknown;
    try {
      parseJudgeSpec('openai:gpt-5[a=nobody:x]');
    } catch (error) {
      caught = error;
    }
    expect(isRefusal(caught)).toBe(true);
  });
});
