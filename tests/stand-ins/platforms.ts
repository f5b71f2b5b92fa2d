import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicFormat } from './anthropic.ts';
import { geminiFormat } from './gemini.ts';
import { openaiFormat } from './openai.ts';
import type { Answered, StandIn, StandInOptions, WireFormat } from './server.ts';
import { startStandIn } from './server.ts';

const problem = (status: number, error: object): Answered => ({ status, body: { error } });

/** Headers with the key of Azure in the place of OpenAI's key. */
const asOpenAi = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...headers,
  authorization: `Bearer ${String(headers['api-key'])}`
});

const deploymentIn = (path: string): string | undefined =>
  /^\/openai\/deployments\/([^/?]+)\/chat\/completions\?api-version=[\w-]+$/.exec(path)?.[1];

/** Azure OpenAI: the deployment in the path, the key in `api-key`. Behind each deployment is gpt-5. */
const azureFormat: WireFormat = {
  basePath: '',
  understand(path, headers, body) {
    const deployment = deploymentIn(path);
    if (deployment === undefined) return problem(404, { code: '404', message: 'Resource not found' });
    if (!headers['api-key'])
      return problem(401, { code: '401', message: 'Access denied due to missing subscription key.' });
    if (deployment === 'gone')
      return problem(404, {
        code: 'DeploymentNotFound',
        message: 'The API deployment for this resource does not exist.'
      });
    return openaiFormat.understand('/v1/chat/completions', asOpenAi(headers), { ...body, model: 'gpt-5' });
  },
  refuse: () => null,
  reply: (asked, text, ending) => openaiFormat.reply(asked, text, ending, '/v1/chat/completions'),
  error: (kind, fault, headers) => openaiFormat.error(kind, fault, asOpenAi(headers))
};

const bearerOf = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];

const onVertex = (path: string): { maker: string; model: string } | null => {
  const found =
    /^\/v1(?:beta1)?\/(?:projects\/[\w-]+\/locations\/[\w-]+\/)?publishers\/(google|anthropic)\/models\/([^/:]+):(?:generateContent|rawPredict)$/.exec(
      path
    );
  return found ? { maker: found[1]!, model: decodeURIComponent(found[2]!) } : null;
};

/** A request to Claude on a platform as the Messages API takes it: model from the path, version from the body. */
const asMessages = (
  { anthropic_version: version, ...body }: Record<string, unknown>,
  headers: IncomingHttpHeaders,
  model: string,
  wanted: string
): Parameters<WireFormat['understand']> | Answered =>
  version === wanted && body['model'] === undefined && headers['anthropic-version'] === undefined
    ? ['/v1/messages', { ...headers, authorization: 'Bearer x', 'anthropic-version': '2023-06-01' }, { ...body, model }]
    : problem(400, { message: `anthropic_version: ${String(version)} is not ${wanted}, or model is in the body` });

const isAnswered = (value: Parameters<WireFormat['understand']> | Answered): value is Answered => 'status' in value;

/** Vertex: Gemini with an API key or a token, Claude with a token. */
const vertexFormat: WireFormat = {
  basePath: '',
  understand(path, headers, body) {
    const asked = onVertex(path);
    const key = headers['x-goog-api-key'] ?? bearerOf(headers);
    if (!asked) return problem(404, { code: 404, message: `${path} was not found`, status: 'NOT_FOUND' });
    if (!key) return problem(401, { code: 401, message: 'Credentials are missing', status: 'UNAUTHENTICATED' });
    if (asked.model.endsWith('gone'))
      return problem(404, { code: 404, message: `Publisher Model ${asked.model} was not found.`, status: 'NOT_FOUND' });
    if (asked.maker === 'google')
      return geminiFormat.understand(
        `/v1beta/models/${asked.model}:generateContent`,
        { ...headers, 'x-goog-api-key': key },
        body
      );
    const messages = asMessages(body, headers, asked.model, 'vertex-2023-10-16');
    return isAnswered(messages) ? messages : anthropicFormat.understand(...messages);
  },
  refuse: () => null,
  reply: (asked, text, ending, path) =>
    (onVertex(path)?.maker === 'anthropic' ? anthropicFormat : geminiFormat).reply(asked, text, ending, path),
  error: (kind, fault, headers) =>
    geminiFormat.error(kind, fault, {
      ...headers,
      'x-goog-api-key': String(headers['x-goog-api-key'] ?? bearerOf(headers))
    })
};

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=[\w-]+\/\d{8}\/[\w-]+\/bedrock\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/;

/** Bedrock: signed or with an API key; errors in the shape of AWS. */
const bedrockFormat: WireFormat = {
  basePath: '',
  understand(path, headers, body) {
    const [, model] = /^\/model\/([^/]+)\/invoke$/.exec(path) ?? [];
    if (model === undefined) return { status: 404, body: { message: 'UnknownOperationException' } };
    if (!bearerOf(headers) && !SIGNED.test(headers.authorization ?? ''))
      return { status: 403, body: { message: 'Missing Authentication Token' } };
    const messages = asMessages(body, headers, decodeURIComponent(model), 'bedrock-2023-05-31');
    return isAnswered(messages) ? messages : anthropicFormat.understand(...messages);
  },
  refuse: () => null,
  reply: (asked, text, ending, path) => anthropicFormat.reply(asked, text, ending, path),
  error(kind, fault, headers) {
    if (kind === 'rate-limit') return { status: 429, body: { message: 'Too many requests' }, headers: { 'retry-after': String(fault.retryAfterSeconds ?? 1) } }; // prettier-ignore
    if (kind === 'bad-key')
      return { status: 401, body: { message: `The token ${String(bearerOf(headers))} is not valid` } };
    return anthropicFormat.error(kind, fault, headers);
  }
};

export const startAzure = (options?: StandInOptions): Promise<StandIn> => startStandIn(azureFormat, options);
export const startVertex = (options?: StandInOptions): Promise<StandIn> => startStandIn(vertexFormat, options);
export const startBedrock = (options?: StandInOptions): Promise<StandIn> => startStandIn(bedrockFormat, options);

/** Google's token service: exchanges any subject token for `token`. */
export const startTokens = async (token: string): Promise<{ url: string; exchanged(): number; stop(): void }> => {
  let exchanged = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      exchanged += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          ...{ access_token: token, token_type: 'Bearer', expires_in: 3600 },
          issued_token_type: 'urn:ietf:params:oauth:token-type:access_token'
        })
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    exchanged: () => exchanged,
    stop: () => void server.close()
  };
};
