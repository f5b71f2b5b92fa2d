import type { PageServerLoad } from './$types';
import { procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { judgeNames } from '$lib/scorer/runs/runs.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { errorInWords, judgeErrorTable, type RevealOpinion } from '$lib/studies/export/judge-errors.ts';
import { studyOpinions } from '$lib/studies/export/judge-errors.server.ts';
import { kindOfStudy } from '$lib/studies/kinds/index.ts';
import { isOfRun } from '$lib/studies/study/study-of-run.server.ts';
import { isBlinded } from '$lib/studies/labels/unblinding.server.ts';
import { answer } from '../../../../../answer.ts';
import { studyCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

const ON_A_PAGE = 20;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, reading, study } = askedStudy(event, 'read-results');
    const here = `/p/${project.slug}/studies/${study.number}`;
    const common = {
      crumbs: [
        ...studyCrumbs(project, study.name).slice(0, -1),
        { label: study.name, href: here },
        { label: 'Errors of judges' }
      ],
      study: { number: study.number, name: study.name, reveal: study.reveal }
    };
    const kept = !isOfRun(study)
      ? ('elsewhere' as const)
      : procedureState(db, reading, study.id).embargoed
        ? ('embargoed' as const)
        : isBlinded(db, reading, study.id)
          ? ('blinded' as const)
          : null;
    if (kept !== null) return { ...common, kept, told: null };
    const { metric, prompt, judges, opinions } = studyOpinions(db, reading, study.id);
    const names = judgeNames(judges);
    const nameOf = (id: string): string => names[judges.findIndex(({ judgeId }) => judgeId === id)] ?? id;
    const table = judgeErrorTable(
      opinions,
      judges.map(({ judgeId }) => judgeId),
      new Set(metricByName(metric).items?.map(({ key }) => key))
    );
    const asked = event.url.searchParams;
    const wrong = opinions.filter((one) => one.wrong);
    const chosen = wrong.filter(
      ({ error, item, qid }) =>
        (asked.get('error') === null || (error ?? 'other') === asked.get('error')) &&
        (asked.get('item') === null || item === asked.get('item')) &&
        (asked.get('query') === null || qid === asked.get('query'))
    );
    const pages = Math.max(1, Math.ceil(chosen.length / ON_A_PAGE));
    const page = Math.min(pages, Math.max(1, Number(asked.get('page')) || 1));
    return {
      ...common,
      kept: null,
      told: {
        metric: metricByName(metric).title,
        prompt,
        options: kindOfStudy(study).options.map(({ label, title }) => ({
          label,
          title
        })),
        all: table.all,
        kinds: table.all.kinds.map(({ error, n }) => ({ error, n, words: errorInWords(error) })),
        judges: table.judges.map(({ judgeId, ...rest }) => ({ name: nameOf(judgeId), ...rest })),
        items: table.items.slice(0, 50).map(({ kinds, ...item }) => ({
          ...item,
          mostly: kinds.toSorted((a, b) => b.n - a.n)[0]?.error ?? 'other'
        })),
        moreItems: Math.max(0, table.items.length - 50),
        only: { error: asked.get('error'), item: asked.get('item'), query: asked.get('query') },
        examples: chosen.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE).map((one) => exampleOf(one, nameOf)),
        matching: chosen.length,
        page,
        pages
      }
    };
  });

const exampleOf = (
  { itemId, qid, reportId, systems, item, itemText, rater, label, error, note, judges }: RevealOpinion,
  nameOf: (judgeId: string) => string
) => ({
  ...{ itemId, qid, reportId, systems, item, itemText, rater, label, note },
  error: errorInWords(error ?? 'other'),
  judges: judges.map(({ judgeId, state, label: said, rationale, quotes, reason }) => ({
    ...{ name: nameOf(judgeId), state, label: said, quotes },
    rationale: reason ?? rationale
  }))
});
