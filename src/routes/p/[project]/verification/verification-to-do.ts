import type { Db } from '$lib/server/db/client.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { many } from '$lib/components/shared/format.ts';
import { listFlags } from '$lib/verification/work/flags.server.ts';
import { listBatches } from '$lib/verification/inspection/inspections.server.ts';
import { listRounds } from '$lib/verification/rounds/rounds.server.ts';
import type { ToDo } from '../things-to-do.ts';

/** What rounds that are not finalised wait for from the lead, on the project's front page. */
export function verificationToDo(db: Db, grant: ProjectGrant<'manage'>): ToDo[] {
  return listRounds(db, grant)
    .filter(({ status }) => status !== 'finalised')
    .flatMap((round): ToDo[] => {
      const to = `/verification/rounds/${round.number}`;
      const todo: ToDo[] = [];
      const flags = listFlags(db, grant, round.id, { open: true }).length;
      if (flags > 0)
        todo.push({
          tone: 'warn',
          word: 'asked',
          what: `${many(flags, 'question')} in round ${round.number} ${flags === 1 ? 'needs' : 'need'} an answer`,
          detail: round.name,
          to: `${to}/questions`,
          button: 'Answer'
        });
      if (round.inStage.done === round.queries)
        todo.push({
          tone: 'ok',
          word: 'settled',
          what: `Round ${round.number} is decided`,
          detail: `${round.name}: ${many(round.queries, 'query', 'queries')} can be finalised as a dataset version`,
          to: `${to}/finalise`,
          button: 'Finalise'
        });
      if (round.status === 'paused')
        todo.push({
          tone: 'warn',
          word: 'paused',
          what: `Round ${round.number} is paused`,
          detail: 'no rating can be committed; drafts are saved',
          to,
          button: 'Look'
        });
      // Only a batch of which something is in inspection can be ready: the rest need not be read.
      const ready =
        round.inStage.inspection === 0
          ? []
          : listBatches(db, grant, round.id).filter(({ obstacle }) => obstacle === null);
      for (const batch of ready)
        todo.push({
          tone: 'ok',
          word: 'inspect',
          what: `Batch ${batch.number} of round ${round.number} can be inspected`,
          detail: 'the server draws the sample at the start',
          to: `${to}/inspections`,
          button: 'Open sampling plan'
        });
      return todo;
    });
}
