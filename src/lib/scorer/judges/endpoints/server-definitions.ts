import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { refuse } from '../../../errors.ts';
import type { Env } from '../settings/config.ts';

/** Protocols that a named server may speak; each is the provider of its judges. */
export const serverApis = ['openai-compatible', 'azure', 'openai', 'gemini', 'anthropic'] as const;
export type ServerApi = (typeof serverApis)[number];

const headerName = z.string().regex(/^[\w-]{1,100}$/, 'write the name of a header, like x-team');

/** A named server as a settings file and the page of admins hold it. It names the variable of a key, never a key. */
const serverDefinition = z.strictObject({
  url: z.string().min(1),
  /** The only protocol of its judges; any if absent. */
  api: z.enum(serverApis).optional(),
  /** The environment variable that contains the key. */
  key: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'write the name of a variable, like TEAM_VLLM_API_KEY')
    .optional(),
  /** The header that carries the key in place of the protocol's own, like `api-key`. */
  keyHeader: headerName.optional(),
  /** Additional headers; no secrets, because they are stored. */
  headers: z.record(headerName, z.string().regex(/^[\x20-\x7e]*$/, 'write printable ASCII')).optional(),
  /** Azure: the API version, in place of the usual one. */
  apiVersion: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'write a version like 2024-10-21')
    .optional(),
  /** Models that judges may use here; any if absent. */
  models: z.array(z.string().regex(/^\S+$/, 'a model name has no spaces')).min(1).max(200).optional()
});
/** A server as admins name it: some have projects of their own. */
export const storedServer = serverDefinition.extend({
  /** Ids of the projects that may use it; all if absent. */
  projects: z.array(z.string()).optional()
});
export type ServerSettings = z.infer<typeof storedServer>;

/** Name of a server after `@`. */
export const serverName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'write small letters, digits and hyphens');

const serversByName = { operator: z.record(serverName, serverDefinition), admin: z.record(serverName, storedServer) };

/** A server and who named it: `admin` on the page, `operator` in the environment or a settings file. */
export interface ServerDefinition extends ServerSettings {
  name: string;
  by: 'operator' | 'admin';
  /** Whether a judge is refused while the variable of the key is not set. */
  keyRequired: boolean;
}

/** The variable in which servers that admins named are handed to judges (`stored-servers.server.ts`), as JSON. */
export const ADMIN_SERVERS = 'VOIRDIRE_ADMIN_SERVERS';

/** Reads servers by name from JSON. @param source Names the text in a refusal */
export const parseServers = (
  text: string,
  source: string,
  by: ServerDefinition['by']
): Record<string, ServerSettings> => {
  const stop = (why: string): never =>
    refuse.notConfigured(source, `it is not valid: ${why}. docs/judges.md describes the format`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return stop('it is not JSON');
  }
  const read = serversByName[by].safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return stop(`${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'unknown form'}`);
};

const ofText = (text: string, source: string, by: ServerDefinition['by']): ServerDefinition[] =>
  Object.entries(parseServers(text, source, by)).map(([name, settings]) => ({
    ...settings,
    ...{ name, by, keyRequired: settings.key !== undefined }
  }));

const ofFile = (path: string): ServerDefinition[] => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse.notConfigured(
      'The file of servers',
      `VOIRDIRE_SERVERS names ${path}, which cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'error'}). Correct the path, or unset the variable`
    );
  }
  return ofText(text, `The file of servers ${path}`, 'operator');
};

/** Servers of the settings file (`VOIRDIRE_SERVERS`) and of admins. The operator's replace those of admins by the same name. */
export const definedServers = (env: Env): ServerDefinition[] => {
  const admins = env[ADMIN_SERVERS]?.trim();
  const file = env['VOIRDIRE_SERVERS']?.trim();
  return [...(admins ? ofText(admins, 'The servers of admins', 'admin') : []), ...(file ? ofFile(file) : [])];
};
