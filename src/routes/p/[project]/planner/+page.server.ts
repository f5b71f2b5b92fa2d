import type { PageServerLoad } from './$types';
import { plannerStudy } from '$lib/alignment/planner/from-study.server.ts';
import { readPlanner } from '$lib/alignment/planner/inputs.ts';
import { isMissing, plan, type MissingPart } from '$lib/alignment/planner/plan.ts';
import { refuse } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { shownFields } from './fields.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const query = event.url.searchParams;
    const number = query.get('study') ?? '';
    const study =
      number === ''
        ? null
        : plannerStudy(
            db,
            grant,
            /^[1-9]\d{0,8}$/.test(number) ? Number(number) : refuse.notFound('study'),
            messagesIn(language, 'plannerSources')
          );
    const { typed, numbers, problems } = readPlanner((name) => query.get(name), study?.known);
    const planned = plan(numbers, messagesIn(language, 'plannerAnswers'));
    const { interval, power, chance, people, inspection } = planned;
    const part = <T extends object>(one: T | MissingPart): { done: T | null; required: string[] } =>
      isMissing(one)
        ? {
            done: null,
            required: one.missing.map((name) => messagesIn(language, 'plannerFields').label({ field: name }))
          }
        : { done: one, required: [] };
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(language, 'rooms').alignment, href: `/p/${project.slug}/alignment` },
        { label: messagesIn(language, 'planner').crumb }
      ],
      studies: listStudies(db, grant).map((one) => ({ number: one.number, name: one.name })),
      study: study && {
        number: study.number,
        name: study.name,
        embargoed: study.embargoed,
        told: study.said.length > 0,
        notTaken: study.notTaken
      },
      fields: shownFields(typed, problems, study, (name) => query.has(name), language),
      problems: problems.length,
      items: planned.items,
      designEffect: planned.designEffect,
      wantedPower: numbers.power ?? null,
      allowed: numbers.allowed ?? null,
      good: numbers.good ?? null,
      interval: part(interval),
      power: part(power),
      chance: part(chance),
      people: part(people),
      inspection: part(inspection)
    };
  });
