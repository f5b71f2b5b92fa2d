import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import type { CardContents } from '../lib/alignment/card/card.ts';
import { languageOption } from './file-language.ts';
import { checkOutput, printFile, writeFile } from './leaving.ts';
import { exit, printJson } from './outcome.ts';
import { dataFolder, home, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { readNamedFile } from './read-file.ts';
import { textTable } from './table.ts';
import { thingNumber } from './typed-number.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface Place {
  project?: string;
  data?: string;
  json?: boolean;
}

interface MakeOptions extends Place {
  metric?: string;
  commitment?: boolean;
  systems?: boolean;
  texts?: boolean;
  reasons?: boolean;
  signer?: boolean;
  output?: string;
}

interface ExportOptions extends Place {
  format: string;
  language: string;
  output?: string;
}

interface VerifyOptions {
  key?: string;
  requireFigures?: boolean;
  json?: boolean;
}

/** Largest bundle that is read: a card of 100,000 items has about 30 MB. */
const MOST_BYTES = 256 * 1024 * 1024;

const withPlace = (command: Command): Command =>
  command
    .option('--project <slug>', 'project of the card (default: the only project)')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)');

export function addCard(program: Command): void {
  const card = program
    .command('card')
    .description('Create, list, export and verify judge cards: signed certificates of adopted judges.')
    .addHelpText('after', '\nExample:\n  $ voirdire card verify coverage-1.json');
  addMakeCard(card);
  addList(card);
  addExportCard(card);
  addVerifyCard(card);
}

function addMakeCard(card: Command): void {
  withPlace(card.command('make'))
    .description('Create, sign and print the card of the current adoption for a metric.')
    .option('--metric <name>', 'metric of the adoption (default: the only metric with an adoption)')
    .option(
      '--commitment',
      'include a commitment to the labels instead of the labels; figures then cannot be recomputed from the card'
    )
    .option('--systems', 'include the names of the systems that wrote the reports')
    .option('--texts', 'include ids and texts of queries and the texts of items')
    .option('--reasons', 'include the reasons that leads entered')
    .option('--no-signer', 'omit the name of the signer')
    .option('--output <file>', 'write to this file instead of standard output')
    .option('--json', 'print number and hash as JSON instead of the card')
    .addHelpText(
      'after',
      `
The card contains the judges with their served versions, the prompt hash, the preregistration, gates, figures and labels with
pseudonyms of annotators. It contains no names, e-mail addresses, queries, reports or notes unless an option includes them.

Examples:
  $ voirdire card make --project heat --metric coverage --output coverage-1.json
  $ voirdire card make --project heat --metric coverage --commitment --no-signer > coverage-1-commitment.json`
    )
    .action(async (options: MakeOptions) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { cardByNumber } = await import('../lib/alignment/card/cards.server.ts');
      const { makeCard } = await import('../lib/alignment/card/make-card.server.ts');
      const { adoptionsInForce } = await import('../lib/alignment/card/adoptions-in-force.server.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const project = await projectOf(db, options.project);
        const reading = authorize(operator, project, 'read-results');
        const all = adoptionsInForce(db, reading);
        const found = options.metric === undefined ? all : all.filter(({ metric }) => metric === options.metric);
        const [adoption] = found;
        if (!adoption || found.length > 1)
          return refuse.invalid(
            all.length === 0
              ? 'No judges are adopted in this project. Record a decision on a study first.'
              : `Name the metric with --metric: judges are adopted for ${all.map(({ metric }) => metric).join(', ')}.`
          );
        const contents: CardContents = {
          labels: options.commitment ? 'commitment' : 'pseudonymous',
          signer: options.signer !== false,
          systems: options.systems === true,
          texts: options.texts === true,
          reasons: options.reasons === true
        };
        if (options.output !== undefined) checkOutput(options.output);
        const managing = authorize(operator, project, 'manage');
        const made = makeCard(db, managing, { adoptionId: adoption.id, contents, software: softwareVersion() });
        const stored = cardByNumber(db, reading, made.number);
        const name = `${stored.card.adoption.metric}-${made.number}.json`;
        const of = { entity: 'judge_card', entityId: made.id };
        if (options.output !== undefined) await writeFile(db, managing, of, options.output, made.bundle, name);
        else if (!options.json) await printFile(db, managing, of, name, made.bundle);
        const { number, sha256 } = made;
        if (options.json) printJson({ number, sha256, fingerprint: stored.signed.fingerprint });
        else if (options.output !== undefined)
          console.log(
            `Card ${number} written to ${options.output}: sha256 ${sha256}, key ${stored.signed.fingerprint}.`
          );
      } finally {
        close();
      }
    });
}

const softwareVersion = (): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version;

