import { refuse } from '$lib/errors.ts';
import type { ComparisonAsked } from '$lib/alignment/comparison/compared-runs.server.ts';

const numberIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** Study, runs and reference judge as an address names them; null without a study or a run. */
export function comparisonIn({ searchParams }: URL): (ComparisonAsked & { study: number }) | null {
  const named = searchParams.get('study');
  const runs = searchParams.getAll('run');
  if (named === null || runs.length === 0) return null;
  const reference = searchParams.get('reference') || undefined;
  return {
    study: numberIn(named) ?? refuse.notFound('study'),
    runs: runs.map((text) => numberIn(text) ?? refuse.notFound('run')),
    reference
  };
}
