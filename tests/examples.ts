import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { program } from '../src/cli/program.ts';

/** A command as a reader finds it, and its place. */
export interface Example {
  where: string;
  text: string;
}

/** Everything that `--help` of a command and of those under it shows behind a dollar sign. */
function inHelp(command: Command, path: readonly string[]): Example[] {
  let said = '';
  command.configureOutput({ writeOut: (text) => (said += text) });
  command.outputHelp();
  const own = [...said.matchAll(/^\s*\$ (?:npx )?voirdire (.+)$/gm)].map(([, text]) => text!);
  return [
    ...own.map((text) => ({ where: `${path.join(' ')} --help`, text })),
    ...command.commands.flatMap((sub) => inHelp(sub, [...path, sub.name()]))
  ];
}

/** Pages whose shell blocks are carried out, by the name under which their examples are listed. */
const pages = { 'docs/command-line': 'docs/command-line.md', 'docs/monitoring': 'docs/monitoring.md' };

/** The lines of the shell blocks of a page that start Voirdire, without what stands behind `#`. */
const inPage = ([where, path]: [string, string]): Example[] =>
  [...readFileSync(join(import.meta.dirname, '..', path), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block]) => [...block!.matchAll(/^npx voirdire (.+?)(?:\s+#.*)?$/gm)])
    .map(([, text]) => ({ where, text: text! }));

export const examples = (): Example[] => [...Object.entries(pages).flatMap(inPage), ...inHelp(program(), ['voirdire'])];

/** A line of the shell in words, with the files that it reads from and writes to. */
export function inWords(line: string): { args: string[]; input: string | null; output: string | null } {
  const words = [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double?: string, single?: string) => double ?? single ?? '')
  );
  const after = (sign: string): string | null => {
    const at = words.indexOf(sign);
    return at < 0 ? null : words.splice(at, 2)[1]!;
  };
  return { input: after('<'), output: after('>'), args: words };
}
