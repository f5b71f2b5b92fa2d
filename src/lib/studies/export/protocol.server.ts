import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { cannotJudgeReasons } from '../judging/cannot-judge.ts';
import { raterName } from './export-raters.server.ts';
import { guidelineHistory } from '../planning/guideline.server.ts';
import { selfJudgingIn } from '../../scorer/judges/self-judging.server.ts';
import { searchingIn } from '../../scorer/web/pages/web-search.server.ts';
import { reportsOfItems } from '../units/judge-labels.server.ts';
import { studyOf } from '../judging/leases/lease-rules.server.ts';
import { nameOfWords } from '../own-work/asked-in-words.ts';
import { deviationOf } from './protocol-deviations.ts';
import type { Deviation, StudyProtocol } from './protocol.ts';
import { inSample } from '../planning/purposes/purposes.server.ts';
import { isOfRun, kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';
import { unblindings } from '../labels/unblinding.server.ts';

const leadSays = sayingsOf('leadRefusals');
const eventSays = sayingsOf('protocolEvents');

/**
 * Describes how a study was done: question, sample, display, dates, people, and later changes. It contains no answers, so that
 * it can be exported before a lead has looked at any figure.
 *
 * @throws Refusal `invalid-input` for imported labels: how they were given is not known here
 */
export function studyProtocol(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): StudyProtocol {
  const study = studyOf(db, grant, studyId);
  if (!isOfRun(study)) return refuse.invalid(leadSays('elsewhereProtocol'));
  const raters = ratersOf(db, study);
  const commits = raters.flatMap(({ first, last }) => (first === null || last === null ? [] : [{ first, last }]));
  return {
    study: { number: study.number, name: study.name, status: study.status },
    project: db.select().from(schema.project).where(eq(schema.project.id, study.projectId)).get()!.name,
    asked: asked(db, study),
    scored: scored(db, study),
    sampled: sampled(db, study),
    shown: { reveal: study.reveal, orders: orders(db, study) },
    people: { overlap: study.overlap, raters },
    when: {
      made: study.createdAt,
      firstLabel: commits.length === 0 ? null : Math.min(...commits.map(({ first }) => first)),
      lastLabel: commits.length === 0 ? null : Math.max(...commits.map(({ last }) => last)),
      closed: study.closedAt
    },
    deviations: deviations(db, grant, study),
    looked:
      db
        .select({ at: schema.embargoLift.liftedAt })
        .from(schema.embargoLift)
        .where(eq(schema.embargoLift.studyId, studyId))
        .get()?.at ?? null
  };
}

function asked(db: Db, study: StudyOfRun): StudyProtocol['asked'] {
  const kind = kindOf(study);
  const { title, about, question, options, scale } = kind;
  return {
    named: { kind: kind.name, words: nameOfWords(kind, study.metric) },
    kind: title,
    about,
    question,
    labels: options.map(({ label, title: name, hint, key }) => ({ label, title: name, hint, key })),
    level: scale.level,
    cannotJudge: Object.values(cannotJudgeReasons),
    settings: study.settings,
    short: study.guideline,
    guidelines: guidelineHistory(db, study.id).map(({ number, markdown, createdAt }) => ({
      number,
      markdown,
      from: createdAt
    }))
  };
}

function scored(db: Db, study: StudyOfRun): StudyProtocol['scored'] {
  const { run, runMetric, runJudge, datasetVersion } = schema;
  const found = db
    .select({ run, number: datasetVersion.number, hash: datasetVersion.contentHash })
    .from(run)
    .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
    .where(eq(run.id, study.runId))
    .get()!;
  const prompt = db
    .select({ name: runMetric.promptName, version: runMetric.promptVersion, hash: runMetric.promptHash })
    .from(runMetric)
    .where(and(eq(runMetric.runId, study.runId), eq(runMetric.metric, study.metric)))
    .get();
  const self = selfJudgingIn(db, found.run);
  return {
    run: found.run.number,
    metric: study.metric,
    prompt: prompt ?? null,
    judges: db.select().from(runJudge).where(eq(runJudge.runId, study.runId)).all().length,
    searching: searchingIn(db, found.run).find(({ metric }) => metric === study.metric)?.judges.length ?? 0,
    selfJudging: {
      own: self.filter(({ systems }) => systems.length > 0).length,
      unknown: self.filter(({ unknown }) => unknown.length > 0).length
    },
    dataset: { number: found.number, hash: found.hash }
  };
}

function sampled(db: Db, study: StudyOfRun): StudyProtocol['sampled'] {
  const { studyBatch, studyItem, report } = schema;
  const items = db.select().from(studyItem).where(eq(studyItem.studyId, study.id)).all();
  const sample = items.filter(({ purpose }) => purpose === 'sample');
  const reports = reportsOfItems(db, study.id);
  const reportIds = [...new Set(sample.flatMap(({ id }) => reports.get(id) ?? []))];
  const known =
    reportIds.length === 0
      ? []
      : db
          .select({ queryId: report.queryId, systemId: report.systemId })
          .from(report)
          .where(inArray(report.id, reportIds))
          .all();
  const strata = Map.groupBy(sample, ({ batch, stratum, inclusionProbability }) =>
    JSON.stringify([batch, stratum, inclusionProbability])
  );
  return {
    batches: db
      .select()
      .from(studyBatch)
      .where(eq(studyBatch.studyId, study.id))
      .orderBy(asc(studyBatch.number))
      .all()
      .map(({ number, seed, sample: wanted, available, drawn, createdAt }) => ({
        ...{ number, seed, available, drawn },
        sample: wanted,
        at: createdAt
      })),
    strata: [...strata.values()].map(([first, ...rest]) => ({
      batch: first!.batch,
      stratum: first!.stratum,
      units: rest.length + 1,
      probability: first!.inclusionProbability
    })),
    reports: reportIds.length,
    queries: new Set(known.map(({ queryId }) => queryId)).size,
    systems: new Set(known.map(({ systemId }) => systemId)).size,
    apart: (['training', 'gold', 'attention', 'repeat'] as const).flatMap((purpose) => {
      const n = items.filter((item) => item.purpose === purpose).length;
      return n === 0 ? [] : [{ purpose, items: n }];
    })
  };
}

function orders(db: Db, study: StudyOfRun): StudyProtocol['shown']['orders'] {
  const { assignment, assignmentItem } = schema;
  return db
    .select({ order: sql<string | null>`${assignmentItem.order}`, shown: sql<number>`count(*)` })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, study.id), inSample(assignmentItem.studyItemId)))
    .groupBy(sql`${assignmentItem.order}`)
    .all()
    .flatMap(({ order, shown }) => {
      const places = JSON.parse(order ?? 'null') as number[] | null;
      return places === null
        ? []
        : [{ order: places.map((place) => String.fromCharCode(65 + place)).join(', '), shown }];
    });
}

