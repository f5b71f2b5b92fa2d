import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Person } from '$lib/server/auth/authorize.ts';
import { schema } from '$lib/server/db/client.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { storeText } from '$lib/server/db/report-text.ts';
import { nextStudyAssignment, readAssignment } from '$lib/studies/judging/queue.server.ts';
import { everyKindRun } from '$lib/studies/planning/every-kind.fixture.ts';
import { closeStudy, createStudy } from '$lib/studies/planning/studies.server.ts';
import { runIssues } from '$lib/studies/units/run-issues.server.ts';
import { POST } from './commit/+server.ts';

/** A report that takes a reader long: links in every sentence. 1 MB has some 15,000 of them. */
const linked = (name: string, links = 15_000): string =>
  `# ${name}\n\n${Array.from({ length: links }, (_, n) => `Output of *“${name}”* grew by ${n} [${n}](https://a.example/${n}).\n\n`).join('')}Rain fell on 12 days.\n\nIt rained on 14 days.\n`;

/** A study in which Ana lists issues; its reports are this text, which no page has opened yet. */
function listing(markdown: string) {
  const { db } = memoryDatabase();
  const example = everyKindRun(db);
  const [ana] = example.annotators;
  const kind = {
    kind: 'issue-search',
    metric: 'consistency',
    sample: { items: 1 },
    people: [ana.id],
    overlap: 1
  } as const;
  const study = createStudy(db, example.manage, example.input({ ...kind, reveal: 'never' }));
  for (const { name } of db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'trigger' and tbl_name in ('report', 'report_text')`
  ))
    db.run(sql`drop trigger ${sql.identifier(name)}`);
  db.update(schema.report)
    .set({ sha256: storeText(db, markdown).hash })
    .run();
  const assignment = nextStudyAssignment(db, ana, study.id)!;
  const [item] = readAssignment(db, ana, assignment).items;
  const slug = db.select().from(schema.project).where(eq(schema.project.id, example.projectId)).get()!.slug;
  const commit = (actor: Person, note: string, key: string) => {
    const verdict = { studyItemId: item!.id, label: 'listed', note, passages: [], seconds: 1, idempotencyKey: key };
    const request = new Request('http://x.example/', { method: 'POST', body: JSON.stringify(verdict) });
    const event = { request, locals: { db, actor }, params: { project: slug, assignment } };
    return POST(event as unknown as Parameters<typeof POST>[0]);
  };
  return { db, example, ana, study, commit };
}

describe('a list of issues in a long report that has not been opened', () => {
  it('is refused by the passage that is not in it', async () => {
    const { ana, commit } = listing(linked('Hail', 2_000));
    await expect(commit(ana, '> Hail fell.\n> It rained on 14 days.', 'key-of-hail')).rejects.toMatchObject({
      body: { problems: [{ found: 'Hail fell.' }] }
    });
  });

  it('is looked up beside the thread that answers people, and its places are kept', async () => {
    const text = linked('Rain');
    expect(text.length).toBeGreaterThan(900_000);
    const { db, example, ana, study, commit } = listing(text);
    let answered = 0;
    const others = setInterval(() => (answered += 1), 5);
    const response = await commit(ana, '> Rain fell on 12 days.\n> It rained on 14 days.\nThey clash.', 'key-of-rain');
    clearInterval(others);
    expect(response.status).toBe(200);
    expect(answered, 'answers to others meanwhile').toBeGreaterThan(5);
    // Asked for their issues, the closed study's lists say where these stand: no report is read again.
    db.run(sql`update report_text set markdown = 'Nothing is here any more.'`);
    closeStudy(db, example.manage, study.id);
    const pools = [...runIssues(db, { runId: example.runId, metric: 'consistency' }).values()].map(({ pool }) => pool);
    expect(
      pools
        .flat()
        .flatMap(({ members }) => members)
        .find(({ text: words }) => words === 'They clash.')!.evidence
    ).toMatchObject([
      { quote: 'Rain fell on 12 days.', place: { start: 0, end: 20 } },
      { quote: 'It rained on 14 days.', place: { start: 0, end: 20 } }
    ]);
  });
});
