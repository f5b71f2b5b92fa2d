import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { makers, promptOfMaker } from '../making/makers.ts';
import type { MetricPrompt, PromptText } from '../metric.ts';
import { instructionsOf } from '../protocols/wording.ts';
import { metricByName } from '../suites/index.ts';
import { type ListedMetric, promptsOfProject } from './prompt-list.server.ts';
import { promptNamed } from './prompt-versions.server.ts';

/** A version of a prompt, to be read. */
interface ReadPrompt {
  prompt: MetricPrompt;
  texts: readonly PromptText[];
}

/** The metric or maker of this name, with the versions of its prompt; refused with the names there are. */
export function listedPrompt(db: Db, grant: ProjectGrant<'manage'>, name: string): ListedMetric {
  const all = promptsOfProject(db, grant).flatMap(({ metrics }) => metrics);
  return (
    all.find((one) => one.name === name) ??
    refuse.invalid(`There is no metric ${JSON.stringify(name)}. There are: ${all.map((one) => one.name).join(', ')}.`)
  );
}

/**
 * The texts of a version of the prompt of a metric or maker: all that frames the material of a question.
 *
 * @param version Its own by default
 * @throws Refusal for a version that the project does not have
 */
export function promptTexts(db: Db, projectId: string, name: string, version?: string): ReadPrompt {
  const maker = makers.find((one) => one.name === name);
  if (maker) {
    const prompt = promptOfMaker(maker, version);
    return { prompt, texts: maker.texts?.(prompt) ?? [instructionsOf(prompt)] };
  }
  const metric = metricByName(name);
  const prompt = promptNamed(db, projectId, metric, version ?? metric.prompt.version);
  return { prompt, texts: metric.protocol.wording?.(prompt, metric).texts ?? [instructionsOf(prompt)] };
}
