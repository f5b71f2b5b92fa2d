import type { TypedSettings } from '$lib/components/verification/rounds/round-typed.ts';
import { defaultSettings, type RoundSettings } from '$lib/verification/rounds/rounds.ts';
import type { ChangeableSettings, RoundInput } from '$lib/verification/rounds/rounds.server.ts';
import { typedNumber } from '$lib/alignment/preregistration/typed-number.ts';

/** The whole form of a round that is to be started. */
interface TypedRound extends TypedSettings {
  name: string;
  qids: string;
  overlap: string;
  handOut: string;
  batchSize: string;
  seed: string;
}

const percent = (share: number): string => String(Math.round(share * 10_000) / 100);

/** The settings of a round as its form shows them. */
export const typedOf = ({ inspection, ...settings }: RoundSettings): TypedSettings => ({
  assignment: settings.assignment,
  domains: Object.entries(settings.domains).flatMap(([person, names]) => names.map((name) => `${person} ${name}`)),
  deadline: settings.deadline ?? '',
  reading: inspection.reading,
  limit: percent(inspection.limit),
  acceptNumber: String(inspection.acceptNumber),
  risk: percent(inspection.risk),
  halfWidth: percent(inspection.halfWidth),
  onReturn: inspection.onReturn,
  keepUnnecessary: settings.keepUnnecessary
});

export const defaultTyped = (seed: number, overlap: number): TypedRound => ({
  ...typedOf(defaultSettings),
  name: '',
  qids: '',
  overlap: String(overlap),
  handOut: defaultSettings.handOut,
  batchSize: String(defaultSettings.batchSize),
  seed: String(seed)
});

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '');

export const settingsTypedIn = (form: FormData): TypedSettings => ({
  assignment: textIn(form, 'assignment'),
  domains: form.getAll('domains').map(String),
  deadline: textIn(form, 'deadline'),
  reading: textIn(form, 'reading'),
  limit: textIn(form, 'limit'),
  acceptNumber: textIn(form, 'acceptNumber'),
  risk: textIn(form, 'risk'),
  halfWidth: textIn(form, 'halfWidth'),
  onReturn: textIn(form, 'onReturn'),
  keepUnnecessary: form.get('keepUnnecessary') !== null
});

export const typedRound = (form: FormData): TypedRound => ({
  ...settingsTypedIn(form),
  name: textIn(form, 'name'),
  qids: textIn(form, 'qids'),
  overlap: textIn(form, 'overlap'),
  handOut: textIn(form, 'handOut'),
  batchSize: textIn(form, 'batchSize'),
  seed: textIn(form, 'seed')
});

/** Not a number if the text is none: the domain says so beside the field. */
const whole = (text: string): number => (/^-?\d+$/.test(text.trim()) ? Number(text) : NaN);
const share = (text: string): number => typedNumber(text) / 100;

function domainsOf(lines: readonly string[]): Record<string, string[]> {
  const domains: Record<string, string[]> = {};
  for (const line of lines) {
    const at = line.indexOf(' ');
    if (at > 0) (domains[line.slice(0, at)] ??= []).push(line.slice(at + 1));
  }
  return domains;
}

/** Settings that can change while a round runs, from the form. */
export const changesOf = (typed: TypedSettings): ChangeableSettings => ({
  assignment: typed.assignment as RoundSettings['assignment'],
  domains: typed.assignment === 'by-domain' ? domainsOf(typed.domains) : {},
  deadline: typed.deadline.trim() === '' ? null : typed.deadline.trim(),
  inspection: {
    reading: typed.reading as RoundSettings['inspection']['reading'],
    limit: share(typed.limit),
    acceptNumber: whole(typed.acceptNumber),
    risk: share(typed.risk),
    halfWidth: share(typed.halfWidth),
    onReturn: typed.onReturn as RoundSettings['inspection']['onReturn']
  },
  keepUnnecessary: typed.keepUnnecessary
});

export function roundInput(typed: TypedRound): RoundInput & { settings: RoundSettings } {
  const qids = typed.qids.split(/[\s,;]+/).filter((qid) => qid !== '');
  return {
    name: typed.name,
    ...(qids.length > 0 ? { qids } : {}),
    settings: {
      ...changesOf(typed),
      overlap: whole(typed.overlap),
      handOut: typed.handOut as RoundSettings['handOut'],
      seed: whole(typed.seed),
      batchSize: whole(typed.batchSize)
    }
  };
}
