import { refuse } from '../../errors.ts';
import type { Judge } from '../pipeline.ts';
import { type Env, type JudgeConfig, judgeSettings, judgeSpec, type ProviderName } from './config.ts';
import { geminiJudge } from './gemini.ts';
import { openaiCompatibleJudge } from './openai-compatible.ts';
import { openaiJudge } from './openai.ts';
import { rulesJudge } from './rules.ts';
import { type Script, scriptedJudge } from './scripted.ts';

export { judgeLine, judgeSettings, judgeSpec, parseJudgeLine, parseJudgeSpec, providerNames } from './config.ts';
export type { Env, JudgeConfig, JudgeSettings, ProviderName } from './config.ts';
export { scriptedJudge } from './scripted.ts';
export type { Script, ScriptedAnswer } from './scripted.ts';

/** Where judges made of given answers find them. */
export interface JudgeSources {
  script?: (name: string) => Script | null;
}

type Provider = (config: JudgeConfig, env: Env, sources: JudgeSources) => Judge;

const scripted: Provider = (config, _env, sources) =>
  scriptedJudge(
    sources.script?.(config.model) ??
      refuse.unavailable(`The judge ${judgeSpec(config)}`, 'no script of that name is known here')
  );

/** Every provider of judges. To add one, write its file and name it here and in `providerNames`. */
const providers = {
  openai: openaiJudge,
  gemini: geminiJudge,
  'openai-compatible': openaiCompatibleJudge,
  rules: () => rulesJudge,
  scripted
} as const satisfies Record<ProviderName, Provider>;

/**
 * The judge of a configuration. Refused: a missing key (named), settings that do not exist, a URL that is none.
 *
 * @param env Where keys and base URLs come from; keys enter neither the fingerprint nor any message.
 */
export const makeJudge = (config: JudgeConfig, env: Env, sources: JudgeSources = {}): Judge => {
  const settings = judgeSettings.safeParse(config.settings ?? {});
  if (!settings.success) {
    const problems = settings.error.issues.map((issue) => ({
      row: null,
      column: issue.path.join('.') || 'settings',
      reason: issue.message
    }));
    return refuse.invalid(
      `The settings of the judge ${judgeSpec(config)} are not valid: ${problems.map((one) => `${one.column}: ${one.reason}`).join('; ')}.`,
      problems
    );
  }
  const make: Provider = providers[config.provider];
  return make({ ...config, settings: settings.data }, env, sources);
};
