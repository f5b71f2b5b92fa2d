import type { Problem } from '../../errors.ts';
import type { MaterialKind } from '../pipeline.ts';
import { goldListKind } from './report-bench/gold-list.ts';

/** What each suite has to know about a query beside its text and checklist, by the suite's name. */
const kinds: Readonly<Record<string, MaterialKind>> = { 'report-bench': goldListKind as MaterialKind };

export const materialKind = (suite: string): MaterialKind | undefined =>
  Object.hasOwn(kinds, suite) ? kinds[suite] : undefined;

/**
 * Material as its suite's schema reads it, or what is wrong with it, each problem with its place in `column`.
 * @param place What stands before the path of a problem, e.g. `material.report-bench`
 */
export function readMaterial(
  suite: string,
  content: unknown,
  place: string,
  row: number | null = null
): { content: unknown } | { problems: Problem[] } {
  const kind = materialKind(suite);
  if (!kind) {
    const reason = `No suite named ${suite} has material. Suites with material: ${Object.keys(kinds).join(', ')}`;
    return { problems: [{ row, column: place, reason }] };
  }
  const read = kind.schema.safeParse(content);
  if (read.success) return { content: read.data };
  return {
    problems: read.error.issues.map(({ path, message }) => ({
      row,
      column: [place, ...path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))].join(''),
      reason: message
    }))
  };
}