function addList(card: Command): void {
  withPlace(card.command('list'))
    .description('List the cards of a project, newest first.')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire card list --project heat')
    .action(async (options: Place) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { listCards } = await import('../lib/alignment/card/cards.server.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-results');
        const cards = listCards(db, grant);
        const rows = cards.map(({ number, card: { adoption }, status, sha256, madeAt, check }) => ({
          number,
          ...{ metric: adoption.metric, ensemble: adoption.ensemble, status: status.state, changed: status.changed },
          ...{ madeAt: new Date(madeAt).toISOString(), sha256, check: check?.outcome ?? null }
        }));
        if (options.json) return printJson(rows);
        if (rows.length === 0)
          return console.log('The project has no judge cards yet. Create one with voirdire card make.');
        console.log(
          textTable(
            ['card', 'metric', 'ensemble', 'status', 'made', 'sha256'],
            rows.map((row) => [
              ...[String(row.number), row.metric, row.ensemble, row.status, row.madeAt.slice(0, 10), row.sha256]
            ]),
            ['right', 'left', 'left', 'left', 'left', 'left']
          )
        );
      } finally {
        close();
      }
    });
}

function addExportCard(card: Command): void {
  withPlace(card.command('export'))
    .description('Print a stored card as a signed bundle, as HTML, or in the schema of Every Eval Ever.')
    .argument('<card>', 'number of the card', thingNumber('a card'))
    .addOption(
      new Option('--format <format>', 'json (signed bundle), html, eee (Every Eval Ever 0.3.0)')
        .choices(['json', 'html', 'eee'])
        .default('json')
    )
    .addOption(languageOption())
    .option('--output <file>', 'write to this file instead of standard output')
    .addHelpText('after', '\nExample:\n  $ voirdire card export 1 --project heat --format html --output card.html')
    .action(async (number: number, options: ExportOptions) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { cardFile, cardFiles } = await import('../lib/exchange/export/card/card-files.server.ts');
      const { cardByNumber, listCards } = await import('../lib/alignment/card/cards.server.ts');
      const { newestFirst } = await import('./numbered-things.ts');
      const { orListing } = await import('./project-named.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-results');
        const stored = orListing(
          () => cardByNumber(db, grant, number),
          'Cards of the project',
          () => newestFirst(listCards(db, grant))
        );
        const format = cardFiles.find((one) => one === options.format)!;
        const { name, content } = cardFile(stored, format, options.language);
        const of = { entity: 'judge_card', entityId: stored.id };
        if (options.output === undefined) return await printFile(db, grant, of, name, content, options.language);
        await writeFile(db, grant, of, options.output, content, name, options.language);
      } finally {
        close();
      }
    });
}

function addVerifyCard(card: Command): void {
  card
    .command('verify')
    .description('Verify a judge card from its file alone: signature, bytes, commitment and every figure.')
    .argument('<file>', 'the signed bundle, a JSON file')
    .option('--key <fingerprint>', 'accept only the key with this fingerprint')
    .option('--require-figures', 'fail if the card contains no labels, so that its figures cannot be recomputed')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
No database is needed. Every figure and gate is recomputed from the labels in the card. The fingerprint identifies the owner of
the key: compare it with the one that the instance publishes, or pass it with --key.

Exit code 1 if a check fails.

Examples:
  $ voirdire card verify coverage-1.json
  $ voirdire card verify coverage-1.json --key "$FINGERPRINT" --require-figures`
    )
    .action(async (file: string, options: VerifyOptions) => {
      const { verifyCard } = await import('../lib/alignment/card/verify-card.server.ts');
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      if (size === undefined) refuse.unavailable(file, 'specify the file of a card');
      if (size! > MOST_BYTES) refuse.tooLarge(file, '256 MB');
      const check = verifyCard(readNamedFile(file), { key: options.key });
      const { card: read, notRecomputed, ...rest } = check;
      const missing = options.requireFigures === true && notRecomputed.length > 0;
      if (!check.valid || missing) process.exitCode = exit.failed;
      if (options.json)
        return printJson({
          ...rest,
          notRecomputed,
          card: read && { number: read.number, project: read.project, metric: read.adoption.metric }
        });
      const lines = linesOf(check);
      (check.valid && !missing ? console.log : console.error)(
        [
          ...lines,
          ...(missing ? ['--require-figures: the card contains no labels, so its figures cannot be recomputed.'] : [])
        ].join('\n')
      );
    });
}

type Check = ReturnType<(typeof import('../lib/alignment/card/verify-card.server.ts'))['verifyCard']>;

function linesOf({ valid, problems, checked, recomputed, notRecomputed, sha256, card, fingerprint, signedAt }: Check) {
  return [
    card
      ? `Card ${card.number}, ${card.adoption.title}: ${card.adoption.ensemble} (${card.project}) ${valid ? 'is valid.' : 'is not valid:'}`
      : 'The file is not valid:',
    ...problems.map((one) => `  ${one}`),
    ...checked.map((one) => `  ${one}`),
    ...(recomputed > 0
      ? [
          `  ${recomputed} figures, gates and parts of gates recomputed from ${many(card!.evidence.items, 'item')} and ${many(card!.evidence.labels, 'label')}: ${card!.results.figures.map(({ name }) => name).join(', ')}; gates ${card!.results.gates.map(({ title }) => title).join(', ')}.`
        ]
      : []),
    ...(notRecomputed.length > 0
      ? [`  Not recomputed, because the card contains only a commitment to its labels: ${notRecomputed.join(', ')}.`]
      : []),
    ...(fingerprint === null ? [] : [`Key: ${fingerprint}`, `Signed: ${signedAt}`]),
    `sha256: ${sha256}`
  ];
}
