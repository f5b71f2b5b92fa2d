import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRedirect } from '@sveltejs/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import type { StudyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import { liftEmbargo } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { Aside } from '$lib/alignment/workers/aside.server.ts';
import { alignmentFiles } from '$lib/exchange/export/alignment/alignment-files.server.ts';
import { authorize, operator, type Person, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { newUser } from '$lib/server/auth/accounts/accounts.ts';
import { openDatabase, type OpenDatabase } from '$lib/server/db/client.ts';
import { addRole, createProject, projectBySlug } from '$lib/server/projects.ts';
import { instance } from '$lib/server/auth/authorize.ts';

/*
 * Imported labels on categories without order, from the form to every page and file of the study. The rows are those of
 * `alignment/ensembles/nominal.test.ts`, with a system.
 */
const rows = ['q0 aaa aaa', 'q0 aab aab', 'q1 bbb bbb', 'q1 bbc cbc', 'q2 ccc ccc', 'q2 cdd ddd', 'q3 ddd dda', 'q3 abc adb']; // prettier-ignore
const csv = [
  'item,rater,label,cluster,system',
  ...rows.flatMap((row, i) => {
    const [query, people, judges] = row.split(' ') as [string, string, string];
    return [...people, ...judges].map((label, r) => `i${i},${['p1', 'p2', 'p3', 'j1', 'j2', 'j3'][r]},${label},${query},s${i % 2}`); // prettier-ignore
  })
].join('\n');

const folder = mkdtempSync(join(tmpdir(), 'voirdire-categories-'));
let database: OpenDatabase;
let aside: Aside;
let actor: Person;
let managing: ProjectGrant<'manage'>;
let reading: ProjectGrant<'read-results'>;
let studyId = '';

beforeAll(() => {
  database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  aside = new Aside(database);
  const { db } = database;
  const { id: projectId } = createProject(db, authorize(operator, instance, 'administer'), {
    name: 'Kinds',
    slug: 'kinds'
  });
  const project = { kind: 'project', id: projectId } as const;
  managing = authorize(operator, project, 'manage');
  reading = authorize(operator, project, 'read-results');
  const id = newUser(db, { name: 'Ada', email: 'ada@example.org' }, 'not a hash', true);
  addRole(db, managing, id, 'lead');
  actor = {
    ...({ kind: 'person', id, name: 'Ada', email: 'ada@example.org', admin: true } as const),
    roles: new Map([[projectId, ['lead']]])
  };
});
afterAll(async () => {
  await aside.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const event = (path: string, more: object = {}): never =>
  ({
    url: new URL(`http://here.example/p/kinds/alignment/1${path}`),
    locals: { db: database.db, aside, actor, language: 'en' },
    params: { project: 'kinds', study: '1' },
    depends: () => {},
    ...more
  }) as never;

const form = (action: Record<string, string>): Request => {
  const body = new FormData();
  for (const [name, value] of Object.entries(action)) body.append(name, value);
  return new Request('http://here.example/', { method: 'POST', body });
};

const typed = {
  ...{ content: csv, fileName: 'kinds.csv', name: 'Kinds', layout: 'long', labels: 'label' },
  ...{ 'column.item': 'item', 'column.rater': 'rater', 'column.cluster': 'cluster', 'column.system': 'system' },
  ...{ 'role.p1': 'person', 'role.p2': 'person', 'role.p3': 'person' },
  ...{ 'role.j1': 'judge', 'role.j2': 'judge', 'role.j3': 'judge' }
};

describe('labels on categories without order', () => {
  it('come in by the page, with the categories of the file if none are typed', async () => {
    const { actions } = await import('./p/[project]/alignment/import/+page.server.ts');
    const save = actions['save']! as (event: never) => unknown;
    const tooFew = await save(event('', { request: form({ ...typed, level: 'nominal', scale: 'a | b | c' }) }));
    expect(tooFew).toMatchObject({ status: 400 });
    expect(JSON.stringify(tooFew)).toContain('The label is not on the scale a / b / c');
    const sent = Promise.resolve(save(event('', { request: form({ ...typed, level: 'nominal', scale: '' }) })));
    await expect(sent).rejects.toMatchObject({ status: 303, location: '/p/kinds/alignment/1' });
    const { studyByNumber } = await import('$lib/studies/planning/studies.server.ts');
    studyId = studyByNumber(database.db, reading, 1).id;
    liftEmbargo(database.db, managing, studyId);
  });

  it('have the same figures in a thread of their own as here', async () => {
    const here = studyProcedure(database.db, reading, studyId);
    const there = await aside.study(reading, studyId);
    expect(here.report.method.scale).toEqual({ level: 'nominal', labels: ['a', 'b', 'c', 'd'] });
    expect(JSON.parse(JSON.stringify(there))).toEqual(JSON.parse(JSON.stringify(here)));
  });

  const pages = import.meta.glob<{ load: (event: never) => unknown }>('./p/[[]project[]]/alignment/[[]study[]]/**/+page.server.ts'); // prettier-ignore
  const names = Object.keys(pages);

  it.each(names)('open %s', async (name) => {
    const { load } = await pages[name]!();
    const path = /\[study\]\/(?:(.*)\/)?\+page/.exec(name)?.[1] ?? '';
    let data: unknown;
    try {
      data = await load(event(path === '' ? '' : `/${path}`));
    } catch (error) {
      // Nothing can be adopted on labels from elsewhere, and a page that has nothing of this study leads to it.
      if (!isRedirect(error)) expect(error).toMatchObject({ status: path === 'adopt' ? 409 : 404 });
      data = { left: true };
    }
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/NaN|\[object/);
    expect(text.length).toBeGreaterThan(10);
  });

  it('open every part of the report that is read, not left', async () => {
    const left: string[] = [];
    for (const name of names) {
      try {
        await (await pages[name]!()).load(event(''));
      } catch {
        left.push(/\[study\]\/(?:(.*)\/)?\+page/.exec(name)?.[1] ?? 'report');
      }
    }
    expect(names.length).toBeGreaterThan(8);
    expect(left.filter((name) => ['report', 'choice', 'pairs', 'parts', 'items', 'preregister', 'progress'].includes(name))).toEqual([]); // prettier-ignore
  });

  it('list the items behind a cell of the table, and those on which a judge differs from people', async () => {
    const { load } = await import('./p/[project]/alignment/[study]/items/+page.server.ts');
    const listed = async (search: string) =>
      (await load(event(`/items?${search}`))) as unknown as {
        ordered: boolean;
        found: { items: { text: string; together: string; judges: { word: string; differs: boolean; v: string }[] }[] };
      };
    const cell = await listed('of=candidates.0.confusion.cells.1.2.items');
    expect(cell.found.items.map(({ text, together }) => [text, together])).toEqual([['i3', 'b']]);
    expect(cell.found.items[0]!.judges.map(({ word, differs, v }) => [word, differs, v])).toEqual([
      ['c', true, 'score'],
      ['b', false, 'score'],
      ['c', true, 'score']
    ]);
    const differing = await listed('of=scope.items&only=judge-and-people');
    expect(differing.found.items.map(({ text }) => text)).toEqual(['i1', 'i3', 'i6']);
    expect(differing.ordered).toBe(true);
  });

  it('leave in every file of the alignment', async () => {
    const { reportedStudy } = await import('$lib/exchange/export/alignment/alignment-files.server.ts');
    const study: StudyProcedure = await aside.study(reading, studyId);
    const source = reportedStudy(database.db, reading, studyId, study);
    for (const [name, { has, write }] of Object.entries(alignmentFiles)) {
      if (has && !has(study.report)) continue;
      const text = write(source, 'en');
      expect([name, text.length > 100, /NaN|\[object/.test(text)]).toEqual([name, true, false]);
    }
    expect(alignmentFiles['candidates.csv']!.write(source, 'en')).toMatch(/people_b_candidate_c.*,undecided/);
    expect(projectBySlug(database.db, 'kinds').name).toBe('Kinds');
  });

  it('tell a plan their agreement and clusters, and name what it does not take', async () => {
    const { messagesIn } = await import('$lib/messages/words.ts');
    const { plannerStudy } = await import('$lib/alignment/planner/from-study.server.ts');
    const { known, notTaken } = plannerStudy(database.db, reading, 1, messagesIn('en', 'plannerSources'));
    expect(known).toMatchObject({ p: 7 / 8, perQuery: 2, people: 3, single: expect.closeTo(223 / 430, 12) });
    expect([known.between, notTaken]).toEqual([undefined, [expect.stringContaining('assumes two labels and the study has 4')]]); // prettier-ignore
    const { load } = await import('./p/[project]/planner/+page.server.ts');
    const url = new URL('http://here.example/p/kinds/planner?study=1');
    expect(await load(event('', { url }))).toMatchObject({ study: { number: 1, told: true, notTaken } });
  });
});
