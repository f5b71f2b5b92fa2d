import { eq } from 'drizzle-orm';
import type { Metric } from '../../scorer/metric.ts';
import { servedVersions } from '../../scorer/runs/served-versions.server.ts';
import { namedVersions } from '../../scorer/served-version.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { studyRaters, studyScale } from '../../studies/labels/labels.server.ts';
import { adoptedEnsemble } from '../adoption/adoptions.ts';
import type { Correction } from '../corrected/corrected.ts';
import { correctionBy, whyUncorrected } from '../corrected/corrected.server.ts';
import { scaleOfUnits } from '../corrected/corrected-units.ts';
import { placeSystems, bothBoards, bridgeOf, type PlacedBoard, type BothBoards, type Bridge } from './bridge.ts';
import { reportsOfBoth, type BothSides } from './ensemble-scores.server.ts';
import { agreementByItem } from './offered-ensembles.server.ts';
import { successionOf, type Succession, type SuccessionCandidate } from './succession.server.ts';
import { compareSuccessor, type SuccessorFigures } from './successor.ts';

/** How a candidate differs from the adopted judges beyond its agreement. */
export interface SuccessionDetail {
  bridge: Bridge;
  /** Rule of a report's score: the mean of items, each by the ensemble's rule, or the judges' scores of the report combined. */
  combined: 'items' | 'scores';
  /** The leaderboards corrected by the labels that apply, by the first of the two estimators that has figures; null if they cannot be. */
  corrected: (BothBoards & { by: 'PPI++' | 'Rogan–Gladen' }) | null;
  /** Why there are no corrected leaderboards. */
  whyUncorrected: string | null;
  /** Judges of one spec in both ensembles, each with itself. */
  judges: JudgeOverTime[];
}

/** A judge as it was adopted and as the candidate's run asked it, on the same labels. */
interface JudgeOverTime extends SuccessorFigures {
  judge: string;
  /** Model versions that were served in each run. */
  before: string[];
  now: string[];
  /** Items on which its label differs. */
  flips: number;
}

/** Details for a lead beside the figures of one candidate. */
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
      whyUncorrected: never ?? 'The study did not sample the units of this score.'
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
    ? { corrected: null, whyUncorrected: 'The labels are too few to correct either set of scores.' }
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
      agreementByItem(db, grant, adoption, runId, scale, { rule: 'single', judgeIds: [id] });
    const [before, now] = [alone(run.id, judgeId), alone(candidate.run.id, later.judgeId)];
    const both = [...now].flatMap(([itemId, after]) => {
      const then = before.get(itemId);
      return then ? [{ itemId, then, after }] : [];
    });
    return [
      {
        ...compareSuccessor(
          both.map(({ itemId, then, after }) => ({
            ...{ itemId, query: after.query, weight: after.weight },
            ...{ adopted: then.agreement, candidate: after.agreement }
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
