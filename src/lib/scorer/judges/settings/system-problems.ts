import { fieldSays, type Problem, problemAt } from '../../../errors.ts';
import { isSystemProvider, type JudgeConfig, modelConfigs } from './config.ts';
import { judgeSpec } from './spec.ts';

/** Systems under test among judges: they write reports and answer no question by schema. */
export const judgeProblems = (configs: readonly JudgeConfig[]): Problem[] =>
  configs
    .flatMap(modelConfigs)
    .filter(({ provider }) => isSystemProvider(provider))
    .map((config) => problemAt('judge', fieldSays('systemIsNoJudge'), judgeSpec(config)));
