import type { Capabilities, JudgeRoom } from '../capabilities.ts';

const without = (what: string) => (): Promise<never> => Promise.reject(new Error(`${what} without need`));

/** Capabilities of a protocol's test: a language model without limits that is asked nothing. A test gives what it needs. */
export const capabilities = (over: Partial<Capabilities> = {}): Capabilities => {
  const room: JudgeRoom = { abstains: over.abstains ?? false, contextTokens: over.contextTokens ?? null };
  return {
    ...room,
    ask: without('asked'),
    vote: without('voted'),
    fetch: without('fetched'),
    search: without('searched'),
    roomFor: () => room,
    modelsFor: () => 1,
    delimiterKey: 'key',
    ...over
  };
};
