import { describe, expect, it } from 'vitest';
import { parseDatasetJsonl } from './queries/dataset-jsonl.ts';
import { parseReportsJsonl } from './reports/reports-jsonl.ts';
import { schema } from '../../server/db/client.ts';
import { storeText } from '../../server/db/report-text.ts';
import { getQuery, importQueries, listQueries } from '../../verification/benchmark/benchmark.server.ts';
import { nameKey, oneForm } from '../../names.ts';
import { aQuery, aReport, scene } from '../../verification/rounds/project.fixture.server.ts';
import { keptReport, ReportImporter } from '../../verification/benchmark/report-importer.server.ts';
import { importReports } from '../../verification/benchmark/reports.server.ts';
import { listSystems } from '../../verification/benchmark/systems.server.ts';

const composed = 'Café-1';
const decomposed = 'Cafe\u0301-1';

describe('a name', () => {
  it('has one form, and is the same in capitals', () => {
    expect(composed).not.toBe(decomposed);
    expect(oneForm(` ${decomposed} `)).toBe(composed);
    expect(nameKey('CAFE\u0301-1')).toBe(nameKey(composed));
    expect(nameKey('Ångström')).toBe(nameKey('a\u030angstro\u0308m'));
    expect(nameKey('STRASSE')).toBe(nameKey('straße'));
    expect(nameKey('STRAẞE')).toBe(nameKey('straße'));
    expect(nameKey('ΟΔΟΣ')).toBe(nameKey('οδος'));
    expect(nameKey('ﬁn')).toBe(nameKey('FIN'));
    expect(nameKey('İ')).toBe(nameKey('i\u0307'));
    expect(oneForm('\u200Bq1\uFEFF \u200B')).toBe('q1');
    expect(nameKey('q\u20601')).toBe(nameKey('q1'));
    // Marks that turn the direction of the text behind them.
    expect(oneForm('\u2068al\u202Epha\u2069')).toBe('alpha');
    expect(nameKey('a')).not.toBe(nameKey('b'));
    // Turkish letters are two in Unicode's folding.
    expect(nameKey('ı')).not.toBe(nameKey('i'));
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

  it.each(['.', '..'])('that are %s are refused: no address leads to them, and no folder can have the name', (name) => {
    const queries = parseDatasetJsonl(new TextEncoder().encode(JSON.stringify({ qid: name, query: 'Who?' })));
    expect(queries).toMatchObject({ ok: false, problems: [{ row: 1, column: 'qid', found: name }] });
    const line = JSON.stringify({ system: name, qid: 'q1', report: 'A report.' });
    const reports = parseReportsJsonl(new TextEncoder().encode(line), 'r.jsonl');
    expect(reports).toMatchObject({ ok: false, problems: [{ row: 1, column: 'system', found: name }] });
  });

  it('of one file are told as one as well', () => {
    const line = (qid: string, text: string): string => JSON.stringify({ qid, query: text, items: [{ text: 'Who?' }] });
    const read = parseDatasetJsonl(new TextEncoder().encode(`${line(composed, 'Why?')}\n${line(decomposed, 'How?')}`));
    expect(read.ok ? read.value : read.problems).toMatchObject([{ row: 2 }, { row: 2 }]);
  });

  it.each([
    ['Tern', 'TERN'],
    ['Étoile', 'étoile'],
    ['Étoile', 'E\u0301TOILE'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ёлка', 'ЁЛКА']
  ])('cannot be kept twice by the database either: %s and %s', (one, other) => {
    const { db, lead } = scene();
    const { id: projectId } = lead.resource;
    const addSystem = (id: string, name: string) =>
      db
        .insert(schema.system)
        .values({ id, projectId, name, nameKey: nameKey(name), createdAt: 0 })
        .run();
    addSystem('a', one);
    expect(() => addSystem('b', other)).toThrow(/UNIQUE/);
    const query = { projectId, text: 'Who?', origin: 'imported', position: 0, createdAt: 0 } as const;
    const addQuery = (id: string, qid: string) =>
      db.insert(schema.query).values({ ...query, id, qid, qidKey: nameKey(qid) }).run(); // prettier-ignore
    addQuery('a', one);
    expect(() => addQuery('b', other)).toThrow(/UNIQUE/);
  });

  it('cannot differ in capitals alone through two imports at the same time', () => {
    const { db, lead } = scene();
    const { hash } = storeText(db, 'A report.');
    const report = (system: string) => keptReport(aReport(system, 'a', 'A report.'), hash);
    importQueries(db, lead, [aQuery('a', 'Who?')]);
    const first = new ReportImporter(db, lead.resource.id, {});
    // It looked at what is stored before the first one had written.
    const second = new ReportImporter(db, lead.resource.id, {});
    first.take(report('Étoile'));
    expect(() => second.take(report('étoile'))).toThrow(/UNIQUE/);
    expect(listSystems(db, lead).map(({ name }) => name)).toEqual(['Étoile']);
  });
});
