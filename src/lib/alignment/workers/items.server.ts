import { authorize, systemActor } from '../../server/auth/authorize.ts';
import { writesSeen } from '../../server/db/client.ts';
import { studyLabels } from '../../studies/labels/labels.server.ts';
import type { LabelledUnit } from '../../studies/labels/labels.ts';
import { listedItems, type ItemQuestion, type ListedItems } from '../items/listed-items.ts';
import type { Job } from './job.ts';
import { readerOf } from './readers.server.ts';

/** A page of the items of a study; the caller has checked the embargo. */
interface ItemsInput {
  /** The database, which the thread reads for itself: only the page travels. */
  file: string;
  projectId: string;
  studyId: string;
  /** Another run whose judges stand in place of the first ones. */
  runId: string | undefined;
  question: ItemQuestion;
}

/** The last study read: who turns a page asks for the same again. */
let last: { of: string; seen: string; units: LabelledUnit[] } | null = null;

export const items: Job<ItemsInput, ItemsInput, ListedItems, ListedItems> = {
  parts: () => 1,
  prepare: (input) => input,
  part: ({ file, projectId, studyId, runId, question }) => {
    const db = readerOf(file);
    const [of, seen] = [JSON.stringify([file, projectId, studyId, runId]), writesSeen(db)];
    if (last?.of !== of || last.seen !== seen) {
      const grant = authorize(systemActor, { kind: 'project', id: projectId }, 'read-results');
      last = { of, seen, units: studyLabels(db, grant, studyId, { runId }) };
    }
    return listedItems(last.units, question);
  },
  join: (_, [listed]) => listed!
};
