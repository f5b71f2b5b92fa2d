import { metricOf } from '$lib/alignment/units/metric.ts';
import type { Method } from '$lib/alignment/units/method.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';

/** Names of κ and of Gwet’s coefficient in a language; `onScores` if the plotted figure is κ. */
export function figureNames(language: string, { kappa, ac, scale }: Pick<Method, 'kappa' | 'ac' | 'scale'>) {
  const say = libraryTextIn(language);
  return { kappa: say(kappa), ac: ac && say(ac), onScores: metricOf(scale).kind === 'kappa' };
}

/** Figures with their names in a language. */
export const namedIn = <T extends { name: string }>(language: string, figures: readonly T[]): T[] =>
  figures.map((figure) => ({ ...figure, name: libraryTextIn(language)(figure.name) }));
