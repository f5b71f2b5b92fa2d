import { resolve } from 'node:path';
import { refuse } from '../lib/errors.ts';
import { lendReplies } from '../lib/scorer/store/lent-replies.server.ts';
import { openReader, type Db } from '../lib/server/db/client.ts';
import { takeDelimiterKey } from '../lib/server/db/settings.ts';
import { databaseFile, hasDatabase } from './place.ts';
import type { ScoreOptions } from './score-options.ts';

interface Lender {
  /** @returns how many replies runs of the database have taken since */
  lendTo(db: Db): () => number;
  close(): void;
}

/** The folder of `--replies`, opened for reading; null without the option. */
export function openLender({ replies, out }: Pick<ScoreOptions, 'replies' | 'out'>): Lender | null {
  if (replies === undefined) return null;
  if (!hasDatabase(replies))
    refuse.unavailable(`A run in ${replies}`, 'specify a folder written by "voirdire score --out"');
  if (out !== undefined && resolve(out) === resolve(replies))
    refuse.invalid(`--replies and --out name the same folder ${out}. To continue its run, use --resume or --again.`);
  const { db: from, close } = openReader(databaseFile(replies));
  return {
    lendTo(db) {
      if (!takeDelimiterKey(db, from))
        refuse.conflict(
          `The folder ${out} already words questions by a key of its own, so it has no question in common with ${replies}. Choose a new folder with --out.`
        );
      return lendReplies(db, from);
    },
    close
  };
}

export const takenInWords = (taken: number, folder: string): string =>
  `${taken.toLocaleString('en')} ${taken === 1 ? 'reply was' : 'replies were'} taken from ${folder}.`;
