import { taskCheckNames, taskChecks, type TaskCheck } from '../../../scorer/making/makers/task-check.ts';
import { nearDuplicates } from '../../../scorer/suites/research-arena/tasks/task-rules.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { listQueries } from '../../../verification/benchmark/benchmark.server.ts';
import type { MadePieceRow } from '../../../verification/proposals/made-pieces.server.ts';
import {
  checksOfTasks,
  piecesOfTalks,
  type TalkPiece
} from '../../../verification/proposals/talks/talk-units.server.ts';
import { shownTalkNumbers } from '../../../verification/proposals/talks/talks.server.ts';

/** A drafted task that waits, with what the filter says of it. */
interface TaskToDecide {
  piece: TalkPiece;
  /** The newest finding of the model's part; null if no model has looked at it. */
  check: { judge: string; fails: TaskCheck[]; reason: string } | null;
  /** The query or earlier drafted task that says nearly the same. */
  sameAs: string | null;
  passes: boolean;
  /** Why it does not pass; empty if it does. */
  why: string[];
}

const checkOf = (row: MadePieceRow): TaskToDecide['check'] => {
  const said = (row.data?.['fails'] ?? []) as string[];
  return { judge: row.judge, fails: taskCheckNames.filter((name) => said.includes(name)), reason: row.why };
};

/**
 * Drafted tasks that wait, in their order: those pass that a model found fit and that repeat no query and no
 * earlier task. Tasks of talks in the archive are left out.
 */
export function tasksToDecide(db: Db, grant: ProjectGrant<'manage'>): TaskToDecide[] {
  const projectId = grant.resource.id;
  const waiting = piecesOfTalks(db, projectId, 'research-tasks', [...shownTalkNumbers(db, grant).keys()]).filter(
    ({ decision }) => decision === 'waiting'
  );
  if (waiting.length === 0) return [];
  const checks = checksOfTasks(db, projectId);
  const known = [
    ...listQueries(db, grant).map(({ qid, text }) => ({ name: qid, text })),
    ...waiting.map(({ name, text }) => ({ name, text }))
  ];
  const repeats = nearDuplicates(known.map(({ text }) => text)).slice(known.length - waiting.length);
  return waiting.map((piece, at) => {
    const found = checks.get(piece.id);
    const check = found ? checkOf(found) : null;
    const place = repeats[at] ?? null;
    const sameAs = place === null ? null : known[place]!.name;
    const why = [
      ...(check === null ? ['not checked by a model'] : check.fails.map((name) => taskChecks[name].fails)),
      ...(sameAs === null ? [] : [`nearly identical to ${sameAs}`])
    ];
    return { piece, check, sameAs, passes: why.length === 0, why };
  });
}
