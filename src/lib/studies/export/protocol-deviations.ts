import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { Deviation } from './protocol.ts';

/** An entry of the audit trail about a study. */
interface StudyAct {
  at: number;
  action: string;
  detail: Record<string, unknown>;
}

const kinds: Readonly<Record<string, Deviation['what']>> = {
  'study.pause': 'pause',
  'study.resume': 'resume',
  'study.reassign': 'reassign',
  'study.extend': 'extend',
  'study.leases': 'leases',
  'study.close': 'close',
  'study-guideline.write': 'guideline'
};

const say = sayingsOf('protocolEvents');

/** The event that an entry of the audit trail is to readers of the study; null for acts that change nothing in it. */
export function deviationOf({ at, action, detail }: StudyAct, raterOf: (userId: string) => string): Deviation | null {
  const what = kinds[action];
  return what === undefined ? null : { at, what, detail: inWords(what, detail, raterOf) };
}

function inWords(what: Deviation['what'], detail: StudyAct['detail'], raterOf: (userId: string) => string): Saying {
  const number = (name: string): number => (typeof detail[name] === 'number' ? detail[name] : 0);
  const who = (name: string): string => (typeof detail[name] === 'string' ? raterOf(detail[name]) : 'waiting');
  const isLimited = (name: string): 'yes' | 'no' => (typeof detail[name] === 'number' ? 'yes' : 'no');
  switch (what) {
    case 'pause':
      return say('pause');
    case 'resume':
      return say('resume', { minutes: number('minutes') });
    case 'reassign':
      return say('reassign', {
        ...{ items: number('items'), reports: number('reports'), stayed: number('stayed') },
        ...{ from: who('from'), to: who('to') }
      });
    case 'extend':
      return say('extend', {
        ...{ batch: number('batch'), seed: number('seed') },
        people: Array.isArray(detail.people) ? detail.people.length : 0
      });
    case 'leases':
      return say('leases', {
        ...{ idles: isLimited('idleMinutes'), idle: number('idleMinutes') },
        ...{ waits: isLimited('unopenedHours'), unopened: number('unopenedHours') }
      });
    case 'guideline':
      return say('guideline', { n: number('number') });
    default:
      return say('close');
  }
}
