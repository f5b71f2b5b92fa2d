import { createHash } from 'node:crypto';
import type { Person } from '../authorize.ts';

/**
 * Name of a person's outbox: what their browser keeps until it is sent carries it, so that nothing is sent in the name of
 * another person who signs in on the same computer. It says nothing of the id that it is made from.
 */
export const outboxOf = ({ id }: Pick<Person, 'id'>): string =>
  createHash('sha256').update(`outbox ${id}`).digest('base64url').slice(0, 16);
