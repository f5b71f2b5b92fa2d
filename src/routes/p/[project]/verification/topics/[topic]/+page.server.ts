import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { refuse, fieldSays, worded, problemAt } from '$lib/errors.ts';
import { allSuites } from '$lib/scorer/suites/index.ts';
import { hasQuery, importQueries } from '$lib/verification/benchmark/benchmark.server.ts';
import { authorize, may } from '$lib/server/auth/authorize.ts';
import { nextWaiting, screenTopic, topicOf } from '$lib/verification/topics/screening.server.ts';
import { screeningReasonNames, topicStateNames } from '$lib/verification/topics/topics.ts';
import { tasksOfTopic } from '$lib/verification/topics/tasks-of-topic.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { db } = event.locals;
    const person = personOf(event.locals);
    const topic = topicOf(db, grant, event.params.topic);
    const { key, platform, url, date, language, text, comments, state, reason, note, screenedByName, screenedAt } =
      topic;
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        {
          label: messagesIn(event.locals.language, 'draftRooms').topics,
          href: `/p/${project.slug}/verification/topics`
        },
        { label: key }
      ),
      manage: `topic/${topic.id}`,
      topic: { key, platform, url, date, language, text, comments, state, reason, note, screenedByName, screenedAt },
      reasons: screeningReasonNames,
      tasks: tasksOfTopic(db, grant, key),
      screens: may(person, grant.resource, 'review') || may(person, grant.resource, 'manage'),
      writes: may(person, grant.resource, 'manage') && state === 'accepted',
      next: nextWaiting(db, grant, topic)
    };
  });

const LONGEST_TASK = 20_000;

export const actions: Actions = {
  /** Adds a task to the benchmark and opens the form of its subtasks, if a suite has one. */
  write: async (event) => {
    const form = await event.request.formData();
    const typed = { qid: String(form.get('qid') ?? '').trim(), task: String(form.get('task') ?? '').trim() };
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db } = event.locals;
      const topic = topicOf(db, grant, event.params.topic);
      const problems = [
        ...(/^[^\s/\\]{1,200}$/.test(typed.qid) ? [] : [problemAt('qid', fieldSays('idForm'))]),
        ...(typed.task === '' ? [problemAt('task', fieldSays('writeTask'))] : []),
        ...(typed.task.length > LONGEST_TASK
          ? [problemAt('task', worded('atMostCharacters', { most: LONGEST_TASK }))]
          : []),
        ...(hasQuery(db, grant, typed.qid) ? [problemAt('qid', fieldSays('idTaken'))] : [])
      ];
      if (problems.length > 0) refuse.invalid(leadSays('taskNotAdded'), problems);
      const { language } = topic;
      importQueries(db, grant, [
        { ...{ qid: typed.qid, text: typed.task, domain: null, category: null, language }, items: [] }
      ]);
      const suite = allSuites().find(({ material }) => material?.form)?.name;
      const query = `/p/${project.slug}/queries/${encodeURIComponent(typed.qid)}`;
      return { to: suite ? `${query}/material/${suite}?topic=${encodeURIComponent(topic.key)}` : query };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, ...typed });
    redirect(303, done.to);
  },
  /** Saves the decision and goes to the next topic that waits. */
  screen: async (event) => {
    const form = await event.request.formData();
    const said = (name: string): string => String(form.get(name) ?? '');
    const done = await attempt(() => {
      const { project, grant: reader } = grantFor(event, 'read-benchmark');
      const person = personOf(event.locals);
      const access = may(person, reader.resource, 'review') ? 'review' : 'manage';
      const grant = authorize(person, reader.resource, access);
      const [state, reason = ''] = said('decision').split(':');
      const screened = screenTopic(event.locals.db, grant, event.params.topic, {
        state: topicStateNames.find((one) => one === state) ?? 'waiting',
        reason: screeningReasonNames.find((one) => one === reason) ?? null,
        note: said('note'),
        seen: topicStateNames.find((one) => one === said('seen')) ?? 'waiting'
      });
      const base = `/p/${project.slug}/verification/topics`;
      const next = state === 'waiting' ? event.params.topic : nextWaiting(event.locals.db, reader, screened);
      return { to: next === null ? base : `${base}/${encodeURIComponent(next)}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, note: said('note') });
    redirect(303, done.to);
  }
};
