import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { checkQueue } from '$lib/studies/spot-checks/spot-answers.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { checkNumber } from '../check-asked.ts';

/** Leads to the person's first unchecked verdict; says so if there is none. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'review');
    const { check, units } = checkQueue(event.locals.db, grant, checkNumber(event));
    const open = units.find(({ agrees }) => agrees === undefined);
    if (open && !check.closed) redirect(303, `${event.url.pathname}/${open.id}`);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'spotCheck').checkOf({ name: check.name }) }
      ],
      check,
      confirmed: units.filter(({ agrees }) => agrees === true).length,
      changed: units.filter(({ agrees }) => agrees === false).length,
      first: units[0] ? `${event.url.pathname}/${units[0].id}` : null
    };
  });
