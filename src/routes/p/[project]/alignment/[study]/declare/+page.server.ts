import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { declare } from '$lib/alignment/adoption/declarations.server.ts';
import {
  changesBetween,
  declaredNumbers,
  defaultDeclared,
  listNumbers,
  typedAs,
  type DeclaredNumber,
  type TypedDeclaration
} from '$lib/alignment/adoption/declared.ts';
import { gateNames, listGates } from '$lib/alignment/gates/gate-names.ts';
import { judgeNames } from '$lib/alignment/report/report.server.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { scaleInWords } from '$lib/studies/labels/label-scale.ts';
import { studyRaters, studyScale } from '$lib/studies/labels/labels.server.ts';
import { listsIssues } from '$lib/studies/planning/study-of-run.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { addressOf, askedState, crumbsOf } from '../asked.ts';
import { declaredInWords, gateTitles } from '../declared-words.ts';
import { stepsOf, whenDeclared } from '../steps.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedState(event, 'manage');
    const { db } = event.locals;
    const { declarations, opening, labels } = asked.state;
    const scale = studyScale(db, asked.reading, asked.study.id);
    const lists = listsIssues(asked.study);
    const metric = metricOf(scale);
    const judges = judgeNames(studyRaters(db, asked.reading, asked.study.id).judges);
    const nameOf = (id: string): string => judges.find((judge) => judge.id === id)?.name ?? id;
    const current =
      declarations[0]?.declared ??
      defaultDeclared(
        judges.map(({ id }) => id),
        scale,
        lists
      );
    return {
      crumbs: crumbsOf(asked, 'Declare'),
      study: { number: asked.study.number, name: asked.study.name, metric: asked.study.metric },
      steps: stepsOf(db, asked, 'declare'),
      when: whenDeclared({ labels, opened: opening !== null }),
      late: opening !== null,
      typed: typedAs(current),
      judges,
      scale: scaleInWords(scale),
      measured: metric.name,
      rules: rulesInWords[scale.level],
      splits: metric.kind === 'mean',
      lists,
      gates: gateNames
        .filter((name) => lists || !listGates.includes(name))
        .map((name) => ({ name, ...gateTitles[name] })),
      revisions: declarations.map(({ id, revision, declared, reason, by, at, ...made }, i) => {
        const before = declarations[i + 1]?.declared;
        const changed = before ? changesBetween(before, declared) : null;
        return {
          id,
          revision,
          by,
          at,
          reason,
          when: whenDeclared(made),
          words: declaredInWords(declared, nameOf, made.assumed).filter(
            ({ key }) => changed === null || changed.includes(key)
          )
        };
      })
    };
  });

const rulesInWords = {
  binary: 'average, any, all and, for an odd number, majority',
  preference: 'average and, for an odd number, majority',
  nominal: 'single judges and, for an odd number from three, majority; categories have no mean, median or steps',
  ordinal: 'average and, from three, median',
  interval: 'average and, from three, median'
} as const;

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => String(form.get(name) ?? '');
    const typed: TypedDeclaration & { reason: string } = {
      ...(Object.fromEntries(Object.keys(declaredNumbers).map((name) => [name, text(name)])) as Record<
        DeclaredNumber,
        string
      >),
      ...Object.fromEntries(Object.keys(listNumbers).flatMap((name) => (form.has(name) ? [[name, text(name)]] : []))),
      judges: form.getAll('judges').map(String),
      ties: text('ties'),
      gates: form.getAll('gates').map(String),
      reason: text('reason')
    };
    const done = await attempt(() => {
      const asked = askedState(event, 'manage');
      declare(event.locals.db, asked.grant, asked.study.id, typed);
      return { to: `${addressOf(asked)}/declare?declared` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, done.to);
  }
};
