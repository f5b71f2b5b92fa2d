import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { schema, write } from './client.ts';
import { compiledWrite } from './compiled.ts';
import { memoryDatabase } from './memory.ts';

const { db, close } = memoryDatabase();
afterAll(close);
const hole = sql.placeholder;

describe('a compiled write', () => {
  it('writes what the prepared query of Drizzle writes: values, constants, and columns kept as JSON', () => {
    const at = { createdAt: 7 };
    db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 1 }).run();
    const values = { projectId: 'p', spec: 's', provider: 'openai', model: 'm', ...at } as const;
    const query = (id: string) =>
      db
        .insert(schema.judge)
        .values({ ...values, id, fingerprint: id, settings: hole('settings'), model: hole('model') });
    const given = { settings: { temperature: 0.5 }, model: 'it’s "quoted"' };
    query('drizzle').prepare().run(given);
    compiledWrite(db, query('compiled')).run(given);
    const [drizzle, compiled] = db.select().from(schema.judge).all();
    expect(compiled).toEqual({ ...drizzle, id: 'compiled', fingerprint: 'compiled' });
    expect(compiled?.settings).toEqual(given.settings);
  });

  it('says which value is missing, and is for connections only', () => {
    const query = db.insert(schema.project).values({ id: hole('id'), slug: 's', name: 'N', createdAt: 1 });
    expect(() => compiledWrite(db, query).run({})).toThrow('a value for id');
    expect(() => write(db, (tx) => compiledWrite(tx, query))).toThrow('not a transaction');
  });
});
