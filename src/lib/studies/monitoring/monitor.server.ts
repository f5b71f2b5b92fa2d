import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { blindLabel, isLastBlind } from '../study/blind-label.server.ts';
import { CANNOT_JUDGE } from '../kinds/index.ts';
import type { LeaseRules } from '../judging/leases/lease.ts';
import { studyOf } from '../judging/leases/lease-rules.server.ts';
import { lastActs, leaseRulesOf, mayBeTaken, openWork, type OpenWork } from '../judging/leases/lease-work.server.ts';
import { studyPace, type StudyPace } from './monitor-pace.ts';
import { inSample } from '../planning/purposes/purposes.server.ts';
import type { SampleInput } from '../planning/drawing/sampling.ts';
import { studyProgress, type PersonProgress } from '../planning/studies.server.ts';

/** View of a study for its lead while people judge: counts and times, nothing about any person's answer on any item. */
interface StudyMonitor {
  people: MonitoredPerson[];
  /** Open items that are assigned to no person, and in how many parts of reports. */
  waiting: { items: number; parts: number };
  /** Items that others may take over now, those that wait among them. */
  free: number;
  strata: MonitoredStratum[];
  batches: MonitoredBatch[];
  /** Items by how many of their labels are in. */
  items: { total: number; complete: number; begun: number; none: number };
  labels: { done: number; total: number };
  pace: StudyPace;
  /** Standing labels with a note, and those that say that the item cannot be judged. */
  notes: number;
  cannotJudge: number;
  leases: LeaseRules;
  at: number;
}

interface MonitoredPerson extends PersonProgress {
  /** When the person last opened, saved or committed something, ms; null for never. */
  lastAt: number | null;
  /** Open items by the state of what they stand in. */
  held: number;
  unopened: number;
  idle: number;
  neglected: number;
  abandoned: number;
  /** Parts of reports that are idle or neglected, with since when they are. */
  left: { assignmentId: string; items: number; state: 'idle' | 'neglected'; openedAt: number | null }[];
}

interface MonitoredStratum {
  name: string;
  items: number;
  complete: number;
  labels: number;
  wanted: number;
}

interface MonitoredBatch {
  number: number;
  seed: number;
  sample: SampleInput;
  available: number;
  drawn: number;
  labels: number;
  wanted: number;
  by: string | null;
  at: number;
}

/** How a study is getting on, now. */
export function studyMonitor(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  now = Date.now()
): StudyMonitor {
  const study = studyOf(db, grant, studyId);
  const work = openWork(db, study, now);
  const acts = lastActs(db, study);
  const counted = itemCounts(db, studyId);
  const times = labelTimes(db, studyId);
  const total = counted.reduce((sum, { wanted }) => sum + wanted, 0);
  const done = counted.reduce((sum, { labels }) => sum + labels, 0);
  const waiting = work.filter(({ state }) => state === 'waiting');
  return {
    people: studyProgress(db, grant, studyId).map((person) =>
      monitored(
        person,
        work.filter(({ userId }) => userId === person.userId),
        acts.get(person.userId) ?? null
      )
    ),
    waiting: { items: openIn(waiting), parts: waiting.length },
    free: study.status === 'open' ? openIn(work.filter(mayBeTaken)) : 0,
    strata: [...Map.groupBy(counted, ({ stratum }) => stratum)].map(([name, own]) => ({
      name,
      items: own.length,
      complete: own.filter(({ labels, wanted }) => labels >= wanted).length,
      labels: own.reduce((sum, { labels }) => sum + labels, 0),
      wanted: own.reduce((sum, { wanted }) => sum + wanted, 0)
    })),
    batches: batchesOf(db, studyId).map((batch) => {
      const own = counted.filter((item) => item.batch === batch.number);
      return {
        ...batch,
        labels: own.reduce((sum, { labels }) => sum + labels, 0),
        wanted: own.reduce((sum, { wanted }) => sum + wanted, 0)
      };
    }),
    items: {
      total: counted.length,
      complete: counted.filter(({ labels, wanted }) => labels >= wanted).length,
      begun: counted.filter(({ labels, wanted }) => labels > 0 && labels < wanted).length,
      none: counted.filter(({ labels }) => labels === 0).length
    },
    labels: { done, total },
    pace: studyPace(
      times.map(({ at }) => at),
      total - done,
      study.status,
      now
    ),
    notes: times.filter(({ noted }) => noted === 1).length,
    cannotJudge: times.filter(({ cannot }) => cannot === 1).length,
    leases: leaseRulesOf(study),
    at: now
  };
}

