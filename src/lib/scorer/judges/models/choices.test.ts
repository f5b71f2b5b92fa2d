import { describeServers } from '../endpoints/servers.ts';
import { describe, expect, it } from 'vitest';
import { ADMIN_SERVERS } from '../endpoints/server-definitions.ts';
import { parseJudgeLine } from '../settings/spec.ts';
import { knownModels } from './model-table.ts';
import { modelChoices } from './choices.ts';

const servers = {
  lab: { url: 'https://lab.example/v1', models: ['qwen3', 'llama-4'] },
  free: { url: 'https://b.example' }
};
const env = { [ADMIN_SERVERS]: JSON.stringify(servers) };

describe('models to choose from', () => {
  it('are those of named servers, then all known ones, each as a judge is written', () => {
    const specs = modelChoices(env, describeServers(env)).map(({ spec }) => spec);
    expect(specs.slice(0, 2)).toEqual(['openai-compatible:qwen3@lab', 'openai-compatible:llama-4@lab']);
    expect(specs).toHaveLength(2 + knownModels.length);
    for (const spec of specs) expect(parseJudgeLine(spec).model).not.toBe('');
  });

  it('have the list price with its date and the context, if these are known', () => {
    const of = (spec: string) => modelChoices(env, describeServers(env)).find((choice) => choice.spec === spec);
    const known = knownModels.find(({ provider }) => provider === 'openai')!;
    expect(of(`openai:${known.name}`)).toMatchObject({
      price: { asOf: known.asOf },
      contextTokens: known.contextTokens
    });
    expect(of('openai-compatible:qwen3@lab')).toEqual({
      ...{ spec: 'openai-compatible:qwen3@lab', price: null, contextTokens: null }
    });
  });

  it('have no list price if the operator asks a gateway instead', () => {
    const gateway = modelChoices({ OPENAI_BASE_URL: 'https://gateway.example/v1' }, []);
    expect(gateway.filter(({ spec }) => spec.startsWith('openai:')).every(({ price }) => price === null)).toBe(true);
  });
});
