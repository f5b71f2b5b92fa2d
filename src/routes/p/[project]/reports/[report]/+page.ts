import type { PageLoad } from './$types';
import { unitComponents } from '$lib/components/scorer/suite-components.ts';

/** An item of a study is loaded only if a figure led to one, tables and components of a suite if it has some. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  Opened: data.opened ? (await import('$lib/components/scorer/verdicts/StudyItem.svelte')).default : null,
  FigureTable:
    data.tables.length > 0 ? (await import('$lib/components/scorer/leaderboard/FigureTable.svelte')).default : null,
  components: await unitComponents(data.view?.kind === 'items' ? data.view.units.map(({ component }) => component) : [])
});
