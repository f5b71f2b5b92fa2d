import { refuse } from '../../../errors.ts';
import type { CallOptions } from '../../runs/run-options.ts';
import { isSystemProvider, type JudgeConfig, modelConfigs } from './config.ts';
import { modelBehind } from './platforms.ts';
import { judgeSpec } from './spec.ts';

/**
 * How long a judge's answers take. `deep`: models and settings that think for minutes, or search the web under every metric.
 * `reasoning`: models that think before they answer, and servers of one's own, which may be slow. `research`: systems that write
 * a report in the background, or commands. `plain`: the others.
 */
type JudgeKind = 'plain' | 'reasoning' | 'deep' | 'research';

/** Limits of a call if no others are given: seconds until a try is given up, and tries. */
export const callDefaults: Readonly<Record<JudgeKind, CallOptions>> = {
  plain: { deadlineSeconds: 180, tries: 5 },
  reasoning: { deadlineSeconds: 600, tries: 5 },
  deep: { deadlineSeconds: 1_800, tries: 3 },
  research: { deadlineSeconds: 3_600, tries: 3 }
};

const LONGEST_SECONDS = 3_600;
const MOST_TRIES = 20;

const deepModel = /(?:^|[/-])(?:o\d+|gpt-[\d.]+)-pro\b|deep-?research|deep-?think/i;
const reasoningModel =
  /^o\d|^gpt-(?:[5-9]|\d\d)(?!.*chat)|^(?:models\/)?gemini-(?:2\.5|[3-9])|^claude-.*-(?:[4-9]|\d\d)(?:-|$)|gpt-oss|reason|think|\br1\b|qwq/i;

export const judgeKind = (config: JudgeConfig): JudgeKind => {
  const { provider, model } = modelBehind(config);
  const { settings = {} } = config;
  if (isSystemProvider(config.provider)) return 'research';
  if (provider === 'rules' || provider === 'scripted') return 'plain';
  const { reasoningEffort: effort, thinkingBudget = 0, webSearch } = settings;
  if (deepModel.test(model) || webSearch || effort === 'xhigh' || effort === 'max') return 'deep';
  if (provider === 'openai-compatible' || reasoningModel.test(model)) return 'reasoning';
  return thinkingBudget !== 0 || (effort !== undefined && effort !== 'none') ? 'reasoning' : 'plain';
};

type Name = keyof CallOptions;
const bounds: Readonly<Record<Name, { most: number; what: string }>> = {
  deadlineSeconds: { most: LONGEST_SECONDS, what: 'seconds' },
  tries: { most: MOST_TRIES, what: 'tries' }
};

interface Entry {
  /** As it was written. */
  entry: string;
  /** Empty for all judges. */
  spec: string;
  digits: string;
}

/** Entries apart by commas, semicolons or lines. A judge of the run may have any of these, or =, in its name. */
function entriesIn(text: string, specs: readonly string[]): Entry[] {
  const longestFirst = specs.toSorted((a, b) => b.length - a.length);
  const entries: Entry[] = [];
  for (let rest = text.replace(/^[\s,;]+/, ''); rest !== ''; rest = rest.replace(/^[\s,;]+/, '')) {
    const known = longestFirst.find((spec) => rest.startsWith(spec) && /^\s*=/.test(rest.slice(spec.length))) ?? '';
    const end = rest.slice(known.length).search(/[,;\n]/);
    const entry = (end === -1 ? rest : rest.slice(0, known.length + end)).trim();
    rest = end === -1 ? '' : rest.slice(known.length + end);
    const equals = entry.indexOf('=', known.length);
    entries.push(
      equals > 0
        ? { entry, spec: entry.slice(0, equals).trim(), digits: entry.slice(equals + 1).trim() }
        : { entry, spec: '', digits: entry }
    );
  }
  return entries;
}

/** Reads `900` for all judges, `openai:gpt-6-astra=3600` for one, or several of these apart by commas or lines. */
const parseEach = (text: string, name: Name, specs: readonly string[]): Map<string, number> => {
  const { most, what } = bounds[name];
  const found = new Map<string, number>();
  for (const { entry, spec, digits } of entriesIn(text, specs)) {
    const value = /^\d{1,6}$/.test(digits) ? Number(digits) : NaN;
    if (!(value >= 1 && value <= most))
      refuse.invalid(
        `${JSON.stringify(entry)} is not a number of ${what} from 1 to ${most.toLocaleString('en')}. Write a number for all judges, or JUDGE=NUMBER.`
      );
    if (spec !== '' && !specs.includes(spec))
      refuse.invalid(`There is no judge ${spec} in this run. Judges: ${specs.join(', ') || 'none'}.`);
    if (found.has(spec)) refuse.invalid(`${spec === '' ? 'A number for all judges' : spec} is given twice.`);
    found.set(spec, value);
  }
  return found;
};

/**
 * Deadline and tries of each judge's calls, by its spec: as given, else by the kind of judge. Models in roles count each on its own.
 *
 * @param given Texts as a person wrote them; see `parseEach`
 */
export const callOptionsFor = (
  judges: readonly JudgeConfig[],
  given: { deadline?: string; tries?: string } = {}
): Record<string, CallOptions> => {
  const configs = judges.flatMap(modelConfigs);
  const specs = configs.map(judgeSpec);
  const deadlines = parseEach(given.deadline ?? '', 'deadlineSeconds', specs);
  const tries = parseEach(given.tries ?? '', 'tries', specs);
  const made: Record<string, CallOptions> = {};
  for (const config of configs) {
    const spec = judgeSpec(config);
    const usual = callDefaults[judgeKind(config)];
    const own = {
      deadlineSeconds: deadlines.get(spec) ?? deadlines.get('') ?? usual.deadlineSeconds,
      tries: tries.get(spec) ?? tries.get('') ?? usual.tries
    };
    // Two judges of one model with different settings share their spec: the one that takes longer decides.
    made[spec] = {
      deadlineSeconds: Math.max(own.deadlineSeconds, made[spec]?.deadlineSeconds ?? 0),
      tries: Math.max(own.tries, made[spec]?.tries ?? 0)
    };
  }
  return made;
};

/** Deadlines or tries as `callOptionsFor` reads them again; empty if all are the defaults. */
export const formatCallOptions = (
  configs: readonly JudgeConfig[],
  calls: Readonly<Record<string, CallOptions>>,
  name: Name
): string => {
  const usual = callOptionsFor(configs);
  return Object.entries(calls)
    .filter(([spec, own]) => own[name] !== usual[spec]?.[name])
    .map(([spec, own]) => `${spec}=${own[name]}`)
    .join(', ');
};
