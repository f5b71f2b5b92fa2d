import { describe, expect, it } from 'vitest';
import { acceptedStep, fromBase32, newTotpSecret, otpauthAddress, stepAt, toBase32, totpCode } from './totp.ts';

/** The key of the vectors of RFC 6238, appendix B, for SHA-1. */
const secret = toBase32(Buffer.from('12345678901234567890'));

describe('TOTP', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130']
  ])('gives the code of RFC 6238, appendix B, at %i s', (seconds, code) => {
    expect(totpCode(secret, stepAt(seconds * 1000), 8)).toBe(code);
    expect(totpCode(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
  });
  it('gives the codes of RFC 4226, appendix D, by counter', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
    expect(codes.map((_, counter) => totpCode(secret, counter))).toEqual(codes);
  });
  it('reads and writes base32 as RFC 4648, section 10, does', () => {
    const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
    for (const [text, base32] of Object.entries(vectors)) {
      expect(toBase32(Buffer.from(text))).toBe(base32);
      expect(fromBase32(base32).toString()).toBe(text);
    }
    expect(fromBase32('mzxw 6ytb oi======').toString()).toBe('foobar');
    expect(() => fromBase32('A1')).toThrow(/got 1/);
  });
  it('makes secrets of 160 bits, each another', () => {
    const made = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(made).size).toBe(50);
    for (const one of made) expect(fromBase32(one).length).toBe(20);
  });
});

describe('acceptedStep', () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  it('takes the code of this step and its neighbours, with blanks, and no other', () => {
    for (const by of [-1, 0, 1]) expect(acceptedStep(secret, totpCode(secret, step + by), 0, now)).toBe(step + by);
    const right = totpCode(secret, step);
    expect(acceptedStep(secret, `${right.slice(0, 3)} ${right.slice(3)}`, 0, now)).toBe(step);
    for (const by of [-2, 2, 100]) expect(acceptedStep(secret, totpCode(secret, step + by), 0, now)).toBeNull();
  });
  it('refuses a code that was used, and every earlier one', () => {
    expect(acceptedStep(secret, totpCode(secret, step), step, now)).toBeNull();
    expect(acceptedStep(secret, totpCode(secret, step - 1), step, now)).toBeNull();
    expect(acceptedStep(secret, totpCode(secret, step + 1), step, now)).toBe(step + 1);
  });
  it('refuses text that is no code', () => {
    for (const bad of ['', '0', '12345', '1234567', `${totpCode(secret, step)}0`, 'abcdef', '１２３４５６', '\0'])
      expect(acceptedStep(secret, bad, 0, now), bad).toBeNull();
  });
  it('is read by apps from an address that escapes the account', () => {
    expect(otpauthAddress('ABC', 'a&b@x.example')).toBe(
      'otpauth://totp/Voirdire%3Aa%26b%40x.example?secret=ABC&issuer=Voirdire'
    );
  });
});
