import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { stageNotes } from '$lib/components/verification/monitoring/stage-notes.ts';
import { openStudiesProgress } from '$lib/studies/planning/studies.server.ts';
import { roundAgreement, roundCells, roundPeople } from '$lib/verification/monitoring/board.server.ts';
import { listRounds, roundByNumber } from '$lib/verification/rounds/rounds.server.ts';

/** Queries up to which agreement is computed whenever the front page opens: about 1 ms for each. */
const QUICK = 300;

/** Present work of a person in the project. */
interface PersonAtWork {
  userId: string;
  name: string;
  work: string;
  /** Queries of a round or items of studies, by the person. */
  done: number;
  open: number;
  /** Median time of one rating or label in seconds; null if none is known. */
  medianSeconds: number | null;
}

/**
 * Content of the front page until judges are adopted: the stages of the newest round's queries, the agreement of people, and
 * the work of each.
 */
export function beforeAdoption(
  db: Db,
  manage: ProjectGrant<'manage'>,
  read: ProjectGrant<'read-results'>,
  now: number,
  language: string
) {
  const [newest] = listRounds(db, manage);
  return {
    round: newest ? roundAtAGlance(db, manage, newest.number, language) : null,
    people: [
      ...(newest && newest.status !== 'finalised'
        ? roundPeople(db, manage, newest.id, now).map(
            ({ userId, name, stage, done, open, medianSeconds }): PersonAtWork => ({
              ...{ userId, name, work: messagesIn(language, 'queue').stage({ stage }), done, open, medianSeconds }
            })
          )
        : []),
      ...openStudiesProgress(db, read).map(({ userId, name, done, total, medianSeconds }): PersonAtWork => ({
        ...{ userId, name, work: messagesIn(language, 'loop').blindLabels, done, open: total - done, medianSeconds }
      }))
    ]
  };
}

function roundAtAGlance(db: Db, manage: ProjectGrant<'manage'>, number: number, language: string) {
  const { id, name, status, settings } = roundByNumber(db, manage, number);
  const cells = roundCells(db, manage, id);
  const sum = (of: 'queries' | 'flagged'): number => cells.reduce((total, cell) => total + cell[of], 0);
  const notes = stageNotes(
    { overlap: settings.overlap, finalised: status === 'finalised' },
    messagesIn(language, 'stageTable')
  );
  const queries = sum('queries');
  return {
    ...{ number, name, cells, notes, queries, flagged: sum('flagged') },
    /** Null in a round of many queries, whose own page computes it. */
    agreement: queries > QUICK ? null : roundAgreement(db, manage, id)
  };
}
