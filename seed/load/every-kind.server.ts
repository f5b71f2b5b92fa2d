import { authorize, type Person, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import type { Run } from '../../src/lib/scorer/runs/runs.server.ts';
import { metricsOf } from '../../src/lib/scorer/runs/runs.server.ts';
import { metricByName } from '../../src/lib/scorer/suites/index.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import { depthDimensions } from '../../src/lib/scorer/suites/deep-eval/prompts/dimensions.ts';
import type { DimensionPoints } from '../../src/lib/scorer/verdict.ts';
import { unitsToChoose } from '../../src/lib/studies/planning/planning-groups.server.ts';
import type { GoldItem } from '../../src/lib/studies/planning/purposes/purposes.ts';
import { samples, studyKinds, type NamedStudyKind } from '../../src/lib/studies/kinds/index.ts';
import {
  nextStudyAssignment,
  noteStudyAssignmentOpened,
  readAssignment
} from '../../src/lib/studies/judging/queue.server.ts';
import { createStudy, type Study } from '../../src/lib/studies/planning/studies.server.ts';
import { readDefects } from './content.ts';
import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';

/** Studies of the demo in each kind beside checklist items; one study of each is in progress. */
const plans: { kind: NamedStudyKind; metric: string; name: string; items: number; guideline: string }[] = [
  {
    kind: 'preference',
    metric: 'depth',
    name: 'Which report goes into more depth?',
    items: 12,
    guideline: 'Depth is insight, not length. A tie is an answer: use it where you would have to look for a reason.'
  },
  {
    kind: 'issue-validity',
    metric: 'consistency',
    name: 'Are the reported contradictions real?',
    items: 12,
    guideline: 'Valid only if the two passages cannot both be true. Different years or places are no contradiction.'
  },
  {
    kind: 'claim-support',
    metric: 'citation-accuracy',
    name: 'Do the cited pages support the claims?',
    items: 16,
    guideline: 'Judge from the page alone, not from what you know. A number that differs is not supported.'
  },
  {
    kind: 'user-preference',
    metric: 'coverage',
    name: 'Would you use the report?',
    items: 12,
    guideline: 'Imagine that you asked the question for your own work and have an hour.'
  },
  {
    kind: 'score',
    metric: 'coverage-rating',
    name: 'Points for the reports',
    items: 12,
    guideline: 'Use the whole range. 5 is a report that helps as much as it misleads or leaves out.'
  },
  {
    kind: 'ranking',
    metric: 'coverage',
    name: 'The reports on a query in order',
    items: 6,
    guideline: 'Rank by how well the query is answered. Reports that you cannot tell apart share a place.'
  }
];

/** The kind of study that has training, gold items and repeats among its items: its judges are never shown. */
const CHECKED: NamedStudyKind = 'user-preference';

/** Reports whose defects the seed knows, for training and as checks. */
function knownItems(db: Db, manage: ProjectGrant<'manage'>, runId: string, metric: string): GoldItem[] {
  const defects = readDefects();
  const purposes = ['training', 'training', 'gold', 'gold', 'attention'] as const;
  const units = unitsToChoose(db, manage, { runId, metric, kind: CHECKED, seed: 1 }, purposes.length);
  return units.map(({ queryId: qid, systemId: system, item }, i): GoldItem => {
    const missing = defects[system]?.[qid]?.['coverage']?.length ?? 0;
    return {
      ...{ purpose: purposes[i]!, qid, system, item },
      answer: missing === 0 ? '4' : missing < 3 ? '3' : '2',
      reason:
        missing === 0
          ? 'It settles everything that the query asks for.'
          : `It leaves out ${missing} of the points that the query asks for; ${missing < 3 ? 'the rest can stand as it is' : 'parts of it can be used'}.`
    };
  });
}

const chance = (text: string): number => Number.parseInt(textHash(text).slice(0, 8), 16) / 2 ** 32;

/** Opens a study of each kind that one of the runs has units for, and lets people begin with it. */
export function holdEveryKind(
  db: Db,
  manage: ProjectGrant<'manage'>,
  runs: readonly Run[],
  annotators: readonly Person[]
): void {
  for (const plan of plans) {
    const kind = studyKinds[plan.kind];
    const found = runs
      .toReversed()
      .flatMap((run) => metricsOf(db, run.id).map(({ metric }) => ({ runId: run.id, metric })))
      .find(({ metric }) => plan.metric === metric && samples(kind, metricByName(metric).protocol));
    if (!found) throw new Error(`no run of the demo has units for a study of the kind ${plan.kind}`);
    const study = createStudy(db, manage, {
      ...found,
      ...{ kind: plan.kind, name: plan.name, guideline: plan.guideline, sample: { items: plan.items }, seed: 1 },
      people: annotators.map(({ id }) => id),
      overlap: 2,
      reveal: kind.judges.from === 'nothing' ? 'never' : 'after-report',
      settings: {
        maskNames: true,
        ...(plan.kind === 'preference' && { dimensions: true }),
        ...(plan.kind === 'claim-support' && { multiSelect: true }),
        ...(plan.kind === CHECKED && { repeats: 2 })
      },
      ...(plan.kind === CHECKED && { known: knownItems(db, manage, found.runId, found.metric) })
    });
    for (const person of annotators) begin(db, person, study, plan.kind);
  }
}

/** Judges the first third of a person's items. */
function begin(db: Db, person: Person, study: Study, kind: NamedStudyKind): void {
  const own = authorize(person, { kind: 'project', id: study.projectId }, 'annotate');
  let left: number | undefined;
  for (let id = nextStudyAssignment(db, person, study.id); id; id = nextStudyAssignment(db, person, study.id)) {
    noteStudyAssignmentOpened(db, own, id);
    const view = readAssignment(db, person, id);
    left ??= Math.floor(view.queue.total / 3);
    for (const [n, { id: studyItemId }] of view.items.entries()) {
      if (left === 0) return;
      left -= 1;
      const key = `${person.name} ${study.name} ${view.query} ${n}`;
      commitVerdict(db, own, {
        ...{ assignmentId: id, studyItemId, note: '', passages: [] },
        label: answerOf(kind, key, view.beside.length + 1),
        points: view.study.dimensions ? [0, 1].map((text) => pointsOf(`${key} ${text}`)) : null,
        seconds: Math.round(30 + 90 * chance(`seconds ${key}`)),
        idempotencyKey: `demo ${studyItemId} ${person.id}`
      });
    }
  }
}

function answerOf(kind: NamedStudyKind, key: string, texts: number): string {
  const { options } = studyKinds[kind];
  if (options.length > 0) return options[Math.floor(chance(key) * options.length)]!.label;
  const drawn = Array.from({ length: texts }, (_, i) => chance(`${key} ${i}`));
  return drawn.map((one) => 1 + drawn.filter((other) => other > one).length).join(',');
}

const pointsOf = (key: string): DimensionPoints =>
  Object.fromEntries(depthDimensions.list.map(({ name }) => [name, Math.floor(chance(`${key} ${name}`) * 6)]));
