import { authorize, may, type Person, type ProjectResource } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { checksToDo } from '$lib/studies/spot-checks/spot-answers.server.ts';
import { studiesToAdjudicate } from '$lib/studies/truth/truth.server.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import type { ToDo } from './things-to-do.ts';

/** Labels that wait for an adjudicator, and verdicts that wait for a reviewer’s spot check. */
export function decisionsToDo(db: Db, person: Person, project: ProjectResource, say: Words<Messages['toDo']>): ToDo[] {
  const labels = may(person, project, 'adjudicate')
    ? studiesToAdjudicate(db, authorize(person, project, 'adjudicate'))
    : [];
  const checks = may(person, project, 'review') ? checksToDo(db, authorize(person, project, 'review')) : [];
  return [
    ...labels.map(({ number, name, left }): ToDo => ({
      ...{ tone: 'open', word: say.kind({ kind: 'adjudicate' }), what: name, to: `/studies/${number}/adjudicate` },
      ...{ detail: say.toAdjudicate({ n: left }), button: say.adjudicateLabels }
    })),
    ...checks.map(({ number, name, left }): ToDo => ({
      ...{ tone: 'open', word: say.kind({ kind: 'check' }), what: name, to: `/spot-checks/${number}/judge` },
      ...{ detail: say.toCheck({ n: left }), button: say.checkVerdicts }
    }))
  ];
}
