import type { Db } from '../../server/db/client.ts';
import { type Destination, distinctModels, type JudgeConfig, judgeLine, judgeSpec } from '../judges/index.ts';
import { printPenaltyTable } from '../protocols/penalties.ts';
import { metricByName } from '../suites/index.ts';
import type { CallOptions, RunOptions } from './run-options.ts';
import { baselinesIn, configOf, judgeNames, judgesOf, metricsOf, type Run } from './runs.server.ts';

interface AskedModel {
  /** As typed in the form of a run. */
  line: string;
  /** US dollars per million tokens; null if the run has no price for it. */
  price: RunOptions['prices'][string] | null;
  /** Deadline and tries of a call; null if the run recorded none. */
  call: CallOptions | null;
  /** Where its calls go, and the name of its key; null for judges that send nothing, and in imported runs. */
  destination: Destination | null;
}

interface AskedJudge {
  id: string;
  /** By which the run tells it apart from its other judges. */
  name: string;
  spec: string;
  fingerprint: string;
  /** `temperature 0, …`; empty for none. */
  settings: string;
  /** The judge's own model, then those that play its roles. */
  models: AskedModel[];
}

/** The judges of a run, in its order, with what the calls of their models cost, may take, and where they go. */
export function judgesAsked(db: Db, run: Run, destinationOf: (model: JudgeConfig) => Destination | null): AskedJudge[] {
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  const { prices, calls } = run.options;
  return judges.map((judge, at) => ({
    ...{ id: judge.id, name: names[at]!, spec: judge.spec, fingerprint: judge.fingerprint },
    settings: Object.entries(judge.settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
    models: distinctModels(configOf(judge)).map((model): AskedModel => ({
      line: judgeLine(model),
      price: prices[judgeSpec(model)] ?? null,
      call: calls?.[judgeSpec(model)] ?? null,
      destination: run.origin === 'scored' ? destinationOf(model) : null
    }))
  }));
}

interface AskedMetric {
  name: string;
  title: string;
  /** `NAME@VERSION`. */
  prompt: string;
  promptHash: string;
  /** From issues to score; null for metrics that count none. */
  penalties: string | null;
  /** The system that reports are compared with; null if they are not. */
  baseline: string | null;
}

/** The metrics of a run, in its order, with the prompt and the settings that it recorded. */
export function metricsAsked(db: Db, run: Pick<Run, 'id'>): AskedMetric[] {
  const baselines = baselinesIn(db, run.id);
  return metricsOf(db, run.id).map(({ metric, promptName, promptVersion, promptHash, settings }) => ({
    ...{ name: metric, title: metricByName(metric).title },
    ...{ prompt: `${promptName}@${promptVersion}`, promptHash },
    penalties: settings.penalties ? printPenaltyTable(settings.penalties) : null,
    baseline: baselines.get(metric) ?? null
  }));
}
