import { describe, expect, it } from 'vitest';
import { isStillValid, type AdoptedVersions } from './adoptions.ts';

const adopted: AdoptedVersions = {
  rule: 'any',
  judges: [
    { judgeId: '1', spec: 'rules', fingerprint: 'aaaaaaaaaa' },
    { judgeId: '2', spec: 'openai:m', fingerprint: 'bbbbbbbbbb' }
  ],
  prompt: { name: 'deep-eval/coverage', version: '1', hash: 'h1' }
};
const now = { judges: adopted.judges, prompt: adopted.prompt };

describe('a decision', () => {
  it('stands while its judges and its prompt are the same', () => {
    expect(isStillValid(adopted, now)).toEqual({ valid: true, said: [], changed: [], served: [] });
  });

  it('stands if another judge was added, even of the same spec', () => {
    const judges = [{ judgeId: '3', spec: 'rules', fingerprint: 'cccccccccc' }, ...adopted.judges];
    expect(isStillValid(adopted, { ...now, judges }).valid).toBe(true);
  });

  it('is open again if a judge changed or is gone, and says which', () => {
    const judges = [{ judgeId: '4', spec: 'rules', fingerprint: 'dddddddddd' }];
    expect(isStillValid(adopted, { ...now, judges })).toEqual({
      valid: false,
      said: [expect.objectContaining({ key: 'judge' }), expect.objectContaining({ key: 'judgeGone' })],
      changed: ['rules changed its settings or version (aaaaaaaa → dddddddd).', 'openai:m is no longer in use.'],
      served: []
    });
  });

  it('is open again if the prompt changed, in version or in text alone, or is gone', () => {
    const withPrompt = (prompt: typeof now.prompt | null): string[] =>
      isStillValid(adopted, { ...now, prompt }).changed;
    expect(withPrompt({ ...adopted.prompt, version: '2', hash: 'h2' })).toEqual([
      'The prompt deep-eval/coverage changed from version 1 to 2.'
    ]);
    expect(withPrompt({ ...adopted.prompt, hash: 'h2' })).toEqual([
      'The text of the prompt deep-eval/coverage changed.'
    ]);
    expect(withPrompt(null)).toEqual(['The prompt deep-eval/coverage was removed.']);
  });
});
