import { and, desc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { Metric } from '../../scorer/metric.ts';
import { runsScoring, type Run } from '../../scorer/runs/runs.server.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import { namedVersions, type ServedModel } from '../../scorer/served-version.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { record } from '../../server/audit/audit.ts';
import { authorize, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { labelFit } from '../../studies/labels/label-fit.server.ts';
import type { LabelFit } from '../../studies/labels/label-fit.ts';
import { valueOnScale, type LabelScale } from '../../studies/labels/label-scale.ts';
import { studyLabels, studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import { isOfRun, kindOf } from '../../studies/study/study-of-run.server.ts';
import { adoptedEnsemble } from '../adoption/adoptions.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import { currentAdoption, type Adoption } from '../adoption/decisions.server.ts';
import type { Validity } from '../adoption/adoptions.ts';
import type { Correction } from '../corrected/corrected.ts';
import { correctionBy, whyUncorrected } from '../corrected/corrected.server.ts';
import { scaleOfUnits, scoreBy } from '../corrected/corrected-units.ts';
import { ensembleName, ensembleRules, type JudgeEnsemble, type Rule } from '../ensembles/ensembles.ts';
import { agreementOnItem } from '../monitoring/item-agreement.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { reportJudgeNames } from '../report/report.server.ts';
import { referenceOf } from '../units/ratings.ts';
import { placeSystems, bothBoards, bridgeOf, type PlacedBoard, type BothBoards, type Bridge } from './bridge.ts';
import { reportsOfBoth, type BothSides } from './ensemble-scores.server.ts';
import { compareSuccessor, confidenceAmong, type PairedItem, type SuccessorFigures } from './successor.ts';

/** An ensemble that could follow the adopted one. */
export interface SuccessionCandidate extends SuccessorFigures {
  /** Names it in an address. */
  key: string;
  name: string;
  run: { id: string; number: number };
  ensemble: JudgeEnsemble;
  /** The adopted specs under the adopted rule, as another run asked them. */
  same: boolean;
  fit: LabelFit;
}

export interface Succession {
  adoption: Adoption & { validity: Validity };
  study: { id: string; number: number; name: string };
  run: { id: string; number: number };
  /** The adopted ensemble in words. */
  name: string;
  margin: number;
  /** Whether the margin is the preregistered one. */
  preregistered: boolean;
  /** Of each candidate's interval: adjusted for their number. */
  confidence: number;
  candidates: SuccessionCandidate[];
}

type StoredSuccession = typeof schema.succession.$inferSelect;

const USUAL_MARGIN = 0.05;

/**
 * Candidates for the succession of a metric's adopted judges: judges of other runs on the labels of the study that still apply to
 * them, whose versions are still served.
 *
 * @param asked margin as a share; the preregistered δ, or .05, by default.
 * @throws Refusal where nothing is adopted, the study's items have no verdict of each judge, or the margin is no share.
 */
export function successionOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string,
  asked: number | null = null
): Succession {
  const adoption =
    currentAdoption(db, grant, metric) ??
    refuse.conflict('No ensemble is adopted for this metric, so it has no successor.');
  if (asked !== null && !(asked > 0 && asked < 1))
    refuse.invalid('Nothing was compared.', [
      { row: null, column: 'margin', reason: 'Write points between 0 and 100.', found: String(100 * asked) }
    ]);
  const study = db.select().from(schema.study).where(eq(schema.study.id, adoption.studyId)).get()!;
  if (!isOfRun(study))
    return refuse.conflict('The labels of this study were given elsewhere: no run can be compared on them.');
  const kind = kindOf(study);
  if (kind.judges.from !== 'label' || kind.places !== undefined)
    return refuse.conflict(
      'Successors are compared on items with a verdict of each judge. This study asks for something else.'
    );
  const planned = procedureState(db, grant, study.id).preregistrations[0]?.analysisPlan.delta ?? null;
  const margin = asked ?? planned ?? USUAL_MARGIN;
  const scale = studyScale(db, grant, study.id);
  const runId = adoption.runId ?? study.runId;
  const before = agreementByItem(db, grant, study.id, runId, scale, adoptedEnsemble(adoption.ensemble));
  const isServed = servedStill(db, grant);
  const runs = runsScoring(db, grant, metric).filter(
    ({ id, status, options }) => id === runId || (status === 'done' && options.check === undefined)
  );
  const adoptedRun = runs.find(({ id }) => id === runId) ?? refuse.notFound('run');
  const offered = runs.flatMap((run) => {
    const fit = labelFit(db, grant, study.id, run.id);
    if (fit.apply === 0) return [];
    return ensemblesOf(db, grant, study.id, run, adoption, scale, run.id === runId)
      .filter(({ ensemble }) => ensemble.judgeIds.every((id) => isServed(run.id, id)))
      .map(({ ensemble, name, same }) => {
        const now = agreementByItem(db, grant, study.id, run.id, scale, ensemble);
        const items = [...now].flatMap(([itemId, { query, agreement }]): PairedItem[] => {
          const then = before.get(itemId);
          return then ? [{ itemId, query, adopted: then.agreement, candidate: agreement }] : [];
        });
        const key = `${run.number}:${ensemble.rule}:${ensemble.judgeIds.join('+')}`;
        return { items, about: { key, name, ensemble, same, fit, run: { id: run.id, number: run.number } } };
      })
      .filter(({ items }) => items.length > 0);
  });
  const confidence = confidenceAmong(offered.length);
  return {
    adoption,
    study: { id: study.id, number: study.number, name: study.name },
    run: { id: adoptedRun.id, number: adoptedRun.number },
    name: ensembleName(adoptedEnsemble(adoption.ensemble), (id) => adoption.ensemble.judges.find(({ judgeId }) => judgeId === id)!.spec), // prettier-ignore
    ...{ margin, preregistered: planned !== null && Math.abs(planned - margin) < 1e-9 },
    confidence,
    candidates: offered
      .map(({ items, about }): SuccessionCandidate => ({ ...about, ...compareSuccessor(items, margin, confidence) }))
      .sort((a, b) => Number(b.same) - Number(a.same) || (b.difference?.value ?? -2) - (a.difference?.value ?? -2))
  };
}

/** Whether a judge was served in a run as it was served last in the project: a version that is gone cannot follow anybody. */
function servedStill(db: Db, grant: ProjectGrant<'read-results'>): (runId: string, judgeId: string) => boolean {
  const last = servedVersions(db, grant).map(({ judgeId, role, versions }) => {
    const named = versions.filter(({ version }) => version !== null);
    return { judgeId, role, version: named.toSorted((a, b) => (b.last ?? 0) - (a.last ?? 0))[0]?.version ?? null };
  });
  const inRun = new Map<string, ServedModel[]>();
  return (runId, judgeId) => {
    const served = inRun.get(runId) ?? servedVersions(db, grant, { runId });
    inRun.set(runId, served);
    return last
      .filter((one) => one.judgeId === judgeId && one.version !== null)
      .every(({ role, version }) => {
        const named = served.filter((one) => one.judgeId === judgeId && one.role === role).flatMap(namedVersions);
        return named.length === 0 || named.includes(version!);
      });
  };
}

/** How a candidate differs from the adopted judges beyond its agreement. */
export interface SuccessionDetail {
  bridge: Bridge;
  /** What a report's score is: the mean of items, each by the ensemble's rule, or the judges' scores of the report combined. */
  combined: 'items' | 'scores';
  /** The leaderboards corrected by the labels that apply, by the first of the two estimators that has figures; null where they cannot be. */
  corrected: (BothBoards & { by: 'PPI++' | 'Rogan–Gladen' }) | null;
  /** Why there are no corrected leaderboards. */
  whyUncorrected: string | null;
  /** Judges of one spec in both ensembles, each with itself. */
  judges: JudgeOverTime[];
}

/** A judge as it was adopted and as the candidate's run asked it, on the same labels. */
export interface JudgeOverTime extends SuccessorFigures {
  judge: string;
  /** Model versions that were served in each run. */
  before: string[];
  now: string[];
  /** Items on which its label differs. */
  flips: number;
}

/** What a lead sees beside the figures of one candidate. */
export function successionDetail(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  found: Succession,
  candidate: SuccessionCandidate
): SuccessionDetail {
  const sides = {
    adopted: { run: found.run, ensemble: adoptedEnsemble(found.adoption.ensemble) },
    candidate: { run: candidate.run, ensemble: candidate.ensemble }
  };
  const scale = studyScale(db, grant, found.study.id);
  const metric = metricByName(found.adoption.metric);
  const { combined, reports } = reportsOfBoth(db, metric, scale, sides);
  const bridge = bridgeOf(reports);
  return {
    ...{ bridge, combined },
    ...correctedBoards(db, grant, { metric, scale, studyId: found.study.id, sides }),
    judges: judgesOverTime(db, grant, found, candidate)
  };
}

/** A candidate with its bridge, as a page shows it: the one that is asked for by its key, else the first. */
export function successionShown(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string,
  margin: number | null = null,
  key: string | null = null
): { found: Succession; chosen: SuccessionCandidate | null; detail: SuccessionDetail | null } {
  const found = successionOf(db, grant, metric, margin);
  const chosen = found.candidates.find((one) => one.key === key) ?? found.candidates[0] ?? null;
  return { found, chosen, detail: chosen && successionDetail(db, grant, found, chosen) };
}

function correctedBoards(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { metric, scale, studyId, sides }: { metric: Metric; scale: LabelScale; studyId: string; sides: BothSides }
): Pick<SuccessionDetail, 'corrected' | 'whyUncorrected'> {
  const never = whyUncorrected(metric);
  const ofUnits = scaleOfUnits(metric.protocol.unit.kind, scale);
  if (never !== null || ofUnits === null)
    return {
      corrected: null,
      whyUncorrected: never ?? 'The study did not ask about the units that make up this score.'
    };
  const { runId } = db.select().from(schema.study).where(eq(schema.study.id, studyId)).get()!;
  const [adopted, candidate] = [sides.adopted, sides.candidate].map(({ run, ensemble }) =>
    correctionBy(db, grant, {
      ...{ run, ensemble, metric: metric.name, scale: ofUnits, study: { id: studyId, runId }, measuredOn: run.id }
    })
  ) as [Correction, Correction];
  const by = [adopted, candidate].every(({ orders }) => orders.ppi.systems.length > 0) ? 'ppi' : 'roganGladen';
  const corrected = ({ orders, systems }: Correction): PlacedBoard =>
    placeSystems(
      orders[by],
      new Map(
        systems.flatMap(({ system, [by]: { value, low, high } }) =>
          value === null
            ? []
            : [
                [
                  system,
                  { value: value / 100, interval: low === null || high === null ? null : [low / 100, high / 100] }
                ]
              ]
        )
      )
    );
  return adopted.orders[by].systems.length === 0 || candidate.orders[by].systems.length === 0
    ? { corrected: null, whyUncorrected: 'The labels do not suffice to correct the scores of either side.' }
    : {
        corrected: {
          ...bothBoards(corrected(adopted), corrected(candidate)),
          by: by === 'ppi' ? 'PPI++' : 'Rogan–Gladen'
        },
        whyUncorrected: null
      };
}

function judgesOverTime(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { adoption, study, run, margin, confidence }: Succession,
  candidate: SuccessionCandidate
): JudgeOverTime[] {
  const scale = studyScale(db, grant, study.id);
  const { judges } = studyRaters(db, grant, study.id, { runId: candidate.run.id });
  const versionsIn = (runId: string, judgeId: string): string[] => [
    ...new Set(
      servedVersions(db, grant, { runId })
        .filter((one) => one.judgeId === judgeId)
        .flatMap(namedVersions)
    )
  ];
  return adoption.ensemble.judges.flatMap(({ judgeId, spec }): JudgeOverTime[] => {
    const later = judges.find((one) => one.spec === spec && candidate.ensemble.judgeIds.includes(one.judgeId));
    if (!later || candidate.run.id === run.id) return [];
    const alone = (runId: string, id: string) =>
      agreementByItem(db, grant, study.id, runId, scale, { rule: 'single', judgeIds: [id] });
    const [before, now] = [alone(run.id, judgeId), alone(candidate.run.id, later.judgeId)];
    const both = [...now].flatMap(([itemId, after]) => {
      const then = before.get(itemId);
      return then ? [{ itemId, then, after }] : [];
    });
    return [
      {
        ...compareSuccessor(
          both.map(({ itemId, then, after }) => ({
            ...{ itemId, query: after.query, adopted: then.agreement, candidate: after.agreement }
          })),
          margin,
          confidence
        ),
        ...{ judge: spec, before: versionsIn(run.id, judgeId), now: versionsIn(candidate.run.id, later.judgeId) },
        flips: both.filter(({ then, after }) => then.score !== after.score).length
      }
    ];
  });
}

/** The decisions on successors of a metric's judges, newest first. */
export const successionsOf = (db: Db, grant: ProjectGrant<'read-results'>, metric: string): StoredSuccession[] =>
  db
    .select()
    .from(schema.succession)
    .where(and(eq(schema.succession.projectId, grant.resource.id), eq(schema.succession.metric, metric)))
    .orderBy(desc(schema.succession.decidedAt))
    .all();

export interface SuccessionInput {
  metric: string;
  candidate: string;
  /** As a share; as it was shown. */
  margin: number;
  decision: string;
  reason: string;
}

const decisions = ['switch', 'keep', 'collect'] as const;

/**
 * Records what a lead decided about a candidate, with the figures as computed here. `switch` adopts it as well, on the same study
 * and the candidate's run; `keep` and `collect` leave the adoption as it is.
 *
 * @throws Refusal without a reason, for an unknown candidate, and where the candidate cannot be adopted.
 */
export function decideSuccession(db: Db, grant: ProjectGrant<'manage'>, input: SuccessionInput): StoredSuccession {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  const decision = decisions.find((one) => one === input.decision);
  const found = successionOf(db, reading, input.metric, input.margin);
  const candidate = found.candidates.find(({ key }) => key === input.candidate);
  const reason = input.reason.trim();
  if (!decision || !candidate || reason === '')
    return refuse.invalid('Nothing was decided.', [
      ...(decision ? [] : [{ row: null, column: 'decision', reason: 'Choose a decision.', found: input.decision }]),
      ...(candidate ? [] : [{ row: null, column: 'candidate', reason: 'Choose one of the candidates.', found: input.candidate }]), // prettier-ignore
      ...(reason === '' ? [{ row: null, column: 'reason', reason: 'Write why this is decided.' }] : [])
    ]);
  const { n, queries, adopted, candidate: agreement, difference, worse, better, result, ensemble, fit } = candidate;
  const { bridge } = successionDetail(db, reading, found, candidate);
  return write(db, (tx) => {
    const made =
      decision === 'switch'
        ? recordAdoption(tx, grant, {
            studyId: found.study.id,
            runId: candidate.run.id,
            ...{ metric: input.metric, outcome: 'adopt', judgeIds: ensemble.judgeIds, rule: ensemble.rule },
            reason: `Successor of ${found.name}, ${result} with a margin of ${found.margin}. ${reason}`,
            acknowledged: true
          })
        : null;
    const row: StoredSuccession = {
      ...{ id: newId(), projectId: grant.resource.id, studyId: found.study.id, metric: input.metric },
      ...{ adoptionId: found.adoption.id, runId: candidate.run.id, decision, rule: ensemble.rule },
      ...{ judges: [...ensemble.judgeIds], margin: found.margin, result },
      figures: {
        confidence: found.confidence,
        ...{ n, queries, adopted, candidate: agreement, difference, worse, better, fit },
        bridge: { all: bridge.all, systems: bridge.systems, pairs: bridge.pairs, turned: bridge.turned }
      },
      ...{ reason, decidedBy: grant.actor.kind === 'person' ? grant.actor.id : null, decidedByName: grant.actor.name },
      ...{ decidedAt: Date.now(), adopted: made?.id ?? null }
    };
    tx.insert(schema.succession).values(row).run();
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: `succession.${decision}`, entity: 'succession', entityId: row.id },
      detail: {
        ...{ metric: input.metric, candidate: candidate.name, run: candidate.run.number, margin: found.margin },
        ...{ result, n, difference: difference?.value ?? null, reason, adoption: row.adopted }
      }
    });
    return row;
  });
}

