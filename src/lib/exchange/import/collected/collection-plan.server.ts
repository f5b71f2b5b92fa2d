import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { NewMaking } from '../../../scorer/making/making-runs.server.ts';
import { reports } from '../../../scorer/making/makers/reports.ts';
import { callDefaults } from '../../../scorer/judges/index.ts';
import type { NamedJudge } from '../../../scorer/runs/new-run.server.ts';
import type { RunOptions } from '../../../scorer/runs/run-options.ts';
import { fillDates, isoDate } from '../../../scorer/runs/texts/placeholders.ts';
import type { Db } from '../../../server/db/client.ts';
import { unitsToMake } from '../../../verification/proposals/made-sources.server.ts';

/** A system under test: its name in the project, and the model or command that is asked. */
export interface NamedSystem {
  name: string;
  asked: NamedJudge;
}

export interface Collection {
  systems: readonly NamedSystem[];
  /** Only these queries; absent: all. */
  qids?: readonly string[];
  domain?: string;
  name?: string;
  prompt?: string;
  /** Answers that are no report, and are asked for again, before a query is given up. */
  tries?: number;
  options?: Partial<RunOptions>;
}

/** Reports under way at once, unless the plan says otherwise: each may take an hour and cost dollars. */
const CONCURRENCY = 4;

/** A plan that asks systems for reports on queries, as a making run. Placeholders of dates are filled in as of `now`. */
export function collectionPlan(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { systems, qids, domain, tries = callDefaults.research.tries, options, ...rest }: Collection,
  now: number
): NewMaking {
  const on = isoDate(now);
  const units = unitsToMake(db, grant, {
    source: 'query',
    ...(qids && { qids }),
    ...(domain !== undefined && { domain })
  });
  return {
    ...rest,
    maker: reports.name,
    judges: systems.map(({ asked }) => asked),
    settings: { systems: Object.fromEntries(systems.map(({ name, asked }) => [asked.fingerprint, name.trim()])) },
    units: units.map((unit) => {
      const text = String(unit.input['text']);
      return { ...unit, input: { qid: unit.label, text, asked: fillDates(text, on), on, tries } };
    }),
    options: { concurrency: CONCURRENCY, ...options }
  };
}
