import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { describeSystem, getSystem, type System } from '$lib/verification/benchmark/systems.server.ts';
import { budgetInName, budgetInWords, systemCategoryNames } from '$lib/names.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { refuseUnseen, seenOf } from '../../../../seen-values.ts';

const fields = ['provider', 'family', 'backbone', 'category', 'budget', 'collectedHow', 'collectedAt'] as const;

const shownOf = (system: System): unknown[] => fields.map((field) => system[field]);

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const system = getSystem(event.locals.db, grant, event.params.system);
    const told = system.budget === null ? budgetInName(system.name) : null;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').reports, href: `/p/${project.slug}/reports` },
        { label: system.name }
      ],
      manage: `system/${system.id}`,
      system,
      seen: seenOf(shownOf(system)),
      /** Budget that the name suggests; it is stored once the form is saved. */
      budgetTold: told && budgetInWords(told),
      categories: systemCategoryNames
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const input = Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? '')]));
    const seen = String(form.get('seen') ?? '');
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      refuseUnseen(form, shownOf(getSystem(event.locals.db, grant, event.params.system)));
      describeSystem(event.locals.db, grant, event.params.system, input);
      return { slug: project.slug };
    });
    if (!('slug' in done)) return fail(done.status, { ...done.data, input, seen });
    redirect(303, `/p/${done.slug}/reports`);
  }
};
