import { and, eq, inArray } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { metricByName } from '../scorer/suites/index.ts';
import { seededRandom, type Random } from '../stats/rng.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { assignItems, type PlannedAssignment } from './assigning.ts';
import { kindByName, kindsFor, samples, type StudyKind } from './kinds/index.ts';
import { mentions } from './own-names.ts';
import { inputProblems, peopleProblems, sizeProblems, type Nominee, type StudyInput } from './planning.ts';
import { knownUnits, type KnownUnit } from './purposes-known.ts';
import { mixedIn } from './purposes-mixed.ts';
import type { Purpose } from './purposes.ts';
import { groupOf, sampleUnits, wantedUnits, type Sampled } from './sampling.ts';
import { namesOfReports } from './system-names.server.ts';
import { textOrders } from './text-orders.ts';
import { unitKey, unitsInHands, unitsOf, type Unit } from './units.server.ts';

/** What a study would be, before it is made. */
export interface StudyPlan {
  /**
   * Units that can be drawn; `held` more are left out because one of the people is not blind on them, `setAside` because
   * their answer is known.
   */
  available: StratumCounts & { held: number; setAside: number };
  sampled: StratumCounts;
  queries: Share[];
  systems: Share[];
  categories: Share[];
  /** Items of the sample, and what comes besides and does not count. */
  people: PersonShare[];
  /** Sampled reports that name their own system, most often first: people would know whose they are, unless it is masked. */
  named: { system: string; qid: string; times: number }[];
  /** What keeps the study from being made. */
  problems: Problem[];
}

export interface PersonShare {
  userId: string;
  name: string;
  items: number;
  reports: number;
  practice: number;
  /** Gold and attention. */
  known: number;
  repeats: number;
}

export interface StratumCounts {
  units: number;
  allAgree: number;
  someDiffer: number;
}

export interface Share {
  name: string;
  available: number;
  sampled: number;
}

/** Shows what `createStudy` would make of the same input; the same seed gives the same study. */
export function planStudy(db: Db, grant: ProjectGrant<'manage'>, input: StudyInput): StudyPlan {
  return drawStudy(db, grant, input).plan;
}

/** `answer` is known of practice, gold and attention; those and repeats were not drawn, so their chance is 0. */
export type DrawnItem = Sampled<Unit> & {
  id: string;
  purpose: Purpose;
  answer: { label: string; reason: string } | null;
};

/** What a study is made of. */
export interface Drawn {
  plan: StudyPlan;
  /** The sample in reading order, then what does not count. */
  items: DrawnItem[];
  assignments: PlannedAssignment[];
  /** In which order each person sees the texts of an item, by item and person; empty for kinds with one text. */
  orders: ReadonlyMap<string, ReadonlyMap<string, number[]>>;
}

