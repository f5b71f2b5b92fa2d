import type { Operation } from './operation.ts';

/** The operation that a path and method ask for, or the methods that the path has; null for a path that there is not. */
export type Matched = { operation: Operation; params: Record<string, string> } | { allow: string[] } | null;

export function matched(operations: readonly Operation[], method: string, path: string): Matched {
  const asked = path.split('/').filter((part) => part !== '');
  const found = operations.flatMap((operation) => {
    const params = paramsIn(operation.path, asked);
    return params === null ? [] : [{ operation, params }];
  });
  if (found.length === 0) return null;
  const wanted = method === 'HEAD' ? 'GET' : method;
  // What is written out goes before a parameter: `/runs/estimate` before `/runs/{run}`.
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
