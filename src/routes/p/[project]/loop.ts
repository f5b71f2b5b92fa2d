import { count, proportion } from '$lib/components/shared/format.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';

/** A step of the loop from queries to monitored judges, as the strip on the front page shows it. */
export interface Stop {
  name: string;
  /** The number that stands for it; a dash if there is none yet. */
  big: string;
  /** Thing that the number counts. */
  small: string;
  /** Where it leads, after the address of the project. */
  to: string;
  state: 'done' | 'act' | 'open';
  /** The state in words. */
  word: string;
}

/** Facts of one metric from queries to monitored judges; null for missing ones. */
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
  /** The anchor set of the adoption; null if none was drawn. */
  monitor: { checks: number; items: number; drift: boolean; overdue: boolean } | null;
}

const DASH = '–';

type Say = Words<Messages['loop']>;

/** The seven steps in their order. */
export function stopsOf(facts: LoopFacts, say: Say): Stop[] {
  return [verify, score, judgeBlind, align, adopt, atScale, monitor].map((step) => step(facts, say));
}

function verify({ queries, version, rounds }: LoopFacts, say: Say): Stop {
  const at = { name: say.verify, big: count(queries), to: rounds.open > 0 ? '/verification' : '/queries' };
  const small = say.queries({ n: queries, version: version === null ? 'none' : String(version) });
  if (rounds.open > 0) return { ...at, small, state: 'open', word: say.state({ state: 'inProgress' }) };
  if (rounds.finalised > 0) return { ...at, small, state: 'done', word: say.state({ state: 'complete' }) };
  return version === null
    ? { ...at, small, state: 'open', word: say.state({ state: queries === 0 ? 'notStarted' : 'notVerified' }) }
    : { ...at, small, state: 'done', word: say.state({ state: 'frozen' }) };
}

function score({ run }: LoopFacts, say: Say): Stop {
  if (!run)
    return {
      name: say.score,
      big: DASH,
      small: say.noRun,
      to: '/runs/new',
      state: 'open',
      word: say.state({ state: 'notStarted' })
    };
  return {
    ...{
      name: say.score,
      big: `${run.judges} × ${count(run.reports)}`,
      small: say.judgesAndReports({ run: String(run.number) })
    },
    ...{
      to: `/runs/${run.number}`,
      state: run.done ? 'done' : 'open',
      word: say.state({ state: run.done ? 'complete' : 'inProgress' })
    }
  };
}

function judgeBlind({ study }: LoopFacts, say: Say): Stop {
  const name = say.judgeBlind;
  if (!study)
    return {
      name,
      big: DASH,
      small: say.noStudy,
      to: '/studies/new',
      state: 'open',
      word: say.state({ state: 'notStarted' })
    };
  const { labels, planned, people, number } = study;
  const complete = planned > 0 && labels >= planned;
  return {
    ...{ name, big: count(labels), to: `/studies/${number}`, state: complete ? 'done' : 'open' },
    small: complete ? say.labels({ people }) : say.labelsOf({ planned, people }),
    word: say.state({ state: complete ? 'complete' : 'inProgress' })
  };
}

function align({ study, adoption }: LoopFacts, say: Say): Stop {
  const name = say.align;
  if (adoption) {
    const { gates, target, reopened } = adoption;
    return {
      ...{
        name,
        big: say.gates({ passed: gates.passed, n: gates.of }),
        small: say.gatesAbout({ target: proportion(target).replace(/0+$/, '') })
      },
      ...{ to: `/alignment/${adoption.study}`, state: reopened ? 'act' : 'done' },
      word: say.state({ state: reopened ? 'compareAgain' : 'complete' })
    };
  }
  if (study && study.planned > 0 && study.labels >= study.planned)
    return { name, big: say.ready, small: say.labelsOfStudy({ study: String(study.number) }), to: `/alignment/${study.number}`, state: 'act', word: say.state({ state: 'read' }) }; // prettier-ignore
  return {
    name,
    big: DASH,
    small: say.beside,
    to: '/alignment',
    state: 'open',
    word: say.state({ state: 'notStarted' })
  };
}

function adopt({ adoption }: LoopFacts, say: Say): Stop {
  const name = say.adopt;
  if (!adoption)
    return {
      name,
      big: DASH,
      small: say.noDecision,
      to: '/alignment',
      state: 'open',
      word: say.state({ state: 'notStarted' })
    };
  return {
    ...{ name, big: adoption.on, small: adoption.ensemble, to: '/judges', state: adoption.reopened ? 'act' : 'done' },
    word: say.state({ state: adoption.reopened ? 'reopened' : 'complete' })
  };
}

function atScale({ scaled }: LoopFacts, say: Say): Stop {
  const name = say.atScale;
  if (!scaled)
    return {
      name,
      big: DASH,
      small: say.byAdopted,
      to: '/leaderboard',
      state: 'open',
      word: say.state({ state: 'notStarted' })
    };
  return {
    ...{
      name,
      big: count(scaled.reports),
      small: say.reports({ n: scaled.reports, run: String(scaled.number) })
    },
    ...{ to: `/leaderboard?run=${scaled.number}`, state: 'done', word: say.state({ state: 'complete' }) }
  };
}

function monitor({ monitor: set, adoption }: LoopFacts, say: Say): Stop {
  const name = say.monitor;
  const to = '/judges/monitoring';
  const changed = adoption !== null && adoption.served.length > 0 && adoption.reopened;
  const due = changed ? 'changed' : set?.drift ? 'drift' : set?.overdue ? 'due' : null;
  const act = due && say.state({ state: due });
  const state = act !== null ? 'act' : set ? 'done' : 'open';
  if (!set)
    return { name, big: DASH, small: say.noAnchors, to, state, word: act ?? say.state({ state: 'notStarted' }) };
  return {
    ...{ name, big: say.checks({ n: set.checks }), small: say.anchors({ n: set.items }), to, state },
    word: act ?? say.state({ state: set.checks === 0 ? 'drawn' : 'onSchedule' })
  };
}

/** A judge without its provider, as people call it. */
const modelOf = (judge: string): string => judge.slice(judge.indexOf(':') + 1);

/** Where the loop stands, as the heading of the page. */
export function loopInWords({ adoption }: Pick<LoopFacts, 'adoption'>, title: string, say: Say): string {
  if (!adoption) return '';
  const { served, reopened } = adoption;
  if (!reopened) return say.adopted({ metric: title });
  const [first] = served;
  if (first === undefined) return say.adoptedOpen({ metric: title });
  return served.length === 1
    ? say.adoptedChanged({ metric: title, judge: modelOf(first) })
    : say.adoptedChanges({ metric: title, n: served.length });
}

/** Work on the way back from monitoring to alignment, while an adoption is open again; null otherwise. */
export function wayBack(
  { adoption }: Pick<LoopFacts, 'adoption'>,
  later: { run: number; apply: number; total: number } | null,
  say: Say
): string | null {
  if (!adoption?.reopened) return null;
  if (!later) return say.scoreAgain;
  const { run, apply, total } = later;
  return (apply === total ? say.noNewLabels : say.stillApply)({ n: apply, total, run: String(run) });
}
