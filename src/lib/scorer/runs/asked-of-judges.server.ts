import { eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
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

/** A setting in which two runs differ under a metric, with its value in each; null if a run has none. */
export interface DifferingSetting {
  setting: keyof ReturnType<typeof settingsOf>;
  a: string | null;
  b: string | null;
}

/** Settings under which scores of two runs are no longer answers to the same question. */
export function differingSettings(db: Db, metric: string, run: Run, other: Run): DifferingSetting[] {
  const [ofA, ofB] = [settingsOf(db, metric, run), settingsOf(db, metric, other)];
  return (Object.keys(ofA) as DifferingSetting['setting'][]).flatMap((setting) => {
    const [a, b] = [ofA[setting], ofB[setting]];
    return a === b ? [] : [{ setting, a, b }];
  });
}

function settingsOf(db: Db, metric: string, { id, versionId, origin, options }: Run) {
  const asked = metricsAsked(db, { id }).find(({ name }) => name === metric);
  const { maxClaims, own } = metricsOf(db, id).find((one) => one.metric === metric)?.settings ?? {};
  const settings = [
    ...(maxClaims === undefined ? [] : [['max-claims', maxClaims]]),
    ...Object.entries(own ?? {}).sort(([a], [b]) => a.localeCompare(b, 'en'))
  ];
  return {
    version: versionId === null ? null : versionNumber(db, versionId),
    judges: judgesOf(db, id)
      .map((judge) => (origin === 'imported' ? judge.spec : judgeLine(configOf(judge))))
      .join(', '),
    ensemble: options.ensemble,
    repeats: String(options.repeats),
    texts: options.texts ?? null,
    webSearch: options.webSearch ?? 'off',
    search: options.search ?? null,
    prompt: asked ? `${asked.prompt} (${asked.promptHash.slice(0, 12)})` : null,
    penalties: asked?.penalties ?? null,
    baseline: asked?.baseline ?? null,
    settings: settings.length === 0 ? null : settings.map(([name, value]) => `${name}=${value}`).join(', ')
  };
}

const versionNumber = (db: Db, id: string): string | null => {
  const { datasetVersion } = schema;
  const found = db
    .select({ number: datasetVersion.number })
    .from(datasetVersion)
    .where(eq(datasetVersion.id, id))
    .get();
  return found ? String(found.number) : null;
};
