import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignment } from '../src/lib/alignment/report/report.ts';
import { studyRatingsOf } from '../src/lib/alignment/report/report.server.ts';
import { isRefusal } from '../src/lib/errors.ts';
import type { DimensionPoints } from '../src/lib/scorer/verdict.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { schema, type Db } from '../src/lib/server/db/client.ts';
import { storeText } from '../src/lib/server/db/report-text.ts';
import { copiesOf } from '../src/lib/server/db/memory.fixture.ts';
import { everyKindRun, metricOf, PAGE } from '../src/lib/studies/planning/every-kind.fixture.ts';
import { CANNOT_JUDGE, studyKindNames, studyKinds, type NamedStudyKind } from '../src/lib/studies/kinds/index.ts';
import { studyLabels } from '../src/lib/studies/labels/labels.server.ts';
import type { StudyInput } from '../src/lib/studies/planning/study-input.ts';
import { planStudy } from '../src/lib/studies/planning/planning.server.ts';
import { myStudies, nextStudyAssignment, readAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { revealAssignment } from '../src/lib/studies/reveal/reveal.server.ts';
import { createStudy, studyProgress } from '../src/lib/studies/planning/studies.server.ts';
import { goldItemsOf } from '../src/lib/studies/planning/purposes/purposes.fixture.ts';
import { commitVerdict } from '../src/lib/studies/judging/verdicts.server.ts';
import { nextInStudy, waitingFor } from '../src/lib/studies/judging/waiting.server.ts';
import { annotating, openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';

/** With training, gold items and repeats among the items; of rankings and pairs there are few. */
const withChecks = (
  kind: NamedStudyKind,
  sample = kind === 'ranking' ? 2 : kind === 'preference' ? 3 : 6
): Partial<StudyInput> => ({
  ...{ reveal: 'never', sample: { items: sample } },
  settings: { repeats: 2 }
});

const everyKind = copiesOf(everyKindRun);

const setUp = (kind: NamedStudyKind, change: Partial<StudyInput> = {}) => {
  const { db, ...run } = everyKind();
  const [ana, ben] = run.annotators;
  const input = run.input({
    kind,
    metric: metricOf[kind],
    sample: { items: kind === 'ranking' ? 4 : 8 },
    people: [ana.id, ben.id],
    reveal: studyKinds[kind].judges.from === 'nothing' ? 'never' : 'after-report',
    ...(change.settings?.repeats && { known: goldItemsOf(db, run, kind, metricOf[kind]) }),
    ...change
  });
  return { ...run, db, input, study: createStudy(db, run.manage, input), ana, ben };
};

/** An answer that the kind takes, another one for each `n`. */
const answer = (kind: NamedStudyKind, n: number): string => {
  const { options } = studyKinds[kind];
  return kind === 'ranking' ? ['1,2,3', '3,1,2', '1,1,2'][n % 3]! : options[n % options.length]!.label;
};

/** The text that a person writes beside an answer: issues are listed there. */
const noteFor = (kind: NamedStudyKind, label: string | null, words = ''): string =>
  kind === 'issue-search' && label === 'listed' ? `> A first paragraph.\n> A second paragraph.\n${words}` : words;

let keys = 0;
function judgeAll(db: Db, person: Person, studyId: string, labelOf: (n: number) => string): string {
  const kind = db.select().from(schema.study).where(eq(schema.study.id, studyId)).get()!.kind as NamedStudyKind;
  let bytes = JSON.stringify(myStudies(db, person));
  let n = 0;
  for (let id = nextStudyAssignment(db, person, studyId); id !== null; id = nextStudyAssignment(db, person, studyId)) {
    const open = openAssignment(db, person, id)!;
    bytes += JSON.stringify([open, readAssignment(db, person, id), nextInStudy(db, person, id)]);
    for (const item of open.items) {
      const label = labelOf(n++);
      bytes += JSON.stringify(
        commitVerdict(db, annotating(person), {
          ...{ assignmentId: id, studyItemId: item.id, label, note: noteFor(kind, label, `words of ${person.name}`) },
          ...{ passages: [], seconds: 3, idempotencyKey: `every-${++keys}` }
        })
      );
    }
    bytes += JSON.stringify([readAssignment(db, person, id), waitingFor(db, person, studyId)]);
  }
  return bytes;
}

describe.each(studyKindNames)('a study of the kind %s', (kind) => {
  it('goes from plan to labels that the alignment report takes', () => {
    const { db, study, ana, ben, read, runId } = setUp(kind);
    for (const person of [ana, ben]) judgeAll(db, person, study.id, (n) => answer(kind, n));
    expect(studyProgress(db, read, study.id).every(({ done, total }) => done === total && total > 0)).toBe(true);
    const units = studyLabels(db, read, study.id);
    expect(units).toHaveLength(kind === 'ranking' ? 4 * 3 : 8);
    expect(units.every(({ humans }) => humans.length === 2)).toBe(true);
    const ratings = studyRatingsOf(db, read, study.id);
    expect(ratings.scale).toEqual(studyKinds[kind].scale);
    const report = alignment(ratings, { resamples: 20 });
    expect(report.scope.items).toHaveLength(units.length);
    expect(ratings.judges).toHaveLength(studyKinds[kind].judges.from === 'nothing' ? 0 : 3);
    if (kind === 'issue-validity') {
      // All three judges report every one of the merged issues.
      for (const { judges } of units)
        expect(judges.map(({ state, label }) => [state, label])).toEqual(Array(3).fill(['judged', 'valid']));
    } else if (kind === 'preference') {
      const verdicts = db.select().from(schema.verdict).where(eq(schema.verdict.runId, runId)).all();
      for (const unit of units)
        for (const said of unit.judges)
          expect(said.label).toBe(
            verdicts.find(
              (one) => one.metric === 'depth' && one.reportId === unit.reportId && one.judgeId === said.judgeId
            )!.label
          );
    }
  });

  it.each(['alone', 'with training, gold items and repeats'])(
    'shows a person, byte for byte, no system, judge, report id, stratum or other person before the reveal, %s',
    (mix) => {
      const mixed = mix === 'alone' ? {} : withChecks(kind);
      const { db, study, ana, ben, secrets, lead, projectId } = setUp(kind, mixed);
      judgeAll(db, ben, study.id, (n) => answer(kind, n));
      const bytes = judgeAll(db, ana, study.id, (n) => answer(kind, n + 1));
      expect(bytes).toContain('words of Ana');
      expect(bytes.includes('why-training')).toBe(mix !== 'alone');
      // Ids that a person does receive are random letters, which now and then spell a word.
      const { study: studies, assignment, studyItem } = schema;
      const own = [studies, assignment, studyItem].flatMap((table) => db.select({ id: table.id }).from(table).all());
      const words = own.reduce((text, { id }) => text.replaceAll(id, ''), bytes);
      // Words that would reveal that an item is known or repeated.
      const telling = ['why-gold', 'why-attention', 'gold', 'attention', 'repeats', '"repeat"', 'purpose', 'sample'];
      for (const word of telling) expect(words.includes(word), word).toBe(false);
      const hidden = [
        ...secrets,
        ...[ben.id, lead.id, projectId, 'words of Ben', 'all-agree', 'some-differ', 'inclusion', 'baseline'],
        ...db
          .select({ id: schema.report.id })
          .from(schema.report)
          .all()
          .map(({ id }) => id),
        ...db
          .select({ id: schema.system.id })
          .from(schema.system)
          .all()
          .map(({ id }) => id)
      ];
      for (const secret of hidden) expect(bytes.includes(secret), secret).toBe(false);
    }
  );

  it('lets nothing but training differ from an item of the sample, and that only after the commit', () => {
    const { db, study, ana } = setUp(kind, withChecks(kind));
    const rows = db.select().from(schema.studyItem).where(eq(schema.studyItem.studyId, study.id)).all();
    const purposeOf = new Map(rows.map(({ id, purpose }) => [id, purpose]));
    const first = readAssignment(db, ana, nextStudyAssignment(db, ana, study.id)!);
    expect([first.training, first.queue.position]).toEqual([true, 0]);
    const seen = new Set<string>();
    const shapes = [...new Set(first.queue.seats.map((seat) => seat.assignmentId))].flatMap((id) => {
      const { training, items, report, query, beside } = readAssignment(db, ana, id);
      return items.map(({ id: item, feedback, ...shown }) => {
        const purpose = purposeOf.get(item)!;
        seen.add(purpose);
        expect([purpose, training, feedback]).toEqual([purpose, purpose === 'training', null]);
        const row = rows.find((one) => one.id === item)!;
        return { purpose, unit: `${row.reportId} ${row.item}`, shown: { ...shown, report, query, beside } };
      });
    });
    expect(seen).toEqual(new Set(['sample', 'training', 'gold', 'repeat', ...(kind === 'ranking' ? [] : ['attention'])])); // prettier-ignore
    expect(new Set(shapes.map(({ shown }) => Object.keys(shown).join()))).toHaveLength(1);
    for (const { unit, shown } of shapes.filter(({ purpose }) => purpose === 'repeat'))
      expect(shapes.find((one) => one.purpose === 'sample' && one.unit === unit)?.shown).toEqual(shown);
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids.map((id) => id.length))).toHaveLength(1);
    const entry = { assignmentId: first.id, studyItemId: first.items[0]!.id, passages: [], seconds: 1 };
    const told = (label: string) => {
      const done = commitVerdict(db, annotating(ana), {
        ...entry,
        label,
        note: noteFor(kind, label),
        idempotencyKey: `told-${label}`
      });
      expect(readAssignment(db, ana, first.id).items[0]!.feedback).toEqual(done.feedback);
      return done.feedback!;
    };
    const { answer: known, reason, right } = told(answer(kind, 1));
    expect([reason, right]).toEqual(['why-training', known === answer(kind, 1)]);
    expect(told(known)).toEqual({ answer: known, reason, right: true });
  });

  it('looks the same whatever the judges say and whichever system wrote the reports', () => {
    // Names and labels of judges that differ from database to database must not reach the page in any form.
    const seen = (lenient: boolean) => {
      const { db, ana, study } = setUp(kind, { sample: { items: kind === 'ranking' ? 4 : 6 } });
      db.update(schema.verdict)
        .set({ label: lenient ? 'yes' : 'no', rationale: lenient ? 'a' : 'b' })
        .where(eq(schema.verdict.metric, 'coverage'))
        .run();
      db.update(schema.system)
        .set({ provider: lenient ? 'one' : 'two' })
        .run();
      const id = nextStudyAssignment(db, ana, study.id)!;
      const { query, report, beside, items } = readAssignment(db, ana, id);
      return [query, report, beside, items.map(({ id: _, ...item }) => item)];
    };
    expect(seen(true)).toEqual(seen(false));
  });

  it('takes an answer once, changes it until the reveal, and refuses what was not offered', () => {
    const { db, study, ana } = setUp(kind);
    const id = nextStudyAssignment(db, ana, study.id)!;
    const item = openAssignment(db, ana, id)!.items[0]!;
    const entry = (label: string | null, idempotencyKey: string, note = noteFor(kind, label)) => ({
      ...{ assignmentId: id, studyItemId: item.id, label, note, passages: [], seconds: 1, idempotencyKey }
    });
    expect(commitVerdict(db, annotating(ana), entry(answer(kind, 0), 'k1')).verdict).toMatchObject({
      label: answer(kind, 0)
    });
    expect(commitVerdict(db, annotating(ana), entry(answer(kind, 0), 'k1'))).toMatchObject({ repeated: true });
    expect(commitVerdict(db, annotating(ana), entry(answer(kind, 1), 'k2')).verdict).toMatchObject({
      label: answer(kind, 1)
    });
    expect(commitVerdict(db, annotating(ana), entry(null, 'k3')).verdict).toBeNull();
    expect(() => commitVerdict(db, annotating(ana), entry('win', 'k4'))).toThrow('not taken');
    expect(() => commitVerdict(db, annotating(ana), entry(CANNOT_JUDGE, 'k5'))).toThrow(
      expect.toSatisfy((e: unknown) => isRefusal(e) && e.problems[0]?.column === 'note')
    );
    expect(commitVerdict(db, annotating(ana), entry(CANNOT_JUDGE, 'k6', 'the text is cut off')).verdict).toMatchObject({
      label: CANNOT_JUDGE
    });
  });

  if (studyKinds[kind].judges.from !== 'nothing')
    it('reveals the judges in the words of the page, disagreements first', () => {
      const { db, study, ana } = setUp(kind);
      const id = nextStudyAssignment(db, ana, study.id)!;
      const open = openAssignment(db, ana, id)!;
      for (const item of open.items)
        commitVerdict(db, annotating(ana), {
          ...{ assignmentId: id, studyItemId: item.id, label: answer(kind, 1), note: '', passages: [] },
          ...{ seconds: 1, idempotencyKey: `reveal-${++keys}` }
        });
      const { items } = revealAssignment(db, annotating(ana), id);
      const order = items[0]!.judges.length > 0 ? items : [];
      const differs = order.map(({ own, judges }) => judges.some(({ label }) => label !== null && label !== own.label));
      expect(differs).toEqual([...differs].sort((a, b) => Number(b) - Number(a)));
      for (const { judges, own } of items) {
        expect(own.label).toBe(answer(kind, 1));
        expect(judges.length).toBe(3);
        if (kind === 'preference') for (const { label } of judges) expect(['A', 'tie', 'B']).toContain(label);
      }
    });
});

