import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { noticeTextIn } from '$lib/messages/library-text.ts';
import { listIn } from '$lib/messages/lists.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { tasksToDecide } from '$lib/exchange/import/talks/tasks-to-decide.server.ts';
import { makingRuns } from '$lib/scorer/making/making-runs.server.ts';
import { rankingDefaults, settingsOfRanking, tasksAmong } from '$lib/scorer/making/task-ranking.server.ts';
import {
  disciplines,
  familyNames,
  type Difficulty,
  type Family
} from '$lib/scorer/suites/research-arena/vocabulary.ts';
import { queriesOfSuite } from '$lib/verification/benchmark/material-of-suite.server.ts';
import { decideMade } from '$lib/verification/proposals/made-decisions.server.ts';
import { acceptTasks } from '$lib/verification/proposals/talks/accept-tasks.server.ts';
import { taskFacts } from '$lib/verification/proposals/talks/talk-units.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { makingActions } from '../making/making-actions.ts';
import { modelsToAsk } from '../making/making-form.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver, language } = event.locals;
    const say = messagesIn(language, 'arenaTerms');
    const tasks = tasksAmong(queriesOfSuite(db, grant, 'research-arena'));
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'talkTasks').title
      }),
      waiting: tasksToDecide(db, grant).map(({ piece, check, sameAs, passes, why }) => {
        const { family, difficulty } = taskFacts(piece) as { family: Family; difficulty: Difficulty };
        return {
          ...{
            id: piece.id,
            name: piece.name,
            text: piece.text,
            label: piece.label,
            judge: piece.judge,
            model: piece.model
          },
          ...{ family: say.family({ family }), difficulty: say.difficulty({ difficulty }), passes, sameAs },
          why: listIn(language, why.map(noticeTextIn(language))),
          check: check && { judge: check.judge, reason: check.reason }
        };
      }),
      accepted: tasks.length,
      families: familyNames.map((family) => say.family({ family })),
      counts: Object.keys(disciplines).map((key) => ({
        title: say.discipline({ discipline: key }),
        counts: familyNames.map(
          (family) => tasks.filter((one) => one.discipline === key && one.family === family).length
        )
      })),
      rankings: makingRuns(db, grant).flatMap((run) => {
        const settings = settingsOfRanking(db, run.id);
        if (!settings) return [];
        const { state, tasks: all, tasksDone } = driver.progress(run.id);
        const { tasks: ranked, rounds, top, bothOrders } = settings;
        return [{ number: run.number, createdAt: run.createdAt, state, all, tasksDone, ranked: ranked.length, rounds, top, bothOrders }]; // prettier-ignore
      }),
      defaults: rankingDefaults,
      judges: modelsToAsk(driver)
    };
  });

export const actions: Actions = {
  start: async (event) => {
    const isRanking = (await event.request.clone().formData()).get('maker') === 'task-comparison';
    return makingActions(
      (slug, number) => `/p/${slug}/verification/${isRanking ? 'ranking' : 'making'}/${number}`
    ).start(event);
  },
  estimate: makingActions(() => '').estimate,
  accept: async (event) => {
    const ids = (await event.request.formData()).getAll('task').map(String);
    const done = await attempt(() => {
      acceptTasks(event.locals.db, grantFor(event, 'manage').grant, ids);
      return { done: { did: 'accepted', n: ids.length } };
    });
    return 'done' in done ? done : fail(done.status, { ...done.data, decided: true });
  },
  reject: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      decideMade(event.locals.db, grantFor(event, 'manage').grant, String(form.get('task') ?? ''), {
        kind: 'rejected'
      });
      return { done: { did: 'rejected', n: 1 } };
    });
    return 'done' in done ? done : fail(done.status, { ...done.data, decided: true });
  }
};
