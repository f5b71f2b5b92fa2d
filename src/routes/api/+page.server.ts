import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { REQUESTS_PER_MINUTE } from './v1/dispatch.ts';
import { shownOperations } from './v1/shown-operations.ts';
import { operations } from './v1/operations/index.ts';
import { problemTitles } from './v1/problem-json.ts';

export const load: PageServerLoad = ({ locals: { language } }) => ({
  crumbs: [{ label: messagesIn(language, 'api').title }],
  ...shownOperations(operations),
  language,
  problems: Object.entries(problemTitles).map(([code, title]) => ({ code, title })),
  perMinute: REQUESTS_PER_MINUTE
});
