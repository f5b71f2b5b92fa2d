import { providerNames } from './config.ts';

/** A judge as written, without its roles, and the models of each role as they were written. */
interface WrittenRoles {
  own: string;
  roles: [name: string, models: string[]][];
}

/** Begins the roles: a URL may have brackets around an address, a model around its variant, but neither has a name and = there. */
const START = /\[(?=[a-z][a-z0-9-]*=)/;
const NEXT_ROLE = /,(?=[a-z][a-z0-9-]*=)/;
const NEXT_MODEL = new RegExp(`\\+(?=(?:${providerNames.join('|')})(?:[:;+]|$))`);

/**
 * Splits the roles off a judge: `openai:gpt-6-sol[extractor=openai:gpt-6-luna,voter=openai:gpt-6-sol+gemini:gemini-4-argon]` has the own
 * model `openai:gpt-6-sol` and two roles. Null if roles begin and no bracket ends them.
 */
export const splitRoles = (spec: string): WrittenRoles | null => {
  const at = spec.search(START);
  if (at < 0) return { own: spec, roles: [] };
  if (!spec.endsWith(']')) return null;
  const roles = spec
    .slice(at + 1, -1)
    .split(NEXT_ROLE)
    .map((role): [string, string[]] => {
      const equals = role.indexOf('=');
      return [role.slice(0, equals), role.slice(equals + 1).split(NEXT_MODEL)];
    });
  return { own: spec.slice(0, at), roles };
};

/** The inverse of `splitRoles`. */
export const joinRoles = ({ own, roles }: WrittenRoles): string =>
  roles.length === 0 ? own : `${own}[${roles.map(([name, models]) => `${name}=${models.join('+')}`).join(',')}]`;

/** All models that a judge's name speaks of, without their settings: its own first. */
export const modelsNamed = (spec: string): string[] => {
  const written = splitRoles(spec.trim());
  if (!written) return [spec.trim()];
  const inRoles = written.roles.flatMap(([, models]) => models.map((model) => model.split(';')[0]!));
  return [...new Set([written.own, ...inRoles])];
};
