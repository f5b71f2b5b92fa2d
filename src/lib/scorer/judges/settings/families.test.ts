import { describe, expect, it } from 'vitest';
import { familyUnknown, modelFamily, sameFamily } from './families.ts';

describe('modelFamily', () => {
  it.each([
    ['openai:gpt-5', 'openai'],
    ['openai:ft:anything', 'openai'],
    ['gemini:gemini-2.5-pro', 'google'],
    ['gemini:tunedModels/x', 'google'],
    ['openai-compatible:qwen3-235b@http://openai.example/v1', 'qwen'],
    ['openai-compatible:openai/gpt-oss-120b@http://127.0.0.1:8000/v1', 'openai'],
    ['openai-compatible:mystery@http://127.0.0.1:8000/v1', null],
    ['GPT-4.1 mini', 'openai'],
    ['ChatGPT', 'openai'],
    ['o3-deep-research', 'openai'],
    ['o4-mini', 'openai'],
    ['Marco-o1', null],
    ['GPT-Researcher', null],
    ['Claude Opus 4', 'anthropic'],
    ['Gemini Deep Research', 'google'],
    ['Grok 4 Deep Search', 'xai'],
    ['x-ai/grok-4', 'xai'],
    ['groq', null],
    ['Perplexity Sonar Deep Research', 'perplexity'],
    ['Meta-Llama-3.1-70B-Instruct', 'meta'],
    ['LlamaIndex', null],
    ['meta-analysis agent', null],
    ['DeepSeek-R1-Distill-Llama-70B', 'deepseek'],
    ['Qwen2.5-72B', 'qwen'],
    ['QwQ-32B', 'qwen'],
    ['Mixtral-8x7B', 'mistral'],
    ['kimi-k2', 'moonshot'],
    ['GLM-4.5', 'zhipu'],
    ['rules', null],
    ['scripted:gpt', null],
    ['', null]
  ])('of %s is %s', (name, family) => {
    expect(modelFamily(name)).toBe(family);
  });
});

describe('sameFamily', () => {
  const system = (about: object) => ({ name: 'Cairn', provider: null, family: null, backbone: null, ...about });

  it.each([
    ['openai:gpt-5', { backbone: 'GPT-4.1' }, true],
    ['openai:gpt-5', { backbone: 'gemini-2.5-pro' }, false],
    ['gemini:gemini-2.5-pro', { provider: 'Google' }, true],
    ['openai:gpt-5', { family: 'o3' }, true],
    ['openai:gpt-5', { name: 'o3-deep-research' }, true],
    ['openai:gpt-5', { name: 'gpt-5 clone', backbone: 'Claude Sonnet 4' }, false],
    ['openai-compatible:deepseek-r1@http://h', { provider: 'Perplexity', backbone: 'DeepSeek-R1' }, true],
    ['openai-compatible:llama-3.1@http://h', { backbone: 'DeepSeek-R1-Distill-Llama-70B' }, true],
    ['openai-compatible:mystery-7b@http://h', { backbone: 'Mystery-7B' }, true],
    ['openai-compatible:mystery-7b@http://h', { backbone: 'other-7b' }, false],
    ['openai:gpt-5', {}, false],
    ['openai:gpt-5', { provider: '', backbone: '' }, false],
    ['rules', { name: 'rules', backbone: 'rules' }, false],
    ['scripted:gpt-5', { backbone: 'gpt-5' }, false]
  ])('of the judge %s and %j is %s', (judge, about, same) => {
    expect(sameFamily(judge, system(about))).toBe(same);
  });
});

describe('whether it is unknown who made', () => {
  it.each([
    ['openai:gpt-5', { backbone: 'gemini-2.5-pro' }, false],
    ['openai:gpt-5', { backbone: 'GPT-4.1' }, false],
    ['openai:gpt-5', { name: 'Tern' }, true],
    ['openai:gpt-5', { name: 'Tern', provider: 'A house of its own' }, false],
    ['openai-compatible:mystery-7b@http://h', { backbone: 'other-7b' }, true],
    ['rules', { name: 'Tern' }, false],
    ['scripted:a', { name: 'Tern' }, false]
  ])('the judge %s or the system %j is %s', (judge, about, unknown) => {
    expect(familyUnknown(judge, { name: 'A system', ...about })).toBe(unknown);
  });
});
