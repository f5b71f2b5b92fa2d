import { currentAdoption, listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import { correctedScores } from '$lib/alignment/corrected/corrected.server.ts';
import type { CorrectedFigure, CorrectedMetric } from '$lib/alignment/corrected/corrected.ts';
import { anchorSets } from '$lib/alignment/monitoring/anchor-sets.server.ts';
import { setState } from '$lib/alignment/monitoring/checks.server.ts';
import {
  agreementOverChecks,
  hasVerdicts,
  isDrift,
  WINDOW,
  type LookFigures
} from '$lib/alignment/monitoring/drift.ts';
import { ensembleIn } from '$lib/alignment/report/ensemble-in-words.ts';
import { axisOf } from '$lib/components/scorer/leaderboard/leaderboard-axis.ts';
import { shortDayIn } from '$lib/messages/dates.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import type { RunSummary } from '$lib/scorer/runs/run-progress.server.ts';
import { reportsToJudge } from '$lib/scorer/runs/judged-reports.server.ts';
import { judgeNames } from '$lib/scorer/runs/runs.server.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { confidenceLevel } from '$lib/stats/writing/figures.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { labelFit } from '$lib/studies/labels/label-fit.server.ts';
import type { StudyRow } from '$lib/studies/planning/studies.server.ts';
import { decidedAgreement } from './alignment/decisions.ts';
import { loopInWords, stopsOf, wayBack, type LoopFacts } from './loop.ts';

/** Facts that the front page already has. */
export interface Known {
  queries: number;
  version: number | null;
  rounds: LoopFacts['rounds'];
  runs: readonly RunSummary[];
  studies: readonly StudyRow[];
}

/** A day without its year. @param ms since 1970 */
type DayWriter = (ms: number) => string;
type Say = Words<Messages['loop']>;
type Read = ProjectGrant<'read-results'>;
type Adopted = NonNullable<ReturnType<typeof currentAdoption>>;

/** Of the intervals of people and anchor sets, whatever is preregistered. */
const CONFIDENCE = 0.95;
/** Rows of the leaderboard on the front page. */
const TOP = 5;
/** Runs whose labels and decisions the front page names. */
const RUNS = 5;

/** The loop of a project as far as it is, and more of it once judges are adopted. @param now in ms */
export function overviewOf(db: Db, read: Read, known: Known, now: number, language: string) {
  const say = messagesIn(language, 'loop');
  const dayAndMonth: DayWriter = (ms) => shortDayIn(language, ms);
  const adoption = adoptionToShow(db, read);
  const study = adoption ? known.studies.find(({ id }) => id === adoption.studyId) : studyToShow(known.studies);
  const metric = adoption?.metric ?? study?.metric ?? known.runs[0]?.metrics[0] ?? null;
  // Checks of an anchor set judge part of the reports: they stand in the ledger of the set.
  const ofMetric =
    metric === null
      ? []
      : known.runs.filter(({ metrics, options }) => metrics.includes(metric) && options.check === undefined);
  const adoptedRun = ofMetric.find(({ id }) => id === adoption?.runId);
  const run = adoptedRun ?? ofMetric.find(({ id }) => id === study?.run?.id) ?? ofMetric[0];
  const later = adoption && ofMetric.find(({ status, number }) => status === 'done' && number > (run?.number ?? 0));
  const reports = run && metric !== null ? reportsToJudge(db, run, metric) : 0;
  const facts: LoopFacts = {
    ...{ queries: known.queries, version: known.version, rounds: known.rounds },
    run: run ? { number: run.number, judges: run.judges.length, reports, done: run.status === 'done' } : null,
    study: study ? { number: study.number, labels: study.done, planned: study.total, people: study.people } : null,
    adoption: adoption && adoptionFacts(adoption, study?.number ?? 0, language),
    scaled: adoption && run ? { number: run.number, reports } : null,
    monitor: adoption && monitorFacts(db, read, adoption, now)
  };
  const title = metric === null ? null : metricTitleIn(language, metric);
  const fit = (runId: string) => (study?.run ? labelFit(db, read, study.id, runId) : null);
  const laterFit = later ? fit(later.id) : null;
  return {
    title,
    stops: stopsOf(facts, say),
    back: wayBack(facts, later && laterFit ? { run: later.number, ...laterFit } : null, say),
    adopted:
      adoption === null || title === null
        ? null
        : {
            heading: loopInWords(facts, title, say),
            reopened: facts.adoption!.reopened,
            agreement: agreementOf(db, read, adoption, study?.number ?? null, say),
            board: run ? boardOf(correctedScores(db, read, run), adoption, run, language) : null,
            runs: ofMetric.slice(0, RUNS).map(({ id, number, name, judges, state }) => ({
              ...{ number, name, state, judges: judges.length },
              labels: fit(id),
              decision: decisionOn(db, read, adoption, id, number > (run?.number ?? 0), say, dayAndMonth)
            }))
          }
  };
}

/** The adoption that is open again, else the newest one; null if no judges are adopted. */
function adoptionToShow(db: Db, read: Read): Adopted | null {
  const metrics = [...new Set(listDecisions(db, read).map(({ metric }) => metric))];
  const current = metrics.flatMap((metric) => currentAdoption(db, read, metric) ?? []);
  return current.find(({ validity }) => !validity.valid) ?? current[0] ?? null;
}

/** Of the studies before an adoption the newest that is complete, else the newest. */
function studyToShow(studies: readonly StudyRow[]): StudyRow | undefined {
  const own = studies.filter(({ run }) => run !== null);
  return own.find(({ done, total }) => total > 0 && done >= total) ?? own[0];
}

function adoptionFacts(adoption: Adopted, study: number, language: string): NonNullable<LoopFacts['adoption']> {
  const { ensemble, figures, validity, decidedAt } = adoption;
  const { gates: required, target } = figures.analysisPlan;
  const gates = figures.gates.filter(({ name, state }) => required.includes(name) && state !== 'not-applicable');
  return {
    ...{
      ensemble: ensembleIn(language, judgeNames(ensemble.judges), ensemble.rule),
      on: shortDayIn(language, decidedAt),
      study,
      target
    },
    gates: { passed: gates.filter(({ state }) => state === 'pass').length, of: gates.length },
    reopened: !validity.valid,
    served: [...new Set(validity.served.map(({ judge }) => judge))]
  };
}

function monitorFacts(db: Db, read: Read, adoption: Adopted, now: number): LoopFacts['monitor'] {
  const set = anchorSets(db, read).find(({ adoptionId }) => adoptionId === adoption.id);
  if (!set) return null;
  const { looks, answered, due, underWay } = setState(db, read, set);
  return {
    ...{ checks: looks.length, items: set.items.length },
    drift: answered !== null && isDrift(answered.result),
    overdue: due !== null && due < now && underWay === null
  };
}

interface Row {
  name: string;
  beside: string;
  mark: 'chosen' | 'diamond' | 'hollow';
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Agreement of the adopted ensemble as it was decided on, beside that of people and of the last check. */
function agreementOf(db: Db, read: Read, adoption: Adopted, study: number | null, say: Say) {
  const { people, gates, analysisPlan } = adoption.figures;
  const gate = gates.find(({ name }) => name === 'agreement');
  const figure = decidedAgreement(adoption.figures);
  const rows: Row[] = [];
  if (gate) rows.push({ name: say.ensemble, beside: say.corrected, mark: 'chosen', value: gate.value, low: gate.low, high: gate.high }); // prettier-ignore
  // Weighted to the run, as the gate is.
  const { value, low, high } = people.weighted;
  rows.push({ name: say.annotators, beside: say.withEachOther, mark: 'diamond', value, low, high });
  const checked = lastCheck(db, read, adoption, say);
  if (checked) rows.push(checked);
  const ends = rows.flatMap((row) => [row.value, row.low]).filter((end) => end !== null);
  const from = Math.floor(Math.min(0.7, analysisPlan.target, ...ends) * 10) / 10;
  return {
    ...{ study, target: analysisPlan.target, from, rows },
    value: figure?.value ?? null,
    interval: { low: figure?.low ?? null, high: figure?.high ?? null },
    ...{ items: figure?.n ?? 0, queries: figure?.clusters ?? null },
    ...{ measure: figure?.measure ?? 'mean', weighted: figure?.weighted ?? false },
    met: gate === undefined ? null : gate.state === 'pass',
    level: analysisPlan.confidence === CONFIDENCE ? 'same' : confidenceLevel(analysisPlan.confidence)
  };
}

function lastCheck(db: Db, read: Read, adoption: Adopted, say: Say): Row | null {
  const set = anchorSets(db, read).find(({ adoptionId }) => adoptionId === adoption.id);
  const { looks, answered: last } = set ? setState(db, read, set) : { looks: [], answered: null };
  if (!last) return null;
  const found = agreementOverChecks(last.figures as unknown as LookFigures);
  const [low, high] = found?.interval ?? [null, null];
  const sequence = looks.filter((look) => look.sequence === last.sequence && look.number <= last.number);
  const averaged = sequence.slice(-WINDOW).filter(hasVerdicts).length;
  return {
    ...{ name: say.anchorCheck({ n: String(last.number) }), beside: say.sameLabels({ n: averaged }), mark: 'hollow' },
    ...{ value: found?.value ?? null, low, high }
  };
}

interface BoardRow {
  system: string;
  rank: number;
  /** First, or not distinguishable from the first. */
  top: boolean;
  figure: CorrectedFigure;
}

/** The first systems by the run's scores corrected by labels, and as judged; null if they cannot be corrected. */
function boardOf(metrics: readonly CorrectedMetric[], { metric }: Adopted, run: RunSummary, language: string) {
  const one = metrics.find((corrected) => corrected.metric === metric);
  if (!one) return null;
  if (one.why !== null) return { run: run.number, why: libraryTextIn(language)(one.why) };
  const by = one.orders.ppi.systems.length > 0 ? 'ppi' : 'roganGladen';
  const rows = (key: 'raw' | 'ppi' | 'roganGladen'): BoardRow[] =>
    one.orders[key].systems.slice(0, TOP).map((system, place) => ({
      ...{ system, rank: place + 1, top: one.orders[key].top.includes(system) },
      figure: one.systems.find((found) => found.system === system)![key]
    }));
  const [corrected, raw] = [rows(by), rows('raw')];
  return {
    ...{
      run: run.number,
      why: null,
      systems: one.systems.length,
      queries: Math.max(...one.systems.map((s) => s.queries))
    },
    ...{ by: by === 'ppi' ? 'PPI++' : 'Rogan–Gladen', corrected, raw },
    axis: axisOf([...corrected, ...raw].map(({ figure }) => figure))
  };
}

/** Decision on a run's judges, in a few words. */
function decisionOn(
  db: Db,
  read: Read,
  adoption: Adopted,
  runId: string,
  isLater: boolean,
  say: Say,
  dayAndMonth: DayWriter
): string {
  const decided = listDecisions(db, read, adoption.metric).find((one) => one.runId === runId);
  if (decided?.ensemble) return say.adoptedOn({ day: dayAndMonth(decided.decidedAt) });
  if (decided) return say.notAdoptedOn({ day: dayAndMonth(decided.decidedAt) });
  return isLater && !adoption.validity.valid ? say.undecided : '–';
}
