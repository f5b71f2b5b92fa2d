import type { PageLoad } from './$types';

/** An item of a study is loaded only where a figure led to one. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  Opened: data.opened ? (await import('$lib/components/scorer/verdicts/StudyItem.svelte')).default : null
});
