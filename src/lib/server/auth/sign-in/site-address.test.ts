import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteAddress } from './site-address.ts';

describe('siteAddress', () => {
  it('keeps an address of this site as it is', () => {
    for (const address of ['/', '/account', '/p/demo/runs/1?sort=coverage#top', '/p/demo?to=https://elsewhere.example'])
      expect(siteAddress(address)).toBe(address);
  });
  it.each([
    ['nothing', null],
    ['another site', 'https://elsewhere.example/'],
    ['another site without a scheme', '//elsewhere.example'],
    ['a tab that browsers drop', '/\t/elsewhere.example'],
    ['a line break', '/account\r\nSet-Cookie: a=b'],
    ['a NUL', '/\0/elsewhere.example'],
    ['a control character of C1', '/\u0085/elsewhere.example'],
    ['a backslash', '/\\elsewhere.example'],
    ['a backslash later', '/a\\..\\\\elsewhere.example'],
    ['a path that begins like a host once it is resolved', '/.//elsewhere.example'],
    ['a path that begins like a host after going up', '/a/..//elsewhere.example'],
    ['the same with the dots encoded', '/a/%2e%2e//elsewhere.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'account']
  ])('replaces %s by the front page', (_, address) => {
    expect(siteAddress(address)).toBe('/');
  });
  it('leads to this site and fits a header, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\r\n',
      '.',
      '..',
      '%2e',
      '%09',
      '@',
      ':',
      'host.example',
      '?',
      '#',
      'é'
    );
    const address = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((all) => `/${all.join('')}`)
    );
    fc.assert(
      fc.property(address, (text) => {
        const to = siteAddress(text);
        expect(new URL(to, 'https://voirdire.example').origin).toBe('https://voirdire.example');
        expect(() => new Headers({ location: to })).not.toThrow();
      }),
      { numRuns: 300 }
    );
  });
});
