import { describe, expect, it } from 'vitest';
import { secretsIn, withoutSecrets } from '../secrets.ts';

const hidden = (text: string, env: Record<string, string>): string => withoutSecrets(text, secretsIn(env), '[hidden]');

describe('secrets of an environment', () => {
  it('are the passwords of its addresses: as written, decoded, and as a proxy receives them', () => {
    const env = {
      VOIRDIRE_QUEUE: 'postgres://lab:queue%23pass@db.example/voirdire',
      HTTPS_PROXY: 'http://ada:proxy-pass@proxy.example:3128',
      OTHER: 'postgres://db.example/lab?user=lab&password=in-the-query'
    };
    expect(hidden('queue%23pass queue#pass proxy-pass in-the-query db.example', env)).toBe(
      '[hidden] [hidden] [hidden] [hidden] db.example'
    );
    expect(hidden(`Basic ${btoa('ada:proxy-pass')}`, env)).toBe('Basic [hidden]');
  });

  it('are in an address that cannot be read, which an error quotes', () => {
    const HTTP_PROXY = 'http://ada:pa#ss/w@proxy.example:3128';
    expect(hidden(`Invalid proxy URL: ${HTTP_PROXY}`, { HTTP_PROXY })).toBe(
      'Invalid proxy URL: http://[hidden]@proxy.example:3128'
    );
  });

  it('are the headers of a server, with and without the name of a scheme', () => {
    const env = { VOIRDIRE_HEADERS_LAB: '{"authorization":"Bearer gate-9876","x-team":"eval"}' };
    expect(hidden('Bearer gate-9876, gate-9876, eval', env)).toBe('[hidden], [hidden], eval');
  });

  it('are in the variable that another one names, whose name is none', () => {
    const env = { VOIRDIRE_KEYVAR_LAB: 'TEAM_VLLM', TEAM_VLLM: 'vllm-9876', VOIRDIRE_KEYVAR_B: 'TEAM_API_KEY' };
    expect(hidden('vllm-9876 of TEAM_VLLM, TEAM_API_KEY', env)).toBe('[hidden] of TEAM_VLLM, TEAM_API_KEY');
  });

  it('are hidden whole if one is the beginning of another', () => {
    expect(hidden('key-12345678-long', { A_KEY: 'key-12345678', B_KEY: 'key-12345678-long' })).toBe('[hidden]');
  });
});
