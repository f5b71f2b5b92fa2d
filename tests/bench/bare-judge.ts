import { makeJudge, parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { capabilities } from '../../src/lib/scorer/protocols/capabilities.fixture.ts';
import type { Call } from '../../src/lib/scorer/call.ts';
import { metricByName } from '../../src/lib/scorer/suites/index.ts';
import { benchReport } from './scorer-scene.ts';

/**
 * A bare loop that shows the possible gain: the same questions through the same SDK, without journal, verdicts or anything else.
 * `node tests/bench/bare-judge.ts URL CALLS CONCURRENCY CHARACTERS METRIC` prints calls per second, and milliseconds of processor
 * that each took.
 */
const [url = '', calls = '1', concurrency = '1', characters = '2048', name = 'presentation'] = process.argv.slice(2);
const judge = makeJudge(parseJudgeSpec(`openai-compatible:bench@${url}`), {});
const metric = metricByName(name);
const questions: Call[] = [];
for (let nth = 0; nth < 200; nth += 1) {
  const about = {
    metric: metric.name,
    query: { qid: 'q', text: 'What of region 1?' },
    report: { id: `r${nth}`, markdown: benchReport(nth, Number(characters)), collectedAt: null },
    items: [...(metric.items ?? [])]
  };
  await metric.protocol.judge(
    about,
    metric,
    capabilities({
      ask: (question) => {
        questions.push({ ...question, about, trial: 0 });
        return Promise.resolve({ text: '', ending: 'refused', usage: null, model: null });
      },
      delimiterKey: 'bench'
    })
  );
}

const ask = async (count: number): Promise<{ callsPerSecond: number; cpuMs: number }> => {
  let next = 0;
  const began = performance.now();
  const before = process.cpuUsage();
  const lane = async (): Promise<void> => {
    for (let nth = next++; nth < count; nth = next++)
      await judge.ask(questions[nth % questions.length]!, { signal: new AbortController().signal });
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, lane));
  const { user, system } = process.cpuUsage(before);
  return { callsPerSecond: (count * 1000) / (performance.now() - began), cpuMs: (user + system) / 1000 / count };
};
await ask(1_000);
console.log(JSON.stringify(await ask(Number(calls))));
