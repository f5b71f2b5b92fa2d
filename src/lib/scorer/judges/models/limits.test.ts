import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLimits, limitsFor, parseLimits } from './limits.ts';
import { parseJudgeLine } from '../settings/spec.ts';

describe('limits', () => {
  it.each([
    ['', {}],
    ['openai 60rpm', { openai: { requestsPerMinute: 60 } }],
    [
      'openai 60rpm 200000tpm, gemini 10 rpm 4 at once',
      {
        openai: { requestsPerMinute: 60, tokensPerMinute: 200_000 },
        gemini: { requestsPerMinute: 10, concurrency: 4 }
      }
    ],
    [
      'gemini 8 at once;\nopenai-compatible@LOCALHOST:8000 1rpm\n',
      { gemini: { concurrency: 8 }, 'openai-compatible@localhost:8000': { requestsPerMinute: 1 } }
    ]
  ])('%j are read', (text, limits) => {
    expect(parseLimits(text)).toEqual(limits);
  });

  it.each([
    ['60rpm', /"60rpm" is no provider with limits/],
    ['openai', /openai is named without a limit/],
    ['openai 60', /"60" for openai is no limit: rpm counts requests per minute/],
    ['openai 60rps', /"60rps" for openai is no limit/],
    ['openai 1.5rpm', /for openai is no limit/],
    ['openai 0rpm', /0 rpm for openai is no limit: write a number from 1 on/],
    ['openai -5rpm', /for openai is no limit/],
    ['openai 60rpm 30rpm', /rpm is given twice for openai/],
    ['openai 60rpm, openai 9tpm', /openai is named twice/],
    ['openai 200,000tpm', /for openai is no limit/],
    ['rules 4 at once', /rules asks no server/],
    ['openai-compatible 4 at once', /Name it: openai-compatible@SERVER 30rpm or openai-compatible@HOST:PORT/],
    ['claude 4rpm', /"claude" is no provider with limits. There are openai, gemini/]
  ])('%j are refused', (text, message) => {
    expect(() => parseLimits(text)).toThrow(message);
  });

  it('are written as they are read', () => {
    const one = fc
      .record(
        {
          requestsPerMinute: fc.integer({ min: 1 }),
          tokensPerMinute: fc.integer({ min: 1 }),
          concurrency: fc.integer({ min: 1 })
        },
        { requiredKeys: [] }
      )
      .filter((limits) => Object.keys(limits).length > 0);
    const some = fc.record(
      { openai: one, gemini: one, 'openai-compatible@localhost:8000': one },
      { requiredKeys: [], noNullPrototype: true }
    );
    fc.assert(
      fc.property(some, (limits) => {
        expect(parseLimits(formatLimits(limits))).toEqual(limits);
      })
    );
  });

  it('are refused if none of the judges asks that provider', () => {
    const judges = ['openai:gpt-5', 'openai-compatible:m@http://LOCALHOST:8000/v1', 'rules'].map(parseJudgeLine);
    const fitting = parseLimits('openai 6rpm, openai-compatible@localhost:8000 1 at once');
    expect(limitsFor(judges, fitting)).toEqual(fitting);
    expect(() => limitsFor(judges, parseLimits('gemini 6rpm'))).toThrow(
      'There is a limit for gemini, which none of the judges asks. They ask openai, openai-compatible@localhost:8000, rules.'
    );
  });
});
