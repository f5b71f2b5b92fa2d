import type { ServerApi, ServerSettings } from '$lib/scorer/judges/endpoints/server-definitions.ts';

const fields = ['name', 'url', 'api', 'key', 'keyHeader', 'headers', 'models', 'projects'] as const;

/** Input of an admin, by field. */
type TypedServer = Record<(typeof fields)[number], string>;

/** `name: value` lines; a line without a colon stays whole, so that its name is refused. */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      })
  );

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Reads the form of a server. Which values are refused is decided where the server is named. */
export const readServerForm = (form: FormData): { server: { name: string } & ServerSettings; typed: TypedServer } => {
  const typed = Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? '').trim()])) as TypedServer;
  const headers = headersOf(typed.headers);
  const [models, projects] = [wordsOf(typed.models), wordsOf(typed.projects)];
  return {
    typed,
    server: {
      ...{ name: typed.name, url: typed.url },
      ...(typed.api !== '' && { api: typed.api as ServerApi }),
      ...(typed.key !== '' && { key: typed.key }),
      ...(typed.keyHeader !== '' && { keyHeader: typed.keyHeader }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(models.length > 0 && { models }),
      ...(projects.length > 0 && { projects })
    }
  };
};
