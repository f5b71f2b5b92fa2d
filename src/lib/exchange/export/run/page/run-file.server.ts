import { refuse } from '../../../../errors.ts';
import type { Run } from '../../../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../../../server/auth/authorize.ts';
import type { Db } from '../../../../server/db/client.ts';
import { figureFile, writeFigure } from '../run-figures.server.ts';
import { resultsOf, RUN_REPORT, runFile, runFileNames } from '../run-files.server.ts';
import { writeRunHtml } from './run-page.server.ts';

/** Refuses names of files that no run has. */
export function demandRunFile(file: string): void {
  if (file !== RUN_REPORT && !figureFile(file) && !runFileNames.includes(file)) refuse.notFound('file');
}

/**
 * A file of a run by its name (see `filesOfRun`).
 *
 * @param language of its text (BCP 47); files of data ignore it
 */
export function writtenRunFile(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  file: string,
  language: string
): string | Promise<string | Uint8Array> {
  demandRunFile(file);
  const figure = figureFile(file);
  if (figure) return writeFigure(db, grant, run, figure, language);
  const results = resultsOf(db, grant, run);
  return file === RUN_REPORT ? writeRunHtml(results, language) : runFile(file, results, language);
}