const openIn = (work: readonly OpenWork[]): number => work.reduce((sum, { open }) => sum + open.length, 0);

function monitored(person: PersonProgress, work: readonly OpenWork[], lastAt: number | null): MonitoredPerson {
  const inState = (state: OpenWork['state']): number => openIn(work.filter((one) => one.state === state));
  return {
    ...person,
    lastAt,
    held: inState('held'),
    unopened: inState('unopened'),
    idle: inState('idle'),
    neglected: inState('neglected'),
    abandoned: inState('abandoned'),
    left: work.flatMap(({ assignmentId, open, state, openedAt }) =>
      state === 'idle' || state === 'neglected' ? [{ assignmentId, items: open.length, state, openedAt }] : []
    )
  };
}

/** Each sampled item with the labels that it has and those that it is to get. */
function itemCounts(db: Db, studyId: string): { stratum: string; batch: number; labels: number; wanted: number }[] {
  const { assignment, assignmentItem, studyItem } = schema;
  return db
    .select({
      stratum: studyItem.stratum,
      batch: studyItem.batch,
      labels: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`,
      wanted: sql<number>`count(*)`
    })
    .from(studyItem)
    .innerJoin(assignmentItem, eq(assignmentItem.studyItemId, studyItem.id))
    .innerJoin(assignment, eq(assignment.id, assignmentItem.assignmentId))
    .where(and(eq(studyItem.studyId, studyId), eq(studyItem.purpose, 'sample')))
    .groupBy(studyItem.id)
    .orderBy(asc(studyItem.stratum))
    .all();
}

/** When the standing labels were first committed, and whether each has a note or says that the item cannot be judged. A revision is no further label. */
function labelTimes(db: Db, studyId: string): { at: number; noted: number; cannot: number }[] {
  const { assignment, humanVerdict } = schema;
  return db
    .select({
      at: sql<number>`(
        select min(h.committed_at) from human_verdict h
        where h.study_item_id = ${humanVerdict.studyItemId} and h.user_id = ${humanVerdict.userId}
          and h.phase = 'blind' and h.label is not null
      )`,
      noted: sql<number>`${humanVerdict.note} <> ''`,
      cannot: sql<number>`${humanVerdict.label} = ${CANNOT_JUDGE}`
    })
    .from(assignment)
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .where(
      and(
        eq(assignment.studyId, studyId),
        isLastBlind,
        isNotNull(humanVerdict.label),
        inSample(humanVerdict.studyItemId)
      )
    )
    .all();
}

const batchesOf = (db: Db, studyId: string): Omit<MonitoredBatch, 'labels' | 'wanted'>[] =>
  db
    .select({
      number: schema.studyBatch.number,
      seed: schema.studyBatch.seed,
      sample: schema.studyBatch.sample,
      available: schema.studyBatch.available,
      drawn: schema.studyBatch.drawn,
      by: schema.user.name,
      at: schema.studyBatch.createdAt
    })
    .from(schema.studyBatch)
    .leftJoin(schema.user, eq(schema.user.id, schema.studyBatch.createdBy))
    .where(eq(schema.studyBatch.studyId, studyId))
    .orderBy(asc(schema.studyBatch.number))
    .all();