describe('preference', () => {
  it('quotes a judge from the order of the texts that the person saw', () => {
    const { db, study, ana } = setUp('preference');
    for (const id of [...readAssignment(db, ana, nextStudyAssignment(db, ana, study.id)!).queue.seats].map(
      (seat) => seat.assignmentId
    )) {
      const [item] = openAssignment(db, ana, id)!.items;
      commitVerdict(db, annotating(ana), {
        ...{ assignmentId: id, studyItemId: item!.id, label: 'tie', note: '', passages: [] },
        ...{ seconds: 1, idempotencyKey: `order-${++keys}` }
      });
      const seat = db.select().from(schema.assignmentItem).where(eq(schema.assignmentItem.assignmentId, id)).get()!;
      const left = seat.order![0] === 0 ? 'report' : 'baseline';
      const said = revealAssignment(db, annotating(ana), id).items[0]!.judges.map(({ rationale }) => rationale);
      expect(new Set(said)).toEqual(new Set([`With the ${left} as text A`]));
    }
  });

  it('stores what a person says of the left text as said of its report, mirrored for the second person', () => {
    const { db, study, ana, ben, read } = setUp('preference');
    for (const person of [ana, ben]) judgeAll(db, person, study.id, () => 'A');
    const seats = db.select().from(schema.assignmentItem).all();
    for (const { itemId, humans } of studyLabels(db, read, study.id)) {
      const orders = seats.filter(({ studyItemId }) => studyItemId === itemId).map(({ order }) => order![0]);
      expect([...orders].sort()).toEqual([0, 1]);
      expect(humans.map(({ label }) => label).sort()).toEqual(['loss', 'win']);
    }
  });

  it('asks for points in five dimensions if the study does, and keeps them by report', () => {
    const { db, study, ana, read } = setUp('preference', { settings: { dimensions: true } });
    const id = nextStudyAssignment(db, ana, study.id)!;
    const [item] = openAssignment(db, ana, id)!.items;
    const five = (n: number): DimensionPoints => ({ granularity: n, insight: n, critique: n, evidence: n, density: n });
    const commit = (points: DimensionPoints[] | null, key: string) =>
      commitVerdict(db, annotating(ana), {
        ...{ assignmentId: id, studyItemId: item!.id, label: 'A', points, note: '', passages: [] },
        ...{ seconds: 1, idempotencyKey: key }
      });
    expect(() => commit(null, 'p1')).toThrow('not taken');
    expect(() => commit([five(5), five(6)], 'p2')).toThrow('not taken');
    expect(commit([five(4), five(1)], 'p3').verdict?.points).toEqual([five(4), five(1)]);
    const unit = studyLabels(db, read, study.id).find(({ itemId }) => itemId === item!.id)!;
    const first = unit.humans[0]!.label === 'win' ? 0 : 1;
    expect(unit.humans[0]!.points![first]).toEqual(five(4));
  });
});

