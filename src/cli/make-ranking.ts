import { basename } from 'node:path';
import { refuse } from '../lib/errors.ts';
import { describeRanking } from '../lib/exchange/export/ranking/described-ranking.server.ts';
import { figureFormats, figureTableFile, type FigureFormat } from '../lib/exchange/export/run/run-figures.server.ts';
import { makingRuns } from '../lib/scorer/making/making-runs.server.ts';
import { settingsOfRanking } from '../lib/scorer/making/task-ranking.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { writeFile } from './leaving.ts';
import { newestFirst } from './numbered-things.ts';
import { printJson } from './outcome.ts';
import { orListing } from './project-named.ts';
import { textTable } from './table.ts';
import { points } from '../lib/stats/writing/figures.ts';

export interface RankingOptions {
  project?: string;
  data?: string;
  json?: boolean;
  by?: string;
  output?: string;
}

/** Prints the ranking of a making run, or writes it to a file of the kind that its name ends in. */
export async function showRanking(db: Db, grant: ProjectGrant<'manage'>, number: number, options: RankingOptions) {
  const format = options.output === undefined ? null : formatOf(options.output);
  const { run, table, compared, texts } = orListing(
    () => describeRanking(db, grant, number, options.by ?? 'models'),
    'Rankings of the project',
    () => newestFirst(makingRuns(db, grant).filter(({ id }) => settingsOfRanking(db, id) !== null))
  );
  if (format !== null)
    await writeFile(
      db,
      grant,
      { entity: 'run', entityId: run.id },
      options.output!,
      await figureTableFile(format, table, 'en'),
      `task-ranking.${format}`
    );
  if (options.json) return printJson({ ...table, compared, texts });
  console.log(table.title);
  console.log(
    textTable(
      ['', table.rowsAre!, ...table.columns.slice(1).map((column) => column.title)],
      table.rows.map(({ group, system, cells }) => [
        group?.startsWith('Selected') ? '✓' : '',
        system,
        ...cells.slice(1).map(({ value, text }, at) => text ?? points(value, table.columns[at + 1]!.decimals))
      ]),
      ['left', 'left', 'right', 'right', 'right']
    )
  );
  console.log(table.notes.join('\n'));
}

function formatOf(path: string): FigureFormat {
  const format = figureFormats.find((one) => basename(path).endsWith(`.${one}`));
  return (
    format ??
    refuse.invalid(`No file was written. Supported extensions: ${figureFormats.map((one) => `.${one}`).join(', ')}.`)
  );
}
