import { createHmac } from 'node:crypto';

/**
 * The signature of a body: HMAC-SHA256 under the secret over the timestamp, a full stop and the body, in hex after `v1=`.
 *
 * @param timestamp seconds since 1970, as sent in its own header: receivers refuse old ones
 */
export const webhookSignature = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
