import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds for which a code is shown (RFC 6238, X). */
const STEP = 30;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 without padding (RFC 4648), as authenticator apps take keys. */
export function toBase32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, ''];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

/** The bytes of a base32 text. @throws Error for a character that base32 lacks */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const letter of text.toUpperCase().replaceAll(/[\s=]/g, '')) {
    const five = ALPHABET.indexOf(letter);
    if (five < 0) throw new Error(`fromBase32 requires letters and digits of base32, got ${letter}`);
    value = ((value << 5) | five) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}

/** A new secret of 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

/** The step of a moment. @param now ms since 1970 */
export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP);

/** The code of a step (RFC 4226, 5.3, with HMAC-SHA-1). @param digits 6 for apps, 8 for the vectors of RFC 6238 */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = mac[mac.length - 1]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The step of a code that is right now, one step before or after, for clocks that differ; null if it is wrong or not newer than the last
 * one that was used. Takes the same time for right and wrong codes.
 */
export function acceptedStep(secret: string, code: string, lastStep: number, now: number): number | null {
  const typed = Buffer.from(
    code
      .replaceAll(/\s/g, '')
      .padEnd(DIGITS)
      .slice(0, DIGITS + 1)
  );
  let accepted: number | null = null;
  for (const step of [-1, 0, 1].map((by) => stepAt(now) + by)) {
    const right = Buffer.from(totpCode(secret, step));
    const same = typed.length === right.length && timingSafeEqual(typed, right);
    if (same && step > lastStep) accepted ??= step;
  }
  return accepted;
}

/** Address that an authenticator app reads from a QR code. */
export const otpauthAddress = (secret: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Voirdire:${account}`)}?secret=${secret}&issuer=Voirdire`;
