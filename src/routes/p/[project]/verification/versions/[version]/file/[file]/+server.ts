import type { RequestHandler } from './$types';
import { refuse } from '$lib/errors.ts';
import { isVersionFile, versionFile, versionFileType } from '$lib/exchange/export/version/version-files.server.ts';
import { answer } from '../../../../../../../answer.ts';
import { askedFile, download, fileLanguage, nameInLanguage } from '../../../../../../../download.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { versionNumber } from '../../../../version-number.ts';

export const GET: RequestHandler = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'read-benchmark');
    const { file, signature } = askedFile(event.params.file);
    if (!isVersionFile(file)) return refuse.notFound('file');
    const number = versionNumber(event.params.version);
    const { db } = event.locals;
    const language = fileLanguage(event);
    return download(event, grant, signature, {
      name: nameInLanguage(`${project.slug}-v${number}-${file}`, language),
      type: versionFileType(file),
      of: { entity: 'dataset-version', entityId: String(number) },
      content: () => versionFile(db, grant, number, file, language)
    });
  });
