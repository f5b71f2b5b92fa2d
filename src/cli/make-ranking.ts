import { basename } from 'node:path';
import { refuse } from '../lib/errors.ts';
import { figureFormats, figureWriters, type FigureFormat } from '../lib/exchange/export/run/run-figures.server.ts';
import { rankingByNumber, rankingOf, type RankingBy } from '../lib/scorer/making/task-ranking.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { compareRankings } from '../lib/scorer/suites/research-arena/ranking/compare-rankings.ts';
import { comparedInWords, rankingTable } from '../lib/scorer/suites/research-arena/ranking/ranking-table.ts';
import { picksOfRanking } from '../lib/verification/proposals/talks/task-picks.server.ts';
import { writeFile } from './leaving.ts';
import { printJson } from './outcome.ts';
import { textTable } from './table.ts';

export interface RankingOptions {
  project?: string;
  data?: string;
  json?: boolean;
  by?: string;
  output?: string;
}

/** Prints the ranking of a making run, or writes it to a file of the kind that its name ends in. */
export async function showRanking(db: Db, grant: ProjectGrant<'manage'>, number: string, options: RankingOptions) {
  const format = options.output === undefined ? null : formatOf(options.output);
  const run = rankingByNumber(db, grant, Number(number));
  const picks = picksOfRanking(db, run.id);
  const by: RankingBy = options.by ?? 'models';
  const { view, tasks, judges } = rankingOf(db, run, by, picks);
  const title = `Ranking of tasks, making run ${run.number}: ${run.name}`;
  const table = rankingTable(view, tasks, {
    title,
    by: by === 'people' ? `${judges.length} people` : judges.join(', ')
  });
  const compared =
    picks.people.length === 0
      ? null
      : compareRankings(
          rankingOf(db, run, 'models', picks).view.games,
          rankingOf(db, run, 'people', picks).view.games,
          view.rows.filter(({ selected }) => selected).length
        );
  if (format !== null)
    await writeFile(
      db,
      grant,
      { entity: 'run', entityId: run.id },
      options.output!,
      await figureWriters[format]({
        ...table,
        notes: [...table.notes, ...(compared ? comparedInWords(compared) : [])]
      }),
      `task-ranking.${format}`
    );
  if (options.json) return printJson({ ...table, compared });
  console.log(title);
  console.log(
    textTable(
      ['', table.rowsAre!, ...table.columns.slice(1).map((column) => column.title)],
      table.rows.map(({ group, system, cells }) => [
        group?.startsWith('Selected') ? '✓' : '',
        system,
        ...cells.slice(1).map(({ value, text }, at) => text ?? value?.toFixed(table.columns[at + 1]!.decimals) ?? '–')
      ]),
      ['left', 'left', 'right', 'right', 'right']
    )
  );
  console.log([...table.notes, ...(compared ? comparedInWords(compared) : [])].join('\n'));
}

function formatOf(path: string): FigureFormat {
  const format = figureFormats.find((one) => basename(path).endsWith(`.${one}`));
  return (
    format ??
    refuse.invalid(`No file was written. End its name in ${figureFormats.map((one) => `.${one}`).join(', ')}.`)
  );
}
