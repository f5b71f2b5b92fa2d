import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addScore } from '../src/cli/score.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';

// The help does not load the registry: every start of the command line would pay for it.
it('the help of voirdire score --suite names every shipped suite, in the order of the registry', () => {
  const program = new Command();
  addScore(program);
  const described = program.commands[0]!.options.find(({ long }) => long === '--suite')!.description;
  const named = described.match(/: ([a-z, -]+); or a rubric/)?.[1]?.split(', ');
  expect(named, 'Name the suite in the help of --suite in src/cli/score.ts.').toEqual(Object.keys(suites));
});
