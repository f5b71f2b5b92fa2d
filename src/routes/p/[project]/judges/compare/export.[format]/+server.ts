import { sayingsOf } from '$lib/messages/sayings.ts';
import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { comparisonFiles } from '$lib/alignment/comparison/comparison-files.ts';
import { refuse } from '$lib/errors.ts';
import { studyByNumber } from '$lib/studies/planning/studies.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download } from '../../../../../download.ts';
import { grantFor } from '../../../../../grants.ts';
import { comparisonIn } from '../asked.ts';

const leadSays = sayingsOf('leadRefusals');

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const { file: format, signature } = askedFile(event.params.format);
    const file = Object.hasOwn(comparisonFiles, format) ? comparisonFiles[format] : undefined;
    if (!file) error(404, { message: `There is no export as ${format}. There are csv, json.` });
    const asked = comparisonIn(event.url) ?? refuse.invalid(leadSays('comparisonNeeds'));
    return download(event, grant, signature, {
      name: `${project.slug}-study-${asked.study}-runs-${asked.runs.join('-')}.${format}`,
      type: file.type,
      of: { entity: 'study', entityId: studyByNumber(db, grant, asked.study).id },
      content: async () => file.write(await event.locals.aside.ask('compared-runs', grant, asked.study, asked))
    });
  });
