import { Agent, request } from 'node:http';

export interface Answered {
  status: number;
  body: string;
  /** Where a redirect leads. */
  location: string | undefined;
  /** From sending the request to the last byte of the answer. */
  milliseconds: number;
}

/** One signed-in person at the server: keeps a connection, as a browser does, and sends its session. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 });
  readonly #address: string;
  readonly #cookie: string;
  /** What layouts and page of the last answer depend on; pages of one folder are taken for pages of one route. */
  #last: { folder: string; uses: Uses[] } | null = null;

  constructor(address: string, cookie: string) {
    this.#address = address;
    this.#cookie = cookie;
  }

  /** Returns the data of a page's load, as the router fetches it when a person goes there: without layouts that stay as they are. */
  async data<T>(path: string): Promise<{ page: T; milliseconds: number; bytes: number }> {
    const [bare, search] = path.split('?') as [string, string?];
    const folder = bare.slice(0, bare.lastIndexOf('/'));
    const kept = this.#last?.folder === folder ? this.#last.uses : [];
    const wanted =
      kept.length === 0 ? [] : [`x-sveltekit-invalidated=${kept.map((one) => (isStale(one) ? 1 : 0)).join('')}`];
    const query = [...(search === undefined ? [] : [search]), ...wanted].join('&');
    const { body, milliseconds } = await this.get(`${bare}/__data.json${query && `?${query}`}`);
    const nodes = nodesIn(body);
    this.#last = { folder, uses: nodes.map((node, at) => node?.uses ?? kept[at] ?? {}) };
    return { page: pageIn(nodes) as T, milliseconds, bytes: Buffer.byteLength(body) };
  }

  get = (path: string): Promise<Answered> => this.#send('GET', path);
  post = (path: string, body: object = {}): Promise<Answered> =>
    this.#send('POST', path, { type: 'application/json', text: JSON.stringify(body) });

  /** Sends a form, as a page without scripts does, and gives the address that it leads to. */
  async form(path: string, fields: Record<string, string>): Promise<{ to: string; milliseconds: number }> {
    const { location, milliseconds } = await this.#send('POST', path, {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(fields).toString()
    });
    if (location === undefined) throw new Error(`The form at ${path} leads nowhere.`);
    return { to: location, milliseconds };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(method: 'GET' | 'POST', path: string, body?: { type: string; text: string }): Promise<Answered> {
    const began = performance.now();
    const answered = await new Promise<Omit<Answered, 'milliseconds'>>((resolve, reject) => {
      const sent = request(
        `${this.#address}${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            cookie: this.#cookie,
            origin: this.#address,
            accept: body?.type === 'application/x-www-form-urlencoded' ? 'text/html' : 'application/json',
            ...(body === undefined ? {} : { 'content-type': body.type })
          }
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString('utf8'),
              location: response.headers.location
            })
          );
          response.on('error', reject);
        }
      );
      sent.on('error', reject);
      sent.end(body?.text);
    });
    const milliseconds = performance.now() - began;
    if (answered.status >= 400 && answered.status !== 409)
      throw new Error(`${method} ${path} answered ${answered.status}: ${answered.body.slice(0, 400)}`);
    return { ...answered, milliseconds };
  }
}

/** Opens pages once before anything is measured: the server loads the parts of a page when it is first asked for. */
export async function warmUp(address: string, cookie: string, paths: readonly string[]): Promise<Answered[]> {
  const caller = new Caller(address, cookie);
  try {
    const answers: Answered[] = [];
    for (const path of paths) answers.push(await caller.get(path));
    return answers;
  } finally {
    caller.close();
  }
}

/** What a load depends on, as the server says it. */
interface Uses {
  url?: 1;
  parent?: 1;
  params?: string[];
  search_params?: string[];
}

/** Whether a load is run again for another page of the same route and project. */
const isStale = ({ url, parent, params = [], search_params = [] }: Uses): boolean =>
  url === 1 || parent === 1 || search_params.length > 0 || params.some((name) => name !== 'project');

type DataNode = { type: string; data?: unknown[]; uses?: Uses; error?: unknown } | null;

function nodesIn(body: string): DataNode[] {
  const answer = JSON.parse(body.split('\n')[0]!) as { type: string; location?: string; nodes?: DataNode[] };
  if (answer.type === 'redirect') throw new Error(`The page sends to ${answer.location}.`);
  return answer.nodes ?? [];
}

/** The data of the innermost page: a flat list in which numbers name places of the list, as SvelteKit's router reads it. */
function pageIn(nodes: DataNode[]): unknown {
  const node = nodes.at(-1);
  if (!node?.data) throw new Error(`The page has no data: ${JSON.stringify(node).slice(0, 400)}`);
  return unflattened(node.data);
}

function unflattened(flat: readonly unknown[]): unknown {
  const made = new Map<number, unknown>();
  const at = (place: number): unknown => {
    if (place < 0) return undefined;
    if (made.has(place)) return made.get(place);
    const value = flat[place];
    const read = Array.isArray(value)
      ? typeof value[0] === 'string'
        ? value
        : value.map((one) => at(one as number))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, at(one as number)]))
        : value;
    made.set(place, read);
    return read;
  };
  return at(0);
}
