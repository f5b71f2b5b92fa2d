import { describe, expect, it } from 'vitest';
import { describeJudge, parseJudgeLine } from '../index.ts';
import { announcedEnds, daysUntil, endingInWords, endingsOf, shutdownOf } from './shutdowns.ts';

const endOf = (line: string): string | null => shutdownOf(parseJudgeLine(line));

describe('announced ends of models', () => {
  it.each([
    ['openai:gpt-5', '2026-12-11'],
    ['openai:gpt-5-mini', '2026-12-11'],
    ['openai:gpt-5-nano', '2026-12-11'],
    ['openai:gpt-5-pro', '2026-12-11'],
    ['openai:o3', '2026-12-11'],
    ['openai:gpt-5-2025-08-07', '2026-12-11'],
    ['openai:gpt-4o', '2027-01-14'],
    ['openai:gpt-4o-mini', '2027-01-14'],
    ['openai:gpt-4.1', '2027-01-14'],
    ['openai:gpt-4.1-mini', '2027-01-14'],
    ['openai:gpt-5.1', '2027-04-01'],
    ['anthropic:claude-sonnet-4-5', '2026-11-30'],
    ['anthropic:claude-sonnet-4-5-20250929', '2026-11-30']
  ])('of %s is %s', (line, on) => expect(endOf(line)).toBe(on));

  it.each(['openai:gpt-6-sol', 'openai:gpt-4.1-nano', 'openai-compatible:gpt-5@lab', 'openai:gpt-5@lab', 'rules'])(
    'of %s is not known, also if another server than the provider’s is asked',
    (line) => expect(endOf(line)).toBeNull()
  );

  it('of a judge with roles are those of all its models, the first to end first', () => {
    const judge = parseJudgeLine('openai:gpt-5.1[voter=openai:gpt-6-sol+anthropic:claude-sonnet-4-5]');
    expect(endingsOf(judge).map(({ model, on }) => [model, on])).toEqual([
      ['claude-sonnet-4-5', '2026-11-30'],
      ['gpt-5.1', '2027-04-01']
    ]);
  });

  it('are told with the judge before it is asked, and not if its server is another', () => {
    const told = (line: string, env = {}) => describeJudge(parseJudgeLine(line), env).notes?.ends;
    expect(told('openai:gpt-5')).toBe(
      'openai:gpt-5 ends on 11 Dec 2026: its provider has announced the shutdown. Choose another model for judgements that you will want to repeat.'
    );
    expect(told('openai:gpt-5', { OPENAI_BASE_URL: 'https://gateway.example/v1' })).toBeUndefined();
    expect(told('openai:gpt-6-sol')).toBeUndefined();
  });

  it('are known to the form of a run by the names that people write', () => {
    const ends = announcedEnds();
    expect(ends['openai:gpt-5']).toBe('2026-12-11');
    for (const [spec, on] of Object.entries(ends)) expect(endOf(spec)).toBe(on);
  });

  it('are counted in whole days that are begun, and none is left on the day itself', () => {
    expect(daysUntil('2026-12-11', Date.parse('2026-11-23T09:00:00Z'))).toBe(18);
    expect(daysUntil('2026-12-11', Date.parse('2026-12-11T00:00:00Z'))).toBe(0);
    expect(daysUntil('2026-12-11', Date.parse('2026-12-20T00:00:00Z'))).toBe(-9);
    expect(endingInWords({ provider: 'openai', model: 'o3', on: '2026-12-11' })).toMatch(
      /^openai:o3 ends on 11 Dec 2026/
    );
  });
});
