import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { isPart, writeTogether } from '../lib/server/files/whole-files.ts';
import { languageOption } from './file-language.ts';
import { signFolder } from './leaving.ts';
import { printJson } from './outcome.ts';
import { asJson, inProject, runNumber, type StudyPlace } from './study-place.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface SiteOptions extends StudyPlace {
  run?: number;
  language: string;
}

export function addSite(program: Command): void {
  program
    .command('site')
    .description(
      'Write the leaderboard of a project as a static site: HTML without scripts that any web server can serve.'
    )
    .argument('<folder>', 'folder for the pages: new, empty, or one that this command wrote before')
    .option('--project <slug>', 'project of the leaderboard (default: the only project)')
    .option('--run <number>', 'run to show (default: the pinned run, else the newest complete run)', runNumber)
    .addOption(languageOption())
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
The site has a page for the leaderboard and one for each metric, with scores by the judges and scores corrected by human labels,
95% CIs, adopted ensembles, served model versions, and judge cards with their signed bundles. It contains no reports, verdicts
or names of people except those in judge cards. The same database gives the same bytes. FOLDER.sig is the signature.

Example:
  $ voirdire site public/ --project heat`
    )
    .action(async (folder: string, options: SiteOptions) => {
      const { siteFiles } = await import('../lib/exchange/export/site/site.server.ts');
      const { operator } = await import('../lib/server/auth/authorize.ts');
      const { projectsOf } = await import('../lib/server/projects.ts');
      await inProject(options, async ({ db, reading }) => {
        const { name } = projectsOf(db, operator).find(({ id }) => id === reading.resource.id)!;
        const { run, runId, files } = siteFiles(db, reading, name, {
          number: options.run ?? null,
          language: options.language
        });
        const names = files.map((file) => file.name);
        requireOwnFolder(folder, names);
        removeStale(folder, names);
        // The front page is last: it links to all others, and a folder without one is not complete.
        const ordered = files.toSorted((a, b) => Number(isFront(a)) - Number(isFront(b)));
        writeTogether(ordered.map((file) => [join(folder, file.name), file.text]));
        await signFolder(db, reading, { entity: 'run', entityId: runId }, folder, names);
        if (options.json) return printJson({ folder, run, files: names });
        console.log(
          `${many(files.length, 'file')} on run ${run} were written to ${folder}. Open ${join(folder, 'index.html')}.`
        );
      });
    });
}

const FRONT = 'index.html';
const isFront = ({ name }: { name: string }): boolean => name === FRONT;

/**
 * Refuses a folder with files of others: the command overwrites pages. A folder with pages of a site and without a front page is one in
 * which this command was killed.
 *
 * @param own names of the files that are about to be written
 */
function requireOwnFolder(folder: string, own: readonly string[]): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) refuse.conflict(`${folder} is a file. Choose a folder for the pages.`);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !isPart(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const isSite = names.includes(FRONT) && names.includes('leaderboard.csv');
  const isOther = (name: string): boolean => name === FRONT || !(own.includes(name) || PAGE.test(name));
  if (!isSite && names.some(isOther))
    refuse.conflict(`The folder ${folder} is not empty and does not contain a site. Choose another folder.`);
}

/** Names of further pages and of cards; any other file of the folder is left alone. */
const PAGE = /^(?:index-\d+|metric-[\w-]+)\.html$|^cards\/[\w-]+\.(?:html|json)$/;

/** Removes pages of an earlier site that this one does not have: of metrics that the run does not judge, for example. */
function removeStale(folder: string, names: readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const name = path.replaceAll('\\', '/');
    if (PAGE.test(name) && !names.includes(name)) rmSync(join(folder, path));
  }
}
