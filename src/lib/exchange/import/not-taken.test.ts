import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { inEnglish } from '../../messages/say-in.ts';
import type { Saying } from '../../messages/sayings.ts';
import { notesInEnglish } from '../parsed.fixture.ts';
import { parseGoldItems } from '../ratings/gold-items-csv.ts';
import { bytesOf } from './queries/queries.fixture.ts';
import { previewRatings } from '../ratings/ratings-preview.ts';
import { readRatingsStudies } from '../ratings/ratings-study.ts';
import { parseRatings } from '../ratings/ratings-table.ts';
import { readImport } from './sniff.ts';
import { parseSurveyCsv } from './survey-csv.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const read = (name: string, text: string) => readImport([{ name, bytes: bytesOf(text) }]);

async function taken(name: string, text: string) {
  const parsed = await read(name, text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { value } = parsed;
  const items = !('queries' in value) ? [] : value.queries.flatMap((query) => query.items);
  return { items, value, notes: inEnglish(parsed.notes).join('\n') };
}

const task = (idx: number, more = {}) => ({
  ...{ id: 'task7', idx, language: 'en', theme: 'Energy', description: 'x', prompt: `Which towns, ${idx}?` },
  content: {
    task: `Which towns, ${idx}?`,
    rubric: { info_recall: ['States 2.1 million.'], analysis: ['Explains.', 'Explains.'], presentation: ['A table.'] },
    blocked: { title: 'The source', authors: ['A. W.'], urls: ['https://example.org/source'] },
    ...more
  }
});

describe('what an import does not take', () => {
  it('is no item of DeepResearch Bench II: all groups come in, and the rest is named with its count', async () => {
    const { items, value, notes } = await taken('tasks_and_rubrics.jsonl', lines(task(1), task(2)));
    expect(value).toMatchObject({
      kind: 'criteria',
      format: 'deep-research-bench-2',
      queries: [{ qid: '1' }, { qid: '2' }]
    });
    expect(items.slice(0, 3).map(({ text, kind, dimension }) => [text, kind, dimension])).toEqual([
      ['States 2.1 million.', 'criterion', 'info_recall'],
      ['Explains.', 'criterion', 'analysis'],
      ['A table.', 'criterion', 'presentation']
    ]);
    expect(notes).toContain('Ignored fields: id (2), description (2), content.blocked (2)');
    expect(notes).toContain('2 items occur twice in the file and are stored once');
    expect(notes).toContain('stored but not scored');
  });

  it('is no group of DeepResearch Bench', async () => {
    const one = (criterion: string, weight: number) => ({ criterion, explanation: 'x', weight, aspect: 'y' });
    const { items, notes } = await taken(
      'criteria.jsonl',
      lines({
        id: 1,
        prompt: 'Q?',
        dimension_weight: { insight: 0.4 },
        criterions: {
          comprehensiveness: [one('A', 0.4), one('B', 0.6)],
          insight: [one('C', 1)],
          instruction_following: [one('D', 1)],
          readability: [one('E', 1)],
          other: [one('F', 1)]
        }
      })
    );
    expect(items.map(({ dimension }) => dimension)).toEqual([
      ...['comprehensiveness', 'comprehensiveness', 'insight', 'instruction_following', 'readability']
    ]);
    expect(notes).toContain(
      'Ignored fields: dimension_weight (1), criterions.other (1), criterions.comprehensiveness[].aspect (2)'
    );
    expect(notes).toContain('5 items have their own weights. The weights are stored but no score uses them');
  });

  it.each([
    ['d.jsonl', lines({ qid: 'a', query: 'Q?', mood: 'x', items: [{ text: 'I', hue: 1 }, { text: 'J', hue: 2 }] }), 'Ignored fields: mood (1), items[].hue (2)'], // prettier-ignore
    ['d.jsonl', lines({ qid: 'a', query: 'Q?', checklist_item: 'I', hue: 1 }), 'Ignored fields: hue (1)'],
    ['q.jsonl', lines({ id: 1, prompt: 'Q?', topic: 'T', language: 'en', level: 3 }), 'Ignored fields: level (1)'], // prettier-ignore
    ['s.jsonl', lines({ id: 1, prompt: 'Q?', article: '# A', cost: 3 }), 'Ignored fields: cost (1)'],
    ['r.jsonl', lines({ system: 's', qid: 'a', report: '# A', cost: 3 }), 'Ignored fields: cost (1)'],
    ['c.csv', 'qid,query,checklist,hue,empty\na,Q?,I?,red,\na,Q?,J?,blue,', 'Ignored columns: hue (2), empty (0)'] // prettier-ignore
  ])('is named with its count in %s %s', async (name, text, note) => {
    expect((await taken(name, text)).notes).toContain(note);
  });

  it.each([
    [
      'd.jsonl',
      lines({
        qid: 'a',
        query: 'Q?',
        items: [
          { text: 'I', weight: 2 },
          { text: 'J', weight: 1 }
        ]
      })
    ],
    ['c.csv', 'qid,query,checklist,weight\na,Q?,I?,2\na,Q?,J?,1']
  ])('is no weight without a word: %s', async (name, text) => {
    expect((await taken(name, text)).notes).toContain('2 items have their own weights. The weights are stored');
  });

  it.each([
    ['negative', 'd.jsonl', lines({ qid: 'a', query: 'Q?', items: [{ text: 'I', weight: -2 }] }), /negative/i],
    ['negative', 'c.csv', 'qid,query,checklist,weight\na,Q?,I?,-2', /negative/i],
    [
      'partial credit',
      'd.jsonl',
      lines({ qid: 'a', query: 'Q?', items: [{ text: 'I', levels: [0, 1, 2] }] }),
      /partial credit/
    ],
    ['partial credit', 'c.csv', 'qid,query,checklist,points\na,Q?,I?,3', /partial credit/],
    ['ResearchRubrics', 'x.jsonl', lines({ sample_id: 's', prompt: 'Q?', rubrics: [{ criterion: 'I', weight: -4 }] }), /weighted, negative/], // prettier-ignore
    ['an unknown list', 'x.jsonl', lines({ qid: 's', query: 'Q?', rubrics: [{ criterion: 'I', weight: 4 }] }), /weighted, negative/], // prettier-ignore
    [
      'DRACO',
      'x.jsonl',
      lines({ id: 'd', problem: 'Q?', domain: 'T', answer: '{"sections":[]}' }),
      /weighted, negative/
    ],
    ['nuggets', 'x.jsonl', lines({ qid: 'n', query: 'Q?', nuggets: [{ text: 'I', assignment: 'support' }] }), /partial credit/] // prettier-ignore
  ])('is refused if scores would be others: %s in %s', async (_what, name, text, reason) => {
    const parsed = await read(name, text);
    if (parsed.ok) throw new Error(`taken: ${JSON.stringify(parsed.value)}`);
    expect(parsed.problems[0]?.reason).toMatch(reason);
  });

  const notesOf = async (parsed: Promise<{ ok: true; notes: Saying[] } | { ok: false; problems: unknown }>) => {
    const done = await parsed;
    if (!done.ok) throw new Error(JSON.stringify(done.problems));
    return inEnglish(done.notes).join('\n');
  };

  it.each([
    ['a survey', parseSurveyCsv(bytesOf('respondent,question,age,\nr1,Q?,40,x\nr2,R?,,'))],
    ['gold items', parseGoldItems('purpose,query,system,answer,age,\ngold,a,s,yes,40,x\ngold,b,s,yes,,')],
    ['ratings, one a row', parseRatings(bytesOf('item,rater,label,age,\na,ann,1,40,x\nb,ann,2,,'))],
    ['ratings, one item a row', parseRatings(bytesOf('item,ann,age,\na,1,40,x\nb,2,,'), { raters: ['ann'] })]
  ])('is named with its count in %s', async (_what, parsed) => {
    const notes = await notesOf(parsed);
    expect(notes).toMatch(/Ignored columns: .*age \(1\)/);
    expect(notes).toMatch(/Ignored columns without a name, by number: \d \(1\)/);
  });

  it('is named with its count in ratings as JSON lines, in a preview and in several studies of one file', async () => {
    const jsonl = bytesOf(lines({ item: 'a', rater: 'ann', label: 1, meta: { model: 'm' } }, { item: 'b', rater: 'ann', label: 2 })); // prettier-ignore
    expect(await notesOf(parseRatings(jsonl))).toContain('Ignored columns: meta (1)');
    const csv = bytesOf('item,rater,clarity,depth,age\na,ann,1,2,40\nb,ann,2,1,');
    const wish = { name: 'n', file: 'f', judges: [], scale: { level: 'ordinal', labels: ['1', '2'] } as const };
    const studies = readRatingsStudies(csv, { ...wish, labels: ['clarity', 'depth'] });
    expect(await notesOf(studies)).toBe('Ignored columns: age (1)');
    const preview = await previewRatings(csv, { labels: ['clarity', 'depth'] });
    expect(inEnglish(preview.notes)).toEqual(['Ignored columns: age (1)']);
  });

  it('is no sheet of a workbook without a word', async () => {
    const sheet = (name: string, ...rows: string[][]) => ({ sheet: name, data: rows.map((row) => row.map((value) => ({ value }))) }); // prettier-ignore
    const bytes = await writeXlsxFile([
      sheet('Checklist', ['qid', 'query', 'checklist'], ['a', 'Q?', 'I?']),
      sheet('Negative items', ['qid', 'item'], ['a', 'N']),
      sheet('Blank', [' '])
    ]).toBuffer();
    const parsed = await readImport([{ name: 'x.xlsx', bytes }]);
    expect(notesInEnglish(parsed)).toMatchObject({
      ok: true,
      notes: ['Ignored sheets, with their rows: Negative items (2)']
    });
  });

  it.each([
    ['a survey', parseSurveyCsv(bytesOf('respondent,question\nr1,What, and why?'))],
    ['gold items', parseGoldItems('purpose,query,system,answer\ngold,a,s,yes, it is')]
  ])('is no rest of a cell with a comma in it: %s', async (_what, parsed) => {
    expect(await parsed).toMatchObject({ ok: false, problems: [{ row: 2, column: 'row' }] });
  });

  const samples = join(
    process.env['VOIRDIRE_SHARED'] ?? join(import.meta.dirname, '../../../../../shared'),
    'formats/samples/rubrics'
  );
  if (!existsSync(samples)) console.log(`Skipped: the sample rubrics are not at ${samples}; set VOIRDIRE_SHARED.`);
  it.runIf(existsSync(samples))('is told of the sample rubrics', async () => {
    const file = (name: string) => readFileSync(join(samples, name), 'utf8');
    const tasks = await taken('t.jsonl', file('deepresearch_bench_2_tasks.jsonl'));
    expect([tasks.items.length, tasks.value.kind]).toEqual([3, 'criteria']);
    expect((await taken('c.jsonl', file('deepresearch_bench_criteria.jsonl'))).items).toHaveLength(4);
    for (const name of ['researchrubrics.jsonl', 'draco.jsonl']) expect(await read(name, file(name))).toMatchObject({ ok: false }); // prettier-ignore
  });
});

describe('a system that is named', () => {
  it('wins over the name of the folder, and is refused for folders of several systems', async () => {
    const file = (name: string) => ({ name, bytes: bytesOf('# A\n') });
    expect(await readImport([file('outputs/qid_a_report.md')], { system: 'cairn' })).toMatchObject({
      value: { reports: [{ system: 'cairn', qid: 'a' }] }
    });
    const both = [file('one/qid_a_report.md'), file('two/qid_b_report.md')];
    expect(await readImport(both, { system: 'cairn' })).toMatchObject({
      ok: false,
      problems: [{ reason: expect.stringContaining('one, two') as string }]
    });
  });
});
