import { sha256 } from '../db/id.ts';

/** By which people compare keys: SHA-256 of the public key's DER, in hexadecimal. */
export const fingerprintOf = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64'));
