import type { Fault } from './faults.ts';
import type { Answered } from './server.ts';

/** An error in OpenAI's words. */
export const problem = (status: number, message: string, code: string | null): Answered => ({
  status,
  body: { error: { message, type: status === 400 ? 'invalid_request_error' : 'error', param: null, code } }
});

export const rateLimit = (kind: 'rate-limit' | 'rate-limit-date', fault: Fault): Answered => {
  const seconds = fault.retryAfterSeconds ?? 1;
  return {
    ...problem(429, 'Rate limit reached', 'rate_limit_exceeded'),
    headers: {
      'retry-after': kind === 'rate-limit' ? String(seconds) : new Date(Date.now() + seconds * 1000).toUTCString()
    }
  };
};

const openObject = (schema: unknown, path = 'schema'): string | null => {
  if (typeof schema !== 'object' || schema === null) return null;
  const node = schema as Record<string, unknown>;
  if (node['type'] === 'object') {
    const names = Object.keys((node['properties'] as object | undefined) ?? {});
    if (node['additionalProperties'] !== false) return `${path}: additionalProperties must be false`;
    const required = (node['required'] as string[] | undefined) ?? [];
    if (names.some((name) => !required.includes(name))) return `${path}: every property must be required`;
    for (const name of names) {
      const fault = openObject((node['properties'] as Record<string, unknown>)[name], `${path}.${name}`);
      if (fault) return fault;
    }
  }
  return openObject(node['items'], `${path}[]`);
};

/** Strict mode wants a plain name, every object closed and every property required. */
export const strictFault = (name: unknown, strict: unknown, schema: unknown): string | null => {
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) return 'its name is invalid';
  return strict === true ? openObject(schema) : null;
};
