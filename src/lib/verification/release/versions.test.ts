import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { schema } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { importQueries } from '../benchmark/benchmark.server.ts';
import { freezeVersion, getVersion, listVersions, versionById } from './versions.server.ts';
import { versionChanges } from './version-changes.ts';
import { canonicalForm, type VersionContent } from './versions.ts';
import { aQuery, auditActions, scene } from '../rounds/project.fixture.server.ts';

describe('the change log of a version', () => {
  it('names texts without placeholders that are new or others, and rubrics', () => {
    const query = { qid: 'a', text: 'As of {{date}}', domain: null, category: null };
    const item = { key: 'c1', text: 'Is it of {{date}}?' };
    const rubric = { metric: 'style', title: 'Style', version: '1', hash: '0' };
    const before: VersionContent = {
      queries: [{ ...query, items: [item] }],
      rubrics: [rubric, { ...rubric, metric: 'old' }]
    };
    const after: VersionContent = {
      queries: [{ ...query, placeholderFree: 'As of today', items: [{ ...item, placeholderFree: 'Is it new?' }] }],
      rubrics: [
        { ...rubric, version: '2', hash: '1' },
        { ...rubric, metric: 'new' }
      ]
    };
    expect(
      versionChanges(before, after).map(({ qid, key, change, before: from, after: to }) => [qid, key, change, from, to])
    ).toEqual([
      ['new', 'rubric', 'added', null, 'Style, version 1'],
      ['old', 'rubric', 'removed', 'Style, version 1', null],
      ['style', 'rubric', 'reworded', 'Style, version 1', 'Style, version 2'],
      ['a', null, 'reworded', 'As of {{date}}', 'As of today'],
      ['a', 'c1', 'reworded', 'Is it of {{date}}?', 'Is it new?']
    ]);
  });
});

describe('freezeVersion', () => {
  it('holds every query with its yes/no items and no criterion', () => {
    const { db, lead } = scene();
    const criterion = { ...aQuery('x', 'Breadth').items[0]!, key: 'k', kind: 'criterion' as const };
    importQueries(db, lead, [
      { ...aQuery('b', 'One?'), items: [...aQuery('b', 'One?').items, criterion] },
      aQuery('a')
    ]);
    const { version } = freezeVersion(db, lead);
    expect(version).toMatchObject({ number: 1, queries: 2, items: 1 });
    expect(version.content.queries.map(({ qid, items }) => [qid, items])).toEqual([
      ['a', []],
      ['b', [{ key: 'c1', text: 'One?' }]]
    ]);
  });

  it('is one version for one content, however often it is frozen', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [aQuery('a', 'One?')]);
    const first = freezeVersion(db, lead);
    const again = freezeVersion(db, lead);
    expect([first.created, again.created]).toEqual([true, false]);
    expect(again.version).toEqual(first.version);
    expect(auditActions(db)).toEqual(['benchmark.import', 'version.freeze']);
  });

  it('numbers a new content next, and leaves the older version as it was', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [aQuery('a', 'One?')]);
    const first = freezeVersion(db, lead).version;
    importQueries(db, lead, [aQuery('b', 'Two?')]);
    expect(freezeVersion(db, lead).version.number).toBe(2);
    expect(getVersion(db, lead, 1)).toEqual(first);
    expect(listVersions(db, lead).map(({ number, queries }) => [number, queries])).toEqual([
      [2, 2],
      [1, 1]
    ]);
    expect(() => db.update(schema.datasetVersion).set({ number: 9 }).run()).toThrow();
    expect(() => db.delete(schema.datasetVersion).run()).toThrow();
  });

  it('is found by the id that a run records, in its own project only, without its content', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [aQuery('a', 'One?')]);
    const { id, number } = freezeVersion(db, lead).version;
    expect(versionById(db, lead, id)).toEqual(listVersions(db, lead)[0]);
    expect(versionById(db, lead, id)).toMatchObject({ id, number });
    expect(versionById(db, lead, id)).not.toHaveProperty('content');
    expect([null, 'no such'].map((one) => versionById(db, lead, one))).toEqual([null, null]);
    const other = { ...lead, resource: { ...lead.resource, id: newId() } } as typeof lead;
    expect(versionById(db, other, id)).toBeNull();
  });

  it('gives the same hash in projects that imported the queries in another order', () => {
    const hashes = [
      ['a', 'b'],
      ['b', 'a']
    ].map((order) => {
      const { db, lead } = scene();
      importQueries(
        db,
        lead,
        order.map((qid) => aQuery(qid, 'One?', 'Two?'))
      );
      return freezeVersion(db, lead).version.contentHash;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('carries the hash of the stored content, so that a reader can check it', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [aQuery('a', 'Ümlaut?', '中文？')]);
    freezeVersion(db, lead);
    const stored = getVersion(db, lead, 1);
    expect(sha256(JSON.stringify(stored.content))).toBe(stored.contentHash);
  });

  it('names the rubrics of the project with their hashes, in its own hash too, whatever their order', () => {
    const [none, one, other] = [[], ['b', 'a'], ['a', 'b']].map((names) => {
      const { db, lead } = scene();
      importQueries(db, lead, [aQuery('a', 'One?')]);
      for (const name of names) {
        const about = {
          metric: `rubric-${name}-0`,
          name,
          version: '1',
          title: name.toUpperCase(),
          hash: `hash of ${name}`
        };
        const row = { ...about, id: newId(), projectId: lead.resource.id, content: '{}', createdAt: 1 };
        db.insert(schema.rubric).values(row).run();
      }
      return freezeVersion(db, lead).version;
    });
    expect('rubrics' in none!.content).toBe(false);
    expect(one!.content.rubrics).toEqual([
      { metric: 'rubric-a-0', title: 'A', version: '1', hash: 'hash of a' },
      { metric: 'rubric-b-0', title: 'B', version: '1', hash: 'hash of b' }
    ]);
    expect([one!.contentHash === other!.contentHash, one!.contentHash === none!.contentHash]).toEqual([true, false]);
    expect(sha256(JSON.stringify(one!.content))).toBe(one!.contentHash);
  });

  it('refuses an empty project', () => {
    const { db, lead } = scene();
    expect(() => freezeVersion(db, lead)).toThrow(/Import queries first/);
  });
});

describe('canonicalForm', () => {
  const content = fc.record({
    queries: fc.uniqueArray(
      fc.record({
        qid: fc.string({ unit: 'grapheme', minLength: 1 }),
        text: fc.string({ unit: 'grapheme' }),
        domain: fc.option(fc.string()),
        category: fc.option(fc.string()),
        items: fc.array(fc.record({ key: fc.string(), text: fc.string() }), { maxLength: 3 })
      }),
      { selector: ({ qid }) => qid, maxLength: 5 }
    )
  });

  it('does not depend on the order of the queries or of the fields', () => {
    fc.assert(
      fc.property(content, (one) => {
        const turned = {
          queries: [...one.queries].reverse().map(({ qid, items, ...rest }) => ({ items, ...rest, qid }))
        } as VersionContent;
        expect(canonicalForm(turned)).toBe(canonicalForm(one));
      })
    );
  });

  it('depends on the order of the items, which judges see', () => {
    const one = {
      queries: [
        {
          ...aQuery('a'),
          items: [
            { key: '1', text: 'x' },
            { key: '2', text: 'y' }
          ]
        }
      ]
    };
    const turned = { queries: [{ ...aQuery('a'), items: [...one.queries[0]!.items].reverse() }] };
    expect(canonicalForm(turned)).not.toBe(canonicalForm(one));
  });
});
