import { createHmac } from 'node:crypto';
import { sha256 } from '../../server/db/id.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { SigningKey } from '../../server/signing/signing-key.ts';
import type { CardEvidence } from './evidence.ts';

/** A keyed hash that only the holder of the instance's key can compute: hexadecimal. */
export const secretHash = ({ privateKey }: SigningKey, text: string): string =>
  createHmac('sha256', privateKey.export({ type: 'pkcs8', format: 'der' }))
    .update(text)
    .digest('hex');

/**
 * Commitment to the evidence of a card: the root of a Merkle tree whose first leaf is everything but the items and whose
 * other leaves are the items, each with a salt of its own, so that a reader cannot find out a label by trying both answers. Leaves are
 * hashed as `0` and nodes as `1` with their parts; a node without a neighbour moves up as it is.
 *
 * @param salt key of the leaves' salts, in hexadecimal
 */
export function evidenceCommitment(
  { items, ...head }: CardEvidence,
  salt: string
): { algorithm: 'merkle-sha256/1'; root: string; leaves: number } {
  const leaves = [head, ...items].map((leaf, i) => sha256(`0${sha256(`${salt}:${i}`)}${canonicalJson(leaf)}`));
  let level = leaves;
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => {
      const [left, right] = [level[2 * i]!, level[2 * i + 1]];
      return right === undefined ? left : sha256(`1${left}${right}`);
    });
  return { algorithm: 'merkle-sha256/1', root: level[0]!, leaves: leaves.length };
}
