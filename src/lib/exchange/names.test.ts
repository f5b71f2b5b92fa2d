import { describe, expect, it } from 'vitest';
import { parseDatasetJsonl } from './dataset-jsonl.ts';
import { schema } from '../server/db/client.ts';
import { getQuery, importQueries, listQueries } from '../verification/benchmark.server.ts';
import { nameKey, oneForm } from '../names.ts';
import { aQuery, scene } from '../verification/project.fixture.server.ts';
import { importReports } from '../verification/reports.server.ts';
import { listSystems } from '../verification/systems.server.ts';

const composed = 'Café-1';
const decomposed = 'Cafe\u0301-1';

describe('a name', () => {
  it('has one form, and is the same in capitals', () => {
    expect(composed).not.toBe(decomposed);
    expect(oneForm(` ${decomposed} `)).toBe(composed);
    expect(nameKey('CAFE\u0301-1')).toBe(nameKey(composed));
    expect(nameKey('Ångström')).toBe(nameKey('a\u030angstro\u0308m'));
    expect(nameKey('a')).not.toBe(nameKey('b'));
  });
});

describe('qids and systems', () => {
  it('that differ in capitals or Unicode form alone are one, wherever they come in', () => {
    const { db, lead } = scene();
    const query = aQuery('a', 'Who?');
    importQueries(db, lead, [{ ...query, qid: decomposed }]);
    importQueries(db, lead, [{ ...query, qid: 'CAFÉ-1' }]);
    expect(listQueries(db, lead).map(({ qid }) => qid)).toEqual([composed]);
    for (const typed of [composed, decomposed, 'CAFE\u0301-1', 'café-1'])
      expect(getQuery(db, lead, typed).query.qid).toBe(composed);
    const report = (system: string, qid: string) => ({
      ...{ system, qid, markdown: 'A report.', collectedAt: null, source: 'x.md', queryText: null }
    });
    importReports(db, lead, [report('E\u0301toile', 'café-1')]);
    expect(importReports(db, lead, [report('étoile', decomposed)])).toMatchObject({
      reports: { added: 0, unchanged: 1 },
      systems: { added: 0 }
    });
    expect(listSystems(db, lead).map(({ name, reports }) => [name, reports])).toEqual([['Étoile', 1]]);
  });

  it('of one file are told as one as well', () => {
    const line = (qid: string, text: string): string => JSON.stringify({ qid, query: text, items: [{ text: 'Who?' }] });
    const read = parseDatasetJsonl(new TextEncoder().encode(`${line(composed, 'Why?')}\n${line(decomposed, 'How?')}`));
    expect(read.ok ? read.value : read.problems).toMatchObject([{ row: 2 }, { row: 2 }]);
  });

  it('cannot be kept twice by the database either, where only capitals differ', () => {
    const { db, lead } = scene();
    const { id: projectId } = lead.resource;
    const add = (id: string, name: string) =>
      db.insert(schema.system).values({ id, projectId, name, createdAt: 0 }).run();
    add('a', 'Tern');
    expect(() => add('b', 'TERN')).toThrow(/UNIQUE/);
  });
});