/**
 * The sample and who judges it; nothing is written. With problems there may be no items or no assignments.
 *
 * @param drawn keys of units that are in the study already, where it is extended: they are not drawn again
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
      .where(and(eq(schema.run.id, input.runId), eq(schema.run.projectId, projectId)))
      .get() ?? refuse.notFound('run');
  const nominees = nomineesOf(db, projectId, input.people);
  const people = nominees.map((one) => one.userId);
  const kind = kindByName(input.kind ?? 'checklist-item');
  const runFault = runProblem(db, run, input.metric, kind);
  const inRun = runFault ? [] : unitsOf(db, run, input.metric, kind);
  const named = knownUnits(inRun, input);
  const aside = new Set(named.found.map(({ unit }) => unitKey(unit)));
  const wanted = wantedUnits(inRun, input.sample).filter((unit) => !drawn.has(unitKey(unit)));
  const all = wanted.filter((unit) => !aside.has(unitKey(unit)));
  const inHands = unitsInHands(db, projectId, { metric: input.metric, kind }, people);
  const units = all.filter((unit) => !inHands.has(unitKey(unit)));
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
  const made = withChecks({ sample, shared, known: sample.length > 0 ? named.found : [], input, random });
  const plan = describe({ units, counts, ...made, sample, nominees, problems, named: namedIn(db, made.items) });
  return { plan, ...made };
}

/** The sample with what does not count mixed into people's queues, and the order in which each sees the texts of an item. */
function withChecks({
  sample,
  shared,
  known,
  input: { settings = {} },
  random
}: {
  sample: DrawnItem[];
  shared: PlannedAssignment[];
  known: readonly KnownUnit<Unit>[];
  input: StudyInput;
  random: Random;
}): Pick<Drawn, 'items' | 'assignments' | 'orders'> {
  const ofSample = textOrders(severalTexts(sample, shared), random);
  const extras = known.map(({ unit, purpose, label, reason }): DrawnItem => {
    const answer = { label, reason };
    return { ...unit, id: newId(), purpose, answer, inclusionProbability: 0 };
  });
  const byId = new Map([...sample, ...extras].map((item) => [item.id, item]));
  const { assignments, repeated } = mixedIn(
    shared,
    {
      practice: extras.filter(({ purpose }) => purpose === 'practice'),
      known: extras.filter(({ purpose }) => purpose !== 'practice'),
      knownEvery: settings.knownEvery ?? 0,
      repeats: settings.repeats ?? 0,
      together: [...byId.values()].every(({ beside }) => beside.length === 0),
      placeOf: (id) => byId.get(id)!.place,
      newId
    },
    random
  );
  const again = repeated.map(({ id, of }): DrawnItem => {
    const item = byId.get(of)!;
    return { ...item, id, purpose: 'repeat', inclusionProbability: 0 };
  });
  const orders = new Map([...ofSample, ...textOrders(severalTexts(extras, assignments), random)]);
  // The same texts on the same sides: what differs is the person alone.
  for (const { id, of } of repeated) if (orders.has(of)) orders.set(id, orders.get(of)!);
  return { items: [...sample, ...extras, ...again], assignments, orders };
}

const severalTexts = (items: readonly DrawnItem[], assignments: readonly PlannedAssignment[]) =>
  items.flatMap(({ id, beside }) =>
    beside.length === 0 ? [] : [{ id, raters: ratersOf(id, assignments), texts: beside.length + 1 }]
  );

const ratersOf = (itemId: string, assignments: readonly PlannedAssignment[]): string[] =>
  assignments.filter(({ items }) => items.includes(itemId)).map(({ person }) => person);

function namedIn(db: Db, items: readonly DrawnItem[]): StudyPlan['named'] {
  const reports = namesOfReports(db, [...new Set(items.flatMap(({ reportId, beside }) => [reportId, ...beside]))]);
  return reports
    .map(({ system, qid, markdown, names }) => ({ system, qid, times: mentions(markdown, names) }))
    .filter(({ times }) => times > 0)
    .sort((a, b) => b.times - a.times || a.system.localeCompare(b.system) || a.qid.localeCompare(b.qid));
}

const isAboutUnits = ({ column }: Problem): boolean =>
  ['metric', 'run', 'kind', 'by', 'items', 'allAgree', 'someDiffer'].includes(column);

function runProblem(db: Db, run: typeof schema.run.$inferSelect, metric: string, kind: StudyKind): Problem | null {
  if (run.status === 'waiting' || run.status === 'running')
    return { row: null, column: 'run', reason: 'The run has not ended. Wait for it, or cancel it.', found: run.status };
  const metrics = db
    .select({ metric: schema.runMetric.metric })
    .from(schema.runMetric)
    .where(eq(schema.runMetric.runId, run.id))
    .all();
  if (metrics.some((one) => one.metric === metric)) {
    const { title, protocol } = metricByName(metric);
    if (samples(kind, protocol)) return null;
    const others = kindsFor(protocol).map((one) => one.title);
    return {
      row: null,
      column: 'metric',
      reason: `${title} has no units for this kind of study (${kind.title}). Choose another metric, or one of: ${others.join('; ')}.`,
      found: metric
    };
  }
  const there = metrics.map((one) => one.metric).join(', ');
  return {
    row: null,
    column: 'metric',
    reason: `The run did not score this metric. It scored ${there}.`,
    found: metric
  };
}

