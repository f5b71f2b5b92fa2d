import { modelsNamed } from './roles.ts';

/** A model by its spec, without settings. */
const modelOf = (spec: string): string => spec.trim().split(/[\s;]/)[0]!;

/** Whether two judges by their specs have a model in common, also one that plays a role. */
export function sharesModel(a: string, b: string): boolean {
  const models = new Set(modelsNamed(a).map(modelOf));
  return modelsNamed(b).some((one) => models.has(modelOf(one)));
}
