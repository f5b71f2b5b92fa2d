import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { schema } from '../../server/db/client.ts';
import { importQueries, listQueries } from './benchmark.server.ts';
import { getReport, importReports, listReports } from './reports.server.ts';
import { firstHeading } from './reports.ts';
import { describeSystem, listSystems } from './systems.server.ts';
import { aQuery, aReport, auditActions, problemsOf, scene, type Scene } from '../rounds/project.fixture.server.ts';

function sceneWithQueries(...qids: string[]): Scene {
  const made = scene();
  importQueries(
    made.db,
    made.lead,
    qids.map((qid) => aQuery(qid, 'One?'))
  );
  return made;
}

describe('importReports', () => {
  it('adds reports with their systems and what is known of these', () => {
    const { db, lead } = sceneWithQueries('a', 'b');
    const result = importReports(db, lead, [aReport('cairn', 'b'), aReport('cairn', 'a'), aReport('heron', 'a')], {
      systems: { cairn: { category: 'multi-agent', provider: ' Demo ', collectedAt: '2026-09-14' } }
    });
    expect(result).toEqual({
      reports: { added: 3, unchanged: 0 },
      systems: { added: 2, updated: 0 },
      queries: { added: 0 }
    });
    expect(listSystems(db, lead)).toMatchObject([
      { name: 'cairn', category: 'multi-agent', provider: 'Demo', reports: 2 },
      { name: 'heron', category: null, provider: null, reports: 1 }
    ]);
    expect(listReports(db, lead).map(({ system, qid, collectedAt }) => [system, qid, collectedAt])).toEqual([
      ['cairn', 'a', '2026-09-14'],
      ['cairn', 'b', '2026-09-14'],
      ['heron', 'a', null]
    ]);
  });

  it('changes nothing when the same reports come again', () => {
    const { db, lead } = sceneWithQueries('a');
    const options = { systems: { cairn: { provider: 'Demo' } } };
    importReports(db, lead, [aReport('cairn', 'a')], options);
    const before = db.select().from(schema.report).all();
    expect(importReports(db, lead, [aReport('cairn', 'a')], options)).toEqual({
      reports: { added: 0, unchanged: 1 },
      systems: { added: 0, updated: 0 },
      queries: { added: 0 }
    });
    expect(db.select().from(schema.report).all()).toEqual(before);
    expect(auditActions(db)).toEqual(['benchmark.import', 'reports.import']);
  });

  it('imports nothing if one report differs from the stored one or has no query, and names each file', () => {
    const { db, lead } = sceneWithQueries('a', 'b');
    importReports(db, lead, [aReport('cairn', 'a')]);
    const problems = problemsOf(() =>
      importReports(db, lead, [aReport('cairn', 'b'), aReport('cairn', 'a', '# Else\n'), aReport('heron', 'zz')])
    );
    expect(problems.map(({ column }) => column)).toEqual(['cairn/qid_a_report.md', 'heron/qid_zz_report.md']);
    expect(problems[0]?.reason).toMatch(
      /cannot be changed. Import it as a corrected revision, or .* another system name/
    );
    expect(problems[1]?.reason).toMatch(/no query zz/);
    expect(listReports(db, lead)).toHaveLength(1);
    expect(listSystems(db, lead).map(({ name }) => name)).toEqual(['cairn']);
    expect(auditActions(db)).toEqual(['benchmark.import', 'reports.import']);
  });

  it('refuses a report whose file tells another query than the project has under that qid', () => {
    const { db, lead } = sceneWithQueries('a');
    const problems = problemsOf(() => importReports(db, lead, [{ ...aReport('cairn', 'a'), queryText: 'Else?' }]));
    expect(problems).toMatchObject([
      { found: 'Else?', reason: expect.stringMatching(/different query.*Check the qid/) }
    ]);
  });

  it('makes queries if asked: from the text in the file, else from the first heading', () => {
    const { db, lead } = scene();
    const reports = [
      aReport('cairn', 'a', '# Heat in towns\n\nText.'),
      { ...aReport('cairn', 'b'), queryText: 'The real query?' },
      aReport('heron', 'a', '# Another heading\n')
    ];
    expect(importReports(db, lead, reports, { createQueries: true }).queries).toEqual({ added: 2 });
    expect(listQueries(db, lead)).toMatchObject([
      { qid: 'a', text: 'Heat in towns', origin: 'heading', position: 0 },
      { qid: 'b', text: 'The real query?', origin: 'imported', position: 1 }
    ]);
  });

  it('refuses a wrong description of a system with its field', () => {
    const { db, lead } = sceneWithQueries('a');
    const systems = { cairn: { category: 'swarm', collectedAt: '2026-02-30' } };
    expect(problemsOf(() => importReports(db, lead, [aReport('cairn', 'a')], { systems }))).toMatchObject([
      { column: 'cairn: category', found: 'swarm' },
      { column: 'cairn: collectedAt', found: '2026-02-30' }
    ]);
    expect(listSystems(db, lead)).toEqual([]);
  });

  it('stores a text that the database then refuses to change', () => {
    const { db, lead } = sceneWithQueries('a');
    importReports(db, lead, [aReport('cairn', 'a')]);
    const [{ id } = { id: '' }] = listReports(db, lead);
    expect(() => db.update(schema.report).set({ sha256: 'x' }).where(eq(schema.report.id, id)).run()).toThrow(/never/);
    expect(() => db.update(schema.reportText).set({ markdown: 'x' }).run()).toThrow(/never/);
    expect(() => db.delete(schema.reportText).run()).toThrow(/FOREIGN KEY/);
    expect(getReport(db, lead, id).report.markdown).toBe('# a\n\nText.\n');
  });
});

