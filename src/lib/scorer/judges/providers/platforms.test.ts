import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTokens } from '../../../../../tests/stand-ins/platforms.ts';
import { describeJudge, makeJudge, parseJudgeLine, parseJudgeSpec, priceOf } from '../index.ts';
import { ask, failureOf, hasPackage, KEY, standIns } from '../judges.fixture.ts';

const servers = standIns();
const TOKEN = 'ya29-test-0123456789abcdef';
let tokens: Awaited<ReturnType<typeof startTokens>>;
/** Credentials of a workload identity, whose token service is a stand-in. */
let credentials: string;
beforeAll(async () => {
  tokens = await startTokens(TOKEN);
  const folder = mkdtempSync(join(tmpdir(), 'vertex-'));
  const subject = join(folder, 'subject');
  credentials = join(folder, 'credentials.json');
  writeFileSync(subject, 'a subject token');
  writeFileSync(
    credentials,
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: tokens.url,
      credential_source: { file: subject }
    })
  );
});
afterAll(() => tokens.stop());
const vertex = () => ({
  GOOGLE_APPLICATION_CREDENTIALS: credentials,
  GOOGLE_CLOUD_PROJECT: 'our-project',
  GOOGLE_CLOUD_LOCATION: 'europe-west4',
  VERTEX_BASE_URL: servers.vertex.url
});

describe('Azure OpenAI', () => {
  const env = () => ({ AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: servers.azure.url });

  it('is asked with the deployment in the path, the version in the query and the key in api-key alone', async () => {
    const reply = await ask(makeJudge(parseJudgeLine('azure:our-judge seed=3'), { ...env(), AZURE_OPENAI_API_VERSION: '2025-04-01-preview', OPENAI_ORG_ID: 'org' })); // prettier-ignore
    const { path, headers, body } = servers.azure.requests.at(-1)!;
    expect(path).toBe('/openai/deployments/our-judge/chat/completions?api-version=2025-04-01-preview');
    expect(headers).toMatchObject({ 'api-key': KEY });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('openai-organization');
    expect(body).toMatchObject({ seed: 3, response_format: { type: 'json_schema' } });
    expect(reply.model, 'the model behind the deployment').toBe('gpt-5-2025-01-01');
  });

  it('is a named server, too, with a key and a version of its own', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'azure-')), 'servers.json');
    const server = { url: servers.azure.url, api: 'azure', key: 'TEAM_API_KEY', apiVersion: '2024-12-01-preview' };
    writeFileSync(file, JSON.stringify({ team: server }));
    const judge = makeJudge(parseJudgeSpec('azure:d@team'), { VOIRDIRE_SERVERS: file, TEAM_API_KEY: 'team-key-0001' });
    await ask(judge);
    expect(judge).toMatchObject({ spec: 'azure:d@team', provider: 'azure@team' });
    expect(servers.azure.requests.at(-1)).toMatchObject({
      path: '/openai/deployments/d/chat/completions?api-version=2024-12-01-preview',
      headers: { 'api-key': 'team-key-0001' }
    });
  });

  it('closes a judge whose deployment does not exist', async () => {
    const error = await failureOf(ask(makeJudge(parseJudgeSpec('azure:gone'), env())));
    expect(error).toMatchObject({ status: 404, closes: 'model', retryable: false });
  });

  it('asks for its address and key by name, has no list price and no address written out', () => {
    const spec = parseJudgeSpec('azure:gpt-5');
    expect(() => makeJudge(spec, { AZURE_OPENAI_API_KEY: KEY })).toThrow(/set AZURE_OPENAI_ENDPOINT/);
    expect(() => makeJudge(spec, { AZURE_OPENAI_ENDPOINT: 'https://a.example' })).toThrow(/set AZURE_OPENAI_API_KEY/);
    expect(priceOf(spec, {}, env())).toBeNull();
    expect(() => parseJudgeLine('azure:gpt-5 baseUrl=https://evil.example')).toThrow(/the operator sets the address/);
    expect(describeJudge(spec, env()).destination).toEqual({ origin: servers.azure.url, key: 'AZURE_OPENAI_API_KEY' });
  });
});

