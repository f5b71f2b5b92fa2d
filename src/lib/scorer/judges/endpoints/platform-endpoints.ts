import { refuse } from '../../../errors.ts';
import { demandKey, type Env, type JudgeConfig, type ProviderName, readBaseUrl } from '../settings/config.ts';

/** Address and key of a platform, as the operator set them. */
interface PlatformPlace {
  baseUrl: string;
  key: string;
  keyVariable: string;
}

const set = (env: Env, name: string): string => env[name]?.trim() ?? '';

const azureUrl = (env: Env, spec: string): string =>
  readBaseUrl(
    set(env, 'AZURE_OPENAI_ENDPOINT') ||
      refuse.notConfigured(
        `The judge ${spec}`,
        'set AZURE_OPENAI_ENDPOINT to the address of your resource, like https://NAME.openai.azure.com, or write azure:DEPLOYMENT@SERVER'
      ),
    'AZURE_OPENAI_ENDPOINT'
  );

/** Location of a Vertex project. `global`, `us` and `eu` have addresses of their own. */
export const vertexLocation = (env: Env): string => set(env, 'GOOGLE_CLOUD_LOCATION') || 'global';

const vertexHost = (location: string): string => {
  if (!/^[a-z0-9-]+$/.test(location))
    return refuse.notConfigured('Vertex', `GOOGLE_CLOUD_LOCATION is not a location: ${JSON.stringify(location)}`);
  if (location === 'global') return 'aiplatform.googleapis.com';
  return location === 'us' || location === 'eu'
    ? `aiplatform.${location}.rep.googleapis.com`
    : `${location}-aiplatform.googleapis.com`;
};

const vertexUrl = (env: Env): string =>
  readBaseUrl(set(env, 'VERTEX_BASE_URL') || `https://${vertexHost(vertexLocation(env))}`, 'VERTEX_BASE_URL');

/** Region of Bedrock. */
export const bedrockRegion = (env: Env): string => set(env, 'AWS_REGION') || 'us-east-1';

const bedrockUrl = (env: Env): string => {
  const region = bedrockRegion(env);
  if (!/^[a-z0-9-]+$/.test(region))
    refuse.notConfigured('Bedrock', `AWS_REGION is not a region: ${JSON.stringify(region)}`);
  return readBaseUrl(
    set(env, 'BEDROCK_BASE_URL') || `https://bedrock-runtime.${region}.amazonaws.com`,
    'BEDROCK_BASE_URL'
  );
};

/** The variable with the key of a platform: the first that is set, else the first. */
const keyVariables: Partial<Record<ProviderName, readonly string[]>> = {
  azure: ['AZURE_OPENAI_API_KEY'],
  vertex: ['VERTEX_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
  bedrock: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_SECRET_ACCESS_KEY']
};

/** The address of a platform; null for other providers. Refused: a resource or location that is missing or none. */
const platformUrl = (provider: ProviderName, env: Env, spec: string): string | null => {
  if (provider === 'azure') return azureUrl(env, spec);
  if (provider === 'vertex') return vertexUrl(env);
  return provider === 'bedrock' ? bedrockUrl(env) : null;
};

/** Address and key of a judge on a platform; null for other providers. */
export const platformPlace = (
  { provider }: Pick<JudgeConfig, 'provider'>,
  env: Env,
  spec: string
): PlatformPlace | null => {
  const baseUrl = platformUrl(provider, env, spec);
  const [usual, ...others] = keyVariables[provider] ?? [];
  if (baseUrl === null || usual === undefined) return null;
  const keyVariable = [usual, ...others].find((name) => set(env, name) !== '') ?? usual;
  // The path of a file may have any character.
  const path = keyVariable === 'GOOGLE_APPLICATION_CREDENTIALS' ? set(env, keyVariable) : '';
  return { baseUrl, key: path || demandKey(env, keyVariable, spec), keyVariable };
};

/** The usual variable of each platform that has no key. */
export const platformKeysMissing = (env: Env): string[] =>
  Object.values(keyVariables)
    .filter((names) => names.every((name) => set(env, name) === ''))
    .flatMap((names) => names.slice(0, 1));

/** Variables of keys that belong to platforms, by provider. */
export const platformKeys = (env: Env): { provider: ProviderName; variable: string; origin: string }[] =>
  (['azure', 'vertex', 'bedrock'] as const).flatMap((provider) => {
    if (provider === 'azure' && set(env, 'AZURE_OPENAI_ENDPOINT') === '') return [];
    const url = platformUrl(provider, env, provider);
    return url === null
      ? []
      : (keyVariables[provider] ?? []).map((variable) => ({ provider, variable, origin: new URL(url).origin }));
  });
