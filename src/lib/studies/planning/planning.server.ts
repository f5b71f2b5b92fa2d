import { and, eq } from 'drizzle-orm';
import { refuse, type Problem, fieldSays, problemAt } from '../../errors.ts';
import { wordsOfReport } from '../../scorer/leaderboard/figures/report-length.ts';
import { hasEnded } from '../../scorer/runs/run-state.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { seededRandom } from '../../stats/numbers/rng.ts';
import type { ProjectGrant, Role } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { readsResults } from '../../server/projects.ts';
import { newId } from '../../server/db/id.ts';
import { assignItems } from './drawing/assigning.ts';
import { kindOfStudy, kindsFor, samples, type StudyKind } from '../kinds/index.ts';
import { introductions, mentions, mentionedNames } from '../judging/blind/own-names.ts';
import { nomineesOf } from '../study/nominees.server.ts';
import type { Nominee } from '../study/nominees.ts';
import { inputProblems, peopleProblems, sizeProblems } from './planning.ts';
import { type StudyInput } from './study-input.ts';
import { described, type NamingText, type StudyPlan } from './planning-preview.ts';
import { withChecks, type DrawnItem, type Handed } from './purposes/purposes-drawn.server.ts';
import { goldUnits } from './gold-units.ts';
import { sampleUnits, wantedUnits, type Sampled } from './drawing/sampling.ts';
import { blindNames, namesOfReports } from '../study/system-names.server.ts';
import { reportsChecked, unitKey, unitsInHands, studyUnits } from '../units/units.server.ts';
import { type Unit } from '../units/unit.ts';

/** Shows what `createStudy` would make of the same input; the same seed gives the same study. */
export function planStudy(db: Db, grant: ProjectGrant<'manage'>, input: StudyInput): StudyPlan {
  return drawStudy(db, grant, input).plan;
}

/** A study as drawn: its plan, items and assignments. */
export interface Drawn extends Handed {
  plan: StudyPlan;
}

/**
 * The sample and who judges it; nothing is written. With problems there may be no items or no assignments.
 *
 * @param drawn keys of units that are in the study already, if it is extended: they are not drawn again
 */
export function drawStudy(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: StudyInput,
  drawn: ReadonlySet<string> = new Set()
): Drawn {
  const projectId = grant.resource.id;
  const run =
    db
      .select()
      .from(schema.run)
      .where(and(eq(schema.run.id, input.runId), eq(schema.run.projectId, projectId), eq(schema.run.kind, 'scoring')))
      .get() ?? refuse.notFound('run');
  const nominees = nomineesOf(db, projectId, input.people);
  const people = nominees.map((one) => one.userId);
  const kind = kindOfStudy(input);
  const runFault = runProblem(db, run, input.metric, kind);
  const inRun = runFault ? [] : studyUnits(db, run, input.metric, kind);
  const named = goldUnits(inRun, input);
  const aside = new Set(named.found.map(({ unit }) => unitKey(unit)));
  const wanted = wantedUnits(inRun, input.sample).filter((unit) => !drawn.has(unitKey(unit)));
  const all = wanted.filter((unit) => !aside.has(unitKey(unit)));
  const inHands = unitsInHands(db, projectId, { metric: input.metric, kind }, people);
  const checked = reportsChecked(db, people);
  const units = all.filter(
    (unit) => !inHands.has(unitKey(unit)) && ![unit.reportId, ...unit.beside].some((reportId) => checked.has(reportId))
  );
  const counts = { held: all.length - units.length, setAside: wanted.length - all.length };
  const figures = inputProblems(input);
  const problems = [
    ...figures,
    ...(runFault ? [runFault] : sizeProblems(units, input.sample, counts.held)),
    ...named.problems,
    ...peopleProblems(nominees, new Set(input.people).size)
  ];
  const drawable =
    figures.every(({ column }) => column !== 'items' && column !== 'seed') && !problems.some(isAboutUnits);
  const random = seededRandom(drawable ? input.seed : 0);
  const sample = drawable ? inReadingOrder(sampleUnits(units, input.sample, random)) : [];
  const sharable = people.length > 0 && figures.every(({ column }) => column !== 'overlap');
  const shared = sharable ? assignItems(sample, people, input.overlap, random) : [];
  const made = withChecks({
    sample,
    shared,
    known: sample.length > 0 ? named.found : [],
    settings: input.settings,
    random
  });
  const reports = namesOfReports(db, [...new Set(made.items.flatMap(({ reportId, beside }) => [reportId, ...beside]))]);
  const words = new Map(reports.map(({ reportId, markdown }) => [reportId, wordsOfReport(markdown).length]));
  const naming = namingTexts(input, blindNames(db, { projectId, runId: run.id }));
  const plan = described({
    units,
    counts,
    ...made,
    sample,
    words,
    nominees,
    problems,
    named: namedIn(reports),
    naming,
    readBefore: readBefore(db, projectId, nominees),
    unfinished: run.status !== 'done'
  });
  return { plan, ...made };
}

