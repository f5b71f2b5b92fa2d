import type { PageLoad } from './$types';

/** What a question is about is loaded only where that is more than the report. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  About:
    data.assignment.asks.textTitle === null
      ? null
      : (await import('$lib/components/studies/judging/AskedAbout.svelte')).default
});
