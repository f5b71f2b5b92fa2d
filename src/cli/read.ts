import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';

export function addRead(program: Command): void {
  program
    .command('read')
    .description(
      'Inspect an export of another annotation or evaluation tool: its raters, questions with scales, and everything that an import would leave out. Nothing is stored.'
    )
    .argument('<file>', 'an export as JSON, JSONL, Parquet, .eval or .zip')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire read label-studio.json
  $ voirdire import --ratings label-studio.json --project heat --name "Pilot" --scales met=binary:yes,no`
    )
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      const { refuse } = await import('../lib/errors.ts');
      const { damageOf, readForeign } = await import('../lib/exchange/neighbours/read-foreign.ts');
      const { neighbours } = await import('../lib/exchange/neighbours/registry.ts');
      const words = await import('../lib/exchange/neighbours/foreign-words.ts');
      const { listIn } = await import('../lib/messages/lists.ts');
      const { messagesIn } = await import('../lib/messages/words.ts');
      const { printJson } = await import('./outcome.ts');
      const { showProgress } = await import('./label-progress.ts');
      if (!existsSync(file)) refuse.invalid(`There is no file ${file}.`);
      if (!statSync(file).isFile())
        refuse.invalid(`${file} is ${statSync(file).isDirectory() ? 'a folder' : 'a pipe or device'}. Specify a file.`);
      const say = messagesIn('en', 'neighbours');
      const progress = showProgress();
      const content = { path: file, size: statSync(file).size };
      const read = await readForeign(content, progress.show);
      progress.end();
      if (read === null) {
        const damage = await damageOf(content);
        if (damage.length > 0) return refuse.invalid('The file could not be read.', damage);
        const tools = [...new Set(neighbours.map(({ name }) => name))].join(', ');
        return refuse.invalid(say.unknownFile({ tools }));
      }
      if (!read.ok) return refuse.invalid('The file could not be read.', read.problems);
      const { summary } = read.value;
      if (json) return printJson(summary);
      console.log(`${say.title({ tool: summary.tool })}: ${words.heldInWords(summary, say)}`);
      for (const line of words.questionsInWords(summary, say)) console.log(`  ${line}`);
      const notTaken = words.notTakenInWords(summary.notTaken, say, (names) => listIn('en', names));
      console.log(notTaken.length === 0 ? say.everythingTaken : say.notTakenHead);
      for (const line of notTaken) console.log(`  ${line}`);
    });
}
