import { join } from 'node:path';
import { RunDriver } from '../lib/scorer/runs/driving/driver.server.ts';
import { limitsFor, parseLimits } from '../lib/scorer/judges/models/limits.ts';
import { parseJudgeLine } from '../lib/scorer/judges/index.ts';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { parsePrices, pricesOf } from '../lib/scorer/engine/costs/prices.ts';
import type { Trial } from '../lib/scorer/runs/trial/trial-call.ts';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import { dollars } from '../lib/stats/writing/figures.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openForgotten } from './place.ts';
import { readOption } from './read-option.ts';
import type { ScoreOptions } from './score-options.ts';
import { readCalls } from './score-wish.ts';
import { projectNamed } from './project-named.ts';

/** Asks each judge of a command line one small question and tells what came back; true if every judge can be used. */
export async function testJudgesOf(options: ScoreOptions): Promise<boolean> {
  const data = dataFolder(options.data);
  const configs = readOption('--judge', () => options.judge.map(parseJudgeLine));
  const wish = {
    prices: readOption('--price', () => pricesOf(configs, parsePrices((options.price ?? []).join('\n')), process.env)),
    limits: readOption('--limits', () => limitsFor(configs, parseLimits((options.limits ?? []).join(', ')))),
    calls: readCalls(options, configs)
  };
  const { db, close } = await (options.project === undefined ? openForgotten() : openExisting(data));
  try {
    const grant =
      options.project === undefined
        ? null
        : authorize(operator, { kind: 'project', id: projectNamed(db, options.project).id }, 'manage');
    const driver = new RunDriver(db, process.env, scriptFiles(join(data, 'scripts')));
    const trials = await driver.testJudges(grant, configs, wish);
    if (options.json) printJson(trials);
    else console.log(trials.map(trialText).join('\n'));
    return trials.every(({ state }) => state !== 'failed');
  } finally {
    close();
  }
}

const number = (n: number): string => n.toLocaleString('en');

/** One trial in a few lines: `openai:gpt-6-sol: OK, 1.2 s, 312 input tokens and 58 output tokens, about $0.0010`. */
function trialText({ judge, state, problem, reply, milliseconds, usage, cost }: Trial): string {
  if (state === 'not-needed') return `${judge}: no test needed`;
  const facts = [
    state === 'answered' ? 'OK' : 'FAILED',
    ...(milliseconds === null ? [] : [`${(milliseconds / 1000).toFixed(1)} s`]),
    ...(usage ? [`${number(usage.inputTokens)} input tokens and ${number(usage.outputTokens)} output tokens`] : []),
    ...(milliseconds === null ? [] : [cost === null ? 'price unknown' : `about ${dollars(cost)}`])
  ];
  return [
    `${judge}: ${facts.join(', ')}`,
    ...(problem === null ? [] : [`  ${problem}`]),
    ...(reply === null ? [] : [`  Reply: ${reply}`])
  ].join('\n');
}
