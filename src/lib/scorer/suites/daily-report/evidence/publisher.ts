import { registrableDomain } from '../../../web/fetching/reachability.ts';

/** Hosts on which each account publishes for itself: the publisher is the account, which is the first part of the path. */
const BY_PATH = ['medium.com', 'github.com', 'x.com', 'twitter.com', 'facebook.com', 'weibo.com', 'zhuanlan.zhihu.com'];
/** Hosts on which each subdomain is an account. */
const BY_SUBDOMAIN = ['substack.com', 'wordpress.com', 'blogspot.com', 'github.io', 'medium.com', 'tumblr.com'];

/**
 * Publisher of a page: the registered domain of its address, the account on hosts where accounts publish, else the host. Pages of one
 * publisher are one source.
 */
export function publisherOf(url: string): string {
  const parsed = URL.parse(url.trim());
  if (!parsed || parsed.hostname === '') return url.trim();
  const host = parsed.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  if (BY_PATH.includes(host)) {
    const account = parsed.pathname.split('/').find((part) => part !== '');
    return account === undefined ? host : `${host}/${decodeURIComponentSafely(account).toLowerCase()}`;
  }
  if (BY_SUBDOMAIN.some((one) => host.endsWith(`.${one}`))) return host;
  return registrableDomain(host);
}

const decodeURIComponentSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
