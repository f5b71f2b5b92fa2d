import { refuse } from '$lib/errors.ts';
import type { Operation } from './operation.ts';

/** The operation of a path and method, or the methods of the path; null for an unknown path. */
type Matched = { operation: Operation; params: Record<string, string> } | { allow: string[] } | null;

export function matched(operations: readonly Operation[], method: string, path: string): Matched {
  const asked = path.split('/').filter((part) => part !== '');
  const found = operations.flatMap((operation) => {
    const params = paramsIn(operation.path, asked);
    return params === null ? [] : [{ operation, params }];
  });
  if (found.length === 0) return null;
  const wanted = method === 'HEAD' ? 'GET' : method;
  // A literal part precedes a parameter: `/runs/estimate` before `/runs/{run}`.
  const fixed = ({ operation }: (typeof found)[number]): number => Object.keys(paramsIn(operation.path, asked)!).length;
  const [best] = found.filter(({ operation }) => operation.method === wanted).sort((a, b) => fixed(a) - fixed(b));
  return best ?? { allow: [...new Set(found.map(({ operation }) => operation.method))].sort() };
}

function paramsIn(pattern: string, asked: readonly string[]): Record<string, string> | null {
  const parts = pattern.split('/').slice(1);
  if (parts.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined) params[name] = asked[i]!;
    else if (part !== asked[i]) return null;
  }
  return params;
}

/** The number of a thing in a path. @throws a refusal if it is none, with the name of the thing */
export const pathNumber = (text: string, what: string): number =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse.notFound(what);
