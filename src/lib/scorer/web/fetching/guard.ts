import { isIP } from 'node:net';
import { isGlobalAddress } from './addresses.ts';
import { hostPort, parseFetchAllow } from './allow-list.ts';

/** Decides which addresses may be fetched. Asked on every hop, and again for the address of every connection. */
export interface Guard {
  /** Why nothing may be sent to a URL, in words; null if its address decides. */
  refusal(url: URL): string | null;
  /** Whether a connection to this address may serve this URL. */
  mayConnect(url: URL, address: string): boolean;
}

/** Host of a URL without the brackets of an IPv6 address. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Names that every resolver leads to this machine (RFC 6761, section 6.3). */
const OF_THIS_MACHINE = /(?:^|\.)localhost\.?$/;

/** Address of a URL's host without a look-up: its IP address, or that of this machine for `localhost`. Null for any other name. */
export const writtenAddress = (url: URL): string | null => {
  const host = bareHost(url);
  if (isIP(host) !== 0) return host;
  return OF_THIS_MACHINE.test(host) ? '127.0.0.1' : null;
};

/** Web pages stand on ports 80 and 443. On others are services inside a network as well, of which this machine may see more than its users. */
const webPort = (url: URL): boolean => url.port === '' || url.port === '80' || url.port === '443';

/** Only http and https on ports 80 and 443 at global unicast addresses, and the listed exact `host:port`s. Never a name or password. */
export const guardFor = (allow: readonly string[]): Guard => {
  const listed = new Set(parseFetchAllow(allow.join(' ')));
  const isListed = (url: URL): boolean => listed.has(hostPort(url));
  return {
    refusal: (url) => {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return `only http and https pages are fetched, not ${url.protocol.slice(0, -1)}`;
      if (url.username !== '' || url.password !== '') return 'its address holds a name or password, which are not sent';
      if (isListed(url)) return null;
      return webPort(url) ? null : `port ${url.port} is neither 80 nor 443`;
    },
    mayConnect: (url, address) => isListed(url) || isGlobalAddress(address)
  };
};
