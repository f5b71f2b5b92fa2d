import { modelsNamed } from './roles.ts';

/** Facts about a system that identify its model; see the systems of a project. */
export interface SystemIdentity {
  name: string;
  provider?: string | null;
  family?: string | null;
  backbone?: string | null;
}

/** By what each maker's models and products are named. The order decides if a name fits several. */
const makers: readonly (readonly [family: string, names: RegExp])[] = [
  ['deepseek', /deepseek/],
  ['nvidia', /nemotron|nvidia/],
  ['perplexity', /perplexity|pplx|\bsonar\b/],
  ['anthropic', /claude|anthropic/],
  ['google', /gemini|gemma|\bpalm\b|\bgoogle\b/],
  ['xai', /\bgrok\b|grok-?\d|\bx-?ai\b|\bx\.ai\b/],
  [
    'openai',
    /chatgpt|\bgpt-?\d|gpt-oss|^gpt$|codex|\bopenai\b(?!-compatible)|(?<![\w.-])o[134](?:-(?:mini|pro|preview|deep-research))?(?![\w.])/
  ],
  ['qwen', /qwen|\bqwq\b|tongyi|alibaba/],
  ['mistral', /mistral|mixtral|magistral|ministral|codestral|pixtral/],
  ['moonshot', /kimi|moonshot/],
  ['zhipu', /chatglm|\bglm-?\d|zhipu|\bz\.ai\b/],
  ['minimax', /minimax/],
  ['bytedance', /doubao|bytedance|seed-oss/],
  ['baidu', /\bernie\b|baidu/],
  ['tencent', /hunyuan|tencent/],
  ['cohere', /cohere|command-[ar]\b|command-r/],
  ['amazon', /\bamazon\b|\bnova-(?:micro|lite|pro|premier)/],
  ['microsoft', /\bphi-?\d|microsoft/],
  ['meta', /llama(?!index|\.cpp|hub|parse)|\bmeta-?ai\b|^meta$/]
];

const familiesIn = (text: string): string[] => {
  const lower = text.trim().toLowerCase();
  return makers.filter(([, names]) => names.test(lower)).map(([family]) => family);
};

const vendors: Partial<Record<string, string>> = {
  ...{ openai: 'openai', gemini: 'google', anthropic: 'anthropic' },
  ...{ 'openai-research': 'openai', 'gemini-research': 'google' }
};

/** The model in a judge's name, and the family that its provider alone decides. */
const ofSpec = (spec: string): { model: string; provider: string | null } => {
  const [, from, model] = /^imported:([^/]+)\/(.+)@[^@]*$/s.exec(spec.trim()) ?? [];
  if (from !== undefined && model !== undefined) return { model, provider: vendors[from] ?? null };
  const [, provider, rest] =
    /^(openai|gemini|anthropic|openai-compatible|azure|vertex|bedrock|openai-research|gemini-research):(.+)$/s.exec(
      spec.trim()
    ) ?? [];
  if (provider === undefined || rest === undefined) return { model: spec.trim(), provider: null };
  return {
    model: rest.replace(/@(?:https?:\/\/.*|[a-z][a-z0-9-]*)$/s, ''),
    provider: vendors[provider] ?? null
  };
};

const families = (nameOrSpec: string): string[] => {
  const { model, provider } = ofSpec(modelsNamed(nameOrSpec)[0]!);
  const named = familiesIn(model);
  return provider === null || named.includes(provider) ? named : [provider, ...named];
};

/**
 * The maker of the model in a name: `openai`, `google`, `anthropic`, `xai`, `perplexity`, `meta`, `deepseek`, `qwen`,
 * `mistral` and others; null if the name does not tell.
 *
 * @param nameOrSpec A model, a judge's name or a product: `gpt-6-sol`, `openai-compatible:qwen3@http://…`, `Grok 4`.
 */
export const modelFamily = (nameOrSpec: string): string | null => families(nameOrSpec)[0] ?? null;

/**
 * Whether a judge judges its own kind: it and the system share a maker, or are the same model. What the system says of
 * its backbone, family and provider counts; its name only if they tell nothing. A name may tell of two makers (a model
 * distilled from another's): one in common is enough. False if nothing is known, and for judges made of code. Of a judge with roles every model counts.
 */
export const sameFamily = (judgeSpec: string, system: SystemIdentity): boolean =>
  modelsNamed(judgeSpec).some((model) => sameFamilyAs(model, system));

const sameFamilyAs = (judgeSpec: string, system: SystemIdentity): boolean => {
  if (judgeSpec === 'rules' || judgeSpec.startsWith('scripted:')) return false;
  const judge = families(judgeSpec);
  const { model } = ofSpec(judgeSpec);
  const said = [system.backbone, system.family, system.provider].flatMap((text) => (text ? [text] : []));
  const told = said.flatMap((text) => familiesIn(text));
  const others = told.length > 0 ? told : familiesIn(system.name);
  const same = (text: string): boolean => text.trim().toLowerCase() === model.toLowerCase();
  return [...said, system.name].some(same) || others.some((family) => judge.includes(family));
};

/**
 * Whether it is unknown who made a judge or a system, so that `sameFamily` says no without knowing. Judges made of code have
 * no maker, which is known.
 */
export const familyUnknown = (judgeSpec: string, system: SystemIdentity): boolean =>
  !sameFamily(judgeSpec, system) && modelsNamed(judgeSpec).some((model) => familyUnknownOf(model, system));

const familyUnknownOf = (judgeSpec: string, system: SystemIdentity): boolean => {
  if (judgeSpec === 'rules' || judgeSpec.startsWith('scripted:')) return false;
  const told = [system.backbone, system.family, system.provider].some((text) => text && text.trim() !== '');
  return families(judgeSpec).length === 0 || (!told && familiesIn(system.name).length === 0);
};
