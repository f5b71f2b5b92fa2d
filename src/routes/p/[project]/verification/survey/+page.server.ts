import type { PageServerLoad } from './$types';
import { codingRows } from '$lib/verification/proposals/survey/coding.server.ts';
import { listAnswers } from '$lib/verification/proposals/survey/survey.server.ts';
import { surveyCounts } from '$lib/verification/proposals/survey/survey-counts.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';

const pageSize = 100;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db } = event.locals;
    const asked = event.url.searchParams;
    const typed = (name: string): string => asked.get(name)?.trim() ?? '';
    const coded = typed('coded');
    // An empty group is one of them: people who said nothing of themselves.
    const group = asked.get('group');
    const filter = {
      ...(group === null || group === 'all' ? {} : { group }),
      ...(coded === 'yes' || coded === 'no' ? { coded: coded === 'yes' } : {}),
      ...(typed('search') ? { search: typed('search') } : {}),
      ...(typed('domain') ? { domainId: typed('domain') } : {}),
      ...(typed('category') ? { categoryId: typed('category') } : {})
    };
    const from = Math.max(0, Number.parseInt(typed('from'), 10) || 0);
    const names = (kind: 'domain' | 'category') => codingRows(db, grant, kind).map(({ id, name }) => ({ id, name }));
    const { answers, coded: done, groups } = surveyCounts(db, grant);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'draftRooms').survey
      }),
      ...listAnswers(db, grant, { ...filter, after: from, limit: pageSize }),
      from,
      pageSize,
      counts: { answers, coded: done, groups },
      domains: names('domain'),
      categories: names('category'),
      filter: {
        group: filter.group ?? 'all',
        coded: coded === 'yes' || coded === 'no' ? coded : '',
        search: typed('search'),
        domain: typed('domain'),
        category: typed('category')
      },
      filtered: Object.keys(filter).length > 0,
      added: /^\d+$/.test(typed('added')) ? Number(typed('added')) : null
    };
  });
