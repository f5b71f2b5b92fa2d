import type { PageLoad } from './$types';
import { materialForms } from '$lib/components/scorer/suite-components.ts';

export const load: PageLoad = async ({ data }) => ({
  ...data,
  Form: data.form ? (await materialForms([data.form.component]))[data.form.component] : undefined
});
