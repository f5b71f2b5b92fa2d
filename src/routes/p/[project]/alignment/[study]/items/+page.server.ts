import { redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import {
  differsFromPeople,
  isItemFilter,
  itemFilters,
  peopleInWords,
  peopleSay,
  type ItemFilter
} from '$lib/alignment/items/item-filter.ts';
import { confusionIn, valuesIn } from '$lib/alignment/units/value-words.ts';
import { measureIn, partNameIn } from '$lib/alignment/gates/measures.ts';
import type { StudyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import { itemsBehind, withoutItems } from '$lib/alignment/items/items.ts';
import type { ShownAnswer, ShownItem } from '$lib/components/alignment/items/ItemsTable.svelte';
import { numberInWords } from '$lib/components/alignment/number-in-words.ts';
import { scaleInWords, valueOnScale, type LabelScale } from '$lib/studies/labels/label-scale.ts';
import type { LabelledUnit } from '$lib/studies/labels/labels.ts';
import { isBlinded } from '$lib/studies/labels/unblinding.server.ts';
import { verdictWordsIn } from '$lib/messages/rationale-text.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { askedAlignment, crumbsOf } from '../asked.ts';
import { namedIn } from '../figure-names.ts';
import { ensembleInFewWordsIn } from '$lib/alignment/report/ensemble-in-words.ts';

const perPage = 50;

/** The report with the names of gates, their parts and its warnings in a language, by which the page names its items. */
const reportIn = (language: string, { report, procedure }: Pick<StudyProcedure, 'report' | 'procedure'>) => ({
  ...report,
  candidates: report.candidates.map((candidate) => ({
    ...candidate,
    beside: namedIn(language, candidate.beside),
    confusion: confusionIn(language, report.method.scale, candidate.confusion)
  })),
  warnings: report.warnings.map((warning) => ({ ...warning, text: sayIn(language, warning.said) })),
  procedure: {
    ...procedure,
    gates: procedure.gates.map((gate) => ({
      ...gate,
      measure: measureIn(
        messagesIn(language, 'gateMeasures'),
        gate,
        report.method.scale,
        procedure.analysisPlan.sequential !== undefined
      ),
      parts: gate.parts.map((part) => ({ ...part, name: partNameIn(language, part) }))
    }))
  }
});

export const load: PageServerLoad = (event) =>
  answer(async () => {
    const asked = await askedAlignment(event, 'read-results');
    const { study } = asked;
    const { language } = event.locals;
    const words = messagesIn(language, 'itemsPage');
    if (isBlinded(event.locals.db, asked.reading, study.id))
      redirect(303, `/p/${asked.project.slug}/studies/${study.number}/unblind?to=items`);
    const report = reportIn(language, asked);
    const { scale } = report.method;
    const of = event.url.searchParams.get('of') ?? 'scope.items';
    const ids = itemsBehind(report, of);
    const what =
      ids &&
      numberInWords(withoutItems(report), of, messagesIn(language, 'numberInWords'), (candidate) =>
        ensembleInFewWordsIn(language, candidate, report.judges)
      );
    const about = {
      crumbs: crumbsOf(asked, language, words.items),
      study: { number: study.number, name: study.name, metric: study.metric },
      of,
      readable: asked.header.run !== null,
      scale: scaleInWords(scale),
      ordered: scale.level !== 'binary',
      labels: scale.level === 'binary' ? [...scale.labels] : [],
      judges: report.judges.map(({ name }) => name),
      people: report.people.map(({ name }) => name)
    };
    if (!ids || !what) return { ...about, found: null };

    const asFilter = event.url.searchParams.get('only');
    const only: ItemFilter | null = isItemFilter(asFilter) ? asFilter : null;
    const page = Number.parseInt(event.url.searchParams.get('page') ?? '1', 10) || 1;
    const question = { scale, judges: report.judges.map(({ id }) => ({ id })), ids: [...ids], only, page, perPage };
    const { counts, units, ...listed } = await event.locals.aside.items(
      asked.reading,
      study.id,
      question,
      asked.run?.id
    );
    return {
      ...about,
      found: {
        what,
        only,
        filters: itemFilters.map((name) => ({
          name,
          words: words.filter({ filter: name }),
          count: counts[name]
        })),
        ...listed,
        items: units.map((unit) => shownItem(scale, unit, report.people, report.judges, language))
      }
    };
  });

interface Named {
  id: string;
  name: string;
}

function shownItem(
  scale: LabelScale,
  unit: LabelledUnit,
  people: readonly Named[],
  judges: readonly Named[],
  language: string
): ShownItem {
  const words = messagesIn(language, 'itemsPage');
  const together = peopleInWords(scale, unit);
  const reference = peopleSay(scale, unit);
  return {
    id: unit.itemId,
    qid: unit.qid,
    system: unit.systemName,
    reportId: unit.reportId,
    text: unit.text,
    stratum: unit.stratum,
    together: together === null ? null : valuesIn(language, scale)(together),
    people: people.map(({ id, name }): ShownAnswer => {
      const given = unit.humans.find(({ userId }) => userId === id);
      if (!given) return { name, v: 'open', word: words.noLabel, text: '', differs: false };
      const revised =
        given.revised === null || given.revised === given.label ? '' : words.changed({ label: given.revised });
      return {
        name,
        v: seatOf(scale, given.label),
        word: given.label,
        text: [given.note, revised].filter((part) => part !== '').join(' '),
        differs: false
      };
    }),
    judges: unit.judges.map((given, i): ShownAnswer => {
      const { name } = judges[i]!;
      const text = verdictWordsIn(language)(given.state, given.reason ?? given.rationale);
      if (given.state !== 'judged' || given.label === null)
        return { name, v: 'un', word: words.state({ state: given.state }), text, differs: false };
      return {
        name,
        v: seatOf(scale, given.label),
        word: given.label,
        text,
        differs: differsFromPeople(scale, given.label, reference)
      };
    })
  };
}

/** How a label is drawn: the first of two or three labels filled, the last empty; of scores and categories the label itself is shown. */
function seatOf(scale: LabelScale, label: string): ShownAnswer['v'] {
  const value = valueOnScale(scale, label);
  if (value === null) return 'un';
  if (scale.level !== 'binary' && scale.level !== 'preference') return 'score';
  return value === 1 ? 'yes' : value === 0 ? 'no' : 'tie';
}
