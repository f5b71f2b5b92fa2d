import { describe, expect, it } from 'vitest';
import { authorize } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { getQuery, importQueries, listQueries } from './benchmark.server.ts';
import { importReports } from './reports.server.ts';
import { aQuery, aReport, auditActions, problemsOf, scene } from '../rounds/project.fixture.server.ts';

describe('importQueries', () => {
  it('adds queries and items in the order of the file, as a lead', () => {
    const { db, lead } = scene();
    const result = importQueries(db, lead, [aQuery('b', 'B one?', 'B two?'), aQuery('a', 'A one?')]);
    expect(result).toEqual({
      queries: { added: 2, updated: 0, unchanged: 0 },
      items: { added: 3, updated: 0, unchanged: 0 }
    });
    expect(
      listQueries(db, lead).map(({ qid, items, criteria, reports }) => ({ qid, items, criteria, reports }))
    ).toEqual([
      { qid: 'b', items: 2, criteria: 0, reports: 0 },
      { qid: 'a', items: 1, criteria: 0, reports: 0 }
    ]);
    expect(getQuery(db, lead, 'b').items.map(({ text }) => text)).toEqual(['B one?', 'B two?']);
  });

  it('changes nothing when the same queries come again, and writes no audit row then', () => {
    const { db, lead } = scene();
    const queries = [aQuery('a', 'One?', 'Two?'), aQuery('b')];
    importQueries(db, lead, queries);
    const before = [db.select().from(schema.query).all(), db.select().from(schema.checklistItem).all()];
    expect(importQueries(db, lead, queries)).toEqual({
      queries: { added: 0, updated: 0, unchanged: 2 },
      items: { added: 0, updated: 0, unchanged: 2 }
    });
    expect([db.select().from(schema.query).all(), db.select().from(schema.checklistItem).all()]).toEqual(before);
    expect(auditActions(db)).toEqual(['benchmark.import']);
  });

  it('adds criteria to queries that are there, and fills what was empty', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [{ ...aQuery('a', 'One?'), domain: 'Health' }]);
    const criterion = {
      key: 'comprehensiveness-1',
      text: 'Breadth of sources',
      kind: 'criterion' as const,
      weight: 0.4,
      dimension: 'comprehensiveness',
      explanation: 'How broad.'
    };
    const result = importQueries(db, lead, [{ ...aQuery('a'), language: 'en', items: [criterion] }]);
    expect(result.queries).toEqual({ added: 0, updated: 1, unchanged: 0 });
    expect(result.items).toEqual({ added: 1, updated: 0, unchanged: 0 });
    expect(listQueries(db, lead)).toMatchObject([{ domain: 'Health', language: 'en', items: 1, criteria: 1 }]);
    expect(getQuery(db, lead, 'a').items[1]).toMatchObject(criterion);
  });

  it('imports nothing if one query or item contradicts what is stored, and names each', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [{ ...aQuery('a', 'One?', 'Two?'), domain: 'Health' }, aQuery('b', 'Three?')]);
    const changed = [
      { ...aQuery('a', 'One, changed?', 'Two?'), text: 'Another query?', domain: 'Law' },
      { ...aQuery('b', 'Three?'), items: [{ ...aQuery('b', 'Three?').items[0]!, key: 'other' }] },
      aQuery('new', 'Four?')
    ];
    const problems = problemsOf(() => importQueries(db, lead, changed));
    expect(problems.map(({ column }) => column)).toEqual(['query a', 'query a', 'item a c1', 'item b other']);
    expect(problems[0]?.reason).toMatch(/with a different text.*Use a new qid for the new text/);
    expect(problems[2]?.reason).toMatch(/column checklist_id/);
    expect(problems[3]?.reason).toMatch(/with the checklist id c1/);
    expect(listQueries(db, lead).map(({ qid }) => qid)).toEqual(['a', 'b']);
    expect(auditActions(db)).toEqual(['benchmark.import']);
  });

  it('puts a query in the place of the heading that stood in for it', () => {
    const { db, lead } = scene();
    importReports(db, lead, [aReport('cairn', 'a', '# Heat in towns\n\nText.')], { createQueries: true });
    expect(getQuery(db, lead, 'a').query).toMatchObject({ text: 'Heat in towns', origin: 'heading' });
    expect(importQueries(db, lead, [aQuery('a')]).queries.updated).toBe(1);
    expect(getQuery(db, lead, 'a').query).toMatchObject({ text: 'What is known about a?', origin: 'imported' });
    expect(problemsOf(() => importQueries(db, lead, [{ ...aQuery('a'), text: 'Else?' }]))).toHaveLength(1);
  });

  it('keeps projects apart: the same qid may hold another text in another project', () => {
    const one = scene();
    const two = scene(one.db);
    importQueries(one.db, one.lead, [aQuery('a', 'One?')]);
    expect(importQueries(two.db, two.lead, [{ ...aQuery('a'), text: 'Else?' }]).queries.added).toBe(1);
    expect(getQuery(one.db, one.lead, 'a').items).toHaveLength(1);
    expect(getQuery(two.db, two.lead, 'a')).toMatchObject({ query: { text: 'Else?' }, items: [] });
  });

  it('stores more items than one statement can hold', () => {
    const { db, lead } = scene();
    const items = Array.from({ length: 9000 }, (_, i) => `Does it say ${i}?`);
    expect(importQueries(db, lead, [aQuery('a', ...items)]).items.added).toBe(9000);
    expect(getQuery(db, lead, 'a').items.map(({ text }) => text)).toEqual(items);
  });
});

describe('reading the benchmark', () => {
  it('is refused to annotators, who judge blind', () => {
    const { project, as } = scene();
    expect(() => authorize(as('annotator'), { kind: 'project', id: project.id }, 'read-benchmark')).toThrow(
      /for reviewers/
    );
  });
  it('finds no query of a qid that is not there', () => {
    const { db, lead } = scene();
    expect(() => getQuery(db, lead, 'nowhere')).toThrow(/no such query/);
  });
});
