import { isGlobalAddress } from './addresses.ts';
import { hostPort, parseFetchAllow } from './allow-list.ts';

/** What may be fetched. Asked on every hop, and again for the address of every connection. */
export interface Guard {
  /** Why nothing may be sent to a URL, in words; null where its address decides. */
  refusal(url: URL): string | null;
  /** Whether a connection to this address may serve this URL. */
  mayConnect(url: URL, address: string): boolean;
}

/** Host of a URL without the brackets of an IPv6 address. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Below 1024 are the services of other protocols (mail, files, shells); above, web servers stand on any port. */
const webPort = (url: URL): boolean =>
  url.port === '' || url.port === '80' || url.port === '443' || Number(url.port) >= 1024;

/** Only http and https at global unicast addresses, and the listed exact `host:port`s. */
export const guardFor = (allow: readonly string[]): Guard => {
  const listed = new Set(parseFetchAllow(allow.join(' ')));
  const isListed = (url: URL): boolean => listed.has(hostPort(url));
  return {
    refusal: (url) => {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return `only http and https pages are fetched, not ${url.protocol.slice(0, -1)}`;
      if (isListed(url)) return null;
      return webPort(url) ? null : `port ${url.port} is not one of a web server`;
    },
    mayConnect: (url, address) => isListed(url) || isGlobalAddress(address)
  };
};