/** Ensembles of a run that could be adopted: the adopted specs again, all its judges by majority or average, and each alone. */
function ensemblesOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  run: Run,
  { ensemble: adopted }: Adoption,
  scale: LabelScale,
  own: boolean
): { ensemble: JudgeEnsemble; name: string; same: boolean }[] {
  const { judges } = studyRaters(db, grant, studyId, { runId: run.id });
  const names = new Map(reportJudgeNames(judges).map(({ id, name }) => [id, name]));
  const named = (ensemble: JudgeEnsemble): string =>
    `${ensembleName(ensemble, (id) => names.get(id)!)}, run ${run.number}`;
  const alike = adopted.judges.flatMap(({ spec }) => judges.find((judge) => judge.spec === spec) ?? []);
  const all = judges.map(({ judgeId }) => judgeId);
  const fitting = ensembleRules(all.length, scale.level);
  const rule: Rule | null = fitting.includes('majority') ? 'majority' : fitting.includes('median') ? 'median' : fitting.includes('average') ? 'average' : null; // prettier-ignore
  const offered: { ensemble: JudgeEnsemble; same: boolean }[] = [
    ...(!own && alike.length === adopted.judges.length
      ? [{ ensemble: { rule: adopted.rule, judgeIds: alike.map(({ judgeId }) => judgeId) }, same: true }]
      : []),
    ...(all.length > 1 && rule !== null ? [{ ensemble: { rule, judgeIds: all }, same: false }] : []),
    ...all.map((id) => ({ ensemble: { rule: 'single' as const, judgeIds: [id] }, same: false }))
  ];
  const keyOf = ({ rule: by, judgeIds }: JudgeEnsemble): string => `${by} ${[...judgeIds].sort().join()}`;
  const known = new Set(own ? [keyOf(adoptedEnsemble(adopted))] : []);
  return offered.flatMap((one) => {
    const key = keyOf(one.ensemble);
    if (known.has(key)) return [];
    known.add(key);
    return [{ ...one, name: named(one.ensemble) }];
  });
}

function agreementByItem(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  runId: string,
  scale: LabelScale,
  ensemble: JudgeEnsemble
): Map<string, { query: string; score: number; agreement: number }> {
  return new Map(
    studyLabels(db, grant, studyId, { runId }).flatMap(({ itemId, queryId, humans, judges }) => {
      const people = referenceOf(
        scale,
        humans.flatMap(({ label }) => valueOnScale(scale, label) ?? [])
      );
      const score = scoreBy(ensemble, scale, judges);
      const agreement = score === null ? null : agreementOnItem(scale, score, people);
      return score === null || agreement === null ? [] : [[itemId, { query: queryId, score, agreement }] as const];
    })
  );
}
