import { eq, inArray } from 'drizzle-orm';
import { canonicalJson } from '../../../canonical-json.ts';
import { type Problem, problemAt, refuse } from '../../../errors.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import { record } from '../../../server/audit/audit.ts';
import type { Authorized, InstanceResource } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { searchKeyVariables } from '../../search/providers.ts';
import type { Guard } from '../../web/fetching/guard.ts';
import { type Env, readBaseUrl } from '../settings/config.ts';
import { KEY_VARIABLE, notPublic, operatorBindings } from './endpoints.ts';
import { ADMIN_SERVERS, parseServers, serverName, storedServer, type ServerSettings } from './server-definitions.ts';
import { describeServers } from './servers.ts';

const say = sayingsOf('serverRefusals');
const SETTING = 'servers';

type Administer = Authorized<InstanceResource, 'administer'>;

const textOf = (db: Db): string | undefined =>
  db.select().from(schema.setting).where(eq(schema.setting.key, SETTING)).get()?.value;

/** Servers that admins named, by name. They hold names of variables, never keys. */
export const storedServers = (db: Db): Record<string, ServerSettings> => {
  const text = textOf(db);
  return text === undefined ? {} : parseServers(text, 'The stored servers', 'admin');
};

/** The environment with the servers that admins named: judges find all named servers in it. */
export const withStoredServers = (db: Db, env: Env): Env => ({ ...env, [ADMIN_SERVERS]: textOf(db) });

/** Variables of the environment that an admin may bind to a server: their names alone. */
export const bindableVariables = (env: Env): string[] => {
  const bound = new Set([...operatorBindings(env).keys(), ...searchKeyVariables]);
  return Object.keys(env)
    .filter((name) => KEY_VARIABLE.test(name) && env[name]?.trim() && !bound.has(name))
    .sort();
};

const addressProblem = (url: string, guard: Guard): Problem | null => {
  let text: string;
  try {
    text = readBaseUrl(url, 'The address');
  } catch {
    return problemAt('url', say('address'), url);
  }
  const { hostname, search, hash, host } = new URL(text);
  if (hostname.endsWith('.') || search !== '' || hash !== '') return problemAt('url', say('plainAddress'), url);
  return notPublic(guard, text) === null ? null : problemAt('url', say('inside', { host }), url);
};

const keyProblem = ({ key, url }: ServerSettings, others: Record<string, ServerSettings>, env: Env): Problem | null => {
  if (key === undefined) return null;
  if (!KEY_VARIABLE.test(key) || searchKeyVariables.some((one) => one === key))
    return problemAt('key', say('keyName'), key);
  const { origin } = new URL(url);
  const bound =
    operatorBindings(env).get(key) ??
    Object.values(others)
      .filter((other) => other.key === key)
      .map((other) => new URL(other.url).origin)
      .find((other) => other !== origin);
  return bound === undefined || bound === origin
    ? null
    : problemAt('key', say('keyBound', { key, origin: bound }), key);
};

/** Where names of servers, guard and keys come from when an admin names a server. */
export interface ServerPlace {
  env: Env;
  guard: Guard;
}

/** Ids of projects by their short names. */
function projectIds(tx: Db, slugs: readonly string[]): string[] {
  const { project } = schema;
  const rows = tx
    .select({ id: project.id, slug: project.slug })
    .from(project)
    .where(inArray(project.slug, slugs))
    .all();
  const unknown = slugs.find((slug) => !rows.some((row) => row.slug === slug));
  if (unknown !== undefined) refuse.invalid(say('notNamed'), [problemAt('projects', say('noProject'), unknown)]);
  return rows.map(({ id }) => id).sort();
}

/**
 * Names a server, or replaces the one of that name. The audit trail keeps address and variable.
 *
 * @param given its projects by their short names; absent: all projects may use it
 */
export function nameServer(
  db: Db,
  grant: Administer,
  given: { name: string } & ServerSettings,
  place: ServerPlace
): void {
  const { name, ...rest } = given;
  const settings = storedServer.safeParse(rest);
  if (!serverName.safeParse(name).success) refuse.invalid(say('notNamed'), [problemAt('name', say('name'), name)]);
  if (!settings.success)
    refuse.invalid(say('notNamed'), [
      problemAt(String(settings.error.issues[0]?.path[0] ?? 'url'), say('value'), undefined)
    ]);
  const byOperator = describeServers(place.env).some((server) => server.name === name && server.by === 'operator');
  if (byOperator) refuse.conflict(say('operatorHasIt', { name }));
  write(db, (tx) => {
    const { [name]: _, ...others } = storedServers(tx);
    const problem = addressProblem(settings.data!.url, place.guard) ?? keyProblem(settings.data!, others, place.env);
    if (problem) refuse.invalid(say('notNamed'), [problem]);
    const { url, projects, ...more } = settings.data!;
    const only = projects && { projects: projectIds(tx, projects) };
    const server: ServerSettings = { url: readBaseUrl(url, 'The address'), ...more, ...only };
    store(tx, { ...others, [name]: server });
    record(tx, grant.actor, {
      ...{ projectId: null, action: 'server.name', entity: 'server', entityId: name },
      detail: {
        ...{ origin: new URL(url).origin, key: server.key ?? null, models: server.models ?? null },
        projects: projects ?? null
      }
    });
  });
}

/** Removes a server that an admin named. Runs with its judges stay readable; they cannot be resumed. */
export function removeServer(db: Db, grant: Administer, name: string): void {
  write(db, (tx) => {
    const { [name]: removed, ...others } = storedServers(tx);
    if (!removed) return refuse.conflict(say('noSuchServer', { name }));
    store(tx, others);
    record(tx, grant.actor, { projectId: null, action: 'server.remove', entity: 'server', entityId: name });
  });
}

const store = (tx: Db, servers: Record<string, ServerSettings>): void => {
  const value = canonicalJson(servers);
  tx.insert(schema.setting)
    .values({ key: SETTING, value })
    .onConflictDoUpdate({ target: schema.setting.key, set: { value } })
    .run();
};
