import type { PageLoad } from './$types';
import { figureComponents } from '$lib/components/scorer/suite-components.ts';

/** A suite's component is loaded if one of its figures asks for it. */
export const load: PageLoad = async ({ data }) => ({
  ...data,
  components: await figureComponents((data.figures ?? []).map(({ component }) => component))
});
