import { isRefusal, type Problem, type Refusal } from '../src/lib/errors.ts';

/** The refusal that an act meets; null if it goes through. Any other error is thrown on. */
export function refusalOf(act: () => unknown): Refusal | null {
  try {
    act();
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
  return null;
}

/** Returns the problems that a refusal finds in an input; throws if nothing is refused. */
export function problemsOf(act: () => unknown): Problem[] {
  const refusal = refusalOf(act);
  if (!refusal) throw new Error('nothing was refused');
  return refusal.problems;
}
