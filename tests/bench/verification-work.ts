import { seededRandom } from '../../src/lib/stats/numbers/rng.ts';
import { Caller } from './caller.ts';
import { pause, type Timings } from './timings.ts';
import type { Worker } from './workers.ts';

type RatingStage = 'annotation' | 'inspection';
export type BenchStage = RatingStage | 'review' | 'adjudication';

/** One person at work: where, how long they think, and where times go. */
export interface Shift {
  room: string;
  address: string;
  worker: Worker;
  seed: number;
  /** Mean time in milliseconds between two answers. */
  think: number;
  timings: Timings;
}

interface RatingPage {
  bundle: {
    assignmentId: string;
    subjects: {
      id: string;
      kind: string;
      key: string;
      wording: string;
      wordingRevision: number;
      asked: boolean;
      rating: unknown;
    }[];
  };
}

interface ReviewPage {
  bundle: { assignmentId: string; subjects: { ratings: { ratingId: string; review: unknown }[] }[] };
}

interface DecisionPage {
  view: {
    subjectId: string;
    wording: string;
    revision: number;
    state: string;
    chips: { id: string; label: string; wording: string | null }[];
  };
  queue: { rows: { subjectId: string }[] };
}

const pageOfStage = { annotation: 'annotate', inspection: 'inspect', review: 'review' } as const;

/** Does all that there is for a person in a stage. Returns how many answers were saved. */
export async function work(shift: Shift, stage: BenchStage): Promise<number> {
  const caller = new Caller(shift.address, shift.worker.cookie);
  const random = seededRandom(shift.seed);
  const think = (): Promise<void> => pause(shift.think * (0.5 + random.unit()));
  try {
    await pause(shift.think * random.unit());
    return stage === 'adjudication'
      ? await settleAll(shift, caller, think, random.below)
      : await bundles(shift, caller, stage, think);
  } finally {
    caller.close();
  }
}

/** Every third item is to be reworded, by every person in other words: these are to be adjudicated. */
const isReworded = ({ kind, key }: { kind: string; key: string }): boolean =>
  kind === 'item' && Number(key.slice(1)) % 3 === 0;

async function bundles(
  { room, worker, timings }: Shift,
  caller: Caller,
  stage: Exclude<BenchStage, 'adjudication'>,
  think: () => Promise<void>
): Promise<number> {
  let saved = 0;
  let { to } = await caller.form(`${room}?/next`, { round: '1', stage });
  const bench = `${room}/${pageOfStage[stage]}/`;
  let page = to.startsWith(bench) ? await caller.data<RatingPage & ReviewPage>(to) : null;
  while (page !== null) {
    const at = `${bench}${page.page.bundle.assignmentId}`;
    const answers = stage === 'review' ? reviewsOf(page.page) : ratingsOf(page.page, worker.userId);
    page = null;
    for (const [i, answer] of answers.entries()) {
      await think();
      const { milliseconds } = await caller.post(`${at}/commit`, answer);
      saved += 1;
      timings.add(`${stage}: save`, milliseconds);
      if (i < answers.length - 1) {
        timings.add(`${stage}: save and next`, milliseconds);
        continue;
      }
      const finished = await caller.post(`${at}/finish`);
      to = (JSON.parse(finished.body) as { href: string }).href;
      if (!to.startsWith(bench)) continue;
      page = await caller.data<RatingPage & ReviewPage>(to);
      const whole = milliseconds + finished.milliseconds + page.milliseconds;
      timings.add(`${stage}: save and next`, whole);
      timings.add(`${stage}: save, finish and next query`, whole);
    }
  }
  return saved;
}

const ratingsOf = ({ bundle }: RatingPage, userId: string): object[] =>
  bundle.subjects
    .filter(({ asked, rating }) => asked && rating === null)
    .map((subject) => ({
      subjectId: subject.id,
      wordingRevision: subject.wordingRevision,
      label: isReworded(subject) ? 'needs-modification' : 'appropriate',
      wording: isReworded(subject) ? subject.wording.replace('its source', `a source such as ${userId}`) : null,
      ...{ comment: '', reasons: [], seconds: 20, idempotencyKey: `${userId}-${bundle.assignmentId}-${subject.id}` }
    }));

const reviewsOf = ({ bundle }: ReviewPage): object[] =>
  bundle.subjects
    .flatMap(({ ratings }) => ratings)
    .filter(({ review }) => review === null)
    .map(({ ratingId }) => ({
      ...{ ratingId, agrees: true, label: null, wording: null, comment: '', seconds: 10 },
      idempotencyKey: `${bundle.assignmentId}-${ratingId}`
    }));

/**
 * Decides what is open. Fifty people at the same queue would all begin with the least agreed subject; here each picks from the
 * list beside it, and passes over subjects that another person has decided by then.
 */
async function settleAll(
  { room, worker, timings }: Shift,
  caller: Caller,
  think: () => Promise<void>,
  below: (n: number) => number
): Promise<number> {
  const queue = `${room}/adjudicate/1`;
  let decided = 0;
  const first = await caller.get(queue);
  let to = first.location;
  let before = 0;
  while (to !== undefined && to.startsWith(`${queue}/`)) {
    const { page, milliseconds } = await caller.data<DecisionPage>(to);
    if (before > 0) {
      timings.add('adjudication: next', milliseconds);
      timings.add('adjudication: save and next', before + milliseconds);
    }
    before = 0;
    const { view } = page;
    if (view.state === 'open') {
      await think();
      const answered = await caller.post(`${queue}/${view.subjectId}/decide`, {
        ...{ basedOn: view.revision, label: 'needs-modification', keep: null, wording: view.chips[0]?.wording ?? null },
        ...{ basis: 'adopted', sources: view.chips.slice(0, 1).map(({ id }) => id), comment: '', seconds: 30 },
        idempotencyKey: `${worker.userId}-${view.subjectId}`
      });
      if (answered.status === 409) timings.add('adjudication: met another decision', answered.milliseconds);
      else {
        decided += 1;
        before = answered.milliseconds;
        timings.add('adjudication: save', before);
      }
    }
    const others = page.queue.rows.filter(({ subjectId }) => subjectId !== view.subjectId);
    to = others.length > 0 ? `${queue}/${others[below(others.length)]!.subjectId}` : (await caller.get(queue)).location;
  }
  return decided;
}
