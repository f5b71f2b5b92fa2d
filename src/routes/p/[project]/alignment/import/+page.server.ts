import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { problemAt, problemsIn, refuse, type Problem, fieldSays } from '$lib/errors.ts';
import { readLabelScale, readScaleFor } from '$lib/exchange/ratings/label-scale-text.ts';
import { labelsListed, type RatingsPreview } from '$lib/exchange/ratings/ratings-preview.ts';
import type { RatingsStudyWish } from '$lib/exchange/ratings/ratings-study.ts';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import type { LabelScale } from '$lib/studies/labels/label-scale.ts';
import { importStudies } from '$lib/studies/labels/imported-studies.server.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { readings } from './reading-progress.ts';
import type { TypedRatings } from './ratings-columns.ts';
import { filledIn, likelyQuestions, toldColumns, toldRaters, typedRatings, withFewRaters } from './ratings-form.ts';

const say = sayingsOf('foreignProblems');

const sayScale = sayingsOf('scaleProblems');

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'manage');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').alignment, href: `/p/${project.slug}/alignment` },
        { label: messagesIn(event.locals.language, 'importLabels').title }
      ]
    };
  });

const bytesOf = (typed: TypedRatings): Uint8Array => new TextEncoder().encode(typed.content);

const previewOf = async (typed: TypedRatings, listed?: number): Promise<RatingsPreview> =>
  withFewRaters(
    await filesAside.previewRatings(
      bytesOf(typed),
      {
        ...(typed.layout === '' ? {} : { layout: typed.layout }),
        ...(typed.labels.length > 0 ? { labels: typed.labels } : {}),
        ...toldRaters(typed),
        columns: toldColumns(typed)
      },
      listed
    )
  );

/** A preview with its notes and problems in the reader's language. */
const previewIn = (language: string, { notes, problems, ...preview }: RatingsPreview) => ({
  ...preview,
  notes: notes.map((note) => sayIn(language, note)),
  problems: problemsIn(language, problems)
});

/** The labels of the file, if the categories are those that occur. */
const labelsOf = async (typed: TypedRatings): Promise<string[]> =>
  typed.level === 'nominal' && typed.scale === '' ? labelsListed(await previewOf(typed, Infinity)) : [];

/** The columns, layout and raters that were typed for a first file say nothing of the next one. */
const ofAnotherFile = (typed: TypedRatings): TypedRatings => ({
  ...typed,
  ...{ layout: '', columns: {}, labels: [], roles: {}, level: '', scale: '', withoutValue: '', scales: {} }
});

/** Of a file of another tool, the questions that people answered on a scale. */
const withQuestions = (typed: TypedRatings): TypedRatings =>
  typed.foreign === null || typed.labels.length > 0
    ? typed
    : { ...typed, layout: 'long', labels: likelyQuestions(typed.foreign) };

export const actions: Actions = {
  read: async (event) => {
    const read = await attempt(async () => {
      grantFor(event, 'manage');
      const form = await event.request.formData();
      const followed = form.get('progress');
      const given = await readings.follow(
        personOf(event.locals),
        typeof followed === 'string' ? followed : null,
        (progress) => typedRatings(form, progress)
      );
      const file = form.get('file');
      const typed = withQuestions(file instanceof File && file.size > 0 ? ofAnotherFile(given) : given);
      const preview = await previewOf(typed);
      return { typed: filledIn(typed, preview), preview: previewIn(event.locals.language, preview), ok: true as const };
    });
    return 'ok' in read ? read : fail(read.status, { ...read.data, typed: null, preview: null });
  },

  save: async (event) => {
    let typed: TypedRatings | null = null;
    let preview: ReturnType<typeof previewIn> | null = null;
    const done = await attempt(async () => {
      const { project, grant } = grantFor(event, 'manage');
      const given = await typedRatings(await event.request.formData());
      const read = await previewOf(given);
      preview = previewIn(event.locals.language, read);
      typed = filledIn(given, read);
      if (read.problems.length > 0) refuse.invalid(leadSays('labelsNotImported'), read.problems);
      const parsed = await filesAside.readRatingsStudies(
        bytesOf(given),
        wishOf({ ...given, labels: read.labels, layout: read.layout }, await labelsOf(given))
      );
      if (!parsed.ok) return refuse.invalid(leadSays('labelsNotImported'), parsed.problems);
      const studies = importStudies(event.locals.db, grant, parsed.value);
      const [only] = studies;
      return {
        to:
          studies.length === 1
            ? `/p/${project.slug}/alignment/${only!.number}`
            : `/p/${project.slug}/alignment?broughtIn=${studies.length}`
      };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, typed, preview });
    redirect(303, done.to);
  }
};

/** @throws a refusal if a scale is not one */
function wishOf(typed: TypedRatings, given: readonly string[]): RatingsStudyWish {
  const { name, file, foreign, labels, layout, metric, roles } = typed;
  const problems: Problem[] = [];
  const aside = typed.withoutValue.split(',').flatMap((label) => label.trim() || []);
  const scales = foreign === null ? {} : scalesOf(typed, aside, problems);
  const scale = foreign === null ? tableScale(typed, given, aside, problems) : Object.values(scales)[0];
  if (foreign !== null && labels.length === 0) problems.push(problemAt('labels', say('chooseQuestion')));
  if (name === '') problems.push(problemAt('name', fieldSays('nameStudy')));
  if (!scale || problems.length > 0) return refuse.invalid(leadSays('labelsNotImported'), problems);
  return {
    ...{ name, file, scale, scales, metric, labels, onlyRated: foreign !== null },
    ...(layout === '' ? {} : { layout }),
    ...toldRaters(typed),
    judges: Object.keys(roles).filter((one) => roles[one] === 'judge'),
    columns: toldColumns(typed)
  };
}

/** The scale of a table's labels; null with a problem. */
function tableScale(
  { level, scale }: TypedRatings,
  given: readonly string[],
  aside: readonly string[],
  problems: Problem[]
): LabelScale | null {
  const read =
    level === '' ? { scale: null, reason: sayScale('chooseType') } : readScaleFor(`${level}:${scale}`, given, aside);
  if (read.scale === null) problems.push(problemAt('scale', read.reason));
  return read.scale;
}

/** The scales of the imported questions of another tool's file, by question. */
function scalesOf(typed: TypedRatings, aside: readonly string[], problems: Problem[]): Record<string, LabelScale> {
  const scales: Record<string, LabelScale> = {};
  for (const label of typed.labels) {
    const read = readLabelScale(typed.scales[label] ?? '', aside);
    if (read.scale) scales[label] = read.scale;
    else problems.push(problemAt(label, read.reason));
  }
  return scales;
}
