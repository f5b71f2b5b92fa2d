import { defaultInspection } from '$lib/verification/inspection-plan.ts';
import { defaultSettings, type RoundSettings } from '$lib/verification/rounds.ts';
import type { RoundInput } from '$lib/verification/rounds.server.ts';

/** The form as it was typed, so that a refusal gives it back unchanged. Shares are typed in percent. */
export interface Typed {
  name: string;
  qids: string;
  overlap: string;
  assignment: string;
  handOut: string;
  /** `userId domain`, a line per ticked box. */
  domains: string[];
  deadline: string;
  batchSize: string;
  seed: string;
  reading: string;
  limit: string;
  acceptNumber: string;
  risk: string;
  halfWidth: string;
  onReturn: string;
  keepUnnecessary: boolean;
}

const percent = (share: number): string => String(Math.round(share * 10_000) / 100);

export const defaultTyped = (seed: number, overlap: number): Typed => ({
  name: '',
  qids: '',
  overlap: String(overlap),
  assignment: defaultSettings.assignment,
  handOut: defaultSettings.handOut,
  domains: [],
  deadline: '',
  batchSize: String(defaultSettings.batchSize),
  seed: String(seed),
  reading: defaultInspection.reading,
  limit: percent(defaultInspection.limit),
  acceptNumber: String(defaultInspection.acceptNumber),
  risk: percent(defaultInspection.risk),
  halfWidth: percent(defaultInspection.halfWidth),
  onReturn: defaultInspection.onReturn,
  keepUnnecessary: defaultSettings.keepUnnecessary
});

export function typedIn(form: FormData): Typed {
  const text = (name: string): string => String(form.get(name) ?? '');
  return {
    name: text('name'),
    qids: text('qids'),
    overlap: text('overlap'),
    assignment: text('assignment'),
    handOut: text('handOut'),
    domains: form.getAll('domains').map(String),
    deadline: text('deadline'),
    batchSize: text('batchSize'),
    seed: text('seed'),
    reading: text('reading'),
    limit: text('limit'),
    acceptNumber: text('acceptNumber'),
    risk: text('risk'),
    halfWidth: text('halfWidth'),
    onReturn: text('onReturn'),
    keepUnnecessary: form.get('keepUnnecessary') !== null
  };
}

/** Not a number where the text is none: the domain says so beside the field. */
const whole = (text: string): number => (/^-?\d+$/.test(text.trim()) ? Number(text) : NaN);
const share = (text: string): number => (text.trim() === '' ? NaN : Number(text.replace(',', '.')) / 100);

function domainsOf(lines: readonly string[]): Record<string, string[]> {
  const domains: Record<string, string[]> = {};
  for (const line of lines) {
    const at = line.indexOf(' ');
    if (at > 0) (domains[line.slice(0, at)] ??= []).push(line.slice(at + 1));
  }
  return domains;
}

export function inputOf(typed: Typed): RoundInput & { settings: RoundSettings } {
  const qids = typed.qids.split(/[\s,;]+/).filter((qid) => qid !== '');
  return {
    name: typed.name,
    ...(qids.length > 0 ? { qids } : {}),
    settings: {
      overlap: whole(typed.overlap),
      assignment: typed.assignment as RoundSettings['assignment'],
      handOut: typed.handOut as RoundSettings['handOut'],
      domains: typed.assignment === 'by-domain' ? domainsOf(typed.domains) : {},
      seed: whole(typed.seed),
      deadline: typed.deadline.trim() === '' ? null : typed.deadline.trim(),
      batchSize: whole(typed.batchSize),
      inspection: {
        reading: typed.reading as RoundSettings['inspection']['reading'],
        limit: share(typed.limit),
        acceptNumber: whole(typed.acceptNumber),
        risk: share(typed.risk),
        halfWidth: share(typed.halfWidth),
        onReturn: typed.onReturn as RoundSettings['inspection']['onReturn']
      },
      keepUnnecessary: typed.keepUnnecessary
    }
  };
}
