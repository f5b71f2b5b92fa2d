import { rowsAsLines } from '../lib/exchange/format/parquet/parquet-rows.ts';
import { refuse } from '../lib/errors.ts';
import type { FileImport } from '../lib/exchange/import/import-files.server.ts';
import {
  importSources,
  readSources,
  withTextsKept,
  type ReadSource
} from '../lib/exchange/import/import-sources.server.ts';
import { zipMegabytes } from '../lib/exchange/import/reports/report-zip.ts';
import { importTraces } from '../lib/exchange/import/traces/import-traces.server.ts';
import { importVerdicts } from '../lib/exchange/import/verdicts/import-verdicts.server.ts';
import { importReferenceResults, type ReferenceImport } from '../lib/exchange/reference/import.server.ts';
import { authorize, instance, operator } from '../lib/server/auth/authorize.ts';
import { write } from '../lib/server/db/client.ts';
import { createProject, projectsOf } from '../lib/server/projects.ts';
import type { ImportOptions } from './import.ts';
import { importRatings } from './import-ratings.ts';
import { looksLikeResults, readResultFiles, resultsSummary, textFinder, type ResultFiles } from './import-results.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openOrCreate } from './place.ts';
import { checkReadable } from './read-file.ts';
import { readDay } from './read-option.ts';
import { contentPaths, sourceContent, readPath } from './sources.ts';
import { inProject } from './study-place.ts';
import { inEnglish } from '../lib/messages/say-in.ts';
import { many } from '../lib/stats/writing/figures.ts';

/** Imports all of what is named, or nothing, and tells the counts. */
export async function runImport(paths: readonly string[], options: ImportOptions): Promise<void> {
  if (options.collected !== undefined) readDay('--collected', options.collected);
  if (options.collectedAt) readDay('--collected-at', options.collectedAt);
  if (options.ratings !== undefined) return importRatings(options);
  if (options.verdicts !== undefined) return bringVerdicts(options.verdicts, options);
  if (options.traces !== undefined) return bringTraces(options.traces, options);
  const { system, json } = options;
  const results = [...paths.filter(looksLikeResults), ...(options.results ?? [])];
  const others = paths.filter((path) => !results.includes(path));
  const found = results.length > 0 ? readResultFiles(results) : null;
  const sources = await readSources(
    others.flatMap(contentPaths).map((path) => readPath(path, system)),
    { zipMegabytes: zipMegabytes(process.env['VOIRDIRE_ZIP_MB']), ...(system === undefined ? {} : { system }) }
  );
  const systems = describeSystem(options, sources, found !== null);
  const { done, run } = await bringIn(sources, found, systems, options);
  if (json)
    return printJson({
      project: options.project,
      imported: done.map((one) => ({ ...one, notes: inEnglish(one.notes) })),
      ...(run && { run })
    });
  for (const one of done) console.log(summary(one));
  if (run) console.log(resultsSummary(run));
}

async function bringVerdicts(path: string, options: ImportOptions): Promise<void> {
  checkReadable(path);
  const { name, ensemble } = options;
  const content = await rowsAsLines(sourceContent(path));
  const done = await inProject(options, ({ db, manage }) =>
    importVerdicts(db, manage, content, {
      ...(name !== undefined && { name }),
      ...(ensemble !== undefined && { ensemble })
    })
  );
  if (options.json) return printJson({ project: options.project, run: { ...done, notes: inEnglish(done.notes) } });
  const { run, units, judges, metrics, reports, notes } = done;
  console.log(
    [
      `Run ${run.number}: ${run.name}`,
      `${many(units.read, 'verdict')} of ${judges.join(', ')} on ${many(reports, 'report')} under ${metrics.join(', ')}`,
      ...inEnglish(notes)
    ].join('\n  ')
  );
}

