import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { draftView } from '$lib/scorer/prompts/draft-view.ts';
import type { MetricPrompt } from '$lib/scorer/metric.ts';
import { listedPrompt, promptTexts } from '$lib/scorer/prompts/prompt-texts.server.ts';
import { addPromptVersion, draftPrompt, promptNamed, wordingOf } from '$lib/scorer/prompts/prompt-versions.server.ts';
import { reportsForPreview } from '$lib/scorer/runs/sent/preview-reports.server.ts';
import { previewPrompt } from '$lib/scorer/runs/sent/preview.server.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { libraryTextIn, textsIn } from '$lib/messages/library-text.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { promptTitleIn } from '../prompt-title.ts';

/** One prompt: the texts of the chosen version, to be read or edited. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const { db, language } = event.locals;
    const title = promptTitleIn(language, event.params.metric);
    const listed = listedPrompt(db, grant, event.params.metric);
    const asked = event.url.searchParams.get('version');
    const chosen = listed.versions.find(({ version }) => version === asked) ?? listed.versions[0]!;
    const { prompt, texts } = promptTexts(db, project.id, listed.name, chosen.version);
    const draft = listed.fixed === null ? draftOf(event, grant.resource.id, chosen.version, {}) : null;
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').judges, href: `/p/${project.slug}/judges` },
        { label: messagesIn(event.locals.language, 'prompts').title, href: `/p/${project.slug}/judges/prompts` },
        {
          label: messagesIn(event.locals.language, 'promptPage').title({
            metric: title,
            version: chosen.version
          })
        }
      ],
      metric: { name: listed.name, title, prompt: prompt.name },
      fixed: listed.fixed && libraryTextIn(language)(listed.fixed),
      texts: textsIn(language, texts, ['title', 'about']),
      versions: textsIn(language, listed.versions, ['about']),
      chosen,
      // Against the version that it was made from, a version shows what it changed.
      made: chosen.own ? changesOf(event, grant.resource.id, chosen.version, chosen.basedOn) : null,
      draft: draft && textsIn(language, draft, ['title', 'about']),
      preview: listed.fixed === null ? reportsForPreview(db, grant, listed.name) : []
    };
  });

/** Changes of a project's version against the version from which it was made. */
const changesOf = (
  { locals, params }: Pick<RequestEvent, 'locals' | 'params'>,
  projectId: string,
  version: string,
  basedOn: string
) => {
  const metric = metricByName(params.metric);
  const [before, after] = [basedOn, version].map((one) => promptNamed(locals.db, projectId, metric, one)) as [
    MetricPrompt,
    MetricPrompt
  ];
  const nothing = { problems: [], required: [], unused: [], fields: [], labels: [] };
  const words = messagesIn(locals.language, 'promptDraft');
  return draftView(wordingOf(metric, before), wordingOf(metric, after), after, nothing, words).texts;
};

type Texts = Record<string, string>;

const draftOf = (
  { locals, params }: Pick<RequestEvent, 'locals' | 'params'>,
  projectId: string,
  basedOn: string,
  texts: Texts
) => {
  // prettier-ignore
  const { metric, prompt, before, checked } = draftPrompt(locals.db, projectId, {
    ...{ metric: params.metric, basedOn, texts }
  });
  return draftView(before, wordingOf(metric, prompt), prompt, checked, messagesIn(locals.language, 'promptDraft'));
};

async function typed(request: Request): Promise<{ basedOn: string; texts: Texts; reason: string; about: string }> {
  const form = await request.formData();
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const texts = Object.fromEntries(
    [...form.keys()].filter((key) => key.startsWith('text-')).map((key) => [key.slice(5), text(key)])
  );
  return { basedOn: text('basedOn'), texts, reason: text('reason'), about: text('about') };
}

export const actions: Actions = {
  check: async (event) => {
    const input = await typed(event.request);
    const done = await attempt(async () => {
      const { grant } = grantFor(event, 'manage');
      const { db } = event.locals;
      const draft = draftOf(event, grant.resource.id, input.basedOn, input.texts);
      const [run = '', reportId = ''] = input.about.split(' ');
      const { metric, prompt } = draftPrompt(db, grant.resource.id, { metric: event.params.metric, ...input });
      const sent =
        run === '' || draft.problems.length > 0
          ? null
          : await previewPrompt(db, grant, {
              run: runByNumber(db, grantFor(event, 'read-results').grant, Number(run)),
              ...{ reportId, metric: { ...metric, prompt } }
            });
      return { draft, sent: sent && { ...sent, schema: JSON.stringify(sent.schema.json, null, 1) } };
    });
    if (!('draft' in done)) return fail(done.status, { ...done.data, input });
    return { ...done, input };
  },
  save: async (event) => {
    const input = await typed(event.request);
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { version } = addPromptVersion(event.locals.db, grant, { metric: event.params.metric, ...input });
      return { to: `/p/${project.slug}/judges/prompts/${event.params.metric}?version=${version}&saved` };
    });
    if ('to' in done) redirect(303, done.to);
    const draft = await attempt(() => draftOf(event, grantFor(event, 'manage').grant.resource.id, input.basedOn, input.texts)); // prettier-ignore
    return fail(done.status, { ...done.data, input, ...('texts' in draft && { draft }) });
  }
};
