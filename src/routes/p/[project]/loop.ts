import { count, many, proportion } from '$lib/components/shared/format.ts';

/** A step of the loop from queries to monitored judges, as the strip on the front page shows it. */
export interface Stop {
  name: string;
  /** The number that stands for it; a dash where there is none yet. */
  big: string;
  /** What the number counts. */
  small: string;
  /** Where it leads, after the address of the project. */
  to: string;
  state: 'done' | 'act' | 'open';
  /** The state in words. */
  word: string;
}

/** What is known of one metric from queries to monitored judges; null for what there is not yet. */
export interface LoopFacts {
  queries: number;
  /** The newest dataset version. */
  version: number | null;
  /** Rounds of verification that are under way, and those that are finalised. */
  rounds: { open: number; finalised: number };
  /** The run whose judges were, or will be, compared with people. */
  run: { number: number; judges: number; reports: number; done: boolean } | null;
  /** Labels committed and planned, in all batches. */
  study: { number: number; labels: number; planned: number; people: number } | null;
  adoption: {
    /** As on the page of decisions. */
    ensemble: string;
    on: string;
    study: number;
    /** Required gates: those passed, and all that apply. */
    gates: { passed: number; of: number };
    target: number;
    reopened: boolean;
    /** Judges that were served another model version since. */
    served: string[];
  } | null;
  /** The run whose scores the leaderboard shows by the adopted judges. */
  scaled: { number: number; reports: number } | null;
  /** The anchor set of the adoption; null where none was drawn. */
  monitor: { checks: number; items: number; drift: boolean; overdue: boolean } | null;
}

const DASH = '–';

/** The seven steps in their order. */
export function stopsOf(facts: LoopFacts): Stop[] {
  return [verify(facts), score(facts), judgeBlind(facts), align(facts), adopt(facts), atScale(facts), monitor(facts)];
}

function verify({ queries, version, rounds }: LoopFacts): Stop {
  const at = { name: 'Verify', big: count(queries), to: rounds.open > 0 ? '/verification' : '/queries' };
  const noun = queries === 1 ? 'query' : 'queries';
  const small = version === null ? `${noun}, no dataset version yet` : `${noun}, dataset version ${version}`;
  if (rounds.open > 0) return { ...at, small, state: 'open', word: 'in progress' };
  if (rounds.finalised > 0) return { ...at, small, state: 'done', word: 'complete' };
  return version === null
    ? { ...at, small, state: 'open', word: queries === 0 ? 'not started' : 'not verified' }
    : { ...at, small, state: 'done', word: 'version frozen' };
}

function score({ run }: LoopFacts): Stop {
  if (!run)
    return { name: 'Score', big: DASH, small: 'no run yet', to: '/runs/new', state: 'open', word: 'not started' };
  return {
    ...{ name: 'Score', big: `${run.judges} × ${count(run.reports)}`, small: `judges and reports, run ${run.number}` },
    ...{ to: `/runs/${run.number}`, state: run.done ? 'done' : 'open', word: run.done ? 'complete' : 'in progress' }
  };
}

function judgeBlind({ study }: LoopFacts): Stop {
  const name = 'Judge blind';
  if (!study) return { name, big: DASH, small: 'no study yet', to: '/studies/new', state: 'open', word: 'not started' };
  const { labels, planned, people, number } = study;
  const complete = planned > 0 && labels >= planned;
  return {
    ...{ name, big: count(labels), to: `/studies/${number}`, state: complete ? 'done' : 'open' },
    small: `${complete ? 'labels' : `of ${count(planned)} labels`} by ${many(people, 'annotator')}`,
    word: complete ? 'complete' : 'in progress'
  };
}

function align({ study, adoption }: LoopFacts): Stop {
  const name = 'Align';
  if (adoption) {
    const { gates, target, reopened } = adoption;
    return {
      ...{
        name,
        big: `${gates.passed} of ${gates.of}`,
        small: `gates passed, target ${proportion(target).replace(/0+$/, '')}`
      },
      ...{ to: `/alignment/${adoption.study}`, state: reopened ? 'act' : 'done' },
      word: reopened ? 'compare again' : 'complete'
    };
  }
  if (study && study.planned > 0 && study.labels >= study.planned)
    return { name, big: 'Ready', small: `labels of study ${study.number}`, to: `/alignment/${study.number}`, state: 'act', word: 'read the report' }; // prettier-ignore
  return { name, big: DASH, small: 'judges beside annotators', to: '/alignment', state: 'open', word: 'not started' };
}

function adopt({ adoption }: LoopFacts): Stop {
  const name = 'Adopt';
  if (!adoption)
    return { name, big: DASH, small: 'no decision yet', to: '/alignment', state: 'open', word: 'not started' };
  return {
    ...{ name, big: adoption.on, small: adoption.ensemble, to: '/judges', state: adoption.reopened ? 'act' : 'done' },
    word: adoption.reopened ? 're-opened' : 'complete'
  };
}

function atScale({ scaled }: LoopFacts): Stop {
  const name = 'Score at scale';
  if (!scaled)
    return { name, big: DASH, small: 'by adopted judges', to: '/leaderboard', state: 'open', word: 'not started' };
  return {
    ...{
      name,
      big: count(scaled.reports),
      small: `${scaled.reports === 1 ? 'report' : 'reports'}, run ${scaled.number}`
    },
    ...{ to: `/leaderboard?run=${scaled.number}`, state: 'done', word: 'complete' }
  };
}

function monitor({ monitor: set, adoption }: LoopFacts): Stop {
  const name = 'Monitor';
  const to = '/judges/monitoring';
  const changed = adoption !== null && adoption.served.length > 0 && adoption.reopened;
  const act = changed ? 'version changed' : set?.drift ? 'drift' : set?.overdue ? 'check due' : null;
  const state = act !== null ? 'act' : set ? 'done' : 'open';
  if (!set) return { name, big: DASH, small: 'no anchor set yet', to, state, word: act ?? 'not started' };
  return {
    ...{ name, big: many(set.checks, 'check'), small: `on ${many(set.items, 'anchor item')}`, to, state },
    word: act ?? (set.checks === 0 ? 'set drawn' : 'on schedule')
  };
}

/** A judge without its provider, as people call it. */
const modelOf = (judge: string): string => judge.slice(judge.indexOf(':') + 1);

/** Where the loop stands, as the heading of the page. */
export function loopInWords({ adoption }: Pick<LoopFacts, 'adoption'>, title: string): string {
  if (!adoption) return '';
  const { served, reopened } = adoption;
  if (!reopened) return `Judges adopted for ${title}`;
  const [first] = served;
  if (first === undefined) return `Judges adopted for ${title}; the decision is open again`;
  return served.length === 1
    ? `Judges adopted for ${title}; the version of ${modelOf(first)} has changed since`
    : `Judges adopted for ${title}; the versions of ${served.length} judges have changed since`;
}

/** What the way back from monitoring to alignment takes, while an adoption is open again; null otherwise. */
export function wayBack(
  { adoption }: Pick<LoopFacts, 'adoption'>,
  later: { run: number; apply: number; total: number } | null
): string | null {
  if (!adoption?.reopened) return null;
  if (!later) return 'Score the same reports with the judges of today, then compare them on the labels you have.';
  const { run, apply, total } = later;
  const still = `${count(apply)} of ${count(total)} labelled items still apply to run ${run}.`;
  return apply === total ? `No new labels needed: ${still}` : still;
}
