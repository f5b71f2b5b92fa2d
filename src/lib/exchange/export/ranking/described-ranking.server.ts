import { rankingByNumber, rankingOf, type RankingBy } from '../../../scorer/making/task-ranking.server.ts';
import { researchTask } from '../../../scorer/suites/research-arena/material.ts';
import { compareRankings } from '../../../scorer/suites/research-arena/ranking/compare-rankings.ts';
import {
  holdsTexts,
  rankedTextsHash,
  textsInWords,
  textsSince,
  type RankedText
} from '../../../scorer/suites/research-arena/ranking/ranked-texts.ts';
import { comparedInWords, rankingTable } from '../../../scorer/suites/research-arena/ranking/ranking-table.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { queriesOfSuite } from '../../../verification/benchmark/material-of-suite.server.ts';
import { picksOfRanking } from '../../../verification/proposals/talks/task-picks.server.ts';
import { getVersion, listVersions } from '../../../verification/release/versions.server.ts';

type Lead = ProjectGrant<'manage'>;
type Texts = ReadonlyMap<string, RankedText>;

const SUITE = 'research-arena';

const textsOf = (queries: readonly { qid: string; text: string; content: unknown }[]): Texts =>
  new Map(
    queries.flatMap(({ qid, text, content }) => {
      const { data } = researchTask.safeParse(content);
      return data ? [[qid, { text, family: data.family, difficulty: data.difficulty }] as const] : [];
    })
  );

/** Number of the newest dataset version that holds all tasks as they were compared; null: none does. */
function versionWith(db: Db, grant: Lead, compared: Texts): number | null {
  for (const { number } of listVersions(db, grant)) {
    const { queries } = getVersion(db, grant, number).content;
    const frozen = textsOf(queries.map(({ qid, text, material }) => ({ qid, text, content: material?.[SUITE] })));
    if (holdsTexts(compared, frozen)) return number;
  }
  return null;
}

/** A ranking as its page and files show it: by all models, one of them, or people; people beside models; and the texts that it compared. */
export function describeRanking(db: Db, grant: Lead, number: number, by: RankingBy) {
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
  const isByPeople = by === 'people';
  const judgedBy = isByPeople ? `${judges.length} people` : judges.join(', ');
  const table = rankingTable(view, tasks, { title, by: judgedBy, hasPoints: !isByPeople });
  const texts = {
    hash: rankedTextsHash(tasks),
    version: versionWith(db, grant, tasks),
    since: textsSince(tasks, textsOf(queriesOfSuite(db, grant, SUITE)))
  };
  const notes = [
    ...textsInWords(texts.hash, tasks.size, texts.version, texts.since),
    ...table.notes,
    ...(compared ? comparedInWords(compared) : [])
  ];
  return {
    ...{ run, plan, view, models, tasks, people: picks.people.length, compared, texts },
    table: { ...table, notes }
  };
}
