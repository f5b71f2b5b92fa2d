import { createHash, type Hash } from 'node:crypto';

/** SHA-256 of data that is handed to a job: equal data have equal hashes, whatever the order of members. */
export function inputHash(...values: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const value of values) feed(hash, value);
  return hash.digest('hex');
}

/** Each value says its kind and length before its content, so that no two values read alike. */
function feed(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(`${value.constructor.name} ${value.byteLength}\n`);
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (Array.isArray(value)) {
    hash.update(`list ${value.length}\n`);
    for (const one of value) feed(hash, one);
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    hash.update(`object ${members.length}\n`);
    for (const [name, member] of members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
      feed(hash, name);
      feed(hash, member);
    }
  } else {
    const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'undefined');
    hash.update(`${typeof value} ${text.length}\n${text}`);
  }
}
