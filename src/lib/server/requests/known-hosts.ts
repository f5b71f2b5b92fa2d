import { isIP } from 'node:net';

/** Settings that decide for which names a server answers. */
interface HostSettings {
  /** The address that people open, e.g. `https://voirdire.example`; absent if the operator has not set one. */
  origin?: string | undefined;
  /** The address that the server listens on. */
  listens: string;
  /** Further names, separated by commas or white space (`VOIRDIRE_HOSTS`). */
  more?: string | undefined;
  /** The name of this machine. */
  machine: string;
}

/**
 * Whether a request's `Host` names this server. A name that an attacker registered must not be answered: it could point
 * at this machine (DNS rebinding), or end up in a link.
 *
 * This machine's loopback names are always known. With an `origin`, so is its host; without one, so are the name of the
 * machine and every IP address, since an address cannot be made to point elsewhere. Ports do not matter. `anyAddress` overrides that for one request.
 *
 * @throws Error that names the setting, for a further name that no request could have
 */
export function knownHosts(settings: HostSettings): (host: string | undefined, anyAddress?: boolean) => boolean {
  const names = new Set(['localhost', '127.0.0.1', '[::1]']);
  const add = (name: string): void => void names.add(name.toLowerCase());
  for (const name of (settings.more ?? '').split(/[\s,]+/)) if (name) add(furtherHost(name));
  if (settings.origin) add(new URL(settings.origin).hostname);
  else for (const name of [settings.machine, `${settings.machine}.local`, settings.listens]) add(name);
  return (host, anyAddress = !settings.origin) => {
    const name = host === undefined ? null : nameOf(host);
    if (name === null) return false;
    if (names.has(name)) return true;
    return anyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  };
}

/** A host as operators write it, which may have a port. An address would be compared with names, and known by none. */
function furtherHost(text: string): string {
  const url = URL.parse(`http://${text}`);
  if (url && url.href === `http://${url.host}/`) return url.hostname;
  throw new Error(
    `VOIRDIRE_HOSTS contains ${JSON.stringify(text)}. Write names of hosts alone, such as voirdire.example.`
  );
}

/** The name in a `Host` header, in lower case, without port; null if it is not a host. */
function nameOf(host: string): string | null {
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host)) return null;
  return host.replace(/:\d+$/, '').toLowerCase();
}
