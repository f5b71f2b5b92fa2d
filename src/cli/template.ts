import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { writeWhole } from '../lib/server/files/whole-files.ts';

export function addTemplate(program: Command): void {
  program
    .command('template')
    .description('Create a template file for tasks, subtasks, rubrics and topics, for voirdire import.')
    .argument('[file]', 'tasks.xlsx (with a sheet that documents each column) or tasks.jsonl', 'tasks.xlsx')
    .option('--output <path>', 'output file (default: the name of the template, in the current folder)')
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
      if (existsSync(output)) refuse.conflict(`${output} already exists. Choose another file with --output.`);
      writeWhole(output, content);
      console.log(`Template written to ${output}. Fill it in and import it with voirdire import.`);
    });
}
