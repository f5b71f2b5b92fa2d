import type { PageServerLoad } from './$types';
import { figureFormats } from '$lib/exchange/export/run/run-figures.server.ts';
import { describeRanking } from '$lib/exchange/export/ranking/described-ranking.server.ts';
import { makingRunByNumber } from '$lib/scorer/making/making-runs.server.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { may } from '$lib/server/auth/authorize.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const by = event.url.searchParams.get('by') ?? 'models';
    const say = messagesIn(event.locals.language, 'arenaTerms');
    const number = Number(event.params.making);
    // Before the comparisons: those of a run that ends meanwhile may lack some.
    const status = driver.progress(makingRunByNumber(db, grant, number).id).state;
    const found = describeRanking(db, grant, number, by);
    const { run, plan, view, models, tasks, people, table, texts } = found;
    const { stability, pairs, games, failed, tiedCut } = view;
    const base = `/p/${project.slug}/verification`;
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        { label: messagesIn(event.locals.language, 'draftRooms').tasks, href: `${base}/tasks` },
        { label: messagesIn(event.locals.language, 'ranking').title({ number: run.number }) }
      ),
      run: { number: run.number, name: run.name, status },
      plan: {
        rounds: plan.rounds,
        seed: plan.seed,
        bothOrders: plan.bothOrders,
        top: plan.top,
        tasks: plan.tasks.length
      },
      compares: may(personOf(event.locals), grant.resource, 'annotate'),
      ...{ by, models, people, pairs, played: games.length, failed: failed.length, tiedCut },
      stability: stability && {
        ...{ size: stability.size, open: stability.open },
        ...{ strongest: stability.strongest, repeated: stability.repeated }
      },
      rows: view.rows.map(({ id, rating, place, tied, games: n, wins, selected, inTop }) => {
        const { text, family, difficulty } = tasks.get(id)!;
        return {
          ...{ id, rating, place, tied, games: n, wins, selected, inTop, text },
          ...{ family: say.family({ family }), difficulty: say.difficulty({ difficulty }) }
        };
      }),
      changed: texts.since,
      notes: table.notes.map(libraryTextIn(event.locals.language)),
      formats: figureFormats
    };
  });
