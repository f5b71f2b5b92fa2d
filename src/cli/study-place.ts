import { Option, type Command } from 'commander';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import type { Study } from '../lib/studies/planning/studies.server.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { thingNumber } from './typed-number.ts';

/** Where the project of a command is. */
export interface StudyPlace {
  project?: string;
  data?: string;
  json?: boolean;
}

export const withPlace = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: the only project)')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)');

export const asJson = (): Option => new Option('--json', 'print the outcome as JSON');

export const studyNumber = thingNumber('a study');
export const runNumber = thingNumber('a run');

/** Collects an option that may come several times, or with several values. */
export const several = (value: string, before: string[] = []): string[] => [...before, value];

export interface InProject {
  db: Db;
  manage: ProjectGrant<'manage'>;
  reading: ProjectGrant<'read-results'>;
}

/** Works in the project of a command as the operator of the instance, who may do what a lead may; the audit trail says so. */
export async function inProject<T>(options: StudyPlace, work: (at: InProject) => T | Promise<T>): Promise<T> {
  const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
  const { db, close } = await openExisting(dataFolder(options.data));
  try {
    const project = await projectOf(db, options.project);
    return await work({
      db,
      manage: authorize(operator, project, 'manage'),
      reading: authorize(operator, project, 'read-results')
    });
  } finally {
    close();
  }
}

/** The same with a study of the project. */
export const inStudy = <T>(
  options: StudyPlace,
  number: number,
  work: (at: InProject & { study: Study }) => T | Promise<T>
): Promise<T> =>
  inProject(options, async (at) => {
    const { studyNumbered } = await import('./numbered-things.ts');
    return work({ ...at, study: studyNumbered(at.db, at.reading, number) });
  });

/** Id of a run by its number; undefined if none is named. */
export async function runIdOf(
  { db, reading }: Pick<InProject, 'db' | 'reading'>,
  number: number | undefined
): Promise<string | undefined> {
  if (number === undefined) return undefined;
  const { runNumbered } = await import('./numbered-things.ts');
  return runNumbered(db, reading, number).id;
}
