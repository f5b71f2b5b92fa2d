import type { Problem } from '../../../errors.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Words } from '../../../messages/message.ts';
import type { PageKeys } from './key-actions.ts';
import { keyFaults, type KeyFault } from './own-keys.ts';

type OwnKeyWords = Words<Messages['ownKeys']>;

function reasonOf({ reason, other }: KeyFault, key: string, say: OwnKeyWords): string {
  if (reason === 'taken') return say.taken({ key, other: say.action({ action: other }) });
  return say.fault({ reason, key });
}

/** Faults of a person's keys, in words: the columns are the actions. */
export const ownKeyProblems = (keys: PageKeys, say: OwnKeyWords): Problem[] =>
  keyFaults(keys).map((fault) => ({
    row: null,
    column: fault.action,
    reason: reasonOf(fault, keys[fault.action], say)
  }));
