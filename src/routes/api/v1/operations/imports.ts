import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { env } from '$env/dynamic/private';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { importFiles, type FileImport } from '$lib/exchange/import/import-files.server.ts';
import { serverLimits } from '$lib/exchange/import/import-limits.ts';
import { zipMegabytes } from '$lib/exchange/import/reports/report-zip.ts';
import { MOST_IMPORT_BYTES, type ImportHint } from '$lib/exchange/import/sniff.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { uploadFolder } from '$lib/server/requests/uploads.server.ts';
import { projectOperation, type AskedInProject } from '../operation.ts';
import { fileBody } from '../request-input.ts';

const MB = 1024 * 1024;
const counts = z.object({
  added: z.int(),
  updated: z.int().optional(),
  unchanged: z.int().optional(),
  corrected: z.int().optional()
});

const imported = z
  .object({
    kind: z.enum(['queries', 'criteria', 'topics', 'reports']).describe('Content of the file.'),
    format: z.string().describe('The format that was recognised.'),
    notes: z.array(z.string()).describe('Parts that were left out, and other remarks.'),
    result: z
      .object({
        queries: counts.optional(),
        items: counts.optional(),
        reports: counts.optional(),
        systems: counts.optional(),
        topics: counts.optional()
      })
      .describe('Counts of added, changed and unchanged rows.')
  })
  .meta({ id: 'Import' });

interface Options extends ImportHint {
  createQueries?: boolean;
  corrected?: boolean;
  collected?: string;
}

type Importing = Pick<AskedInProject<'manage', unknown, unknown>, 'locals' | 'grant' | 'checkAgain'>;

/** Reads a file in a confined process and imports it whole or not at all, as the page does. */
async function importOne(
  { locals: { db, language }, grant, checkAgain }: Importing,
  name: string,
  bytes: Uint8Array,
  options: Options
) {
  const folder = join(uploadFolder(db), randomUUID());
  const given = { ...options, limits: serverLimits };
  try {
    return shownImport(
      language,
      await importFiles(db, grant, [{ name, bytes }], given, async (files, hint = {}) => {
        const read = await filesAside.files(
          files,
          { ...hint, zipMegabytes: zipMegabytes(env.VOIRDIRE_ZIP_MB) },
          folder
        );
        checkAgain();
        return read;
      })
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const shownImport = (language: string, done: FileImport) => ({
  ...{ kind: done.kind, format: done.format, notes: done.notes.map((note) => sayIn(language, note)) },
  result: done.kind === 'topics' ? { topics: done.result } : done.result
});

const jsonLines = (rows: readonly unknown[]): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Of an import of reports, as the parameters of an address. */
const reportOptions = {
  createQueries: z
    .stringbool()
    .optional()
    .describe('Whether a query that is missing is made of the heading of its report.'),
  corrected: z.stringbool().optional().describe('Whether a report with a different text replaces the stored one.'),
  collected: z.iso.date().optional().describe('Date of reports without one.')
};

const without = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };

export const importOperations = [
  projectOperation({
    id: 'importQueries',
    method: 'POST',
    path: '/projects/{project}/queries',
    tag: 'Benchmark',
    summary: 'Import queries with their checklists.',
    about:
      'All of them or, with the problems by row, none. Stored queries are kept, so that importing twice changes nothing.',
    access: 'manage',
    body: z
      .strictObject({
        rows: z
          .array(
            z.looseObject({
              qid: z.string().min(1).max(200),
              query: z.string().min(1).describe('Text of the query.'),
              domain: z.string().optional(),
              category: z.string().optional(),
              items: z.array(z.union([z.string(), z.looseObject({ text: z.string() })])).optional()
            })
          )
          .min(1)
          .max(10_000)
      })
      .meta({ id: 'NewQueries' }),
    mostBytes: 16 * MB,
    status: 201,
    answer: imported,
    run: ({ body, ...asked }) => importOne(asked, 'queries.jsonl', jsonLines(body.rows), { kind: 'queries' })
  }),
  projectOperation({
    id: 'importReports',
    method: 'POST',
    path: '/projects/{project}/reports',
    tag: 'Reports',
    summary: 'Import reports.',
    about: 'All of them or, with the problems by row, none. Systems are created by their names.',
    access: 'manage',
    query: z.strictObject(reportOptions),
    body: z
      .strictObject({
        rows: z
          .array(
            z.looseObject({
              system: z.string().min(1).max(300),
              qid: z.string().min(1).max(200),
              report: z.string().min(1).describe('The report in Markdown.'),
              collected_at: z.iso.date().optional()
            })
          )
          .min(1)
          .max(4_000)
      })
      .meta({ id: 'NewReports' }),
    mostBytes: 32 * MB,
    status: 201,
    answer: imported,
    run: ({ query, body, ...asked }) =>
      importOne(asked, 'reports.jsonl', jsonLines(body.rows), { ...without(query), kind: 'reports' })
  }),
  projectOperation({
    id: 'importFile',
    method: 'POST',
    path: '/projects/{project}/imports',
    tag: 'Reports',
    summary: 'Import a file of any known format.',
    about:
      'CSV, XLSX, JSONL, a zip of reports or a file of a public benchmark, recognised by its name and content, as on the page Import.',
    access: 'manage',
    query: z.strictObject({
      filename: z.string().min(1).max(300).describe('Name of the file with its ending.'),
      system: z.string().max(300).optional().describe('System of reports whose file names none.'),
      ...reportOptions
    }),
    body: fileBody,
    mostBytes: MOST_IMPORT_BYTES,
    status: 201,
    answer: imported,
    run: ({ query: { filename, ...options }, body, ...asked }) => importOne(asked, filename, body, without(options))
  })
];