async function bringTraces(path: string, options: ImportOptions): Promise<void> {
  checkReadable(path);
  const done = await inProject(options, ({ db, manage }) => importTraces(db, manage, sourceContent(path)));
  if (options.json) return printJson({ project: options.project, ...done, notes: inEnglish(done.notes) });
  const { added, changed, unchanged } = done.traces;
  console.log(
    [`traces: ${added} added, ${changed} changed, ${unchanged} unchanged`, ...inEnglish(done.notes)].join('\n  ')
  );
}

type Done = FileImport & { name: string };

async function bringIn(
  sources: ReadSource[],
  results: ResultFiles | null,
  systems: Record<string, Record<string, string>>,
  options: ImportOptions
): Promise<{ done: Done[]; run: ReferenceImport | null }> {
  const folder = dataFolder(options.data);
  const { project: slug, createProject: name, createQueries = false } = options;
  const { db, close } = await (name === undefined ? openExisting : openOrCreate)(folder);
  try {
    return await withTextsKept(db, sources, (kept) =>
      write(db, (tx) => {
        const project =
          projectsOf(tx, operator).find((one) => one.slug === slug) ??
          (name === undefined
            ? refuse.invalid(`There is no project ${slug}. Create it with --create-project NAME.`)
            : createProject(tx, authorize(operator, instance, 'administer'), { name, slug }));
        const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
        const done = importSources(tx, grant, kept, {
          systems,
          createQueries,
          corrected: options.corrected === true,
          ...(options.collected !== undefined && { collected: options.collected })
        });
        if (!results) return { done, run: null };
        const { name: runName, system, ensemble, reports } = options;
        const run = importReferenceResults(tx, grant, results.files, {
          createQueries,
          textOf: textFinder(results, reports),
          ...(runName !== undefined && { name: runName }),
          ...(system !== undefined && { system }),
          ...(ensemble !== undefined && { ensemble })
        });
        return { done, run };
      })
    );
  } finally {
    close();
  }
}

/** Describes the system from --provider and the like, once it is sure that there is a report of it. */
function describeSystem(
  options: ImportOptions,
  sources: ReadSource[],
  results: boolean
): Record<string, Record<string, string>> {
  const { system, provider, family, backbone, category, budget, collectedHow, collectedAt } = options;
  const told = Object.entries({ provider, family, backbone, category, budget, collectedHow, collectedAt }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  );
  if (system === undefined) return told.length === 0 ? {} : refuse.invalid('Specify the system with --system.');
  const present = new Set(
    sources.flatMap(({ content }) =>
      content.kind === 'reports' ? Array.from(content.reports, (one) => one.system) : []
    )
  );
  if (!present.has(system) && !(results && told.length === 0))
    refuse.invalid(
      present.size === 0
        ? `Nothing was imported: --system ${system} applies to reports, but these files contain none.`
        : `Nothing was imported: no report belongs to the system ${system}. Systems in the files and folders: ${[...present].join(', ')}.`
    );
  return { [system]: Object.fromEntries(told) };
}

function summary({ name, notes, ...one }: Done): string {
  const counts = (of: Record<string, number>): string =>
    Object.entries(of)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ');
  const lines =
    one.kind === 'reports'
      ? [
          `reports: ${counts(one.result.reports)}`,
          `systems: ${counts(one.result.systems)}`,
          ...(one.result.queries.added > 0 ? [`queries created from headings: ${one.result.queries.added}`] : [])
        ]
      : one.kind === 'topics'
        ? [`topics: ${counts({ ...one.result })}`]
        : [
            `queries: ${counts(one.result.queries)}`,
            `${one.kind === 'criteria' ? 'criteria' : 'items'}: ${counts(one.result.items)}`,
            ...(one.result.material ? [`material of suites: ${counts({ ...one.result.material })}`] : []),
            ...('topics' in one && one.topics ? [`topics: ${counts({ ...one.topics })}`] : [])
          ];
  return [`${name} (${one.kind}, ${one.format})`, ...lines, ...inEnglish(notes)].join('\n  ');
}
