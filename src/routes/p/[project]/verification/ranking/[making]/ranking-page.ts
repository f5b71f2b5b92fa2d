import { rankingByNumber, rankingOf, type RankingBy } from '$lib/scorer/making/task-ranking.server.ts';
import { compareRankings } from '$lib/scorer/suites/research-arena/ranking/compare-rankings.ts';
import { comparedInWords, rankingTable } from '$lib/scorer/suites/research-arena/ranking/ranking-table.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { picksOfRanking } from '$lib/verification/proposals/talks/task-picks.server.ts';

/** A ranking as its page and files show it: by all models, one of them, or people, and people beside models. */
export function rankingPage(db: Db, grant: ProjectGrant<'manage'>, number: number, by: RankingBy) {
  const run = rankingByNumber(db, grant, number);
  const picks = picksOfRanking(db, run.id);
  const { plan, view, judges, models, tasks } = rankingOf(db, run, by, picks);
  const byModels = by === 'models' ? view : rankingOf(db, run, 'models', picks).view;
  const byPeople = by === 'people' ? view : rankingOf(db, run, 'people', picks).view;
  const selected = view.rows.filter((row) => row.selected).length;
  const compared =
    picks.people.length === 0 || byModels.games.length === 0
      ? null
      : compareRankings(byModels.games, byPeople.games, selected);
  const title = `Ranking of tasks, making run ${run.number}: ${run.name}`;
  const named = by === 'people' ? `${judges.length} people` : judges.join(', ');
  const table = rankingTable(view, tasks, { title, by: named });
  return {
    ...{ run, plan, view, judges, models, tasks, people: picks.people.length },
    ...{ compared, table: { ...table, notes: [...table.notes, ...(compared ? comparedInWords(compared) : [])] } }
  };
}
