import { createHash } from 'node:crypto';
import { isLong, readLongReport } from '../report/aside/long-reports.ts';
import type { MetricRules } from '../metric-rules.ts';
import type { Call } from '../call.ts';
import type { Judge } from '../judge.ts';
import { allUnits, findMetric } from '../suites/index.ts';
import { saying, type RuleQuestion } from './rules/saying.ts';

/** Raise with every change that can change a verdict: replies are cached under it. */
const RULES_VERSION = '5';

/**
 * The judge made of code: decides from `call.about` and `call.material` what code can decide, abstains with the reason from
 * everything else, and answers in the reply format of each protocol, which it knows by the name of the reply's schema.
 * Same report, same reply.
 */
export const rulesJudge: Judge = {
  spec: 'rules',
  provider: 'rules',
  contextTokens: null,
  fingerprint: createHash('sha256').update(`rules@${RULES_VERSION}`).digest('hex'),
  abstains: true,
  ask: async (call) => ({
    text: ofUnit(call) ?? (await sayingAside(call)),
    ending: 'complete',
    usage: null,
    model: `rules@${RULES_VERSION}`
  })
};

/** Reply of code for a kind of unit in this form, as JSON; null if the form is one of the shared protocols. */
function ofUnit({ about, material, schema: { name } }: Call): string | null {
  const say = allUnits().flatMap(({ rules }) => (rules && Object.hasOwn(rules, name) ? [rules[name]!] : []))[0];
  return say ? JSON.stringify(say({ about, ...(material !== undefined && { material }) })) : null;
}

/** Reply of the metric's rules in a form of the shared protocols; from a process of its own if a long report has to be read. */
async function sayingAside({ about, material, schema }: Call): Promise<string> {
  const { rules, settings } = findMetric(about.metric) ?? {};
  const asked: RuleQuestion = {
    ...{ about, schema },
    ...(material !== undefined && { material }),
    ...(rules !== undefined && { rules }),
    ...(settings?.penalties !== undefined && { penalties: settings.penalties })
  };
  return rules && readsStructure(rules) && isLong(about.report.markdown)
    ? readLongReport('saying', asked)
    : saying(asked);
}

/** Whether all its rules are named ones, which read the report's structure; functions of a suite stay in this process. */
function readsStructure({ items = {}, issues }: MetricRules): boolean {
  const named = [...Object.values(items), ...(issues === undefined ? [] : [issues])];
  return named.length > 0 && named.every((rule) => typeof rule === 'string');
}