it('shows the very page text that was kept for the judges beside a claim', () => {
  const { db, study, ana } = setUp('claim-support');
  const open = openAssignment(db, ana, nextStudyAssignment(db, ana, study.id)!)!;
  expect(open.items[0]!.source).toMatchObject({ url: 'https://source.example/a', text: PAGE });
});

it('keeps further acceptable answers if the lead wants them, and refuses them if not', () => {
  fc.assert(
    fc.property(fc.boolean(), (multiSelect) => {
      const { db, study, ana } = setUp('issue-validity', { settings: { multiSelect } });
      const id = nextStudyAssignment(db, ana, study.id)!;
      const [item] = openAssignment(db, ana, id)!.items;
      const commit = () =>
        commitVerdict(db, annotating(ana), {
          ...{ assignmentId: id, studyItemId: item!.id, label: 'valid', acceptable: ['unclear'] },
          ...{ note: '', passages: [], seconds: 1, idempotencyKey: 'm1' }
        });
      if (multiSelect) expect(commit().verdict?.acceptable).toEqual(['unclear']);
      else expect(commit).toThrow('not taken');
    }),
    { numRuns: 4 }
  );
});

it('flags reports that name their own system, and masks the names if the lead wants it', () => {
  const { db, ...run } = everyKind();
  const markdown = '# Report\n\nWritten by System Aurora after long work.';
  const [system] = db.select().from(schema.system).where(eq(schema.system.name, 'system-aurora')).all();
  // Reports never change their text: the one that names itself is of a further query.
  const [query] = db.select().from(schema.query).where(eq(schema.query.projectId, run.projectId)).limit(1).all();
  db.insert(schema.query)
    .values({ ...query!, id: 'further', qid: 'q9', qidKey: 'q9' })
    .run();
  db.insert(schema.report)
    .values({
      ...{ id: 'further-report', projectId: run.projectId, systemId: system!.id, queryId: 'further' },
      ...{ sha256: storeText(db, markdown).hash, source: 'a.md', importedAt: 1 }
    })
    .run();
  db.insert(schema.runReport).values({ runId: run.runId, reportId: 'further-report', position: 99 }).run();
  const [ana] = run.annotators;
  const input = run.input({
    ...{ kind: 'user-preference', sample: { items: 13 }, people: [ana.id], overlap: 1, reveal: 'never' },
    settings: { maskNames: true }
  });
  expect(planStudy(db, run.manage, input).named).toEqual([
    { system: 'system-aurora', qid: 'q9', times: 1, introduces: 0 }
  ]);
  const study = createStudy(db, run.manage, input);
  const bytes = judgeAll(db, ana, study.id, () => '3');
  expect(bytes).toContain('Written by ▇▇▇ after long work.');
  expect(bytes).not.toMatch(/System Aurora/i);
});

describe('sampling', () => {
  it('draws equally many of each category, system or item, and only from what the plan names', () => {
    const { db, manage, input, annotators } = setUp('checklist-item');
    const people = [annotators[2].id, annotators[3].id];
    const each = planStudy(db, manage, { ...input, people, sample: { by: 'system', each: 5 } });
    expect(each.systems.map(({ sampled }) => sampled)).toEqual([5, 5, 5]);
    const only = planStudy(db, manage, {
      ...input,
      people,
      sample: { items: 6, only: { item: ['a'], system: ['system-aurora', 'system-corona'] } }
    });
    expect(only.available).toMatchObject({ units: 8, held: 0 });
    expect(only.sampled.units).toBe(6);
  });

  it('stores what was drawn from how much as a batch that cannot be changed', () => {
    const { db, study } = setUp('score');
    expect(db.select().from(schema.studyBatch).all()).toMatchObject([
      { studyId: study.id, number: 1, sample: { items: 8 }, available: 12, drawn: 8 }
    ]);
    expect(() => db.update(schema.studyBatch).set({ drawn: 1 }).run()).toThrow();
  });
});
