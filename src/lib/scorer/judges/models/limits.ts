import { refuse } from '../../../errors.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';
import { type JudgeConfig, modelConfigs } from '../settings/config.ts';
import { searchProviderNames } from '../../search.ts';
import { providerOf } from '../settings/spec.ts';

const FORM = 'Write for example “openai 60rpm 200000tpm, gemini 10rpm 4 at once”.';

const units = { rpm: 'requestsPerMinute', tpm: 'tokensPerMinute', 'at once': 'concurrency' } as const satisfies Record<
  string,
  keyof ProviderLimits
>;
type Unit = keyof typeof units;

const readProvider = (name: string): string => {
  if (/^(?:openai|gemini|anthropic|azure|vertex|bedrock|openai-research|gemini-research|command)$/.test(name))
    return name;
  if (name === 'openai-compatible')
    return refuse.invalid(
      'Each compatible server has limits of its own. Name it: openai-compatible@SERVER 30rpm or openai-compatible@HOST:PORT 30rpm.'
    );
  if (
    /^(?:openai-compatible@[^\s@/]+|(?:openai|gemini|anthropic|azure|openai-research|gemini-research)@[a-z][a-z0-9-]*)$/i.test(
      name
    )
  )
    return name.toLowerCase();
  if (name === 'rules' || name === 'scripted') return refuse.invalid(`${name} asks no server, so it has no limits.`);
  if (searchProviderNames.some((one) => one === name)) return name;
  return refuse.invalid(
    `${JSON.stringify(name)} is no provider with limits. There are openai, gemini, anthropic and azure, each also with @SERVER, vertex, bedrock, openai-research, gemini-research, command, openai-compatible@SERVER and openai-compatible@HOST:PORT, and for searches ${searchProviderNames.join(', ')}.`
  );
};

const readEntry = (entry: string): [provider: string, limits: ProviderLimits] => {
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(entry) ?? [];
  const provider = readProvider(name);
  const limits: ProviderLimits = {};
  const left = rest.replace(/(\d+)\s*(rpm|tpm|at\s+once)(?=\s|$)/g, (_all, digits: string, written: string) => {
    const unit = written.replace(/\s+/, ' ') as Unit;
    const value = Number(digits);
    if (value < 1 || !Number.isSafeInteger(value))
      refuse.invalid(`${digits} ${unit} for ${provider} is no limit: write a number from 1 on, or leave it out.`);
    if (limits[units[unit]] !== undefined) refuse.invalid(`${unit} is given twice for ${provider}.`);
    limits[units[unit]] = value;
    return '';
  });
  if (left.trim() !== '')
    refuse.invalid(
      `${JSON.stringify(left.trim())} for ${provider} is no limit: rpm counts requests per minute, tpm tokens per minute, “at once” calls under way. ${FORM}`
    );
  if (Object.keys(limits).length === 0) refuse.invalid(`${provider} is named without a limit. ${FORM}`);
  return [provider, limits];
};

/**
 * Reads limits per provider, separated by commas, semicolons or lines: `openai 60rpm 200000tpm, gemini 10rpm 4 at once`.
 * `rpm` counts requests per minute, `tpm` tokens per minute, `at once` calls under way. What is not named has no limit.
 * Refused: other providers and units, a provider or unit given twice, numbers below 1.
 */
export const parseLimits = (text: string): Record<string, ProviderLimits> => {
  const entries = text
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(readEntry);
  const twice = entries.find(([name], i) => entries.findIndex(([other]) => other === name) < i);
  if (twice) refuse.invalid(`${twice[0]} is named twice. Put its limits together.`);
  return Object.fromEntries(entries);
};

/** Limits for a run's judges. Refused: limits of a provider that none of them asks, since that is most likely mistyped. */
export const limitsFor = (
  judges: readonly JudgeConfig[],
  limits: Record<string, ProviderLimits>
): Record<string, ProviderLimits> => {
  const asked = [...new Set(judges.flatMap(modelConfigs).map(providerOf))];
  const searches: readonly string[] = searchProviderNames;
  const astray = Object.keys(limits).find((provider) => !asked.includes(provider) && !searches.includes(provider));
  if (astray !== undefined)
    refuse.invalid(`There is a limit for ${astray}, which none of the judges asks. They ask ${asked.join(', ')}.`);
  return limits;
};

/** The inverse of `parseLimits`; empty if there are none. */
export const formatLimits = (limits: Readonly<Record<string, ProviderLimits>>): string =>
  Object.entries(limits)
    .map(([provider, { requestsPerMinute, tokensPerMinute, concurrency }]) => [
      provider,
      ...(requestsPerMinute === undefined ? [] : [`${requestsPerMinute}rpm`]),
      ...(tokensPerMinute === undefined ? [] : [`${tokensPerMinute}tpm`]),
      ...(concurrency === undefined ? [] : [`${concurrency} at once`])
    ])
    .filter((words) => words.length > 1)
    .map((words) => words.join(' '))
    .join(', ');
