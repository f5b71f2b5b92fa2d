import { createPublicKey, sign, verify } from 'node:crypto';
import { anchorInWords, auditHead } from '../audit/audit-chain.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { Db } from '../db/client.ts';
import { sha256 } from '../db/id.ts';
import { fingerprintOf } from './fingerprint.ts';
import { signingKey, type SigningKey } from './signing-key.ts';

/** Something that this instance vouches for, as JSON of its own. Whatever is signed, files or records, has this form. */
export interface Signed<Content> {
  format: 'voirdire-signature/1';
  /** Kind of `content`, e.g. `files`: a signature of one kind is not valid for another. */
  kind: string;
  content: Content;
  /** ISO 8601. */
  signedAt: string;
  /** The audit trail at that moment: `voirdire audit verify --anchor` takes it. */
  audit: string;
  /** DER (SPKI) in base64. */
  publicKey: string;
  /** SHA-256 of the DER, in hexadecimal. */
  fingerprint: string;
  /** Ed25519 in base64, over the canonical JSON of all other members. */
  signature: string;
}

const FORMAT = 'voirdire-signature/1';

interface Signing {
  now?: Date;
  key?: SigningKey;
}

const bytesOf = ({ signature: _, ...rest }: Signed<unknown>): Buffer => Buffer.from(canonicalJson(rest), 'utf8');

/** Signs with the key of this instance, or with another. `content` must be what JSON can hold. */
export function signContent<Content>(
  db: Db,
  kind: string,
  content: Content,
  { now = new Date(), key = signingKey(db) }: Signing = {}
): Signed<Content> {
  const { privateKey, publicKey, fingerprint } = key;
  const audit = anchorInWords(auditHead(db));
  const open = { format: FORMAT, kind, content, signedAt: now.toISOString(), audit, publicKey, fingerprint } as const;
  const signature = sign(null, bytesOf({ ...open, signature: '' }), privateKey).toString('base64');
  return { ...open, signature };
}

/** Why a signature does not hold, or null if it does. Whose key it is, the fingerprint tells. */
export function faultOfSignature(signed: Signed<unknown>, kind: string): string | null {
  if (signed.format !== FORMAT) return `It is not a signature in the format ${FORMAT}.`;
  if (signed.kind !== kind) return `It signs ${String(signed.kind)}, not ${kind}.`;
  try {
    const key = createPublicKey({ key: Buffer.from(signed.publicKey, 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519') return 'Its key is not an Ed25519 key.';
    if (fingerprintOf(signed.publicKey) !== signed.fingerprint) return 'Its fingerprint does not match its key.';
    const signature = Buffer.from(signed.signature, 'base64');
    // The last letter of base64 has unused bits: a signature has one text.
    if (signature.toString('base64') !== signed.signature || !verify(null, bytesOf(signed), key, signature))
      return 'The signature is invalid: the signed content was changed.';
  } catch {
    return 'Its key cannot be read.';
  }
  return null;
}

export interface SignedFile {
  name: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Ending of the file that holds the signature of a file, or of all files of a folder, and lies beside it. */
export const SIG = '.sig';

export const describeFile = (name: string, content: string | Uint8Array): SignedFile => ({
  name,
  bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
  sha256: sha256(content)
});

/** The text of a signature file. */
export const signFiles = (db: Db, files: readonly SignedFile[], how: Signing = {}): string =>
  `${JSON.stringify(signContent(db, 'files', { files }, how), null, 2)}\n`;

/** Reads a signature file; null if it is none. */
export function parseFileSignature(text: string): Signed<{ files: SignedFile[] }> | null {
  try {
    const read = JSON.parse(text) as Partial<Signed<{ files: SignedFile[] }>>;
    return read?.format === FORMAT && Array.isArray(read.content?.files)
      ? (read as Signed<{ files: SignedFile[] }>)
      : null;
  } catch {
    return null;
  }
}