describe('Vertex', () => {
  it('is asked with an API key', async () => {
    await ask(makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), { VERTEX_API_KEY: KEY, VERTEX_BASE_URL: servers.vertex.url })); // prettier-ignore
    const { path, headers } = servers.vertex.requests.at(-1)!;
    expect(path).toBe('/v1beta1/publishers/google/models/gemini-2.5-pro:generateContent');
    expect(headers).toMatchObject({ 'x-goog-api-key': KEY });
  });

  it('is asked with a token of the credentials file, in the project and location of the operator', async () => {
    const reply = await ask(makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), vertex()));
    const { path, headers } = servers.vertex.requests.at(-1)!;
    expect(path).toBe(
      '/v1beta1/projects/our-project/locations/europe-west4/publishers/google/models/gemini-2.5-pro:generateContent'
    );
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(headers).not.toHaveProperty('x-goog-api-key');
    expect(tokens.exchanged()).toBeGreaterThan(0);
    expect(reply).toMatchObject({ ending: 'complete', model: 'gemini-2.5-pro-001' });
  });

  it('never shows the token, not even when the server repeats it', async () => {
    servers.vertex.misbehave({ kind: 'bad-key' });
    const error = await failureOf(ask(makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), vertex())));
    expect(error.message).toContain('[key]');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error.stack)).not.toContain(TOKEN);
  });

  it.each([
    ['global', 'https://aiplatform.googleapis.com'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com'],
    ['europe-west4', 'https://europe-west4-aiplatform.googleapis.com']
  ])('has the address of its location %s', (location, origin) => {
    const { destination } = describeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), { GOOGLE_CLOUD_LOCATION: location });
    expect(destination).toEqual({ origin, key: 'VERTEX_API_KEY' });
  });

  it('is refused with what to set', () => {
    const { GOOGLE_CLOUD_PROJECT: _, ...without } = vertex();
    expect(() => makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), without)).toThrow(/set GOOGLE_CLOUD_PROJECT/);
    expect(() => makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), {})).toThrow(/set VERTEX_API_KEY/);
    expect(() =>
      makeJudge(parseJudgeSpec('vertex:gemini-2.5-pro'), {
        VERTEX_API_KEY: KEY,
        GOOGLE_CLOUD_LOCATION: 'evil.example/'
      })
    ).toThrow(/not a location/);
    expect(() => makeJudge(parseJudgeSpec('vertex:claude-opus-4-6'), { VERTEX_API_KEY: KEY })).toThrow(
      /Claude on Vertex takes no API key/
    );
  });

  it('closes a judge whose model does not exist', async () => {
    const error = await failureOf(ask(makeJudge(parseJudgeSpec('vertex:gemini-gone'), vertex())));
    expect(error).toMatchObject({ status: 404, closes: 'model' });
  });
});

const bedrock = () => ({ BEDROCK_BASE_URL: servers.bedrock.url, AWS_REGION: 'eu-central-1' });
const packages = {
  bedrock: hasPackage('@anthropic-ai/bedrock-sdk'),
  vertex: hasPackage('@anthropic-ai/vertex-sdk')
};

describe('Claude on a platform', () => {
  it.skipIf(packages.bedrock)('on Bedrock is refused with the command that installs its package', () => {
    expect(() =>
      makeJudge(parseJudgeSpec('bedrock:anthropic.claude-opus-4-6-v1:0'), {
        AWS_BEARER_TOKEN_BEDROCK: KEY,
        ...bedrock()
      })
    ).toThrow(/in the folder of Voirdire .* npm install --save-prod @anthropic-ai\/bedrock-sdk@1/);
  });

  it.skipIf(packages.vertex)('on Vertex is refused with the command that installs its package', () => {
    expect(() => makeJudge(parseJudgeSpec('vertex:claude-opus-4-6'), vertex())).toThrow(
      /in the folder of Voirdire .* npm install --save-prod @anthropic-ai\/vertex-sdk@1/
    );
  });

  it('is refused with the keys to set, and only Claude is a judge on Bedrock', () => {
    const spec = parseJudgeSpec('bedrock:anthropic.claude-opus-4-6-v1:0');
    expect(() => makeJudge(spec, {})).toThrow(/set AWS_BEARER_TOKEN_BEDROCK/);
    expect(() => makeJudge(spec, { AWS_SECRET_ACCESS_KEY: 'secret' })).toThrow(/set AWS_ACCESS_KEY_ID/);
    expect(() => makeJudge(parseJudgeSpec('bedrock:meta.llama4-v1:0'), { AWS_BEARER_TOKEN_BEDROCK: KEY })).toThrow(
      /is no model of Anthropic/
    );
  });

  it('takes the settings of its model', () => {
    const made = (line: string) => () =>
      makeJudge(parseJudgeLine(line), { AWS_BEARER_TOKEN_BEDROCK: KEY, ...vertex() });
    expect(made('bedrock:anthropic.claude-opus-4-8-v1:0 temperature=0')).toThrow(/temperature: .* takes no sampling/);
    expect(made('bedrock:anthropic.claude-opus-4-6-v1:0 seed=1')).toThrow(/Anthropic takes no seed/);
    expect(made('vertex:claude-opus-4-6 seed=1')).toThrow(/Anthropic takes no seed/);
    expect(made('vertex:gemini-2.5-pro structuredOutput=none')).toThrow(/Gemini always answers by schema/);
  });

  it.skipIf(!packages.bedrock)('is signed with the keys of AWS on Bedrock, and asked with its schema', async () => {
    const signed = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret-0123456789', ...bedrock() };
    const reply = await ask(makeJudge(parseJudgeSpec('bedrock:us.anthropic.claude-opus-4-6-v1:0'), signed));
    const { path, headers, body } = servers.bedrock.requests.at(-1)!;
    expect(path).toBe('/model/us.anthropic.claude-opus-4-6-v1:0/invoke');
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/bedrock/);
    expect(body).toMatchObject({ anthropic_version: 'bedrock-2023-05-31', output_config: { format: {} } });
    expect(reply.ending).toBe('complete');
  });

  it.skipIf(!packages.vertex)('is asked with a token on Vertex, with the schema in words if so set', async () => {
    const reply = await ask(makeJudge(parseJudgeLine('vertex:claude-opus-4-6 structuredOutput=none'), vertex()));
    const { path, headers, body } = servers.vertex.requests.at(-1)!;
    expect(path).toBe(
      '/v1/projects/our-project/locations/europe-west4/publishers/anthropic/models/claude-opus-4-6:rawPredict'
    );
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(body).not.toHaveProperty('output_config');
    expect(reply).toMatchObject({ ending: 'complete', model: 'claude-opus-4-6' });
  });
});
