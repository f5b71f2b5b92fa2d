import { expect, it } from 'vitest';
import { noRow, parseAnchor, verifyAudit } from '../lib/server/audit/audit-chain.ts';
import { describeFile, faultOfSignature, parseFileSignature } from '../lib/server/signing/signing.ts';
import { exampleRun } from '../lib/studies/planning/example-run.fixture.ts';
import { memoryDatabase } from '../lib/server/db/memory.fixture.ts';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import { download, typeOfFile } from './download.ts';

it('a file that leaves by the web names the head of the audit trail in itself, and its signature is of that very file', async () => {
  const { db } = memoryDatabase();
  const { manage } = exampleRun(db);
  const grant = authorize(operator, { kind: 'project', id: manage.resource.id }, 'read-results');
  const take = async (signature: boolean): Promise<string> => {
    const event = { locals: { db } as unknown as App.Locals, request: new Request('https://voirdire.example/x') };
    const file = { name: 'study.json', type: 'application/json', of: { entity: 'study', entityId: 's' } };
    const answer = await download(event, grant, signature, { ...file, content: () => '{\n  "a": 1\n}\n' });
    return answer.text();
  };
  const ahead = parseFileSignature(await take(true))!;
  const body = await take(false);
  const { a, auditHead } = JSON.parse(body) as { a: number; auditHead: string };
  expect(a).toBe(1);
  expect(parseAnchor(auditHead)).toEqual({ rows: 0, hash: noRow });
  const later = parseFileSignature(await take(true))!;
  for (const signed of [ahead, later]) {
    expect(faultOfSignature(signed, 'files')).toBeNull();
    expect(signed.content.files).toEqual([describeFile('study.json', body)]);
  }
  // A second download is another file, since the first is in the trail by then.
  const again = parseAnchor((JSON.parse(await take(false)) as { auditHead: string }).auditHead);
  expect(again?.rows).toBe(1);
  expect(verifyAudit(db, again)).toMatchObject({ whole: true });
});

it('a file of JSON lines has one media type wherever it is sent', () => {
  expect(typeOfFile('verdicts.jsonl')).toBe('application/jsonl; charset=utf-8');
});
