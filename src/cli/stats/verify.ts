import { refuse } from '../../lib/errors.ts';
import { runCase, type CaseResult, type Mismatch, type StatisticsCase } from '../../lib/stats/index.ts';
import { shortened } from '../../lib/messages/shortened.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The cases of a file: `{ "cases": [ … ] }`, or the list alone. A case is `{ id, fn, args, expect, tolAbs }`; whatever else
 * stands in it is left alone.
 */
export function readCases(bytes: Uint8Array): StatisticsCase[] {
  let file: unknown;
  try {
    file = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    return refuse.invalid(
      `The file of cases is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`
    );
  }
  const list = Array.isArray(file) ? file : isObject(file) ? file.cases : undefined;
  if (!Array.isArray(list)) return refuse.invalid('The file has no list "cases".');
  if (list.length === 0) return refuse.invalid('The list "cases" is empty.');
  const problems = list.flatMap((one: unknown, i) =>
    wrongWith(one).map((reason) => ({
      row: i + 1,
      column: isObject(one) && typeof one.id === 'string' ? one.id : 'case',
      reason
    }))
  );
  if (problems.length > 0) refuse.invalid('Some cases are invalid; row numbers count the cases.', problems);
  return list as StatisticsCase[];
}

function wrongWith(one: unknown): string[] {
  if (!isObject(one)) return ['The case is not an object'];
  const { id, fn, args, expect, tolAbs } = one;
  return [
    ...(typeof id === 'string' && id !== '' ? [] : ['The case has no text "id"']),
    ...(typeof fn === 'string' && fn !== '' ? [] : ['The case has no text "fn"']),
    ...(isObject(args) ? [] : ['The case has no object "args"']),
    ...(isObject(expect) ? [] : ['The case has no object "expect"']),
    ...(tolAbs === undefined || tolAbs === null || (typeof tolAbs === 'number' && tolAbs >= 0)
      ? []
      : ['"tolAbs" must be null or a number of 0 or more'])
  ];
}

/** Evaluates the cases one after the other. */
export const verify = (cases: readonly StatisticsCase[]): CaseResult[] =>
  cases.map((one) => runCase({ ...one, tolAbs: one.tolAbs ?? null }));

const shown = (value: unknown): string => shortened(JSON.stringify(value) ?? String(value), 200);

const mismatchLine = ({ path, expected, got }: Mismatch): string =>
  `  ${path || 'evaluation'}: got ${shown(got)}, expected ${shown(expected)}`;

/** Each failure with what came out and what was expected, and a last line of counts. */
export function caseLines(results: readonly CaseResult[]): string[] {
  const count = (outcome: CaseResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  const failures = results.flatMap(({ id, fn, outcome, mismatches }) => {
    if (outcome === 'passed') return [];
    if (outcome === 'unknown') return [`${id}: unknown function ${fn}`];
    return [`${id} (${fn}) failed`, ...mismatches.map(mismatchLine)];
  });
  const unknown = count('unknown');
  return [
    ...failures,
    `${count('passed')} passed, ${count('failed')} failed${unknown > 0 ? `, ${unknown} of unknown functions` : ''}`
  ];
}
