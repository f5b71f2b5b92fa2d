import type { MetricSettings } from '../../../scorer/metric.ts';
import type { NewUnit } from '../../../scorer/making/making-runs.server.ts';
import {
  rankingDefaults,
  rankingUnits,
  tasksAmong,
  type RankingSettings
} from '../../../scorer/making/task-ranking.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { queriesOfSuite } from '../../../verification/benchmark/material-of-suite.server.ts';
import { inspirationUnits, talkUnits, taskUnits } from '../../../verification/proposals/talks/talk-units.server.ts';

/** Units of a making run of talks or tasks. */
export interface UnitsOfRun {
  units: readonly NewUnit[];
  settings?: MetricSettings;
}

export interface ArenaChoice extends Partial<Omit<RankingSettings, 'tasks' | 'texts'>> {
  /** Numbers of the talks; absent: all. */
  talk?: number[];
  acceptedOnly?: boolean;
}

type Units = (db: Db, grant: ProjectGrant<'manage'>, choice: ArenaChoice) => UnitsOfRun;

const byMaker: Readonly<Record<string, Units>> = {
  inspirations: (db, grant, { talk }) => ({ units: talkUnits(db, grant, talk) }),
  'research-tasks': (db, grant, { talk, acceptedOnly = false }) => ({
    units: inspirationUnits(db, grant, { acceptedOnly, ...(talk && { numbers: talk }) })
  }),
  'task-check': (db, grant, { talk }) => ({ units: taskUnits(db, grant, talk ? { numbers: talk } : {}) }),
  'task-comparison': (db, grant, choice) => {
    const { rounds, seed, bothOrders, top } = { ...rankingDefaults, ...choice };
    const tasks = tasksAmong(queriesOfSuite(db, grant, 'research-arena'));
    const { units, settings } = rankingUnits(tasks, { rounds, seed, bothOrders, top });
    return { units, settings: { ranking: settings } };
  }
};

/** The units of a maker that is about talks or tasks; null for any other maker, which is about drafts or queries. */
export const arenaUnits = (
  db: Db,
  grant: ProjectGrant<'manage'>,
  maker: string,
  choice: ArenaChoice
): UnitsOfRun | null => (Object.hasOwn(byMaker, maker) ? byMaker[maker]!(db, grant, choice) : null);
