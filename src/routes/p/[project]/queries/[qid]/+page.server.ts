import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { authorize, may } from '$lib/server/auth/authorize.ts';
import { getQuery } from '$lib/verification/benchmark/benchmark.server.ts';
import { materialRevisions } from '$lib/verification/benchmark/material.server.ts';
import { adoptedFrom, modelMarks } from '$lib/verification/proposals/query-draft-adoption.server.ts';
import { QUERY_MARK } from '$lib/verification/proposals/model-marks.ts';
import { askedQueries, questionCounts } from '$lib/verification/proposals/query-questions.server.ts';
import { listReports } from '$lib/verification/benchmark/reports.server.ts';
import { answer } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { materialsOf, writableMaterial } from './materials.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { db } = event.locals;
    const person = personOf(event.locals);
    const { query, items } = getQuery(db, grant, event.params.qid);
    const marks = modelMarks(db, grant, query.qid);
    const reports = may(person, grant.resource, 'read-results')
      ? listReports(db, authorize(person, grant.resource, 'read-results'), { qid: query.qid }).map(
          ({ id, system, collectedAt }) => ({ id, system, collectedAt })
        )
      : [];
    const materials = materialsOf(materialRevisions(db, grant, query.qid), event.locals.language);
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').queries, href: `/p/${project.slug}/queries` },
        { label: query.qid }
      ],
      manage: `query/${query.id}`,
      query: { qid: query.qid, text: query.text, domain: query.domain, category: query.category, origin: query.origin },
      items: items
        .filter((i) => i.kind === 'item')
        .map(({ id, key, text }) => ({ id, key, text, draftedBy: marks.get(key) ?? null })),
      criteria: items
        .filter((i) => i.kind === 'criterion')
        .map(({ key, text, weight, dimension, explanation }) => ({ key, text, weight, dimension, explanation })),
      drafted: adoptedFrom(db, grant, query.qid),
      draftedBy: marks.get(QUERY_MARK) ?? null,
      materials,
      writable: may(person, grant.resource, 'manage')
        ? writableMaterial(materials, libraryTextIn(event.locals.language))
        : [],
      leads: may(person, grant.resource, 'manage'),
      questions: may(person, grant.resource, 'manage')
        ? questionCounts(askedQueries(db, authorize(person, grant.resource, 'manage'), query.qid))
        : null,
      reports
    };
  });
