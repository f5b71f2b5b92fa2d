import { error } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { anchorSetByNumber } from '$lib/alignment/monitoring/anchor-sets.server.ts';
import { setState } from '$lib/alignment/monitoring/checks.server.ts';
import { ledgerFiles } from '$lib/exchange/export/monitoring/ledger-files.server.ts';
import { runsOf } from '$lib/scorer/runs/runs.server.ts';
import { answer } from '../../../../../answer.ts';
import { askedFile, download } from '../../../../../download.ts';
import { grantFor } from '../../../../../grants.ts';

export const GET: RequestHandler = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db } = event.locals;
    const { file: format, signature } = askedFile(event.params.format);
    const file = Object.hasOwn(ledgerFiles, format) ? ledgerFiles[format] : undefined;
    if (!file) error(404, { message: `There is no export as ${format}. There are csv, json.` });
    const set = anchorSetByNumber(db, grant, Number(event.url.searchParams.get('set')));
    const numbers = new Map(runsOf(db, grant, { archived: true }).map(({ id, number }) => [id, number]));
    return download(event, grant, signature, {
      name: `${project.slug}-anchor-set-${set.number}.${format}`,
      type: file.type,
      of: { entity: 'anchor-set', entityId: set.id },
      content: () =>
        file.write(
          set,
          setState(db, grant, set).looks.map((look) => ({ look, run: numbers.get(look.runId) ?? null }))
        )
    });
  });
