import type { PageLoad } from './$types';

/** With the page comes only what its kind of study needs. */
export const load: PageLoad = async ({ data }) => {
  const { training, options, asks, items } = data.assignment;
  const of = <T>(loaded: { default: T } | null): T | null => loaded?.default ?? null;
  const [parts, accept, listHint, about, feedback, done] = await Promise.all([
    options.length === 0
      ? import('$lib/components/studies/judging/Places.svelte')
      : asks.dimensions
        ? import('$lib/components/studies/judging/DimensionPoints.svelte')
        : null,
    asks.multiSelect ? import('$lib/components/studies/reveal/AcceptAsWell.svelte') : null,
    asks.lists ? import('$lib/components/studies/judging/ListHint.svelte') : null,
    asks.textTitle === null && items.every(({ results }) => results.length === 0)
      ? null
      : import('$lib/components/studies/judging/AskedAbout.svelte'),
    training ? import('$lib/components/studies/judging/Feedback.svelte') : null,
    items.every(({ label }) => label !== null) ? import('$lib/components/studies/judging/ReportDone.svelte') : null
  ]);
  return {
    ...data,
    Rests:
      data.closed || data.paused ? (await import('$lib/components/studies/judging/StudyRests.svelte')).default : null,
    kind: {
      Parts: of(parts),
      Accept: of(accept),
      ListHint: of(listHint),
      About: of(about),
      Feedback: of(feedback),
      Done: of(done)
    }
  };
};
