import type { RequestEvent } from '@sveltejs/kit';

/**
 * Where a request comes from and with which browser. A request that does not carry the header that `ADDRESS_HEADER` names did
 * not come through the proxy: such requests count as one address.
 */
export function visitorOf(event: Pick<RequestEvent, 'getClientAddress' | 'request'>): {
  address: string;
  userAgent: string | null;
} {
  const userAgent = event.request.headers.get('user-agent');
  try {
    return { address: event.getClientAddress(), userAgent };
  } catch {
    return { address: 'unknown', userAgent };
  }
}
