import { messagesIn } from '../../messages/words.ts';
import type { ProjectEvent } from '../events/project-events.ts';

/** Subject and plain text of an e-mail. */
export interface MailText {
  subject: string;
  text: string;
}

/** Pages of a project to which e-mails about its events lead. */
const pages: Readonly<Record<ProjectEvent, string>> = {
  'work.waiting': '',
  'study.complete': '/studies',
  'run.paused': '/runs',
  'adoption.reopened': '/judges',
  'question.answered': '/inbox'
};

/** A name on one line: it becomes part of a header. */
const onOneLine = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** An e-mail about events of a project: their kind and number, the name of the project and a link, nothing of their content. */
export function eventMail(
  language: string,
  { event, events, project }: { event: ProjectEvent; events: number; project: { name: string; slug: string } },
  origin: string
): MailText {
  const say = messagesIn(language, 'mail');
  const name = onOneLine(project.name);
  const happened = say.happened({ event: event.replace('.', ''), n: events });
  const lines = [
    say.inProject({ happened, project: name }),
    `${origin}/p/${project.slug}${pages[event]}`,
    say.whyEvent({ link: `${origin}/account` })
  ];
  return { subject: say.subject({ happened, project: name }), text: `${lines.join('\n\n')}\n` };
}

/** An invitation to a project. @param link the one-time link */
export function invitationMail(
  language: string,
  { project, role }: { project: { name: string }; role: string },
  link: string
): MailText {
  const say = messagesIn(language, 'mail');
  const name = onOneLine(project.name);
  const named = messagesIn(language, 'roles').name({ role });
  const lines = [say.invited({ project: name, role: named }), link, say.whyInvitation];
  return { subject: say.invitation({ project: name }), text: `${lines.join('\n\n')}\n` };
}
