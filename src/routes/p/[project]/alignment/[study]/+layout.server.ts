import type { LayoutServerLoad } from './$types';
import { sayIn } from '$lib/messages/say-in.ts';
import { fitSaid } from '$lib/studies/labels/label-fit.ts';
import { labelFit } from '$lib/studies/labels/label-fit.server.ts';
import { answer } from '../../../../answer.ts';
import { askedState } from './asked.ts';

/** The run whose judges are compared with the labels, if it is not the one from which the items were drawn. */
export const load: LayoutServerLoad = (event) =>
  answer(() => {
    if (!event.url.searchParams.get('run')) return { inRun: null };
    const { run, reading, study } = askedState(event, 'read-results');
    if (run === null) return { inRun: null };
    return {
      inRun: {
        ...{ number: run.number, name: run.name, study: study.number, imported: study.runId === null },
        fit: sayIn(event.locals.language, fitSaid(labelFit(event.locals.db, reading, study.id, run.id)))
      }
    };
  });
