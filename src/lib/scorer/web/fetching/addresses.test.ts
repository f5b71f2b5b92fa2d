import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGlobalAddress } from './addresses.ts';

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%1',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '8.8.8',
  '0x8.8.8.8',
  '134744072'
])('%s is not a global unicast address', (address) => {
  expect(isGlobalAddress(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.128.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1'
])('%s is one', (address) => {
  expect(isGlobalAddress(address)).toBe(true);
});

/** Network and mask length, apart from the ones that the code lists. */
const privateNetworks: [string, number][] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3]
];

const asNumber = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

const inPrivate = fc
  .tuple(fc.constantFrom(...privateNetworks), fc.nat(2 ** 29 - 1))
  .map(([[network, bits], offset]) => asNumber(network) + (offset % 2 ** (32 - bits)));

/** Ways to write an IPv4 address that URL parsers accept. */
const writings: ((value: number) => string)[] = [
  dotted,
  (value) => String(value),
  (value) => `0x${value.toString(16)}`,
  (value) => `0${value.toString(8)}`,
  (value) =>
    dotted(value)
      .split('.')
      .map((part) => `0x${Number(part).toString(16)}`)
      .join('.'),
  (value) =>
    dotted(value)
      .split('.')
      .map((part) => `0${Number(part).toString(8)}`)
      .join('.'),
  (value) => `${Math.floor(value / 2 ** 24)}.${value % 2 ** 24}`,
  (value) => `${dotted(value)}.`,
  (value) => dotted(value).replaceAll('.', '。'),
  (value) => dotted(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
];

test('a private IPv4 address is none in whatever form a URL holds it', () => {
  fc.assert(
    fc.property(inPrivate, fc.constantFrom(...writings), (value, write) => {
      const { hostname } = new URL(`http://${write(value)}/`);
      expect(hostname).toBe(dotted(value));
      expect(isGlobalAddress(hostname)).toBe(false);
    })
  );
});

test('an IPv6 address that carries an IPv4 address inside is none', () => {
  const carriers: ((high: string, low: string) => string)[] = [
    (high, low) => `::ffff:${high}:${low}`,
    (high, low) => `::${high}:${low}`,
    (high, low) => `::ffff:0:${high}:${low}`,
    (high, low) => `64:ff9b::${high}:${low}`,
    (high, low) => `64:ff9b:1::${high}:${low}`,
    (high, low) => `2002:${high}:${low}::1`,
    (high, low) => `2001:0:${high}:${low}::1`,
    (high, low) => `fe80::5efe:${high}:${low}`
  ];
  fc.assert(
    fc.property(fc.nat(0xffff), fc.nat(0xffff), fc.constantFrom(...carriers), (high, low, carry) => {
      const written = carry(high.toString(16), low.toString(16));
      expect(isGlobalAddress(written)).toBe(false);
      expect(isGlobalAddress(new URL(`http://[${written}]/`).hostname.slice(1, -1))).toBe(false);
    })
  );
});

test('an IPv6 address outside 2000::/3 is none', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (groups) => {
      const first = groups[0]!;
      fc.pre(first < 0x2000 || first >= 0x4000);
      expect(isGlobalAddress(groups.map((group) => group.toString(16)).join(':'))).toBe(false);
    })
  );
});

test('no text makes the check fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof isGlobalAddress(text)).toBe('boolean');
    })
  );
});
