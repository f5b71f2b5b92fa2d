import type { LayoutLoad } from './$types';

/** Pages that fill the window with a report to judge have no tabs, and load no script of them. */
export const load: LayoutLoad = async ({ data, route }) => ({
  ...data,
  Tabs:
    data.tabs.length > 1 && !route.id.includes('/work/[assignment]')
      ? (await import('$lib/components/shared/frame/ProjectTabs.svelte')).default
      : null
});
