import { authorize, systemActor } from '../../server/auth/authorize.ts';
import { aboutStudy, procedureOf, readProcedure, type StudyProcedure } from '../procedure/procedure.server.ts';
import { reportOf } from '../report/report.server.ts';
import type { StudyOptions } from '../report/report.server.ts';
import type { Job } from './job.ts';
import { pack, type Packed } from './packed.ts';
import { readerOf } from './readers.server.ts';

/** A study whose figures are computed; the caller has checked the embargo. */
interface StudyQuestion {
  /** The database, which the thread reads for itself: reading a large study takes long as well. */
  file: string;
  projectId: string;
  studyId: string;
  options: StudyOptions;
  /** Hashes of the caller's current results. */
  known: readonly string[];
}

export interface StudyAnswer {
  found: Omit<StudyProcedure, 'report' | 'procedure'>;
  /** Ids of all items, for the lists. */
  ids: readonly string[];
  /** Null if it is known. */
  report: Packed | null;
  procedure: Packed | null;
}

/** Report and procedure of a study, read and computed in one part. */
export const studyJob: Job<StudyQuestion, StudyQuestion, StudyAnswer, StudyAnswer> = {
  parts: () => 1,
  prepare: (question) => question,
  part: ({ file, projectId, studyId, options, known }, _, tell) => {
    const grant = authorize(systemActor, { kind: 'project', id: projectId }, 'read-results');
    const read = readProcedure(readerOf(file), grant, studyId, options);
    const ids = read.ratings.items.map(({ itemId }) => itemId);
    tell(0.02);
    const report = known.includes(read.inputHash)
      ? null
      : pack(
          reportOf(read, (share) => tell(0.02 + 0.58 * share)),
          ids
        );
    tell(0.6);
    const procedure = known.includes(read.procedureHash)
      ? null
      : pack(
          procedureOf(read, (share) => tell(0.6 + 0.4 * share)),
          ids
        );
    return { found: aboutStudy(read), ids, report, procedure };
  },
  handedOver: ({ report, procedure }) =>
    [report, procedure].flatMap((packed) => packed?.lists.map(({ buffer }) => buffer) ?? []),
  join: (_, [answer]) => answer!
};
