import { describe, expect, it } from 'vitest';
import { knownHosts } from './known-hosts.ts';

const machine = 'lab-pc';

describe('knownHosts', () => {
  it('knows loopback names, addresses and the name of the machine if no origin is set', () => {
    const known = knownHosts({ listens: '0.0.0.0', machine });
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', '10.1.2.3:80', 'LAB-PC:3000', 'lab-pc.local'])
      expect(known(host), host).toBe(true);
    for (const host of ['elsewhere.example', 'localhost.elsewhere.example', 'elsewhere.example:3000'])
      expect(known(host), host).toBe(false);
  });
  it('knows the host of the origin, listed names and loopback names, and no other address', () => {
    const known = knownHosts({ origin: 'https://voirdire.example', listens: '0.0.0.0', more: 'a.lan, b.lan', machine });
    for (const host of ['voirdire.example', 'Voirdire.Example:443', 'a.lan', 'b.lan:8080', 'localhost:3000'])
      expect(known(host), host).toBe(true);
    for (const host of ['10.1.2.3', 'lab-pc', 'voirdire.example.evil.example', 'evil.example'])
      expect(known(host), host).toBe(false);
  });
  it('takes listed names with ports, and names the setting if one is an address', () => {
    const more = 'a.lan:8080,数据.example [fd00::5]';
    const known = knownHosts({ origin: 'https://voirdire.example', listens: '0.0.0.0', more, machine });
    for (const host of ['a.lan', 'A.lan:3000', 'xn--vxup8b.example', '[fd00::5]:80'])
      expect(known(host), host).toBe(true);
    for (const wrong of ['https://a.lan', 'a.lan/path', 'lab@a.lan', '::1'])
      expect(() => knownHosts({ listens: '0.0.0.0', more: wrong, machine }), wrong).toThrow('VOIRDIRE_HOSTS contains');
  });
  it('refuses what is no host at all', () => {
    const known = knownHosts({ listens: '127.0.0.1', machine });
    for (const host of [undefined, '', 'localhost@evil.example', 'localhost/evil', 'localhost:3000:1', 'a b', '[evil]'])
      expect(known(host), String(host)).toBe(false);
  });
});
