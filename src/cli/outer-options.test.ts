import type { Command } from 'commander';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { program } from './program.ts';

afterAll(removeFolders);

/** Subcommands that have an option of the same name as their outer command, with their path and the shared names. */
function sharingOptions(): { path: string[]; names: string[] }[] {
  const found: { path: string[]; names: string[] }[] = [];
  const visit = (command: Command, path: string[]): void => {
    for (const inner of command.commands) {
      const innerPath = [...path, inner.name()];
      const names = inner.options
        .map((option) => option.attributeName())
        .filter((name) => command.options.some((option) => option.attributeName() === name));
      if (names.length > 0) found.push({ path: innerPath, names });
      visit(inner, innerPath);
    }
  };
  visit(program(), []);
  return found;
}

/** Options with which a subcommand would start, for these words. */
async function optionsOf(words: readonly string[]): Promise<Record<string, unknown>> {
  const whole = program();
  let seen: Record<string, unknown> | null = null;
  const watch = (command: Command): void => {
    command.action((...given: unknown[]) => {
      seen = (given.at(-1) as Command).opts();
    });
    command.commands.forEach(watch);
  };
  whole.commands.forEach(watch);
  await whole.parseAsync([...words], { from: 'user' });
  return seen ?? expect.unreachable(words.join(' '));
}

it('an option typed before or after the name of a subcommand reaches the subcommand', async () => {
  const commands = sharingOptions();
  expect(commands.map(({ path }) => path.join(' '))).toEqual(
    expect.arrayContaining(['report delete', 'report rename', 'monitor draw', 'stats list', 'stats plan'])
  );
  for (const { path, names } of commands) {
    const given = names.flatMap(
      (name) => ({ data: ['--data', 'there'], project: ['--project', 'heat'], json: ['--json'] })[name] ?? []
    );
    const rest = {
      'report rename': ['a', 'b'],
      'report delete': ['a', '--type', 'a'],
      'monitor draw': ['1'],
      'stats list': [],
      'stats plan': []
    }[path.join(' ')] ?? ['a'];
    const reached = {
      ...(names.includes('data') && { data: 'there' }),
      ...(names.includes('project') && { project: 'heat' }),
      ...(names.includes('json') && { json: true })
    };
    const [outer = '', inner = ''] = path;
    expect(await optionsOf([outer, inner, ...rest, ...given]), path.join(' ')).toMatchObject(reached);
    expect(await optionsOf([outer, ...given, inner, ...rest]), path.join(' ')).toMatchObject(reached);
  }
  expect(await optionsOf(['monitor', '--project', 'a', 'draw', '1', '--project', 'b'])).toMatchObject({ project: 'b' });
});

it('an option of the outer command that a subcommand does not have is a usage error', async () => {
  expect(await run(['report', '--format', 'csv', 'dependents', 'a'])).toMatchObject({
    code: exit.usage,
    err: expect.stringContaining('voirdire report dependents has no option --format')
  });
});

it('voirdire report archive changes the database that --data names, and no other', async () => {
  const [here, other] = [newFolder('here'), newFolder('other')];
  const files = folderOf({ 'queries.csv': queriesCsv('q1'), 'reports/alpha/qid_q1_report.md': aReport('q1') });
  for (const data of [here, other])
    await run(
      ['import', join(files, 'queries.csv'), join(files, 'reports'), '--project', 'heat', '--create-project', 'Heat'],
      { VOIRDIRE_DATA: data }
    );
  const archived = await run(['report', 'archive', 'alpha q1', '--project', 'heat', '--data', here, '--json'], {
    VOIRDIRE_DATA: other
  });
  expect(archived).toMatchObject({ code: exit.done });
  expect(JSON.parse(archived.out)).toMatchObject({ kind: 'report' });
  const archivesIn = async (data: string): Promise<number> =>
    (
      JSON.parse(
        (await run(['audit', 'list', '--action', 'report.archive', '--data', data, '--json'])).out
      ) as unknown[]
    ).length;
  expect([await archivesIn(here), await archivesIn(other)]).toEqual([1, 0]);
});
