import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { procedureState } from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { comparisonOrders } from '../src/lib/alignment/procedure/procedure-facts.server.ts';
import { procedureFacts } from '../src/lib/alignment/procedure/procedure-facts.server.ts';
import { alignment } from '../src/lib/alignment/report/report.ts';
import { studyRatingsOf } from '../src/lib/alignment/report/report.server.ts';
import { schema, type Db } from '../src/lib/server/db/client.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { memoryDatabase } from '../src/lib/server/db/memory.fixture.ts';
import { everyKindRun, metricOf } from '../src/lib/studies/planning/every-kind.fixture.ts';
import { studyLabels } from '../src/lib/studies/labels/labels.server.ts';
import { longFormat } from '../src/lib/studies/labels/labels.ts';
import { planStudy } from '../src/lib/studies/planning/planning.server.ts';
import { goldItemsOf } from '../src/lib/studies/planning/purposes/purposes.fixture.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { revealAssignment } from '../src/lib/studies/reveal/reveal.server.ts';
import { studyFacts } from '../src/lib/studies/monitoring/study-facts.server.ts';
import { rawLabels } from '../src/lib/studies/export/export-labels.server.ts';
import { studyMonitor } from '../src/lib/studies/monitoring/monitor.server.ts';
import { studyProtocol } from '../src/lib/studies/export/protocol.server.ts';
import { createStudy, listStudies, studyProgress } from '../src/lib/studies/planning/studies.server.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { waitingFor } from '../src/lib/studies/judging/waiting.server.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';

/** A study of two people with everything mixed in, judged to its end; what does not count is answered otherwise. */
function judged(kind: 'checklist-item' | 'preference', upTo: 'training' | 'end' = 'end') {
  const { db } = memoryDatabase();
  const run = everyKindRun(db);
  const [ana, ben] = run.annotators;
  const metric = metricOf[kind];
  const input = run.input({
    ...{ kind, metric, people: [ana.id, ben.id], reveal: 'at-end', known: goldItemsOf(db, run, kind, metric) },
    ...{ sample: { items: kind === 'preference' ? 3 : 12 }, settings: { repeats: 3 } }
  });
  const study = createStudy(db, run.manage, input);
  const rows = db.select().from(schema.studyItem).where(eq(schema.studyItem.studyId, study.id)).all();
  const purposeOf = new Map(rows.map(({ id, purpose }) => [id, purpose]));
  const sample = rows.filter(({ purpose }) => purpose === 'sample').map(({ id }) => id);
  for (const person of [ana, ben]) judgeAll(db, person, study.id, purposeOf, upTo);
  return { ...run, db, study, ana, ben, input, rows, sample, purposeOf };
}

function judgeAll(db: Db, person: Person, studyId: string, purposeOf: Map<string, string>, upTo: string): void {
  for (let id = nextStudyAssignment(db, person, studyId); id; id = nextStudyAssignment(db, person, studyId)) {
    const open = openAssignment(db, person, id)!;
    if (upTo === 'training' && !open.training) return;
    for (const { id: studyItemId } of open.items) {
      const counts = purposeOf.get(studyItemId) === 'sample';
      const label = open.study.kind === 'preference' ? (counts ? 'A' : 'tie') : counts ? 'yes' : 'no';
      const entry = { label, note: counts ? 'counts' : 'beside', passages: [], seconds: counts ? 10 : 1000 };
      commitVerdict(db, annotating(person), { assignmentId: id, studyItemId, idempotencyKey: `${person.id} ${studyItemId}`, ...entry }); // prettier-ignore
    }
  }
}

