import { date } from '../../../stats/writing/days.ts';
import { type JudgeConfig, modelConfigs } from '../settings/config.ts';
import { judgeSpec } from '../settings/spec.ts';
import { modelOfSnapshot } from './models.ts';

/** The date of the release that is being made: no default or example names a model that ends within 90 days of it. */
export const RELEASED = '2026-11-23';

/** Days before a model ends from which on a lead is told that an adopted judge is about to be lost: eight weeks. */
export const ENDING_SOON_DAYS = 56;

type Asked = Pick<JudgeConfig, 'provider' | 'model' | 'server' | 'baseUrl'>;

/**
 * Days, in UTC, on which providers said that they end a model and its snapshots, as read on 2026-11-22 from OpenAI's page of
 * deprecations (gpt-4o, -mini, gpt-4.1, -mini and gpt-5.1 from an article about it) and from Anthropic's.
 */
const announced: Readonly<Partial<Record<JudgeConfig['provider'], Readonly<Record<string, string>>>>> = {
  openai: {
    'gpt-5': '2026-12-11',
    'gpt-5-mini': '2026-12-11',
    'gpt-5-nano': '2026-12-11',
    'gpt-5-pro': '2026-12-11',
    o3: '2026-12-11',
    'o3-pro': '2026-12-11',
    'gpt-4o': '2027-01-14',
    'gpt-4o-mini': '2027-01-14',
    'gpt-4.1': '2027-01-14',
    'gpt-4.1-mini': '2027-01-14',
    'gpt-5.1': '2027-04-01'
  },
  anthropic: { 'claude-sonnet-4-5': '2026-11-30' }
};

/**
 * The day on which a model and its snapshots end, as the provider announced it (ISO date). Null if none is known, and for models that
 * are asked at another server than the provider's, which has dates of its own.
 */
export function shutdownOf({ provider, model, server, baseUrl }: Asked): string | null {
  const ends = announced[provider];
  if (!ends || server || baseUrl) return null;
  const name = [model, modelOfSnapshot(model)].find((one) => Object.hasOwn(ends, one));
  return name === undefined ? null : ends[name]!;
}

/** A model that ends. */
export interface Ending {
  provider: JudgeConfig['provider'];
  model: string;
  /** ISO date. */
  on: string;
}

/** The models of a judge, its own and those of its roles, that end, the first to end first. */
export const endingsOf = (judge: JudgeConfig): Ending[] =>
  [...new Map(modelConfigs(judge).map((one) => [judgeSpec({ ...one, roles: {} }), one])).values()]
    .flatMap((asked) => {
      const on = shutdownOf(asked);
      return on === null ? [] : [{ provider: asked.provider, model: asked.model, on }];
    })
    .sort((a, b) => a.on.localeCompare(b.on) || a.model.localeCompare(b.model));

/** Whole days from a moment to the beginning of a day in UTC; negative once it has passed. */
export const daysUntil = (on: string, now: number): number =>
  Math.ceil((Date.parse(`${on}T00:00:00Z`) - now) / 86_400_000);

/** Notice for people before they ask a model that ends: `openai:gpt-5 ends on 11 Dec 2026: …`. */
export const endingInWords = ({ provider, model, on }: Ending): string =>
  `${provider}:${model} ends on ${date(Date.parse(on))}: its provider has announced the shutdown. Choose another model for judgements that you will want to repeat.`;

/** Every announced end, by model as people write it: `openai:gpt-5`. */
export const announcedEnds = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(announced).flatMap(([provider, ends]) =>
      Object.entries(ends).map(([model, on]) => [`${provider}:${model}`, on])
    )
  );
