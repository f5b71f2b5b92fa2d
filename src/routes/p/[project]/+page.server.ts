import type { PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { authorize, isViewer, may } from '$lib/server/auth/authorize.ts';
import { readAudit } from '$lib/server/audit/audit-trail.ts';
import { listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import { listRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { listMembers } from '$lib/server/projects.ts';
import { completionOf } from '$lib/studies/crowd/crowd-progress.server.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { benchmarkSize } from '$lib/verification/benchmark/benchmark.ts';
import { listQueries } from '$lib/verification/benchmark/benchmark.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { answer } from '../../answer.ts';
import { grantFor, personOf } from '../../grants.ts';
import { studyQueue } from '../../my-queue.ts';
import { activityOf } from './activity.ts';
import { attentionIn } from './attention-in.ts';
import { beforeAdoption } from './before-adoption.ts';
import { overviewOf } from './overview.ts';
import { decisionsToDo } from './decisions-to-do.ts';
import { thingsToDo } from './things-to-do.ts';
import { verified } from './verified.ts';
import { ownWork } from './verification/rooms.ts';
import { verificationToDo } from './verification/verification-to-do.ts';

/** Entries of the audit trail that recent activity is gathered from. */
const RECENT = 400;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'enter');
    const { db, language } = event.locals;
    const person = personOf(event.locals);
    const say = messagesIn(language, 'toDo');
    const crumbs = [{ label: project.name }];
    const now = Date.now();
    const queue = studyQueue(db, person, language, project.slug);
    const work = ownWork(db, person, grant.resource).filter(({ open, free }) => open + free > 0);
    const decisions = decisionsToDo(db, person, grant.resource, say);
    const crowd = completionOf(db, person);
    const views = isViewer(person, project.id);
    if (!may(person, grant.resource, 'manage'))
      return { crumbs, queue, work, decisions, now, crowd, views, lead: null };

    const lead = authorize(person, grant.resource, 'read-results');
    const manage = authorize(person, grant.resource, 'manage');
    const size = benchmarkSize(listQueries(db, manage), listSystems(db, manage));
    const runs = listRuns(db, lead);
    const studies = listStudies(db, lead);
    const adoptions = listDecisions(db, lead);
    const verification = verified(db, manage);
    const overview = overviewOf(db, lead, { queries: size.queries, ...verification, runs, studies }, now, language);
    return {
      crumbs,
      manage: `project/${project.id}`,
      ...{ queue, work, decisions, now, crowd, views },
      lead: {
        description: project.description,
        todo: thingsToDo({
          ...{ ...size, ...verification, members: listMembers(db, manage) },
          runs,
          studies: studies.filter(({ run }) => run !== null),
          adoptions,
          verification: verificationToDo(db, manage, say),
          attention: attentionIn(db, lead, now, language),
          say
        }),
        overview,
        before: overview.adopted === null ? beforeAdoption(db, manage, lead, now, language) : null,
        facts: size,
        runs: runs.slice(0, 5).map(({ number, name, state, tasksDone, tasks, unscored }) => ({
          ...{ number, name, state, tasksDone, tasks, unscored }
        })),
        allRuns: runs.length,
        studies: studies
          .slice(0, 6)
          .map(({ number, name, done, total, status }) => ({ number, name, done, total, status })),
        allStudies: studies.length,
        activity: activityOf(readAudit(db, manage, { limit: RECENT }), 7, language)
      }
    };
  });