describe('training, gold items and repeats', () => {
  const done = judged('checklist-item');
  const { db, read, study, ana, sample, rows } = done;

  it('are there, and were answered', () => {
    const purposes = Map.groupBy(rows, ({ purpose }) => purpose);
    expect([...purposes.keys()].sort()).toEqual(['attention', 'gold', 'repeat', 'sample', 'training']);
    const labels = db.select().from(schema.humanVerdict).all();
    expect(labels.length).toBeGreaterThan(sample.length * 2 + 10);
    expect(rows.filter((row) => row.purpose !== 'sample' && row.inclusionProbability !== 0)).toEqual([]);
  });

  it('count neither in progress nor in the list nor in the facts of a study', () => {
    const people = studyProgress(db, read, study.id);
    expect(people.map(({ done: n, total, medianSeconds }) => [n, total, medianSeconds])).toEqual([
      [12, 12, 10],
      [12, 12, 10]
    ]);
    expect(listStudies(db, read)[0]).toMatchObject({ items: 12, total: 24, done: 24, people: 2 });
    const facts = studyFacts(db, read, study.id);
    const reports = new Set(rows.filter(({ purpose }) => purpose === 'sample').map(({ reportId }) => reportId)).size;
    expect(facts).toMatchObject({ items: 12, reports, handedOut: 2 * reports, revealed: 0 });
  });

  it('enter neither labels nor their export nor any figure', () => {
    const units = studyLabels(db, read, study.id);
    expect(units.map(({ itemId }) => itemId).sort()).toEqual([...sample].sort());
    expect(units.flatMap(({ humans }) => humans.map(({ label }) => label))).toEqual(Array(24).fill('yes'));
    const long = longFormat(units, (id) => id).filter((row) => row.rater_kind === 'human');
    expect(new Set(long.map(({ explanation }) => explanation))).toEqual(new Set(['counts']));
    const report = alignment(studyRatingsOf(db, read, study.id), { resamples: 20 });
    expect([report.scope.items.length, report.people.map(({ labelled }) => labelled)]).toEqual([12, [12, 12]]);
  });

  it('are no repeated answers of judges and break no seal', () => {
    const { scale } = studyRatingsOf(db, read, study.id);
    const { repeats } = procedureFacts(db, read, { ...study, runId: done.runId }, scale);
    const asked = new Set(Object.values(repeats.answers).flatMap((ofJudge) => Object.keys(ofJudge)));
    expect([...asked].every((id) => sample.includes(id))).toBe(true);
    expect(procedureState(db, read, study.id).labels).toBe(24);
    const practised = judged('checklist-item', 'training');
    expect(procedureState(practised.db, practised.read, practised.study.id)).toMatchObject({
      labels: 0,
      embargoed: false
    });
  });

  it('are named apart in the protocol, and are no part of what a lead watches or where judges are found wrong', () => {
    const monitor = studyMonitor(db, read, study.id);
    expect([monitor.items.total, monitor.labels, monitor.notes]).toEqual([12, { done: 24, total: 24 }, 24]);
    expect(monitor.strata.reduce((sum, { items }) => sum + items, 0)).toBe(12);
    const { sampled } = studyProtocol(db, read, study.id);
    expect(sampled.strata.reduce((sum, { units }) => sum + units, 0)).toBe(12);
    expect(sampled.apart.map(({ purpose }) => purpose)).toEqual(['training', 'gold', 'attention', 'repeat']);
    const raw = rawLabels(db, read, study.id).filter(({ purpose }) => purpose === 'sample');
    expect(raw).toHaveLength(24);
  });

  it('are revealed like the others at the end, but for training, which shows no judges', () => {
    const waiting = waitingFor(db, ana, study.id)!;
    expect(waiting.for).toBe('reveal');
    revealAssignment(db, annotating(ana), waiting.assignmentId);
    const seats = db.select().from(schema.assignment).where(eq(schema.assignment.userId, ana.id)).all();
    const training = new Set(rows.filter(({ purpose }) => purpose === 'training').map(({ reportId }) => reportId));
    expect(seats.filter(({ revealedAt }) => revealedAt === null).map(({ reportId }) => reportId).sort()).toEqual([...training].sort()); // prettier-ignore
    const first = seats.find(({ revealedAt }) => revealedAt === null)!;
    expect(() => revealAssignment(db, annotating(ana), first.id)).toThrow('training');
    // Until she states a preference on each, the others are offered again, and training never.
    const offered = waitingFor(db, ana, study.id)!.assignmentId;
    expect(seats.find(({ id }) => id === offered)!.revealedAt).not.toBeNull();
  });
});

