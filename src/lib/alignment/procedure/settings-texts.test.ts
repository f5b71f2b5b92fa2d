import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannerAddress, plannerFields, readPlanner, type PlannerPrefill } from '../planner/inputs.ts';
import type { JudgeConfig } from '../../scorer/judges/settings/config.ts';
import { callOptionsFor, formatCallOptions } from '../../scorer/judges/settings/call-options.ts';
import { formatLimits, parseLimits } from '../../scorer/judges/models/limits.ts';
import { judgeLine, judgeSpec, parseJudgeLine, parseJudgeSpec } from '../../scorer/judges/settings/spec.ts';
import type { PenaltyTable } from '../../scorer/metric.ts';
import { parsePenaltyTable, printPenaltyTable } from '../../scorer/protocols/penalties.ts';
import type { ProviderLimits } from '../../scorer/runs/run-options.ts';

const server = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const model = fc.stringMatching(/^[A-Za-z0-9][\w.:/=,;-]{0,20}$/);
const host = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}(:[1-9][0-9]{1,3})?$/);
const address = fc
  .tuple(fc.constantFrom('http', 'https'), host, fc.constantFrom('', '/v1', '/a=b/v1', '/a,b'))
  .map(([scheme, where, path]) => `${scheme}://${where}${path}`);

/** Judges as people name them. */
const spec = fc.oneof(
  fc.tuple(fc.constantFrom('openai', 'gemini', 'anthropic', 'scripted'), model).map((parts) => parts.join(':')),
  fc.tuple(fc.constantFrom('openai', 'gemini', 'anthropic'), model, server).map(([p, m, s]) => `${p}:${m}@${s}`),
  fc.tuple(model, fc.oneof(server, address)).map(([m, at]) => `openai-compatible:${m}@${at}`),
  fc.constant('rules')
);

const settings = fc
  .record(
    {
      temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => value + 0),
      seed: fc.integer(),
      maxOutputTokens: fc.integer({ min: 1 }),
      reasoningEffort: fc.constantFrom('low', 'medium', 'high'),
      webSearch: fc.boolean()
    },
    { requiredKeys: [] }
  )
  .map((given) => (Object.keys(given).length === 0 ? {} : { settings: given }));

describe('texts of settings are read as they were written:', () => {
  it('judges and their settings', () => {
    fc.assert(
      fc.property(spec, settings, (named, set) => {
        const config = { ...parseJudgeSpec(named), ...set } as JudgeConfig;
        expect(parseJudgeSpec(judgeSpec(config))).toEqual(parseJudgeSpec(named));
        expect(parseJudgeLine(judgeLine(config))).toEqual(config);
      })
    );
  });

  it('limits of providers', () => {
    const provider = fc.oneof(
      fc.constantFrom('openai', 'gemini', 'anthropic'),
      fc.tuple(fc.constantFrom('openai', 'gemini', 'openai-compatible'), server).map((parts) => parts.join('@')),
      host.map((where) => `openai-compatible@${where}`)
    );
    const count = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const limits = fc
      .record({ requestsPerMinute: count, tokensPerMinute: count, concurrency: count }, { requiredKeys: [] })
      .filter((one) => Object.keys(one).length > 0);
    fc.assert(
      fc.property(fc.dictionary(provider, limits, { noNullPrototype: true }), (given) => {
        expect(parseLimits(formatLimits(given as Record<string, ProviderLimits>))).toEqual(given);
      })
    );
  });

  it('tables of penalties', () => {
    const table = fc
      .tuple(
        fc.uniqueArray(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { maxLength: 8 }),
        fc.array(
          fc.double({ min: 0, max: 100, noNaN: true }).map((score) => score + 0),
          { minLength: 9, maxLength: 9 }
        )
      )
      .map(([counts, scores]): PenaltyTable => {
        const falling = scores.sort((a, b) => b - a);
        return [...counts.sort((a, b) => a - b), null].map((upTo, at) => ({ upTo, score: falling[at]! }));
      });
    fc.assert(
      fc.property(table, (given) => {
        expect(parsePenaltyTable(printPenaltyTable(given))).toEqual({ ok: true, table: given });
      })
    );
  });

  it('deadlines and tries', () => {
    const bounded = fc.record({
      deadlineSeconds: fc.integer({ min: 1, max: 3600 }),
      tries: fc.integer({ min: 1, max: 10 })
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(spec, bounded), { maxLength: 4, selector: ([one]) => one }), (given) => {
        const configs = given.map(([named]) => parseJudgeSpec(named));
        const calls = Object.fromEntries(given.map(([, own], i) => [judgeSpec(configs[i]!), own]));
        const texts = {
          deadline: formatCallOptions(configs, calls, 'deadlineSeconds'),
          tries: formatCallOptions(configs, calls, 'tries')
        };
        expect(callOptionsFor(configs, texts)).toEqual(calls);
      })
    );
  });

  it('what an address of the planner asks', () => {
    const names = Object.keys(plannerFields) as (keyof typeof plannerFields)[];
    const prefill = fc.record(
      Object.fromEntries(
        names.map((name) => {
          const { from, to, kind, ...more } = plannerFields[name];
          // An address holds four digits behind the point.
          const value =
            kind === 'whole'
              ? fc.integer({ min: from, max: to })
              : fc.integer({ min: Math.ceil(from * 1e4), max: Math.floor(to * 1e4) }).map((n) => n / 1e4);
          return [name, 'optional' in more ? fc.option(value) : value];
        })
      ),
      { requiredKeys: [] }
    ) as fc.Arbitrary<PlannerPrefill>;
    fc.assert(
      fc.property(prefill, (given) => {
        const { searchParams } = new URL(plannerAddress('/p/demo', given), 'http://localhost');
        const { numbers } = readPlanner((name) => searchParams.get(name));
        for (const name of names) {
          // Two fields that do not go together are refused, which is no loss on the way.
          if (given[name] === undefined || numbers[name] === undefined) continue;
          expect({ [name]: numbers[name] }).toEqual({ [name]: given[name] });
        }
      })
    );
  });
});
