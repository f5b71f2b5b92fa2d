import { fieldSays, problemAt, refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { listRuns } from '../../scorer/runs/run-progress.server.ts';
import { hasEnded } from '../../scorer/runs/run-state.ts';
import { metricsOf } from '../../scorer/runs/runs.server.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { listMembers, readsResults } from '../../server/projects.ts';
import { fixedItems, kindsToChoose, metricsToAsk, peopleToChoose } from './plan-choices.ts';
import { groupsToChoose } from './planning-groups.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** All that a plan of a study can choose from: runs that have ended, what they scored, kinds of study, groups, people. */
export function planChoices(db: Db, manage: ProjectGrant<'manage'>, reading: ProjectGrant<'read-results'>) {
  const ended = listRuns(db, reading).filter(hasEnded);
  const runs = ended.map(({ id, number, name, status, judges, unscored }) => ({
    ...{ id, number: String(number), name, status, judges, unscored },
    metrics: metricsOf(db, id).map(({ metric }) => metric)
  }));
  const metrics = [...new Set(runs.flatMap((run) => run.metrics))].map(metricByName);
  const groups = groupsToChoose(
    db,
    manage,
    ended.map(({ id }) => id)
  );
  return {
    runs,
    metrics: metricsToAsk(metrics),
    kinds: kindsToChoose(metrics),
    groups: { ...groups, items: fixedItems(metrics) },
    people: people(db, manage)
  };
}

/** All people of the project, with the reason why one cannot judge blind. */
const people = (db: Db, manage: ProjectGrant<'manage'>) =>
  peopleToChoose(
    listMembers(db, manage).map(({ roles, admin, ...member }) => ({
      ...member,
      annotator: roles.includes('annotator'),
      readsResults: readsResults({ admin, roles })
    }))
  );

/** People of the project who can judge blind. */
export const ableToJudge = (db: Db, manage: ProjectGrant<'manage'>): { userId: string; name: string }[] =>
  people(db, manage).flatMap(({ userId, name, obstacle }) => (obstacle === null ? [{ userId, name }] : []));

/** People of the project by their e-mail addresses, for a plan; without addresses all who can judge blind. */
export function peopleNamed(db: Db, manage: ProjectGrant<'manage'>, emails?: readonly string[]): string[] {
  const known = new Map(listMembers(db, manage).map(({ email, userId }) => [email.toLowerCase(), userId]));
  if (emails)
    return emails.map(
      (email) =>
        known.get(email.trim().toLowerCase()) ??
        refuse.invalid(leadSays('studyNotMade'), [problemAt('people', fieldSays('unknownPeople', { n: 1 }), email)])
    );
  return ableToJudge(db, manage).map(({ userId }) => userId);
}
