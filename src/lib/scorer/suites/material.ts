import { problemSaid, type SaidProblem } from '../../errors.ts';
import { issueSaid } from '../../messages/schema-issues.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import type { MaterialKind } from '../suite.ts';
import { allSuites } from './index.ts';

const say = sayingsOf('importProblems');

export const materialKind = (suite: string): MaterialKind | undefined =>
  allSuites().find(({ name }) => name === suite)?.material;

/** Material of a suite as people check it in a round, line by line; null if they are not asked, or the suite cannot read it. */
export function materialText(suite: string, content: unknown): string | null {
  const kind = materialKind(suite);
  const read = kind?.lines ? kind.schema.safeParse(content) : null;
  return read?.success ? kind!.lines!(read.data).join('\n') : null;
}

/**
 * Material as its suite's schema reads it, or what is wrong with it, each problem with its place in `column`.
 * @param place Prefix of a problem's path, e.g. `material.report-bench`
 */
export function readMaterial(
  suite: string,
  content: unknown,
  place: string,
  row: number | null = null
): { content: unknown } | { problems: SaidProblem[] } {
  const kind = materialKind(suite);
  if (!kind) {
    const withMaterial = allSuites().flatMap(({ name, material }) => (material ? [name] : []));
    return { problems: [problemSaid(row, place, say('noMaterial', { suite, suites: withMaterial.join(', ') }))] };
  }
  const read = kind.schema.safeParse(content);
  if (read.success) return { content: read.data };
  return {
    problems: read.error.issues.map((issue) => {
      const steps = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
      return problemSaid(row, [place, ...steps].join(''), issueSaid(issue));
    })
  };
}
