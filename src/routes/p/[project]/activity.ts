import { many } from '$lib/components/shared/format.ts';

interface Entry {
  id: number;
  at: number;
  actorName: string;
  action: string;
  detail: unknown;
}

export interface Activity {
  id: number;
  at: number;
  text: string;
}

type Detail = Readonly<Record<string, unknown>>;

const numbered = (what: string, { number }: Detail): string =>
  typeof number === 'number' ? `${what} ${number}` : what;

/** Acts of which many are one activity: so many, in words. */
const counted: Readonly<Record<string, (n: number) => string>> = {
  'blind-verdict.commit': (n) => `committed ${many(n, 'blind label')}`,
  'rating.commit': (n) => `committed ${many(n, 'rating')}`,
  'review.commit': (n) => `reviewed ${many(n, 'rating')}`,
  'preference.commit': (n) => `gave ${many(n, 'preference')}`,
  'adjudication.decide': (n) => `adjudicated ${many(n, 'item')}`,
  'flag.raise': (n) => `asked ${many(n, 'question')}`,
  'flag.answer': (n) => `answered ${many(n, 'question')} in verification`,
  'study-question.answer': (n) => `answered ${many(n, 'question')} of annotators`,
  'topic.screen': (n) => `screened ${many(n, 'topic')}`,
  'query.edit': (n) => `edited ${many(n, 'query', 'queries')}`,
  'subject.reword': (n) => `reworded ${many(n, 'item')}`,
  'role.add': (n) => `gave ${many(n, 'role')}`,
  'role.remove': (n) => `took back ${many(n, 'role')}`
};

const one: Readonly<Record<string, (detail: Detail) => string>> = {
  'project.create': () => 'made the project',
  'benchmark.import': () => 'imported queries and checklists',
  'topic.import': () => 'imported topics',
  'reports.import': () => 'imported reports',
  'traces.import': () => 'imported traces of systems',
  'version.freeze': (detail) => `froze ${numbered('dataset version', detail)}`,
  'round.open': (detail) => `opened ${numbered('verification round', detail)}`,
  'round.finalise': () => 'finalised a verification round',
  'run.create': (detail) => `planned ${numbered('run', detail)}`,
  'run.start': (detail) => `started ${numbered('run', detail)}`,
  'run.done': (detail) => `${numbered('run', detail)} is complete`,
  'run.pause': (detail) => `paused ${numbered('run', detail)}`,
  'run.fail': (detail) => `${numbered('run', detail)} failed`,
  'run.pin': (detail) => `pinned ${numbered('run', detail)} as the leaderboard`,
  'run.unpin': (detail) => `unpinned ${numbered('run', detail)}`,
  'study.create': (detail) => `opened ${numbered('study', detail)}`,
  'study.preregister': (detail) => `preregistered the analysis of ${numbered('study', detail)}`,
  'study.lift-embargo': (detail) => `unblinded ${numbered('study', detail)}`,
  'study.close': (detail) => `closed ${numbered('study', detail)}`,
  'study.extend': (detail) => `extended ${numbered('study', detail)}`,
  'study.import': () => 'imported labels',
  'study.unblind': (detail) => `unblinded ${numbered('study', detail)} early`,
  'study-guideline.write': () => 'wrote the guideline of a study',
  'guideline.write': () => 'wrote the guideline of verification',
  'inspection.start': () => 'started an inspection',
  'inspection.note': () => 'noted what an inspection found',
  'rubric.add': () => 'added a rubric',
  'prompt.add': () => 'added a version of a prompt',
  'run.import': (detail) => `imported ${numbered('run', detail)}`,
  'survey.import': () => 'imported answers of a survey',
  'talk.import': (detail) => `imported ${numbered('talk', detail)}`,
  'ensemble.adopt': ({ metric }) => `adopted judges for ${String(metric)}`,
  'ensemble.decide': ({ metric }) => `decided not to adopt judges for ${String(metric)}`,
  'ensemble.confirm': () => 'confirmed an adoption',
  'succession.switch': () => 'switched to a successor of adopted judges',
  'anchor-set.create': ({ items, number }) => `drew anchor set ${String(number)} of ${String(items)} items`,
  'anchor-set.check': () => 'started a check of an anchor set',
  'card.make': () => 'made a judge card',
  'judge.served-another-version': ({ judge, version }) => `${String(judge)} was served as ${String(version)}`
};

/** What nobody would call an activity, and who asked in a blind study, which its lead does not read. */
const quiet = new Set([
  'assignment.open', 'assignment.take', 'assignment.reveal', 'verification-assignment.open', 'verification-assignment.take',
  'verification-assignment.finish', 'verification-assignment.put-off', 'verification-assignment.resume', 'assignment.put-off',
  'study-question.ask', 'round-query.stage', 'access.deny', 'file.export', 'session.end'
]); // prettier-ignore

const keyOf = ({ actorName, action, id }: Entry): string =>
  Object.hasOwn(counted, action) ? `${actorName} ${action}` : String(id);

/**
 * Entries of the audit trail as a list to be read: the same act of a person again and again is one line with its number, and acts
 * that only prepare others are left out. An act without words keeps its code.
 *
 * @param entries the newest first
 */
export function activityOf(entries: readonly Entry[], most: number): Activity[] {
  const runs: { first: Entry; n: number; key: string }[] = [];
  for (const entry of entries) {
    if (quiet.has(entry.action)) continue;
    const key = keyOf(entry);
    const known = runs.find((run) => run.key === key && sameDay(run.first.at, entry.at));
    if (known) known.n += 1;
    else runs.push({ first: entry, n: 1, key });
  }
  return runs.slice(0, most).map(({ first: { id, at, actorName, action, detail }, n }) => {
    const said = counted[action]?.(n) ?? one[action]?.((detail ?? {}) as Detail) ?? action;
    const alone = /^(run \d+|run) (is complete|failed)$| was served as /.test(said);
    return { id, at, text: alone ? said.replace(/^run/, 'Run') : `${actorName} ${said}` };
  });
}

const DAY = 24 * 3600 * 1000;
const sameDay = (a: number, b: number): boolean => Math.floor(a / DAY) === Math.floor(b / DAY);
