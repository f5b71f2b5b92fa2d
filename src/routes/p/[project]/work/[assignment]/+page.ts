import type { PageLoad } from './$types';

type Loading<C> = Promise<{ default: C }> | false | '' | undefined;

/** Components that are on their way, by name; null if none is needed. */
const loaded = async <Parts extends Record<string, Loading<unknown>>>(parts: Parts) =>
  Object.fromEntries(
    await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, part ? (await part).default : null]))
  ) as {
    [Name in keyof Parts]: Extract<Parts[Name], Promise<unknown>> extends Promise<{ default: infer C }>
      ? C | null
      : never;
  };

/** With the page comes only what its kind of study needs. */
export const load: PageLoad = async ({ data }) => {
  const { training, options, asks, items } = data.assignment;
  const complete = items.every(({ label }) => label !== null);
  const { Rests, ...kind } = await loaded({
    Rests: (data.closed || data.paused) && import('$lib/components/studies/judging/StudyRests.svelte'),
    Parts:
      options.length === 0
        ? import('$lib/components/studies/judging/Places.svelte')
        : asks.dimensions !== null && import('$lib/components/studies/judging/DimensionPoints.svelte'),
    Accept: asks.multiSelect && import('$lib/components/studies/reveal/AcceptAsWell.svelte'),
    ListHint: asks.lists && !complete && import('$lib/components/studies/judging/ListHint.svelte'),
    About: items.some(({ results }) => results.length > 0)
      ? import('$lib/components/studies/judging/results/AskedWithResults.svelte')
      : asks.textTitle !== null && import('$lib/components/studies/judging/AskedAbout.svelte'),
    Feedback: training && import('$lib/components/studies/judging/Feedback.svelte'),
    Items: items.length > 1 && import('$lib/components/studies/ItemList.svelte'),
    Done: complete && import('$lib/components/studies/judging/ReportDone.svelte')
  });
  return { ...data, Rests, kind };
};
