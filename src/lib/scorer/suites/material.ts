import type { Problem } from '../../errors.ts';
import type { MaterialKind } from '../suite.ts';
import { allSuites } from './index.ts';

export const materialKind = (suite: string): MaterialKind | undefined =>
  allSuites().find(({ name }) => name === suite)?.material;

/** Material of a suite as people check it in a round, line by line; null where they are not asked, or the suite cannot read it. */
export function materialText(suite: string, content: unknown): string | null {
  const kind = materialKind(suite);
  const read = kind?.lines ? kind.schema.safeParse(content) : null;
  return read?.success ? kind!.lines!(read.data).join('\n') : null;
}

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
    const withMaterial = allSuites().flatMap(({ name, material }) => (material ? [name] : []));
    const reason = `No suite named ${suite} has material. Suites with material: ${withMaterial.join(', ')}`;
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
