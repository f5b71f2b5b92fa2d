import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import { folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { eq } from 'drizzle-orm';
import { authorize, operator } from '../lib/server/auth/authorize.ts';
import { schema } from '../lib/server/db/client.ts';
import { projectBySlug } from '../lib/server/projects.ts';
import { decideMade } from '../lib/verification/proposals/made-decisions.server.ts';
import { exit } from './outcome.ts';
import { openExisting } from './place.ts';

afterAll(removeFolders);

const paper = (id: string, more: object = {}) => ({
  ...{ id, title: `Kites ${id}: a survey`, authors: 'A', abstract: 'Kites.', comments: 'Accepted', license: 'x' },
  versions: [{ version: 'v1', created: 'Sat, 04 Mar 2023 01:00:00 GMT' }],
  ...more
});
const tex = '\\documentclass{article}\\begin{document}\\cite{a,b}\\cite{gone}\\bibliography{r}\\end{document}';
const files = folderOf({
  'metadata.json': [
    ...[
      paper('2301.00001'),
      paper('2301.00002'),
      paper('2301.00003', { title: 'Kites' }),
      paper('2301.00004', { comments: '' })
    ],
    ...[paper('2301.00001'), paper('2301.00005', { versions: [] })]
  ]
    .map((one) => JSON.stringify(one))
    .concat('{"title": "a survey"')
    .join('\n'),
  'sources/2301.00001v2/main.tex': tex,
  'sources/2301.00001v2/r.bib':
    '@misc{a,title={A kite},year=2001,doi={10.1000/a}}\n@misc{b,title={B},eprint={2001.00001},author={X}}',
  'sources/2301.00009.tex': tex
});

describe('voirdire prompts', () => {
  it('select chooses surveys by the rules, counts the others, and names lines that cannot be read', async () => {
    const out = join(newFolder('out'), 'surveys.jsonl');
    const ended = await run(['prompts', 'select', join(files, 'metadata.json'), '--out', out, '--json']);
    expect(JSON.parse(ended.out)).toEqual({
      papers: 7,
      chosen: 2,
      refused: { title: 1, early: 0, unpublished: 1, licence: 0 },
      unread: [
        { row: 5, reason: 'id: 2301.00001 is in an earlier line' },
        { row: 6, reason: expect.stringContaining('versions: ') as string },
        { row: 7, reason: 'The line is not JSON' }
      ]
    });
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(2);
    expect((await run(['prompts', 'select', join(files, 'metadata.json'), '--out', out])).code).toBe(exit.failed);
    const since = await run(['prompts', 'select', 'metadata.json', '--out', out, '--since', '2020-02-30']);
    expect([since.code, since.err]).toEqual([
      exit.usage,
      expect.stringContaining('--since: "2020-02-30" is not a day')
    ]);
  });

  it('gold writes the references of surveys whose source is there, in the files that import reads', async () => {
    const folder = newFolder('out');
    await run(['prompts', 'select', join(files, 'metadata.json'), '--out', join(folder, 's.jsonl')]);
    const out = join(folder, 'made');
    const ended = await run(['prompts', 'gold', join(folder, 's.jsonl'), join(files, 'sources'), '--out', out]);
    expect([ended.code, ended.out, ended.err]).toEqual([
      exit.done,
      expect.stringMatching(
        /2301\.00001: 2 gold references \(2301.00001v2\/main.tex\)\n {2}Cited keys that are not in the bibliography: 1 \(gone\)[^]*1 of 2 surveys have gold/
      ),
      expect.stringMatching(
        /2301\.00002: no source file is named[^]*Files that match no survey in the list: 1, e\.g\. 2301.00009.tex/
      )
    ]);
    const lines = readFileSync(join(out, 'gold/2301.00001.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      { bib_id: 'a', title: 'A kite', author: '', meta_info: { year: '2001', doi: '10.1000/a' } },
      { bib_id: 'b', title: 'B', author: 'X', meta_info: { eprint: '2001.00001' } }
    ]);
    const none = await run([
      'prompts',
      'gold',
      join(folder, 's.jsonl'),
      join(files, 'metadata.json'),
      '--out',
      join(folder, 'x')
    ]);
    expect([none.code, existsSync(join(folder, 'x'))]).toEqual([exit.failed, false]);
  });
});

describe('prompts of surveys by a model', () => {
  it('are written in a making run, drawn by domain, and imported with their gold lists and levels', async () => {
    const folder = newFolder('made');
    const made = join(folder, 'made');
    const ids = ['2301.00001', 'cs/0301002', '2301.00003'];
    const metadata = folderOf({
      'm.json': ids.map((id) => JSON.stringify(paper(id, { title: `Kites ${id}: a survey` }))).join('\n'),
      ...Object.fromEntries(ids.flatMap((id) => [[`s/${id.replace('/', '')}/main.tex`, tex], [`s/${id.replace('/', '')}/r.bib`, '@misc{a,title={A kite}}\n@misc{b,title={B}}']])), // prettier-ignore
      'queries.csv': queriesCsv('q1')
    });
    const data = join(newFolder('data'), 'data');
    await run(['import', join(metadata, 'queries.csv'), '--project', 'p', '--create-project', 'P', '--data', data]);
    await run(['prompts', 'select', join(metadata, 'm.json'), '--out', join(folder, 's.jsonl')]);
    await run(['prompts', 'gold', join(folder, 's.jsonl'), join(metadata, 's'), '--out', made]);
    const openai = await startOpenAi({
      answer: ({ schemaName, user }) =>
        schemaName === 'survey_check'
          ? { reason: 'So.', isLiteratureSurvey: !user.includes('2301.00003') }
          : schemaName === 'survey_domain'
            ? { reason: 'So.', domain: 'F' }
            : {
                prompt: `Please survey kites and their strings, ${/Kites (\S+):/.exec(user)![1]!.replace(/[./]/, ' of ')}.`
              }
    });
    const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: openai.url };
    const place = ['--project', 'p', '--data', data];
    try {
      const write = ['prompts', 'write', made, '--judge', 'openai:gpt-5', '--level', 'detailed', ...place, '--json'];
      const written = await run(write, env);
      expect(JSON.parse(written.out)).toEqual({ making: 1, made: 2, nothing: 1, unmade: 0, reasons: [] });
      expect(openai.count()).toBe(3 + 2 + 2);
      // A budget takes the price of every model, and keeps to it.
      const other = [...write.map((word) => (word === 'detailed' ? 'sentence' : word)), '--budget', '0.000001'];
      const unpriced = await run(other, env);
      expect([unpriced.code, unpriced.err]).toEqual([
        exit.failed,
        expect.stringContaining('price of every judge') as string
      ]);
      const stopped = await run([...other, '--price', 'openai:gpt-5=1.25/10', '--json'], env);
      expect([stopped.code, stopped.err]).toEqual([exit.failed, expect.stringContaining('--budget') as string]);
      const goneOn = await run([...other.with(-1, '5'), '--price', 'openai:gpt-5=1.25/10'], env);
      expect(JSON.parse(goneOn.out)).toMatchObject({ making: 2, made: 2, unmade: 0 });
    } finally {
      await openai.stop();
    }
    const out = join(folder, 'tasks');
    const drawn = await run(['prompts', 'tasks', '1', '--out', out, '--per-domain', '1', ...place, '--json']);
    expect(JSON.parse(drawn.out)).toMatchObject({
      tasks: 1,
      domains: expect.arrayContaining([{ domain: 'F', from: 2, drawn: 1 }]) as object[]
    });
    const imported = await run(['import', out, ...place]);
    expect([imported.code, imported.err, imported.out]).toEqual([
      exit.done,
      '',
      expect.stringContaining('drafted_by (1)') as string
    ]);
    const [task] = readFileSync(join(out, 'tasks.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    expect(task).toMatchObject({
      level: 'detailed',
      application_domain: 'Transportation and Smart Mobility',
      drafted_by: 'openai:gpt-5'
    });
    expect(task!['prompt']).toMatch(
      /published before March 2023\.\nDo not use or cite the survey "Kites (?:2301\.00001|cs\/0301002): a survey" itself\./
    );

    // An id of before April 2007 has a slash, its files an underscore, here and wherever they are read.
    const both = join(folder, 'both');
    await run(['prompts', 'tasks', '1', '--out', both, ...place]);
    expect(existsSync(join(both, 'gold/cs_0301002.jsonl'))).toBe(true);
    const elsewhere = ['--project', 'old', '--create-project', 'Old', '--data', join(newFolder('data'), 'old')];
    expect(await run(['import', both, ...elsewhere])).toMatchObject({ code: exit.done, err: '' });

    // Or one by one: an accepted prompt is a query of the benchmark with the survey's gold list, and cannot be added twice.
    const { db, close } = await openExisting(data);
    try {
      const { id } = projectBySlug(db, 'p');
      const grant = authorize(operator, { kind: 'project', id }, 'manage');
      const [first, second] = db.select().from(schema.made).where(eq(schema.made.state, 'made')).all();
      const [one, other] =
        first!.data!['qid'] === String(task!['arxiv_id']).replace('/', '_') ? [second!, first!] : [first!, second!];
      expect(decideMade(db, grant, one.id, { kind: 'accepted', text: 'Survey kites, please.' }).placed).toBe(
        one.data!['qid']
      );
      expect(() => decideMade(db, grant, other.id, { kind: 'accepted' })).toThrow('has a query');
      decideMade(db, grant, other.id, { kind: 'rejected' });
      const query = db
        .select()
        .from(schema.query)
        .where(eq(schema.query.qid, String(one.data!['qid'])))
        .get()!;
      expect(query).toMatchObject({ text: 'Survey kites, please.', domain: 'Transportation and Smart Mobility' });
      const [material] = db.select().from(schema.queryMaterial).where(eq(schema.queryMaterial.queryId, query.id)).all();
      expect(material).toMatchObject({
        suite: 'report-bench',
        content: { level: 'detailed', cutOff: '2023-03', references: [{ title: 'A kite' }, { title: 'B' }] }
      });
    } finally {
      close();
    }
    const again = join(folder, 'again');
    await run(['prompts', 'tasks', '1', '--out', again, ...place]);
    const left = readFileSync(join(again, 'tasks.jsonl'), 'utf8').trim().split('\n');
    expect([left.length, left[0]]).toEqual([1, expect.stringContaining('Survey kites, please.') as string]);
  });
});
