import type { Actions, PageServerLoad } from './$types';
import { formatLimits } from '$lib/scorer/judges/models/limits.ts';
import { makers } from '$lib/scorer/making/makers.ts';
import { draftingRuns } from '$lib/scorer/making/making-runs.server.ts';
import { limitsOfServer } from '$lib/scorer/runs/trial/server-limits.server.ts';
import { sourcesOf } from '$lib/verification/proposals/made-decisions.server.ts';
import { domainsToMake, unitsToMake } from '$lib/verification/proposals/made-sources.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { verificationCrumbs } from '../crumbs.ts';
import { makingActions } from './making-actions.ts';
import { modelsToAsk } from './making-form.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const say = messagesIn(event.locals.language, 'makers');
    const units = (source: 'draft' | 'query') => ({
      all: unitsToMake(db, grant, { source }).length,
      without: unitsToMake(db, grant, { source, withoutChecklist: true }).length
    });
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'draftRooms').making
      }),
      runs: draftingRuns(db, grant).map((run) => {
        const { state, tasks, tasksDone, unscored, spend } = driver.progress(run.id);
        return {
          ...{ number: run.number, name: run.name, createdAt: run.createdAt },
          ...{ state, tasks, done: tasksDone, failed: unscored, spent: spend.known, unpriced: spend.unpriced }
        };
      }),
      makers: makers
        .filter(({ name }) => sourcesOf(name).some((source) => ['draft', 'query', 'topic'].includes(source)))
        .map(({ name }) => ({
          name,
          title: say.title({ maker: name }),
          about: say.about({ maker: name })
        })),
      units: {
        draft: units('draft'),
        query: units('query'),
        topics: unitsToMake(db, grant, { source: 'topic' }).length
      },
      domains: domainsToMake(db, grant),
      judges: modelsToAsk(driver),
      limits: formatLimits(limitsOfServer(db)),
      keys: driver.keys().map(({ variable, set }) => ({ variable, set }))
    };
  });

export const actions: Actions = makingActions((slug, number) => `/p/${slug}/verification/making/${number}`);
