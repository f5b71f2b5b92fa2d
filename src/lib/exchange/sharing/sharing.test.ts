import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { englishIn, textOfHtml } from '../export/two-languages.fixture.ts';
import { studyProcedure } from '../../alignment/procedure/procedure.server.ts';
import { liftEmbargo } from '../../alignment/preregistration/preregistrations.server.ts';
import { authorize, instance, operator, type Person } from '../../server/auth/authorize.ts';
import { endAllAccess } from '../../server/auth/accounts/end-access.ts';
import { disablePerson } from '../../server/auth/accounts/standing.ts';
import { addRole, removeRole } from '../../server/projects.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun, type ExampleRun } from '../../studies/planning/example-run.fixture.ts';
import { closeStudy, createStudy } from '../../studies/planning/studies.server.ts';
import { listShareLinks, makeShareLink, noteShareUse, readShareLink, withdrawShareLink } from './share-links.server.ts';
import { shareablePages, viewerGrant } from './shareable.server.ts';
import { sharedPage } from './shared-page.server.ts';
import { sharedPageIn, shareValue } from './share.ts';
import { withoutNames } from './without-names.ts';

const admin = authorize(operator, instance, 'administer');
const password = { days: 7 };

function scene() {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const asLead = (person: Person) => authorize(person, { kind: 'project', id: run.projectId }, 'manage');
  const share = (page: string, grant = run.manage) => makeShareLink(db, grant, { page, ...password });
  const kinds = () => shareablePages(db, run.projectId).map(({ kind }) => kind);
  const open = (token: string, language = 'en') =>
    sharedPage(
      db,
      readShareLink(db, token),
      (grant, study) => Promise.resolve(studyProcedure(db, grant, study)),
      language
    );
  return { db, run, asLead, share, kinds, open };
}

/** Every item of the study judged by its people. */
function judgeAll(db: Db, { annotators }: ExampleRun, studyId: string): void {
  const { assignment, assignmentItem, humanVerdict } = schema;
  const rows = db
    .select({ assignmentId: assignment.id, studyItemId: assignmentItem.studyItemId, userId: assignment.userId })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(eq(assignment.studyId, studyId))
    .all();
  for (const { userId, ...row } of rows) {
    const id = `${row.studyItemId}-${userId}`;
    db.insert(humanVerdict)
      .values({
        ...{
          ...row,
          id,
          userId: userId ?? annotators[0].id,
          phase: 'blind',
          revision: 1,
          label: 'yes',
          note: 'zz-note'
        },
        ...{ passages: [], idempotencyKey: id, committedAt: 1 }
      })
      .run();
  }
}

