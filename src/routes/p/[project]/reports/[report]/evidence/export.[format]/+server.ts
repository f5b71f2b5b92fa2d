import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { writeEvidenceJson } from '$lib/exchange/export/run/evidence-file.ts';
import { answer } from '../../../../../../answer.ts';
import { askedFile, download } from '../../../../../../download.ts';
import { grantFor } from '../../../../../../grants.ts';
import { evidenceAsked } from '../evidence-asked.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-results');
    const { file: format, signature } = askedFile(event.params.format);
    if (format !== 'json') error(404, { message: `There is no export as ${format}. There is json.` });
    const { report, query, system } = getReport(event.locals.db, grant, event.params.report);
    const { run, metric, judge, repeat, item, verdict, chain } = evidenceAsked(event, grant, report.id);
    return download(event, grant, signature, {
      ...{ name: `${project.slug}-run-${run.number}-evidence.json`, type: 'application/json' },
      of: { entity: 'run', entityId: run.id },
      content: () =>
        writeEvidenceJson(
          { run: run.number, metric, judge, repeat, system: system.name, qid: query.qid, report: report.id, item },
          { verdict, chain }
        )
    });
  });