/** By e-mail, so that a seed gives the same study wherever the same people are. */
export function nomineesOf(db: Db, projectId: string, chosen: readonly string[]): Nominee[] {
  if (chosen.length === 0) return [];
  const { user, membership } = schema;
  const roles = db
    .select({ userId: membership.userId, role: membership.role })
    .from(membership)
    .where(and(eq(membership.projectId, projectId), inArray(membership.userId, [...chosen])))
    .all();
  const has = (userId: string, role: string) => roles.some((one) => one.userId === userId && one.role === role);
  return db
    .select()
    .from(user)
    .where(inArray(user.id, [...chosen]))
    .orderBy(user.email)
    .all()
    .map(({ id, name, admin, disabledAt }) => ({
      userId: id,
      name,
      annotator: has(id, 'annotator'),
      readsResults: admin || has(id, 'lead'),
      disabled: disabledAt !== null
    }));
}

/** Items of a report stand together, in the order of their checklist. */
const inReadingOrder = (sample: Sampled<Unit>[]): DrawnItem[] => {
  const firstOf = new Map<string, number>();
  sample.forEach(({ reportId }, i) => firstOf.set(reportId, firstOf.get(reportId) ?? i));
  return sample
    .map((unit) => ({ ...unit, id: newId(), purpose: 'sample' as const, answer: null }))
    .sort((a, b) => firstOf.get(a.reportId)! - firstOf.get(b.reportId)! || a.place - b.place);
};

function describe(made: {
  units: Unit[];
  counts: { held: number; setAside: number };
  sample: DrawnItem[];
  items: DrawnItem[];
  assignments: PlannedAssignment[];
  nominees: Nominee[];
  problems: Problem[];
  named: StudyPlan['named'];
}): StudyPlan {
  const { units, counts, sample, items, assignments, nominees, problems, named } = made;
  const purposeOf = new Map(items.map(({ id, purpose }) => [id, purpose]));
  return {
    available: { ...stratumCounts(units), ...counts },
    sampled: stratumCounts(sample),
    queries: shares(units, sample, (unit) => unit.queryId),
    systems: shares(units, sample, (unit) => unit.systemId),
    categories: shares(units, sample, (unit) => groupOf(unit, 'category')),
    people: nominees.map(({ userId, name }) => {
      const mine = assignments.filter((one) => one.person === userId);
      const has =
        (...wanted: Purpose[]) =>
        (id: string) =>
          wanted.includes(purposeOf.get(id)!);
      const count = (...wanted: Purpose[]) =>
        mine.reduce((sum, one) => sum + one.items.filter(has(...wanted)).length, 0);
      return {
        ...{ userId, name, items: count('sample') },
        reports: mine.filter((one) => one.items.some(has('sample'))).length,
        ...{ practice: count('practice'), known: count('gold', 'attention'), repeats: count('repeat') }
      };
    }),
    named,
    problems
  };
}

function stratumCounts(units: readonly Unit[]): StratumCounts {
  const someDiffer = units.filter((unit) => unit.stratum === 'some-differ').length;
  return { units: units.length, allAgree: units.length - someDiffer, someDiffer };
}

function shares(units: readonly Unit[], items: readonly Unit[], nameOf: (unit: Unit) => string): Share[] {
  const byName = new Map<string, Share>();
  for (const unit of units) {
    const share = byName.get(nameOf(unit)) ?? { name: nameOf(unit), available: 0, sampled: 0 };
    share.available++;
    byName.set(share.name, share);
  }
  for (const item of items) byName.get(nameOf(item))!.sampled++;
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}
