import { sayingsOf } from '../../messages/sayings.ts';
import { eq } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { runsScoring } from '../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { labelFit } from '../../studies/labels/label-fit.server.ts';
import type { LabelFit } from '../../studies/labels/label-fit.ts';
import { studyScale } from '../../studies/labels/labels.server.ts';
import { isOfRun, kindOf } from '../../studies/study/study-of-run.server.ts';
import { adoptedEnsemble, type Validity } from '../adoption/adoptions.ts';
import { currentAdoption, type Adoption } from '../adoption/decisions.server.ts';
import { ensembleName, type JudgeEnsemble } from '../ensembles/ensembles.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';
import { runSpending } from './candidate-costs.server.ts';
import { ensembleCost, type EnsembleCost } from './candidate-cost.ts';
import { agreementByItem, ensemblesOffered, servedStill } from './offered-ensembles.server.ts';
import { compareSuccessor, confidenceAmong, type PairedItem, type SuccessorFigures } from './successor.ts';

const leadSays = sayingsOf('leadRefusals');

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
  cost: EnsembleCost;
}

export interface Succession {
  adoption: Adoption & { validity: Validity };
  study: { id: string; number: number; name: string };
  run: { id: string; number: number };
  /** The adopted ensemble in words. */
  name: string;
  /** Cost of the adopted ensemble in its run. */
  cost: EnsembleCost;
  margin: number;
  /** Whether the margin is the preregistered one. */
  preregistered: boolean;
  /** Of each candidate's interval: adjusted for their number. */
  confidence: number;
  candidates: SuccessionCandidate[];
}

const USUAL_MARGIN = 0.05;

/**
 * Candidates for the succession of a metric's adopted judges: judges of other runs on the labels of the study that still apply to
 * them, whose versions are still served.
 *
 * @param asked margin as a share; the preregistered δ, or .05, by default.
 * @throws Refusal if nothing is adopted, the study's items have no verdict of each judge, or the margin is no share.
 */
export function successionOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  metric: string,
  asked: number | null = null
): Succession {
  const adoption = currentAdoption(db, grant, metric) ?? refuse.conflict(leadSays('noSuccessor'));
  if (asked !== null && !(asked > 0 && asked < 1))
    refuse.invalid(leadSays('noComparison'), [problemAt('margin', fieldSays('pointsBetween'), String(100 * asked))]);
  const study = db.select().from(schema.study).where(eq(schema.study.id, adoption.studyId)).get()!;
  if (!isOfRun(study)) return refuse.conflict(leadSays('importedNoComparison'));
  const kind = kindOf(study);
  if (kind.judges.from !== 'label' || kind.places !== undefined) return refuse.conflict(leadSays('successorUnits'));
  const planned = procedureState(db, grant, study.id).preregistrations[0]?.analysisPlan.delta ?? null;
  const margin = asked ?? planned ?? USUAL_MARGIN;
  const scale = studyScale(db, grant, study.id);
  const runId = adoption.runId ?? study.runId;
  const before = agreementByItem(db, grant, adoption, runId, scale, adoptedEnsemble(adoption.ensemble));
  const isServed = servedStill(db, grant);
  const runs = runsScoring(db, grant, metric).filter(
    ({ id, status, options }) => id === runId || (status === 'done' && options.check === undefined)
  );
  const adoptedRun = runs.find(({ id }) => id === runId) ?? refuse.notFound('run');
  const offered = runs.flatMap((run) => {
    const fit = labelFit(db, grant, study.id, run.id);
    if (fit.apply === 0) return [];
    const spending = runSpending(db, run.id, metric);
    return ensemblesOffered(db, grant, study.id, run, adoption, scale, run.id === runId)
      .filter(({ ensemble }) => ensemble.judgeIds.every((id) => isServed(run.id, id)))
      .map(({ ensemble, name, same }) => {
        const now = agreementByItem(db, grant, adoption, run.id, scale, ensemble);
        const items = [...now].flatMap(([itemId, { query, weight, agreement }]): PairedItem[] => {
          const then = before.get(itemId);
          return then ? [{ itemId, query, weight, adopted: then.agreement, candidate: agreement }] : [];
        });
        const key = `${run.number}:${ensemble.rule}:${ensemble.judgeIds.join('+')}`;
        return {
          items,
          about: {
            key,
            name,
            ensemble,
            same,
            fit,
            cost: ensembleCost(ensemble.judgeIds, spending),
            run: { id: run.id, number: run.number }
          }
        };
      })
      .filter(({ items }) => items.length > 0);
  });
  const confidence = confidenceAmong(offered.length);
  return {
    adoption,
    study: { id: study.id, number: study.number, name: study.name },
    run: { id: adoptedRun.id, number: adoptedRun.number },
    name: ensembleName(adoptedEnsemble(adoption.ensemble), (id) => adoption.ensemble.judges.find(({ judgeId }) => judgeId === id)!.spec), // prettier-ignore
    cost: ensembleCost(adoptedEnsemble(adoption.ensemble).judgeIds, runSpending(db, runId, metric)),
    ...{ margin, preregistered: planned !== null && Math.abs(planned - margin) < 1e-9 },
    confidence,
    candidates: offered
      .map(({ items, about }): SuccessionCandidate => ({ ...about, ...compareSuccessor(items, margin, confidence) }))
      .sort((a, b) => Number(b.same) - Number(a.same) || (b.difference?.value ?? -2) - (a.difference?.value ?? -2))
  };
}
