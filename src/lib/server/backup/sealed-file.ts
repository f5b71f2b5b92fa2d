import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refuse } from '../../errors.ts';

/**
 * A file encrypted with a passphrase: AES-256-GCM (NIST SP 800-38D), its key from scrypt (RFC 7914).
 *
 * Layout: magic (16 bytes) · log2 of scrypt's N (1) · salt (16) · nonce (12) · ciphertext · tag (16). Everything before the
 * ciphertext is authenticated with it. What was decrypted may be used only after `openSealed` has resolved: the tag comes last.
 */
const MAGIC = Buffer.from('voirdire-sealed1', 'latin1');
const [SALT, NONCE, TAG] = [16, 12, 16];
const HEADER = MAGIC.length + 1 + SALT + NONCE;
/** N = 2^17 with r = 8, p = 1: 128 MiB and about half a second. */
const LOG_N = 17;
/** A file may ask for up to 1 GiB, no more: it comes from outside. */
const LARGEST_LOG_N = 20;
export const SHORTEST_KEY = 12;

function keyOf(passphrase: string, salt: Buffer, logN: number): Promise<Buffer> {
  const N = 2 ** logN;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(passphrase.normalize('NFC'), salt, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 }, (error, key) =>
    error ? reject(error) : resolve(key)
  );
  return promise;
}

/** Whether a file begins as a sealed one does. */
export async function isSealed(file: string): Promise<boolean> {
  return within(file, async (handle) => (await read(handle, 0, MAGIC.length)).equals(MAGIC));
}

/**
 * Encrypts a file into a new one that only its owner can read.
 *
 * @param logN log2 of scrypt's cost; tests ask for less
 */
export async function sealFile(from: string, to: string, passphrase: string, logN = LOG_N): Promise<void> {
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
  const header = Buffer.concat([MAGIC, Buffer.from([logN]), salt, nonce]);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, logN), nonce).setAAD(header);
  let begun = false;
  const framed = new Transform({
    transform(chunk: Buffer, _, done) {
      if (!begun) this.push(header);
      begun = true;
      done(null, chunk);
    },
    flush(done) {
      if (!begun) this.push(header);
      done(null, cipher.getAuthTag());
    }
  });
  await pipeline(createReadStream(from), cipher, framed, createWriteStream(to, { mode: 0o600, flags: 'wx' }));
}

/**
 * Decrypts a sealed file into a new one that only its owner can read.
 *
 * @throws a refusal if the key is another, or a single byte of the file was changed or is missing
 */
export async function openSealed(from: string, to: string, passphrase: string): Promise<void> {
  const { header, tag, size } = await within(from, async (handle) => {
    const { size } = await handle.stat();
    if (size < HEADER + TAG) refuse.invalid(`${from} is truncated: it is shorter than an empty backup.`);
    return { size, header: await read(handle, 0, HEADER), tag: await read(handle, size - TAG, TAG) };
  });
  const logN = header[MAGIC.length]!;
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || logN < 10 || logN > LARGEST_LOG_N)
    refuse.invalid(`${from} is not an encrypted backup that this version can read.`);
  const salt = header.subarray(MAGIC.length + 1, HEADER - NONCE);
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt, logN), header.subarray(HEADER - NONCE))
    .setAAD(header)
    .setAuthTag(tag);
  const end = size - TAG - 1;
  const content = end < HEADER ? [] : createReadStream(from, { start: HEADER, end });
  try {
    await pipeline(content, decipher, createWriteStream(to, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    if (!(error instanceof Error) || !/unable to authenticate/i.test(error.message)) throw error;
    refuse.invalid(`${from} could not be decrypted: the key is wrong, or the file was changed or truncated.`);
  }
}

async function within<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