describe('a share link', () => {
  it('shows a run and the leaderboard to a stranger, without script, and notes its last use', async () => {
    const { db, run, share, open } = scene();
    const links = [share(shareValue('run', run.runId)), share('leaderboard')];
    for (const { token } of links) {
      const html = await open(token);
      expect(html).toMatch(/<h1>(Run 1: First run|Example: leaderboard)</);
      expect(html).not.toMatch(/<script|https?:\/\//);
      noteShareUse(db, readShareLink(db, token));
    }
    const inChinese = await open(links[1]!.token, 'zh-Hans');
    expect(inChinese).toContain('<html lang="zh-Hans" dir="ltr">');
    expect(inChinese).toContain('<h1>Example：排行榜</h1>');
    expect(englishIn(textOfHtml(inChinese), ['First run'])).toEqual([]);
    expect(
      listShareLinks(db, run.manage)
        .map(({ kind, state, usedAt }) => [kind, state, usedAt !== null])
        .sort()
    ).toEqual([
      ['leaderboard', 'open', true],
      ['run', 'open', true]
    ]);
    expect(JSON.stringify(listShareLinks(db, run.manage))).not.toMatch(/[0-9a-f]{64}/);
  });
  it('is never made for an open blind study or the run that it judges, and shows nothing once a study opens', async () => {
    const { db, run, share, kinds, open } = scene();
    const link = share(shareValue('run', run.runId));
    const board = share('leaderboard');
    const study = createStudy(db, run.manage, run.input());
    expect(kinds()).toEqual([]);
    for (const page of [shareValue('run', run.runId), shareValue('alignment', study.id), 'leaderboard'])
      expect(() => share(page), page).toThrow(/Nothing was created/);
    for (const { token } of [link, board]) await expect(open(token)).rejects.toThrow(/expired/);
    judgeAll(db, run, study.id);
    closeStudy(db, run.manage, study.id);
    expect(kinds()).toEqual(['leaderboard', 'run']);
    // Closed, and its figures are embargoed still.
    expect(() => share(shareValue('alignment', study.id))).toThrow(/Nothing was created/);
    expect(await open(link.token)).toContain('Run 1: First run');
  });
  it('shows the alignment report of a closed study, without names, e-mails and notes of annotators', async () => {
    const { db, run, share, open } = scene();
    const study = createStudy(db, run.manage, run.input());
    judgeAll(db, run, study.id);
    closeStudy(db, run.manage, study.id);
    liftEmbargo(db, run.manage, study.id);
    const html = await open(share(shareValue('alignment', study.id)).token);
    expect(html).toContain('<!doctype html>');
    for (const { name, email } of run.annotators) {
      expect(html).not.toContain(email);
      expect(html).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
    expect(html).not.toContain('zz-note');
  });
  it('ends when it is withdrawn, expires, its maker is disabled or leads no more, and after a restore', () => {
    const { db, run, asLead, share } = scene();
    const page = shareValue('run', run.runId);
    const ended = (token: string) => expect(() => readShareLink(db, token)).toThrow(/expired/);
    const withdrawn = share(page);
    withdrawShareLink(db, run.manage, withdrawn.id);
    ended(withdrawn.token);
    expect(() => withdrawShareLink(db, run.manage, withdrawn.id)).toThrow(/no such open link/);
    const late = share(page);
    expect(() => readShareLink(db, late.token, Date.now() + 8 * 24 * 3_600_000)).toThrow(/expired/);
    expect(() => readShareLink(db, late.token, Date.now() - 8 * 24 * 3_600_000)).toThrow(/expired/);
    const leads = share(page, asLead(run.lead));
    expect(readShareLink(db, leads.token).kind).toBe('run');
    addRole(db, run.manage, run.outsider.id, 'lead');
    removeRole(db, run.manage, run.lead.id, 'lead');
    ended(leads.token);
    addRole(db, run.manage, run.lead.id, 'lead');
    disablePerson(db, admin, run.lead.id);
    ended(leads.token);
    ended('x'.repeat(43));
    endAllAccess(db, 'test');
    ended(late.token);
  });
  it('belongs to its project: pages and links of another one are not found', () => {
    const { db, run, share } = scene();
    const other = exampleRun(db);
    expect(() => makeShareLink(db, other.manage, { page: shareValue('run', run.runId), days: 7 })).toThrow();
    const { id } = share(shareValue('run', run.runId));
    expect(() => withdrawShareLink(db, other.manage, id)).toThrow(/no such open link/);
    expect(listShareLinks(db, other.manage)).toEqual([]);
    expect(() => makeShareLink(db, run.manage, { page: shareValue('run', run.runId), days: 3650 })).toThrow();
  });
  it('replaces names of annotators if they are words, and nothing else', () => {
    const data = {
      Ana: ['Ana and Ana Ito agree.', 'Analysis, Diana'],
      map: new Map([['k', '(Ana)']]),
      n: 3,
      none: null
    };
    expect(withoutNames(data, ['Ana', 'Ana Ito', '', 'a.b'])).toEqual({
      ...{ Ana: ['Annotator 1 and Annotator 2 agree.', 'Analysis, Diana'], map: new Map([['k', '(Annotator 1)']]) },
      ...{ n: 3, none: null }
    });
    expect(withoutNames('axb a.b', ['a.b'])).toBe('axb Annotator 1');
  });
  it('reads with the permission of a viewer, who manages nothing', () => {
    const { run } = scene();
    const { actor, resource } = viewerGrant(run.projectId);
    expect(() => authorize(actor, resource, 'manage')).toThrow();
  });
  it('is made for a page of the list only', () => {
    for (const bad of ['', 'run', 'leaderboard:x', 'study:1', 'constructor', 'card'])
      expect(sharedPageIn(bad), bad).toBeNull();
    expect(sharedPageIn('run:a')).toEqual({ kind: 'run', id: 'a' });
  });
});
