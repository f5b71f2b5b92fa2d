import { createRequire } from 'node:module';
import { refuse } from '../../../errors.ts';
import type { Judge } from '../../judge.ts';
import { endpointFetch, secretsOf } from '../endpoints/endpoint-fetch.ts';
import { type Endpoint, endpointOf } from '../endpoints/endpoints.ts';
import { bedrockRegion, vertexLocation } from '../endpoints/platform-endpoints.ts';
import type { Env, JudgeConfig } from '../settings/config.ts';
import { isClaude } from '../settings/platforms.ts';
import { judgeSpec } from '../settings/spec.ts';
import { type ClaudeAccess, claudeJudge, type MessagesClient } from './anthropic.ts';
import { oursAlone } from './wire/anthropic-client.ts';
import { geminiJudge } from './gemini.ts';
import { vertexProject } from './wire/gemini-client.ts';
import { atFirstCall } from './wire/at-first-call.ts';

/** Versions of the Messages API on the platforms, in the body of a request. */
const VERTEX_VERSION = 'vertex-2023-10-16';
const BEDROCK_VERSION = 'bedrock-2023-05-31';

/**
 * Anthropic's clients of the platforms are optional: that of Bedrock brings some 60 MB of AWS packages. Refused if one is
 * missing, with the command that installs it: npm installs nothing that is an optional peer already, unless it is to be saved.
 */
const demandPackage = (name: string, spec: string): string => {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch {
    refuse.notConfigured(
      `The judge ${spec}`,
      `install the package of its platform in the folder of Voirdire and start again: npm install --save-prod ${name}@1`
    );
  }
  return name;
};

/** The settings that all clients have: no retries, no logs, one origin. */
const common = (endpoint: Endpoint, send: typeof fetch) => ({
  baseURL: endpoint.baseUrl,
  maxRetries: 0,
  timeout: 60 * 60_000,
  logLevel: 'off' as const,
  openTelemetry: false,
  fetch: oursAlone(send)
});

type Client = new (options: Record<string, unknown>) => MessagesClient;

const imported = async (name: string, member: string): Promise<Client> =>
  ((await import(/* @vite-ignore */ name)) as Record<string, Client>)[member]!;

const claudeOnVertex = (config: JudgeConfig, endpoint: Endpoint, env: Env): Judge => {
  const spec = judgeSpec(config);
  if (endpoint.keyVariable !== 'GOOGLE_APPLICATION_CREDENTIALS')
    refuse.notConfigured(
      `The judge ${spec}`,
      'Claude on Vertex takes no API key. Unset VERTEX_API_KEY and set GOOGLE_APPLICATION_CREDENTIALS to your credentials file'
    );
  const name = demandPackage('@anthropic-ai/vertex-sdk', spec);
  const projectId = vertexProject(env, spec);
  const secrets = secretsOf(endpoint);
  /** Tokens must not show in messages. */
  const noting: typeof fetch = (input, init) => {
    const token = new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '');
    if (token && !secrets.includes(token)) secrets.push(token);
    return send(input, init);
  };
  const send = endpointFetch(endpoint);
  const access: ClaudeAccess = {
    secrets,
    version: VERTEX_VERSION,
    client: atFirstCall(async () => {
      const [AnthropicVertex, { GoogleAuth }] = await Promise.all([
        imported(name, 'AnthropicVertex'),
        import('google-auth-library')
      ]);
      return new AnthropicVertex({
        ...common({ ...endpoint, baseUrl: `${endpoint.baseUrl}/v1` }, noting),
        ...{ region: vertexLocation(env), projectId },
        googleAuth: new GoogleAuth({
          keyFilename: endpoint.key,
          scopes: 'https://www.googleapis.com/auth/cloud-platform'
        })
      });
    })
  };
  return claudeJudge(config, endpoint, access);
};

/** A model on Vertex: Gemini through Google's SDK, Claude through Anthropic's. */
export const vertexJudge = (config: JudgeConfig, env: Env): Judge =>
  isClaude(config.model) ? claudeOnVertex(config, endpointOf(config, env), env) : geminiJudge(config, env);

/** Claude on Bedrock through Anthropic's SDK, with a Bedrock API key or signed with the keys of AWS. */
export const bedrockJudge = (config: JudgeConfig, env: Env): Judge => {
  const spec = judgeSpec(config);
  const endpoint = endpointOf(config, env);
  const bearer = endpoint.keyVariable === 'AWS_BEARER_TOKEN_BEDROCK';
  const accessKey = env['AWS_ACCESS_KEY_ID']?.trim() ?? '';
  if (!bearer && accessKey === '')
    refuse.notConfigured(
      `The judge ${spec}`,
      'set AWS_ACCESS_KEY_ID together with AWS_SECRET_ACCESS_KEY and start again'
    );
  if (!isClaude(config.model))
    refuse.invalid(`The judge ${spec} is no model of Anthropic. On Bedrock only those can be judges.`);
  const name = demandPackage('@anthropic-ai/bedrock-sdk', spec);
  const session = env['AWS_SESSION_TOKEN']?.trim() || null;
  const access: ClaudeAccess = {
    secrets: [...secretsOf(endpoint), ...(session === null ? [] : [session])],
    version: BEDROCK_VERSION,
    client: atFirstCall(async () => {
      const AnthropicBedrock = await imported(name, 'AnthropicBedrock');
      return new AnthropicBedrock({
        ...common(endpoint, endpointFetch(endpoint)),
        awsRegion: bedrockRegion(env),
        ...(bearer
          ? { apiKey: endpoint.key, defaultHeaders: { Authorization: `Bearer ${endpoint.key}` } }
          : { apiKey: null, awsAccessKey: accessKey, awsSecretKey: endpoint.key, awsSessionToken: session })
      });
    })
  };
  return claudeJudge(config, endpoint, access);
};
