import { describe, expect, it } from 'vitest';
import { readChecklistReply } from '../protocols/checklist/checklist-reply.ts';
import { makeJudge, parseJudgeSpec } from './index.ts';
import { KEY, items, ask, about, failureOf } from './judges.fixture.ts';

describe('fingerprints', () => {
  const base = { provider: 'openai', model: 'm', settings: { temperature: 0 } } as const;
  const print = (config: object, env = {}) =>
    makeJudge({ ...base, ...config }, { OPENAI_API_KEY: KEY, ...env }).fingerprint;

  it('differ with model, base URL and settings', () => {
    const prints = [
      print({}),
      print({ model: 'n' }),
      print({ settings: {} }),
      print({ settings: { temperature: 0, seed: 1 } }),
      print({ baseUrl: 'http://127.0.0.1:1/v1' }),
      print({}, { OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' })
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('do not depend on the key, on where the URL comes from, or on a trailing slash', () => {
    expect(print({}, { OPENAI_API_KEY: 'another' })).toBe(print({}));
    expect(print({ baseUrl: 'http://127.0.0.1:2/v1/' })).toBe(print({}, { OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' }));
  });
});

describe('keys', () => {
  it('that are missing are named with the variable to set', () => {
    expect(() => makeJudge(parseJudgeSpec('openai:gpt-5'), {})).toThrow(/set OPENAI_API_KEY/);
    expect(() => makeJudge(parseJudgeSpec('gemini:g'), { GEMINI_API_KEY: ' ' })).toThrow(/set GEMINI_API_KEY/);
  });

  it('that no header can carry are refused with the variable, and without the key', () => {
    const says = /^The judge \S+ is not available: [A-Z_]+ holds a line break or a character that no API key has\./;
    const server = { VOIRDIRE_SERVER_OWN: 'http://127.0.0.1:9/v1' };
    for (const key of ['sk-one\nsk-two', 'sk-one\r\nOPENAI_BASE_URL=x', '“sk-quoted”', 'sk-\u200bone', 'sk\u0000one'])
      for (const [spec, env] of [
        ['openai:gpt-5', { OPENAI_API_KEY: key }],
        ['anthropic:claude-opus-5', { ANTHROPIC_API_KEY: key }],
        ['gemini:g', { GEMINI_API_KEY: key }],
        ['bedrock:claude', { AWS_REGION: 'eu-west-1', AWS_BEARER_TOKEN_BEDROCK: key }],
        ['openai-compatible:m@own', { ...server, VOIRDIRE_KEY_OWN: key }]
      ] as const) {
        const make = () => makeJudge(parseJudgeSpec(spec), env);
        expect(make).toThrow(says);
        expect(make).not.toThrow(key);
      }
    expect(makeJudge(parseJudgeSpec('openai:gpt-5'), { OPENAI_API_KEY: ' sk-one\r\n' }).spec).toBe('openai:gpt-5');
  });
});

describe('scripted', () => {
  const answers = items.map((item) => ({
    report: 'r1',
    metric: 'presentation',
    item: item.key,
    label: item.key === 'p2' ? ('abstain' as const) : ('yes' as const),
    rationale: 'Written beforehand.',
    quotes: ['# Heat pumps']
  }));
  const judge = (given = answers) =>
    makeJudge(parseJudgeSpec('scripted:ferrule'), {}, { script: (name) => ({ name, answers: given }) });

  it('gives the answers written down for a report, its abstentions too', async () => {
    const verdicts = readChecklistReply(await ask(judge()), items, { abstains: true });
    expect(verdicts[0]).toMatchObject({ label: 'yes', rationale: 'Written beforehand.' });
    expect(verdicts[1]).toMatchObject({ state: 'abstained' });
  });

  it('finds a report by its content too', async () => {
    const { textHash } = await import('../runs/fingerprint.ts');
    const digest = textHash(about.report.markdown);
    const reply = await ask(judge(answers.map((one) => ({ ...one, report: digest }))));
    expect(readChecklistReply(reply, items, { abstains: true })[0]?.state).toBe('judged');
  });

  it('fails for good if an answer is missing', async () => {
    const error = await failureOf(ask(judge(answers.slice(1))));
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toMatch(/no answer to item p1/);
  });

  it('has another fingerprint with other answers', () => {
    expect(judge(answers.slice(1)).fingerprint).not.toBe(judge().fingerprint);
  });

  it('is refused if no such script is known', () => {
    expect(() => makeJudge(parseJudgeSpec('scripted:nobody'), {})).toThrow(/no script of that name/);
  });
});
