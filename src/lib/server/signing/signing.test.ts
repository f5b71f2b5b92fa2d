import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anchorInWords, auditHead } from '../audit/audit-chain.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { openDatabase } from '../db/client.ts';
import { memoryDatabase } from '../db/memory.fixture.ts';
import { fingerprintOf } from './fingerprint.ts';
import { signingKey } from './signing-key.ts';
import { describeFile, faultOfSignature, parseFileSignature, signContent, signFiles, type Signed } from './signing.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-sign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the key of an instance', () => {
  it('is made once, beside the database, and only its owner can read it', () => {
    const file = join(folder, 'voirdire.db');
    const open = () => openDatabase(file, join(process.cwd(), 'drizzle'));
    const [first, second] = [open(), open()];
    const key = signingKey(first.db);
    expect(signingKey(second.db).fingerprint).toBe(key.fingerprint);
    expect(statSync(`${file}-signing-key`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${file}-signing-key`, 'utf8')).toContain('PRIVATE KEY');
    first.close();
    second.close();
    const again = open();
    expect(signingKey(again.db).publicKey).toBe(key.publicKey);
    again.close();
    expect(signingKey(memoryDatabase().db).fingerprint).not.toBe(key.fingerprint);
  });
});

describe('a signature', () => {
  const { db } = memoryDatabase();
  const made = (): Signed<{ files: unknown[] }> => parseFileSignature(signFiles(db, [describeFile('a.csv', 'x,y\n')]))!;

  it('holds for what was signed, and names key and audit trail', () => {
    const signed = made();
    expect(faultOfSignature(signed, 'files')).toBeNull();
    expect(signed).toMatchObject({
      content: { files: [{ name: 'a.csv', bytes: 4, sha256: describeFile('', 'x,y\n').sha256 }] },
      audit: anchorInWords(auditHead(db)),
      fingerprint: signingKey(db).fingerprint
    });
    expect(JSON.stringify(signed)).not.toContain('PRIVATE');
    // The order of members and the spaces between them do not matter.
    const turned = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(signed).reverse()))) as typeof signed;
    expect(faultOfSignature(turned, 'files')).toBeNull();
  });

  it.each([
    ['another digest', (s: Signed<{ files: { sha256: string }[] }>) => (s.content.files[0]!.sha256 = '0'.repeat(64))],
    ['another time', (s: Signed<unknown>) => (s.signedAt = '2020-01-01T00:00:00.000Z')],
    ['another anchor', (s: Signed<unknown>) => (s.audit = `1:${'a'.repeat(64)}`)],
    ['another kind', (s: Signed<unknown>) => (s.kind = 'judge-card')],
    ['a further member', (s: Signed<unknown>) => Object.assign(s, { note: 'x' })],
    ['another fingerprint', (s: Signed<unknown>) => (s.fingerprint = 'f'.repeat(64))],
    ['another form', (s: Signed<unknown>) => Object.assign(s, { format: 'voirdire-signature/2' })],
    ['no key', (s: Signed<unknown>) => (s.publicKey = '')]
  ])('does not hold with %s', (_, change) => {
    const signed = made();
    change(signed as never);
    expect(faultOfSignature(signed, 'files')).not.toBeNull();
  });

  it('by another person is valid, but for their key: the fingerprint is another', () => {
    const other = generateKeyPairSync('ed25519');
    const publicKey = other.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const signed = { ...made(), publicKey, fingerprint: fingerprintOf(publicKey) };
    expect(faultOfSignature(signed, 'files')).toMatch(/is invalid/);
    const { signature: _, ...rest } = signed;
    signed.signature = sign(null, Buffer.from(canonicalJson(rest)), other.privateKey).toString('base64');
    expect(faultOfSignature(signed, 'files')).toBeNull();
    expect(signed.fingerprint).not.toBe(signingKey(db).fingerprint);
  });

  it('of one kind is none of another', () => {
    expect(faultOfSignature(signContent(db, 'judge-card', { judge: 'x' }), 'judge-card')).toBeNull();
    expect(faultOfSignature(signContent(db, 'judge-card', { judge: 'x' }), 'files')).toMatch(/judge-card/);
  });
});
