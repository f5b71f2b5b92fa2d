import { isRefusal } from '../../../errors.ts';
import { costOf } from '../../engine/costs/costs.ts';
import { type Clock, systemClock } from '../../engine/limits/clock.ts';
import { createGate, type CallGate } from '../../engine/limits/gate.ts';
import { processTraffic } from '../../engine/limits/traffic.ts';
import { type JudgeConfig, modelConfigs } from '../../judges/index.ts';
import { redact } from '../../judges/endpoints/call-failure.ts';
import { judgeLine, judgeSpec } from '../../judges/settings/spec.ts';
import type { Call, Reply, Usage } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import type { Sample } from '../../sample.ts';
import { CUT, REFUSED } from '../../protocols/asking.ts';
import { checklistSchema, parseChecklist } from '../../protocols/checklist/checklist-reply.ts';
import { checklistMessage } from '../../protocols/checklist/checklist.ts';
import type { RunOptions } from '../run-options.ts';
import { allSuites } from '../../suites/index.ts';
import { sendSingleCall } from './single-call.ts';
import { explainFailure } from './trial-words.ts';

/** Result of one call to a judge, before a run is started with it. */
export interface Trial {
  /** The judge with its settings, as people write it. */
  judge: string;
  /** `not-needed`: the judge is made of code or of given answers, and no call was made. */
  state: 'answered' | 'failed' | 'not-needed';
  /** The problem and its remedy, in words; null if there is none. */
  problem: string | null;
  /** The beginning of the reply, in one line; null if none came. */
  reply: string | null;
  /** The model that the server says answered. */
  model: string | null;
  milliseconds: number | null;
  usage: Usage | null;
  /** US dollars; null if usage or price is unknown. */
  cost: number | null;
}

/** The metric whose first item is asked: any with a checklist of its own. */
const asked = allSuites()
  .flatMap(({ metrics }) => metrics)
  .find(({ items, protocol }) => items !== null && protocol.unit.kind === 'item')!;
const item = (asked.items ?? []).slice(0, 1);
const sample: Sample = {
  metric: asked.name,
  query: { qid: 'test', text: 'What does a heat pump cost to install?' },
  report: {
    id: 'test',
    markdown: '# Heat pumps\n\nInstalling a heat pump costs between 10,000 and 20,000 euros in most countries.',
    collectedAt: null
  },
  items: item
};

/** One item of a checklist about a report of one sentence, in the form in which a run asks. */
const smallCall = (): Call => {
  const { prompt } = asked;
  return {
    ...{ prompt, system: prompt.system, user: checklistMessage(sample, 'test') },
    schema: checklistSchema(item.map(({ key }) => key)),
    ...{ about: sample, trial: 0 }
  };
};

/** Fault of a reply, in words; null if a run could use it. */
const faultOf = ({ ending, text }: Reply): string | null => {
  if (ending === 'refused') return REFUSED;
  if (ending === 'cut') return `${CUT} Raise maxOutputTokens of the judge.`;
  const reading = parseChecklist(text, item);
  if (reading.ok) return null;
  return `The judge answered, but not in the form that was asked for: ${reading.fault}. Choose another model, or one with structured output.`;
};

type TrialOptions = Pick<RunOptions, 'prices' | 'limits' | 'calls'> & {
  /** Texts that are never shown. */
  secrets?: readonly string[];
  clock?: Clock;
};

const nothing = { problem: null, reply: null, model: null, milliseconds: null, usage: null, cost: null };

async function callOnce(judge: Judge, config: JudgeConfig, gate: CallGate, options: TrialOptions): Promise<Trial> {
  const { clock, secrets = [] } = options;
  const spec = judgeSpec(config);
  const deadline = options.calls?.[spec]?.deadlineSeconds;
  const limits = { maxAttempts: 1, ...(deadline !== undefined && { callTimeoutMs: deadline * 1_000 }) };
  const price = options.prices[spec];
  const came = await sendSingleCall(judge, smallCall(), { gate, limits, price, ...(clock && { clock }) });
  const told = { ...nothing, judge: judgeLine(config), milliseconds: came.milliseconds ?? 0 };
  if ('failure' in came) {
    const failure = came.failure.cause instanceof JudgeCallError ? came.failure.cause : came.failure;
    return {
      ...{ ...told, state: 'failed', problem: redact(explainFailure(failure, config), secrets, 600) },
      cost: came.lost > 0 || failure.used === null ? came.lost : null
    };
  }
  const { reply } = came;
  const problem = faultOf(reply);
  return {
    ...{ ...told, state: problem === null ? 'answered' : 'failed', problem, reply: redact(reply.text, secrets) },
    ...{ model: reply.model, usage: reply.usage, cost: costOf(reply.usage, price) }
  };
}

/**
 * Asks each judge, and each model in its roles, one small question the way a run asks: in the form of a protocol, through the limits that all runs of this
 * process share, until the judge's deadline. Each judge gets one call and no second try; judges made of code get none. A judge
 * that cannot be made (no key, a setting that it refuses) is a failure of its own and keeps no other from being tested.
 *
 * @param make Makes a judge, or refuses
 */
export async function testJudges(
  configs: readonly JudgeConfig[],
  make: (config: JudgeConfig) => Judge,
  options: TrialOptions
): Promise<Trial[]> {
  const gate = createGate(
    { calls: Math.max(1, configs.flatMap(modelConfigs).length), providers: options.limits },
    options.clock ?? systemClock,
    undefined,
    processTraffic
  );
  const each = new Map(configs.flatMap(modelConfigs).map((config) => [judgeLine(config), config]));
  try {
    return await Promise.all(
      [...each].map(async ([line, config]): Promise<Trial> => {
        try {
          const judge = make(config);
          if (judge.abstains) return { ...nothing, judge: line, state: 'not-needed' };
          return await callOnce(judge, config, gate, options);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return { ...nothing, judge: line, state: 'failed', problem: error.message, cost: 0 };
        }
      })
    );
  } finally {
    gate.close();
  }
}
