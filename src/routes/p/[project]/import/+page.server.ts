import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import type { Actions, PageServerLoad } from './$types';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { refuse } from '$lib/errors.ts';
import { tabledSuites } from '$lib/exchange/import/queries/material-sheets.ts';
import { sizeOf } from '$lib/exchange/format/file-content.ts';
import { MOST_IMPORT_BYTES } from '$lib/exchange/import/sniff.ts';
import { importVerdictsAside } from '$lib/exchange/import/verdicts/import-verdicts.server.ts';
import { importTracesAside } from '$lib/exchange/import/traces/import-traces.server.ts';
import { importFiles } from '$lib/exchange/import/import-files.server.ts';
import { MOST_LINES_ON_SERVER, serverLimits } from '$lib/exchange/import/import-limits.ts';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { zipMegabytes } from '$lib/exchange/import/reports/report-zip.ts';
import { receiveUpload, uploadFolder } from '$lib/server/requests/uploads.server.ts';
import { systemCategoryNames } from '$lib/names.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantAgain, grantFor } from '../../../grants.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'manage');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'import').title }
      ],
      templates: tabledSuites().map(({ kind }) => ({
        file: kind.table.file,
        title: libraryTextIn(event.locals.language)(kind.title)
      })),
      categories: systemCategoryNames
    };
  });

export const actions: Actions = {
  default: async (event) => {
    let names: string[] = [];
    const done = await attempt(async () => {
      const { db } = event.locals;
      const upload = await receiveUpload(event.request, uploadFolder(db));
      try {
        const grant = grantAgain(event, 'manage');
        const { fields: form, files } = upload;
        const said = (name: string): string => String(form.get(name) ?? '').trim();
        const [system, collected] = [said('system'), said('collected')];
        // A chosen folder sends its paths beside the files: browsers strip them from the names.
        const paths = form.getAll('paths').map(String);
        let inFolder = 0;
        const named = files.map(({ field, name, content }) => ({
          name: field === 'folder' ? paths[inFolder++] || name : name,
          bytes: content
        }));
        names = named.map(({ name }) => name);
        if (form.get('holds') === 'verdicts') {
          const [file, ...more] = named;
          if (!file || more.length > 0 || sizeOf(file.bytes) === 0) return refuse.invalid(leadSays('oneVerdictFile'));
          if (sizeOf(file.bytes) > MOST_IMPORT_BYTES)
            return refuse.isTooLarge(leadSays('fileNamedTooLarge', { name: file.name, limit: '50 MB' }));
          const name = said('name');
          const lines = filesAside.lines(file.bytes, file.name, upload.folder, MOST_LINES_ON_SERVER);
          const done = await importVerdictsAside(db, grant, lines, name === '' ? {} : { name });
          return { kind: 'verdicts' as const, ...done };
        }
        if (form.get('holds') === 'traces') {
          const [file, ...more] = named;
          if (!file || more.length > 0 || sizeOf(file.bytes) === 0) return refuse.invalid(leadSays('oneTraceFile'));
          if (sizeOf(file.bytes) > MOST_IMPORT_BYTES)
            return refuse.isTooLarge(leadSays('fileNamedTooLarge', { name: file.name, limit: '50 MB' }));
          const lines = filesAside.lines(file.bytes, file.name, upload.folder, MOST_LINES_ON_SERVER);
          return { kind: 'traces' as const, ...(await importTracesAside(db, grant, lines)) };
        }
        const described = Object.fromEntries(
          ['provider', 'family', 'backbone', 'category', 'budget', 'collectedHow', 'collectedAt'].map((name) => [
            name,
            String(form.get(name) ?? '')
          ])
        );
        const options = {
          ...(system === '' ? {} : { system, systems: { [system]: described } }),
          createQueries: form.get('createQueries') === 'on',
          corrected: form.get('corrected') === 'on',
          ...(collected !== '' && { collected }),
          limits: serverLimits
        };
        return await importFiles(db, grant, named, options, (given, hint = {}) =>
          filesAside.files(given, { ...hint, zipMegabytes: zipMegabytes(env.VOIRDIRE_ZIP_MB) }, upload.folder)
        );
      } finally {
        upload.dispose();
      }
    });
    // Notes in the reader's language.
    const notesSaid = 'kind' in done ? done.notes.map((note) => sayIn(event.locals.language, note)) : [];
    return 'kind' in done ? { ...done, notes: notesSaid } : fail(done.status, { ...done.data, files: names });
  }
};
