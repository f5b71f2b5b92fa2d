import { arenaUnits, type UnitsOfRun } from '../lib/exchange/import/talks/arena-units.server.ts';
import { unitsWithInput } from '../lib/scorer/making/unit-inputs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { unitsToMake } from '../lib/verification/proposals/made-sources.server.ts';
import type { MakeOptions } from './make.ts';

/** Units of a making run from the command line, by its maker. */
export const unitsOfRun = async (
  db: Db,
  grant: ProjectGrant<'manage'>,
  maker: string,
  options: MakeOptions
): Promise<UnitsOfRun> =>
  arenaUnits(db, grant, maker, options) ?? {
    units: await unitsWithInput(
      db,
      grant,
      maker,
      unitsToMake(db, grant, {
        source: options.from,
        ...(options.withoutChecklist && { withoutChecklist: true }),
        ...(options.domain !== undefined && { domain: options.domain }),
        ...(options.qid && { qids: options.qid })
      })
    )
  };
