import type { MetricSettings } from '../lib/scorer/metric.ts';
import type { NewUnit } from '../lib/scorer/making/making-runs.server.ts';
import { rankingDefaults, rankingUnits, tasksAmong } from '../lib/scorer/making/task-ranking.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { queriesOfSuite } from '../lib/verification/benchmark/material-of-suite.server.ts';
import { unitsToMake } from '../lib/verification/proposals/made-sources.server.ts';
import { inspirationUnits, talkUnits, taskUnits } from '../lib/verification/proposals/talks/talk-units.server.ts';
import type { MakeOptions } from './make.ts';

interface UnitsOfRun {
  units: readonly NewUnit[];
  settings?: MetricSettings;
}

type Units = (db: Db, grant: ProjectGrant<'manage'>, options: MakeOptions) => UnitsOfRun;

/** Makers that are about talks and tasks of DeepResearch Arena; all others are about drafts or queries. */
const ofArena: Readonly<Record<string, Units>> = {
  inspirations: (db, grant, { talk }) => ({ units: talkUnits(db, grant, talk) }),
  'research-tasks': (db, grant, { talk, acceptedOnly = false }) => ({
    units: inspirationUnits(db, grant, { acceptedOnly, ...(talk && { numbers: talk }) })
  }),
  'task-check': (db, grant, { talk }) => ({ units: taskUnits(db, grant, talk ? { numbers: talk } : {}) }),
  'task-comparison': (db, grant, options) => {
    const { rounds, seed, bothOrders, top } = { ...rankingDefaults, ...options };
    const { units, settings } = rankingUnits(tasksAmong(queriesOfSuite(db, grant, 'research-arena')), {
      ...{ rounds, seed, bothOrders, top }
    });
    return { units, settings: { ranking: settings } };
  }
};

/** What a making run of the shell is about, by its maker. */
export function unitsOfRun(db: Db, grant: ProjectGrant<'manage'>, maker: string, options: MakeOptions): UnitsOfRun {
  const own = ofArena[maker];
  if (own) return own(db, grant, options);
  return {
    units: unitsToMake(db, grant, {
      source: options.from,
      ...(options.withoutChecklist && { withoutChecklist: true }),
      ...(options.domain !== undefined && { domain: options.domain }),
      ...(options.qid && { qids: options.qid })
    })
  };
}