describe('describeSystem', () => {
  it('changes only the fields given, empties on an empty text, and keeps both states in the audit', () => {
    const { db, lead } = sceneWithQueries('a');
    importReports(db, lead, [aReport('cairn', 'a')], { systems: { cairn: { provider: 'Demo', family: 'cairn' } } });
    const [{ id } = { id: '' }] = listSystems(db, lead);
    describeSystem(db, lead, id, { provider: '', backbone: 'base-1' });
    expect(listSystems(db, lead)).toMatchObject([{ provider: null, family: 'cairn', backbone: 'base-1' }]);
    const entry = db.select().from(schema.audit).where(eq(schema.audit.action, 'system.describe')).get();
    expect(entry?.detail).toEqual({ provider: { from: 'Demo', to: null }, backbone: { from: null, to: 'base-1' } });
  });

  it('does not know the systems of another project', () => {
    const { db, lead } = sceneWithQueries('a');
    importReports(db, lead, [aReport('cairn', 'a')]);
    const [{ id } = { id: '' }] = listSystems(db, lead);
    const other = scene(db).lead;
    expect(() => describeSystem(db, other, id, { provider: 'X' })).toThrow(/no such system/);
    expect(() => getReport(db, other, listReports(db, lead)[0]?.id ?? '')).toThrow(/no such report/);
  });
});

describe('firstHeading', () => {
  it.each([
    ['# One\n\n## Two', 'One'],
    ['Words first.\n\n## Two ##\n', 'Two'],
    ['# C#\n', 'C#'],
    ['#  ## \n', '##'],
    ['```\n# not this\n```\n\n# This', 'This'],
    ['~~~\n```\n# not this\n~~~\n# This', 'This'],
    ['Under\n=====\n\n# Later', 'Under'],
    ['\n\n---\nOnly words.\nMore.', 'Only words.'],
    ['| a | b |\n|---|---|\n', '| a | b |'],
    ['', '']
  ])('of %j is %j', (markdown, heading) => expect(firstHeading(markdown)).toBe(heading));

  it('cuts a long line at a word', () => {
    const title = firstHeading(`# ${'word '.repeat(200)}`);
    expect(title).toMatch(/^(word )+…$/);
    expect(title.length).toBeLessThan(310);
  });
});
