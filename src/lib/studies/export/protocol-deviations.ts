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

/** Deviation that an act on a study means for readers of the study; null for acts that change nothing in it. */
export function deviationOf({ at, action, detail }: StudyAct, raterOf: (userId: string) => string): Deviation | null {
  const what = kinds[action];
  return what === undefined ? null : { at, what, detail: inWords(what, detail, raterOf) };
}

function inWords(what: Deviation['what'], detail: StudyAct['detail'], raterOf: (userId: string) => string): string {
  const number = (name: string): number => (typeof detail[name] === 'number' ? detail[name] : 0);
  const who = (name: string): string =>
    typeof detail[name] === 'string' ? raterOf(detail[name]) : 'those that wait for somebody';
  switch (what) {
    case 'pause':
      return 'Paused: nobody could commit from then on.';
    case 'resume':
      return `Resumed after ${number('minutes')} min.`;
    case 'reassign':
      return `The lead gave ${items(number('items'))} of ${number('reports')} reports from ${who('from')} to ${who('to')}; ${number('stayed')} stayed.`;
    case 'extend': {
      const people = Array.isArray(detail.people) ? detail.people.length : 0;
      return `Extended by batch ${number('batch')}, seed ${number('seed')}, among ${people} people.`;
    }
    case 'leases':
      return `Work may be taken over: an opened report after ${hours(detail.idleMinutes, 'min')}, unopened ones after ${hours(detail.unopenedHours, 'h')}.`;
    case 'guideline':
      return `Version ${number('number')} of the guideline began to count.`;
    default:
      return 'Closed: no label could come any more.';
  }
}

const items = (n: number): string => `${n} ${n === 1 ? 'item' : 'items'}`;
const hours = (n: unknown, unit: string): string => (typeof n === 'number' ? `${n} ${unit} without a touch` : 'never');
