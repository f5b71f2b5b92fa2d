import type { PageServerLoad } from './$types';
import { leakageResults, leakageRuns } from '$lib/scorer/making/leakage-results.server.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { figureShown } from '../../leaderboard/figure-shown.ts';
import { verificationCrumbs } from '../crumbs.ts';

/** Continuations on the page: the most similar ones. */
const SHOWN = 20;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, driver } = event.locals;
    const runs = leakageRuns(db, grant);
    const asked = event.url.searchParams.get('run');
    const run = runs.find(({ number }) => String(number) === asked) ?? runs[0] ?? null;
    // Before the results: those of a run that ends meanwhile may lack some.
    const state = run && driver.progress(run.id).state;
    const results = run && leakageResults(db, grant, run);
    return {
      crumbs: verificationCrumbs(event.locals.language, project, {
        label: messagesIn(event.locals.language, 'leakage').title
      }),
      runs: runs.map(({ number, name, createdAt }) => ({ number, name, createdAt })),
      run: run && { number: run.number, state: state! },
      results: results && {
        figure: figureShown(results.table, libraryTextIn(event.locals.language), [], () => ''),
        continuations: results.continuations.slice(0, SHOWN).map(({ qid, model, prefix, reference, continuation, string, tfidf, overlap, composite, leaked }) => ({ qid, model, prefix, reference, continuation, string, tfidf, overlap, composite, leaked })), // prettier-ignore
        all: results.continuations.length,
        notTestable: results.notTestable,
        failed: results.failed
      }
    };
  });