function ratersOf(db: Db, study: StudyOfRun): StudyProtocol['people']['raters'] {
  const { assignment, assignmentItem, humanVerdict } = schema;
  const held = db
    .select({
      userId: assignment.userId,
      items: sql<number>`count(${assignmentItem.studyItemId})`,
      reports: sql<number>`count(distinct ${assignment.reportId})`
    })
    .from(assignment)
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(and(eq(assignment.studyId, study.id), inSample(assignmentItem.studyItemId)))
    .groupBy(assignment.userId)
    .all();
  const given = new Map(
    db
      .select({
        userId: humanVerdict.userId,
        labels: sql<number>`count(distinct ${humanVerdict.studyItemId})`,
        first: sql<number>`min(${humanVerdict.committedAt})`,
        last: sql<number>`max(${humanVerdict.committedAt})`
      })
      .from(assignment)
      .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
      .where(and(eq(assignment.studyId, study.id), eq(humanVerdict.phase, 'blind'), inSample(humanVerdict.studyItemId)))
      .groupBy(humanVerdict.userId)
      .all()
      .map((row) => [row.userId, row])
  );
  return held
    .flatMap(({ userId, items, reports }) => {
      if (userId === null) return [];
      const { labels = 0, first = null, last = null } = given.get(userId) ?? {};
      return [{ rater: raterName(study.id, userId), items, reports, labels, first, last }];
    })
    .sort((a, b) => (a.rater < b.rater ? -1 : 1));
}

function deviations(db: Db, grant: ProjectGrant<'read-results'>, study: StudyOfRun): Deviation[] {
  const { audit } = schema;
  const raterOf = (userId: string): string => raterName(study.id, userId);
  const acts = db
    .select({ at: audit.at, action: audit.action, detail: audit.detail })
    .from(audit)
    .where(and(eq(audit.projectId, study.projectId), eq(audit.entity, 'study'), eq(audit.entityId, study.id)))
    .all()
    .flatMap((act) => deviationOf(act, raterOf) ?? []);
  const unblinded = unblindings(db, grant, study.id).map(({ at, reason, labels, open }): Deviation => ({
    at,
    what: 'unblind',
    detail: eventSays('unblind', { open, labels, reason })
  }));
  return [...acts, ...moves(db, study), ...unblinded].sort((a, b) => a.at - b.at);
}

/** Items that changed hands without the lead, by reason. */
function moves(db: Db, study: StudyOfRun): Deviation[] {
  const { assignmentMove, studyItem } = schema;
  return db
    .select({ why: assignmentMove.why, n: sql<number>`count(*)`, at: sql<number>`min(${assignmentMove.at})` })
    .from(assignmentMove)
    .innerJoin(studyItem, eq(studyItem.id, assignmentMove.studyItemId))
    .where(eq(studyItem.studyId, study.id))
    .groupBy(assignmentMove.why)
    .all()
    .flatMap(({ why, n, at }) =>
      why === 'lead' ? [] : [{ at, what: 'move' as const, detail: eventSays('move', { n, why }) }]
    );
}
