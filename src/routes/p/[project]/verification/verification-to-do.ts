import type { Db } from '$lib/server/db/client.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { listFlags } from '$lib/verification/work/flags.server.ts';
import { listBatches } from '$lib/verification/inspection/inspections.server.ts';
import { listRounds } from '$lib/verification/rounds/rounds.server.ts';
import type { ToDo } from '../things-to-do.ts';

/** Steps of the lead for which unfinalised rounds wait, on the project's front page. */
export function verificationToDo(db: Db, grant: ProjectGrant<'manage'>, say: Words<Messages['toDo']>): ToDo[] {
  return listRounds(db, grant)
    .filter(({ status }) => status !== 'finalised')
    .flatMap((round): ToDo[] => {
      const to = `/verification/rounds/${round.number}`;
      const todo: ToDo[] = [];
      const flags = listFlags(db, grant, round.id, { open: true }).length;
      if (flags > 0)
        todo.push({
          tone: 'warn',
          word: say.kind({ kind: 'asked' }),
          what: say.flags({ n: flags, round: round.number }),
          detail: round.name,
          to: `${to}/questions`,
          button: say.answer
        });
      if (round.inStage.done === round.queries)
        todo.push({
          tone: 'ok',
          word: say.kind({ kind: 'settled' }),
          what: say.roundDecided({ round: round.number }),
          detail: say.roundReady({ name: round.name, n: round.queries }),
          to: `${to}/finalise`,
          button: say.finalise
        });
      if (round.status === 'paused')
        todo.push({
          tone: 'warn',
          word: say.kind({ kind: 'paused' }),
          what: say.roundPaused({ round: round.number }),
          detail: say.roundPausedAbout,
          to,
          button: say.look
        });
      // Only a batch of which something is in inspection can be ready: the rest need not be read.
      const ready =
        round.inStage.inspection === 0
          ? []
          : listBatches(db, grant, round.id).filter(({ obstacle }) => obstacle === null);
      for (const batch of ready)
        todo.push({
          tone: 'ok',
          word: say.kind({ kind: 'inspect' }),
          what: say.batchReady({ batch: batch.number, round: round.number }),
          detail: say.batchAbout,
          to: `${to}/inspections`,
          button: say.openPlan
        });
      return todo;
    });
}
