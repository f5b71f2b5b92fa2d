import { BlockList, isIP } from 'node:net';

const subnets = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};

/** Ranges of IPv4 that are not global unicast (IANA IPv4 Special-Purpose Address Registry, multicast, reserved). */
const special4 = subnets('ipv4', [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's virtual host service, although the number is a public one
  '169.254.0.0/16', // link-local, instance metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4' // reserved, broadcast
]);

/** All of IPv6 that is assigned as global unicast: IPv4-mapped, NAT64, ULA, link-local and multicast are outside it. */
const unicast6 = subnets('ipv6', ['2000::/3']);

/** Ranges of global unicast IPv6 that are none after all, or carry an IPv4 address inside. */
const special6 = subnets('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20' // documentation
]);

/** Whether an IP address, as the system writes it, is a global unicast one. Anything else, also no address at all, is not. */
export const isGlobalAddress = (address: string): boolean => {
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  if (family === 6) return unicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  return false;
};
