import type { Estimate } from '../numbers/estimate.ts';

/** The arguments of a case as they come from JSON. */
export type CaseArguments = Readonly<Record<string, unknown>>;

/** One function of the case format: JSON arguments to a JSON result with the members a case may expect. */
export type CaseFunction = (args: CaseArguments) => Record<string, unknown>;

/** A required argument. The caller says what it is; the statistic itself checks the values. */
export const need = <T>(args: CaseArguments, name: string): T => {
  if (!(name in args)) throw new Error(`The case lacks the argument "${name}"`);
  return args[name] as T;
};

/** An optional argument. */
export const optionalArgument = <T>(args: CaseArguments, name: string, otherwise: T): T =>
  name in args ? (args[name] as T) : otherwise;

/** The seed of a case: an integer, or a word such as "any" if the expectation holds for every seed. */
export const seedOf = (args: CaseArguments): number | bigint => {
  const seed = optionalArgument<unknown>(args, 'seed', 1);
  if (typeof seed === 'number') return seed;
  return typeof seed === 'string' && /^-?\d+$/.test(seed) ? BigInt(seed) : 1;
};

/** `{ value, reason }` parts of several estimates as one flat record, with the first reason there is. */
export const flat = (estimates: Record<string, Estimate>): Record<string, unknown> => {
  const reason = Object.values(estimates).find((e) => e.value === null)?.reason;
  const values = Object.fromEntries(Object.entries(estimates).map(([name, e]) => [name, e.value]));
  return reason === undefined ? values : { ...values, reason };
};
