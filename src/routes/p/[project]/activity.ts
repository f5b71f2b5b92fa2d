import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';

interface Entry {
  id: number;
  at: number;
  actorName: string;
  action: string;
  detail: unknown;
}

interface Activity {
  id: number;
  at: number;
  text: string;
}

type Say = Words<Messages['activity']>;
type Act = Readonly<Record<string, unknown>> & { who: string };

const text = (value: unknown): string => String(value ?? '');

/** Acts of which many are one activity. */
const counted: Readonly<Record<string, (act: { who: string; n: number }, say: Say) => string>> = {
  'blind-verdict.commit': (act, say) => say.labels(act),
  'rating.commit': (act, say) => say.ratings(act),
  'review.commit': (act, say) => say.reviews(act),
  'preference.commit': (act, say) => say.preferences(act),
  'adjudication.decide': (act, say) => say.adjudications(act),
  'flag.raise': (act, say) => say.questions(act),
  'flag.answer': (act, say) => say.answers(act),
  'study-question.answer': (act, say) => say.studyAnswers(act),
  'topic.screen': (act, say) => say.topics(act),
  'query.edit': (act, say) => say.edits(act),
  'subject.reword': (act, say) => say.rewordings(act),
  'query-draft.adopt': (act, say) => say.draftsAdopted(act),
  'study.adjudicate': (act, say) => say.adjudications(act),
  'spot-check.answer': (act, say) => say.spotChecks(act),
  'invitation.create': (act, say) => say.invitations(act),
  'role.add': (act, say) => say.rolesAdded(act),
  'role.remove': (act, say) => say.rolesRemoved(act)
};

const one: Readonly<Record<string, (act: Act, say: Say, language: string) => string>> = {
  'project.create': ({ who }, say) => say.projectCreate({ who }),
  'invitation.join': ({ who }, say) => say.joined({ who }),
  'benchmark.import': ({ who }, say) => say.benchmarkImport({ who }),
  'topic.import': ({ who }, say) => say.topicImport({ who }),
  'reports.import': ({ who }, say) => say.reportsImport({ who }),
  'traces.import': ({ who }, say) => say.tracesImport({ who }),
  'version.freeze': ({ who, number }, say) => say.versionFreeze({ who, number: text(number) }),
  'round.open': ({ who, number }, say) => say.roundOpen({ who, number: text(number) }),
  'round.pause': ({ who, number }, say) => say.roundPause({ who, number: text(number) }),
  'round.resume': ({ who, number }, say) => say.roundResume({ who, number: text(number) }),
  'round.finalise': ({ who }, say) => say.roundFinalise({ who }),
  'run.create': ({ who, number }, say) => say.runCreate({ who, number: text(number) }),
  'run.start': ({ who, number }, say) => say.runStart({ who, number: text(number) }),
  'run.done': ({ number }, say) => say.runDone({ number: text(number) }),
  'run.pause': ({ who, number }, say) => say.runPause({ who, number: text(number) }),
  'run.resume': ({ who, number }, say) => say.runResume({ who, number: text(number) }),
  'run.cancel': ({ who, number }, say) => say.runCancel({ who, number: text(number) }),
  'run.fail': ({ number }, say) => say.runFail({ number: text(number) }),
  'run.pin': ({ who, number }, say) => say.runPin({ who, number: text(number) }),
  'run.unpin': ({ who, number }, say) => say.runUnpin({ who, number: text(number) }),
  'study.create': ({ who, number }, say) => say.studyCreate({ who, number: text(number) }),
  'study.preregister': ({ who, number }, say) => say.studyPreregister({ who, number: text(number) }),
  'study.lift-embargo': ({ who, number }, say) => say.studyLiftEmbargo({ who, number: text(number) }),
  'study.pause': ({ who, number }, say) => say.studyPause({ who, number: text(number) }),
  'study.resume': ({ who, number }, say) => say.studyResume({ who, number: text(number) }),
  'study.reassign': ({ who, number }, say) => say.studyReassign({ who, number: text(number) }),
  'study.close': ({ who, number }, say) => say.studyClose({ who, number: text(number) }),
  'study.extend': ({ who, number }, say) => say.studyExtend({ who, number: text(number) }),
  'study.import': ({ who }, say) => say.studyImport({ who }),
  'study.unblind': ({ who, number }, say) => say.studyUnblind({ who, number: text(number) }),
  'study-guideline.write': ({ who }, say) => say.studyGuideline({ who }),
  'guideline.write': ({ who }, say) => say.guideline({ who }),
  'inspection.start': ({ who }, say) => say.inspectionStart({ who }),
  'inspection.note': ({ who }, say) => say.inspectionNote({ who }),
  'rubric.add': ({ who }, say) => say.rubricAdd({ who }),
  'prompt.add': ({ who }, say) => say.promptAdd({ who }),
  'run.import': ({ who, number }, say) => say.runImport({ who, number: text(number) }),
  'survey.import': ({ who }, say) => say.surveyImport({ who }),
  'talk.import': ({ who, number }, say) => say.talkImport({ who, number: text(number) }),
  'ensemble.adopt': ({ who, metric }, say, language) =>
    say.adopt({ who, metric: metricWordIn(language, text(metric)) }),
  'ensemble.decide': ({ who, metric }, say, language) =>
    say.decide({ who, metric: metricWordIn(language, text(metric)) }),
  'ensemble.confirm': ({ who }, say) => say.confirm({ who }),
  'succession.switch': ({ who }, say) => say.switch({ who }),
  'anchor-set.create': ({ who, items, number }, say) =>
    say.anchorSet({ who, items: text(items), number: text(number) }),
  'anchor-set.check': ({ who }, say) => say.anchorCheck({ who }),
  'card.make': ({ who }, say) => say.card({ who }),
  'judge.served-another-version': ({ judge, version }, say) =>
    say.servedVersion({ judge: text(judge), version: text(version) })
};

const keyOf = ({ actorName, action, id }: Entry): string =>
  Object.hasOwn(counted, action) ? `${actorName} ${action}` : String(id);

/**
 * Entries of the audit trail as a list to be read: the same act of a person again and again is one line with its number. Acts without words
 * here are left out: those that only prepare others, and questions in a blind study, whose authors its lead must not learn.
 *
 * @param entries the newest first
 * @param language of the reader
 */
export function activityOf(entries: readonly Entry[], most: number, language: string): Activity[] {
  const say = messagesIn(language, 'activity');
  const runs: { first: Entry; n: number; key: string }[] = [];
  for (const entry of entries) {
    if (!Object.hasOwn(counted, entry.action) && !Object.hasOwn(one, entry.action)) continue;
    const key = keyOf(entry);
    const known = runs.find((run) => run.key === key && sameDay(run.first.at, entry.at));
    if (known) known.n += 1;
    else runs.push({ first: entry, n: 1, key });
  }
  return runs.slice(0, most).map(({ first: { id, at, actorName, action, detail }, n }) => {
    const who = actorName;
    const said =
      counted[action]?.({ who, n }, say) ??
      one[action]!({ ...((detail ?? {}) as Record<string, unknown>), who }, say, language);
    return { id, at, text: said };
  });
}

const DAY = 24 * 3600 * 1000;
const sameDay = (a: number, b: number): boolean => Math.floor(a / DAY) === Math.floor(b / DAY);
