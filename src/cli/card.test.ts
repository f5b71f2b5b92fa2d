import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordAdoption } from '../lib/alignment/adoption/adoptions.server.ts';
import { liftEmbargo } from '../lib/alignment/preregistration/preregistrations.server.ts';
import { insertSampleStudy, sampleMetric } from '../lib/alignment/units/sample-study.fixture.ts';
import { openDatabase, schema } from '../lib/server/db/client.ts';
import { newFolder, removeFolders, run } from './command.fixture.ts';
import { home } from './place.ts';

afterAll(removeFolders);

/** A database on disk with a closed study whose judges were adopted. */
function adopted(): string {
  const folder = newFolder('card');
  const { db, close } = openDatabase(join(folder, 'voirdire.db'), join(home, 'drizzle'));
  const judges = ['rules', 'openai:m'];
  const study = insertSampleStudy(
    db,
    ['ann', 'bob'],
    judges,
    Array.from({ length: 12 }, (_, i) => ({
      id: `i${i}`,
      query: `q${i % 4}`,
      people: 'yy',
      judges: i === 3 ? 'ny' : 'yy'
    }))
  );
  liftEmbargo(db, study.managing, 'study');
  recordAdoption(
    db,
    study.managing,
    { studyId: 'study', metric: sampleMetric, outcome: 'adopt', judgeIds: judges, rule: 'all', reason: 'Good.' },
    { resamples: 20 }
  );
  db.update(schema.study).set({ status: 'closed' }).run();
  close();
  return folder;
}

describe('voirdire card', () => {
  const folder = adopted();
  const file = join(folder, 'card.json');
  const changed = join(folder, 'changed.json');
  const closed = join(folder, 'closed.json');

  it('makes a card of the adoption in force and verifies it without a database', async () => {
    const made = await run(['card', 'make', '--data', folder, '--output', file]);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(/^Card 1 written to .*card\.json: sha256 [0-9a-f]{64}, key [0-9a-f]{64}\./);
    expect(existsSync(`${file}.sig`)).toBe(true);
    const elsewhere = { VOIRDIRE_DATA: newFolder('nothing') };
    const check = await run(['card', 'verify', file], elsewhere);
    expect(check).toMatchObject({ code: 0, err: '' });
    expect(check.out).toMatch(/^Card 1, .*: openai:m \+ rules, all \(Summer heat\) is valid\./);
    expect(check.out).toMatch(
      /\d+ figures, gates and parts of gates recomputed from 12 items and 24 labels: Agreement with annotators,/
    );
    expect((await run(['card', 'list', '--data', folder])).out).toMatch(/in-force/);
  });

  it('ends with 1 for a changed byte, for another key, and for a file that is no card', async () => {
    writeFileSync(changed, readFileSync(file, 'utf8').replace('Summer heat', 'Winter heat'));
    const check = await run(['card', 'verify', changed]);
    expect(check).toMatchObject({ code: 1, out: '' });
    expect(check.err).toMatch(/is not valid:\n {2}The signature is invalid/);
    expect(await run(['card', 'verify', file, '--key', 'ab'])).toMatchObject({ code: 1 });
    expect(await run(['card', 'verify', join(home, 'package.json')])).toMatchObject({ code: 1 });
    expect((await run(['card', 'verify', join(folder, 'missing.json')])).err).toMatch(/missing\.json/);
  });

  it('with a mere commitment says which figures cannot be recomputed, and fails if they are required', async () => {
    await run(['card', 'make', '--data', folder, '--commitment', '--no-signer', '--output', closed]);
    const check = await run(['card', 'verify', closed]);
    expect(check.code).toBe(0);
    expect(check.out).toMatch(
      /Not recomputed, because the card contains only a commitment to its labels: Agreement with annotators/
    );
    const strict = await run(['card', 'verify', closed, '--require-figures', '--json']);
    expect(strict.code).toBe(1);
    expect(JSON.parse(strict.out)).toMatchObject({ valid: true, recomputed: 0, card: { number: 2 } });
  });

  it('exports HTML that loads nothing and Every Eval Ever’s schema', async () => {
    const { out: html } = await run(['card', 'export', '1', '--data', folder, '--format', 'html']);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('judged by agreement of all of');
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    const { out: eee } = await run(['card', 'export', '1', '--data', folder, '--format', 'eee']);
    expect(JSON.parse(eee)).toMatchObject({
      schema_version: '0.3.0',
      source_metadata: { source_type: 'evaluation_run' }
    });
    expect((await run(['card', 'export', '1', '--data', folder])).out).toBe(readFileSync(file, 'utf8'));
  });

  it('makes none if its file cannot be written', async () => {
    const cards = async (): Promise<string> => (await run(['card', 'list', '--data', folder])).out;
    const before = await cards();
    const path = join(folder, 'none', 'card.json');
    expect(await run(['card', 'make', '--data', folder, '--output', path])).toMatchObject({
      ...{ code: 1, out: '', err: expect.stringContaining(`${path} does not exist, or its folder does not.`) }
    });
    expect(await cards()).toBe(before);
  });

  it('refuses if nothing is adopted for the metric', async () => {
    const { code, err } = await run(['card', 'make', '--data', folder, '--metric', 'depth']);
    expect(code).toBe(1);
    expect(err).toMatch(/^Name the metric with --metric: judges are adopted for presentation\./);
  });

  it('is of a decision whose recommendation names the metric by its words, as the report does', async () => {
    const decided = await run(['adopt', '1', '--data', folder, '--outcome', 'reject', '--reason', 'Too few labels.']);
    expect(decided).toMatchObject({ code: 0, err: '' });
    expect(decided.out).toContain('human annotators on presentation and organization');
  });
});
