import type { RequestHandler } from './$types';
import { refuse } from '$lib/errors.ts';
import { isVersionFile, versionFile, versionFileType } from '$lib/exchange/version-files.server.ts';
import { answer } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { versionNumber } from '../../../../version-number.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { file } = event.params;
    if (!isVersionFile(file)) return refuse.notFound('file');
    const number = versionNumber(event.params.version);
    const content = await versionFile(event.locals.db, grant, number, file);
    return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
      headers: {
        'Content-Type': versionFileType(file),
        'Content-Disposition': `attachment; filename="${project.slug}-v${number}-${file}"`
      }
    });
  });