/** The texts of a plan that annotators read and that have one of the names. */
const namingTexts = (
  { name, guideline = '', guidelinePage = '', known = [] }: StudyInput,
  names: readonly string[]
): NamingText[] => {
  const texts = {
    name,
    guideline,
    page: guidelinePage,
    known: known.map(({ reason, text = '' }) => `${reason}\n${text}`).join('\n')
  };
  return (Object.keys(texts) as NamingText['text'][])
    .map((text) => ({ text, names: mentionedNames(texts[text], names) }))
    .filter((one) => one.names.length > 0);
};

const namedIn = (reports: ReturnType<typeof namesOfReports>): StudyPlan['named'] =>
  reports
    .map(({ system, qid, markdown, names }) => ({
      system,
      qid,
      times: mentions(markdown, names),
      introduces: introductions(markdown)
    }))
    .filter(({ times, introduces }) => times + introduces > 0)
    .sort(
      (a, b) =>
        b.times + b.introduces - a.times - a.introduces ||
        a.system.localeCompare(b.system) ||
        a.qid.localeCompare(b.qid)
    );

const isAboutUnits = ({ column }: Problem): boolean =>
  ['metric', 'run', 'kind', 'by', 'items', 'allAgree', 'someDiffer'].includes(column);

function runProblem(db: Db, run: typeof schema.run.$inferSelect, metric: string, kind: StudyKind): Problem | null {
  if (!hasEnded(run)) return problemAt('run', fieldSays('runNotEnded'), run.status);
  const metrics = db
    .select({ metric: schema.runMetric.metric })
    .from(schema.runMetric)
    .where(eq(schema.runMetric.runId, run.id))
    .all();
  if (metrics.some((one) => one.metric === metric)) {
    const { title, protocol } = metricByName(metric);
    if (samples(kind, protocol)) return null;
    const others = kindsFor(protocol).map((one) => one.title);
    return problemAt(
      'metric',
      fieldSays('otherKindOfStudy', { metric: title, kind: kind.title, kinds: others }),
      metric
    );
  }
  const there = metrics.map((one) => one.metric).join(', ');
  return problemAt('metric', fieldSays('metricNotInRun', { metrics: there }), metric);
}

/** Names of those who had a role that reads results in the project, and so may have read verdicts. */
function readBefore(db: Db, projectId: string, nominees: readonly Nominee[]): string[] {
  const { audit } = schema;
  const removed = db
    .select({ userId: audit.entityId, detail: audit.detail })
    .from(audit)
    .where(and(eq(audit.projectId, projectId), eq(audit.action, 'role.remove')))
    .all()
    .filter(({ detail }) => readsResults({ admin: false, roles: [detail['role'] as Role] }));
  return nominees.flatMap(({ userId, name }) => (removed.some((one) => one.userId === userId) ? [name] : []));
}

/** Items of a report stand together, in the order of their checklist. */
const inReadingOrder = (sample: Sampled<Unit>[]): DrawnItem[] => {
  const firstOf = new Map<string, number>();
  sample.forEach(({ reportId }, i) => firstOf.set(reportId, firstOf.get(reportId) ?? i));
  return sample
    .map((unit) => ({ ...unit, id: newId(), purpose: 'sample' as const, answer: null }))
    .sort((a, b) => firstOf.get(a.reportId)! - firstOf.get(b.reportId)! || a.place - b.place);
};
