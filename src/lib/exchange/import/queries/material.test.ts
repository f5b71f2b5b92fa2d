import { describe, expect, it } from 'vitest';
import { authorize, systemActor } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { importQueries } from '../../../verification/benchmark/benchmark.server.ts';
import { editMaterial, materialRevisions } from '../../../verification/benchmark/material.server.ts';
import { currentContent, freezeVersion } from '../../../verification/release/versions.server.ts';
import { versionChanges } from '../../../verification/release/version-changes.ts';
import { parseDatasetJsonl } from './dataset-jsonl.ts';
import { bytesOf, datasetJsonl } from './queries.fixture.ts';

const gold = {
  survey: { arxiv: '2312.04861', title: 'Radar data', authors: null, versions: ['2023-12-08'] },
  cutOff: '2023-12',
  level: null,
  references: [{ key: 'a', title: 'Radar', authors: null, year: '2018', arxiv: '1812.10528', doi: null, citations: 3 }]
};
const line = (material: unknown): string =>
  JSON.stringify({
    qid: 'q1',
    query: 'Survey radar',
    domain: null,
    category: null,
    language: null,
    items: [],
    material
  });
const parsed = (material: unknown) => parseDatasetJsonl(bytesOf(`${line(material)}\n`));
const queriesOf = (material: unknown) => {
  const read = parsed(material);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
};

function project() {
  const { db } = memoryDatabase();
  db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: 0 }).run();
  const manage = authorize(systemActor, { kind: 'project', id: 'p' }, 'manage');
  return { db, manage };
}

describe('material of a query', () => {
  it('is read, written and read again without a loss', () => {
    const queries = queriesOf({ 'report-bench': gold });
    expect(queries[0]!.material).toEqual({ 'report-bench': gold });
    expect(parseDatasetJsonl(bytesOf(datasetJsonl(queries)))).toMatchObject({ ok: true, value: queries });
  });

  it('is refused with the place in it if the schema does not hold, and for a suite that has none', () => {
    const bad = { ...gold, cutOff: 'May 2023', references: [{ key: 'a', title: 'x' }, { title: 'y' }], extra: 1 };
    const read = parsed({ 'report-bench': bad, 'deep-eval': {} });
    expect(read.ok ? [] : read.problems.map(({ row, column }) => [row, column])).toEqual([
      [1, 'material.report-bench.cutOff'],
      [1, 'material.report-bench.references[1].key'],
      [1, 'material.report-bench'],
      [1, 'material.deep-eval']
    ]);
  });

  it('is part of a dataset version and of its hash; versions without any keep theirs', () => {
    const { db, manage } = project();
    importQueries(db, manage, queriesOf(undefined));
    const without = freezeVersion(db, manage).version;
    expect(without.content.queries[0]).not.toHaveProperty('material');
    expect(importQueries(db, manage, queriesOf({ 'report-bench': gold })).material).toEqual({ added: 1, unchanged: 0 });
    expect(importQueries(db, manage, queriesOf({ 'report-bench': gold })).material).toEqual({ added: 0, unchanged: 1 });
    const { version, created } = freezeVersion(db, manage);
    expect(created).toBe(true);
    expect(version.contentHash).not.toBe(without.contentHash);
    expect(currentContent(db, manage).queries[0]!.material).toEqual({ 'report-bench': gold });
    expect(versionChanges(without.content, version.content)).toMatchObject([
      { qid: 'q1', key: 'material of report-bench', change: 'added', before: null }
    ]);
  });

  it('is corrected in revisions with a reason, and no import or other lead overwrites a correction', () => {
    const { db, manage } = project();
    importQueries(db, manage, queriesOf({ 'report-bench': gold }));
    const change = { qid: 'q1', suite: 'report-bench', content: { ...gold, cutOff: '2024-01' }, revision: 1 };
    expect(() => editMaterial(db, manage, { ...change, reason: ' ' })).toThrow('Give a reason for the change.');
    expect(editMaterial(db, manage, { ...change, reason: 'The prompt says January.' })).toMatchObject({ revision: 2 });
    expect(() => editMaterial(db, manage, { ...change, reason: 'Mine' })).toThrow(
      'Another lead changed this material.'
    );
    expect(editMaterial(db, manage, { ...change, revision: 2, reason: '' })).toMatchObject({ revision: 2 });
    expect(() => importQueries(db, manage, queriesOf({ 'report-bench': gold }))).toThrow('Nothing was imported.');
    expect(materialRevisions(db, manage, 'q1').map(({ revision, origin }) => [revision, origin])).toEqual([
      [2, 'edited'],
      [1, 'imported']
    ]);
    expect(
      db
        .select()
        .from(schema.audit)
        .all()
        .map(({ action }) => action)
    ).toContain('query.material');
  });
});