it('orders of comparisons are those of the sample', () => {
  const { db, rows, sample, study, runId } = judged('preference');
  const orders = comparisonOrders(db, { id: study.id, runId, metric: 'depth' });
  expect(rows.length).toBeGreaterThan(sample.length);
  for (const ofJudge of Object.values(orders)) expect(Object.keys(ofJudge).sort()).toEqual([...sample].sort());
});

describe('naming gold items', () => {
  const { db } = memoryDatabase();
  const run = everyKindRun(db);
  const known = goldItemsOf(db, run, 'checklist-item', 'coverage');
  const plan = (change: Parameters<typeof run.input>[0]) =>
    planStudy(db, run.manage, run.input({ reveal: 'never', ...change }));

  it('sets the units aside from those that can be drawn, and counts them apart for each person', () => {
    const alone = plan({});
    const made = plan({ known, settings: { repeats: 2 } });
    expect(made.available).toMatchObject({ units: alone.available.units - 5, setAside: 5, held: 0 });
    expect(made.sampled.units).toBe(24);
    expect(made.people.reduce((sum, { items }) => sum + items, 0)).toBe(48);
    for (const one of made.people) expect(one).toMatchObject({ training: 2, gold: 3, repeats: 2 });
    expect(plan({ known, settings: { goldEvery: 12 } }).people.map((one) => one.gold)).toEqual([1, 1, 1, 1]);
  });

  it('keeps the sample of a seed if only how often they come changes', () => {
    const drawn = (settings: object) => {
      const study = createStudy(db, run.manage, run.input({ known, settings, reveal: 'never', people: [run.annotators[0].id], overlap: 1, sample: { items: 4, only: { item: ['a'] } } })); // prettier-ignore
      db.update(schema.study).set({ status: 'closed' }).where(eq(schema.study.id, study.id)).run();
      return studyLabels(db, run.read, study.id).map(({ reportId, item }) => `${reportId} ${item}`);
    };
    expect(drawn({})).toEqual(drawn({ repeats: 2, goldEvery: 2 }));
  });

  it('takes a question of the lead’s own, of which no judge knows', () => {
    const { qid, system } = known[0]!;
    const own = { ...known[4]!, qid, system, item: '', text: 'Does the report have a heading?' };
    const made = plan({ known: [...known, own] });
    expect(made.problems).toEqual([]);
    expect(made.available.setAside).toBe(5);
    const claim = plan({
      kind: 'score',
      metric: 'coverage-rating',
      sample: { items: 2 },
      known: [{ ...own, answer: '3' }]
    });
    expect(claim.problems.map(({ reason }) => reason).join()).toContain('cannot be written otherwise');
  });

  it.each([
    [{ qid: 'q9' }, 'no report of this system'],
    [{ item: 'zz' }, 'no such item. It has a, b, c, d, e'],
    [{ item: '' }, 'Write which item'],
    [{ answer: 'maybe' }, 'Answer with one of yes, no'],
    [{ reason: ' ' }, 'why the answer is right']
  ])('refuses %j with the row', (change, words) => {
    const { problems } = plan({ known: [known[1]!, { ...known[0]!, ...change }] });
    expect(problems).toMatchObject([{ row: 2, column: 'known' }]);
    expect(problems[0]!.reason).toContain(words);
  });

  it('refuses the same unit twice, repeats after judges were shown, and rates that are none', () => {
    const of = (change: Parameters<typeof plan>[0]) => plan(change).problems.map(({ column }) => column);
    expect(of({ known: [known[0]!, { ...known[0]!, purpose: 'gold' }] })).toEqual(['known']);
    expect(of({ reveal: 'after-report', settings: { repeats: 1 } })).toEqual(['repeats']);
    expect(of({ reveal: 'at-end', settings: { repeats: 1 } })).toEqual([]);
    expect(of({ settings: { repeats: 1.5, goldEvery: 1 } })).toEqual(['goldEvery', 'repeats']);
  });
});
