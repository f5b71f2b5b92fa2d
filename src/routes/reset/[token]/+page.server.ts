import type { Actions, PageServerLoad } from './$types';
import { answer } from '../../answer.ts';
import { readLink, useLink } from '../../one-time-link.ts';

export const load: PageServerLoad = ({ locals, params }) =>
  answer(() => {
    readLink(locals, params.token, 'reset');
    return {};
  });

export const actions: Actions = { default: useLink('reset') };
