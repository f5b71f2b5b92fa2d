import { expect, it } from 'vitest';
import { checkSettings } from './operator-settings.ts';

it.each([
  ['VOIRDIRE_ZIP_MB', ['0', '2001', '1.5', 'abc'], ['1', '2000']],
  ['VOIRDIRE_BATCH_POLL_SECONDS', ['0', '-1', 'abc'], ['0.5', '30']],
  ['VOIRDIRE_JOB_POLL_SECONDS', ['0', 'abc'], ['5']],
  ['VOIRDIRE_METRICS_TOKEN', ['short', 'x'.repeat(15)], ['x'.repeat(16)]],
  ['ORIGIN', ['https://voirdire.example/path', 'https://voirdire.example/?a=1'], ['https://voirdire.example', 'https://voirdire.example/', 'http://10.0.0.5:8080']], // prettier-ignore
  ['VOIRDIRE_SERVERS', ['/no/such/file.json'], []],
  ['VOIRDIRE_COMMANDS', ['/no/such/file.json'], []],
  ['VOIRDIRE_SEARCH_PRICES', ['tavily=free'], ['tavily=8 2026-11-01']],
  ['OPENAI_BASE_URL', ['proxy.example/v1'], ['https://proxy.example/v1']],
  ['XFF_DEPTH', ['0', '-1', '1.5', 'abc'], ['1', '12']]
] as const)('a wrong %s stops the start with its name, and an empty one counts as unset', (name, wrong, right) => {
  for (const value of wrong) expect(() => checkSettings({ [name]: value }), value).toThrow(name);
  for (const value of ['', ...right]) expect(() => checkSettings({ [name]: value }), value).not.toThrow();
});
