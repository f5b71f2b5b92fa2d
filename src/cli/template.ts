import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';

export function addTemplate(program: Command): void {
  program
    .command('template')
    .description('Write a file to fill in with tasks, their subtasks, rubrics and topics, and to import afterwards.')
    .argument('[file]', 'tasks.xlsx (with a sheet that explains each column) or tasks.jsonl', 'tasks.xlsx')
    .option('--output <path>', 'where to write it (default: under its name, here)')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire template
  $ voirdire template tasks.jsonl --output my-tasks.jsonl
  $ voirdire import tasks.xlsx --project daily --create-project "Daily search"`
    )
    .action(async (file: string, { output = file }: { output?: string }) => {
      const { refuse } = await import('../lib/errors.ts');
      const { materialTemplate } = await import('../lib/exchange/export/version/material-template.ts');
      const { content } = await materialTemplate(file);
      if (existsSync(output)) refuse.conflict(`${output} is there already. Name another file with --output.`);
      writeFileSync(output, content);
      console.log(`${output} is written. Fill it in, then import it with voirdire import.`);
    });
}
