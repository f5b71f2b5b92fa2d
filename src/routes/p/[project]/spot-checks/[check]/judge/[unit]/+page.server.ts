import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { libraryTextIn, textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { factsInWords } from '$lib/scorer/units/facts-in-words.ts';
import { checkedVerdict } from '$lib/scorer/runs/evidence/checked-verdict.server.ts';
import { newId } from '$lib/server/db/id.ts';
import { CANNOT_JUDGE } from '$lib/studies/kinds/index.ts';
import { commitCheck, openCheckUnit } from '$lib/studies/spot-checks/spot-answers.server.ts';
import { answer, attempt } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { labelledIn, rendered } from '../../../../../../rendered.ts';
import { checkNumber } from '../../check-asked.ts';

/** One verdict with its evidence: the chain if its kind has one, else the block of the report. Not whose report it is. */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { project, grant } = grantFor(event, 'review');
    const { db, language } = event.locals;
    const say = messagesIn(language, 'spotCheck');
    const view = checkUnitIn(language, openCheckUnit(db, grant, checkNumber(event), event.params.unit));
    const { reportId, item } = view.unit;
    const { markdown, verdict, quotes, chain, title, place, facts } = checkedVerdict(
      db,
      grant,
      { ...view.verdict, reportId, item, repeat: 0 },
      language
    );
    const { html, facts: about } = await rendered(markdown);
    const base = `/p/${project.slug}/spot-checks/${view.check.number}/judge`;
    const at = (id: string | null): string | null => id && `${base}/${id}`;
    // Agreeing comes first, then the other labels that people can give, then "cannot judge".
    const given = view.labels.filter(({ label, value }) => label === view.judged || value !== null);
    const labels = given.toSorted((a, b) => Number(b.label === view.judged) - Number(a.label === view.judged));
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: say.checkOf({ name: view.check.name }), href: base },
        { label: say.verdict({ number: view.unit.number }) }
      ],
      check: view.check,
      asked: { question: view.asked.question, errors: Object.entries(view.asked.errors) },
      unit: { id: view.unit.id, number: view.unit.number },
      counts: {
        all: view.units.length,
        confirmed: view.units.filter(({ agrees }) => agrees === true).length,
        changed: view.units.filter(({ agrees }) => agrees === false).length,
        seats: view.units.map(({ id, agrees }) => ({
          v: seatOf(agrees),
          ...(id === view.unit.id && { me: true })
        }))
      },
      verdict: { title: titleIn(view.labels, view.judged), words: verdict, quotes },
      text: title,
      chain,
      facts: factsInWords(language, facts),
      place,
      report: { html: labelledIn(event.locals.language, html), language: about.language },
      query: view.query,
      options: [
        ...labels.map(({ label, title: words, hint }, n) => ({
          ...{ value: label, title: words, key: String(n + 1) },
          hint: label === view.judged ? say.agrees : (hint ?? '')
        })),
        {
          ...{ value: CANNOT_JUDGE, title: say.cannot, key: String(labels.length + 1) },
          hint: say.cannotHint
        }
      ],
      own: view.own && { ...view.own, label: view.own.label ?? CANNOT_JUDGE },
      key: newId(),
      previous: at(view.previous),
      next: at(view.next)
    };
  });

/** A verdict to check, with its question, labels and errors in a language. */
function checkUnitIn<View extends { asked: { errors: Readonly<Record<string, string>> } }>(
  language: string,
  view: View
) {
  const say = libraryTextIn(language);
  const { asked, ...shown } = textsIn(language, view, ['question', 'title', 'hint']);
  const errors = Object.fromEntries(Object.entries(asked.errors).map(([name, text]) => [name, say(text)]));
  return { ...shown, asked: { ...asked, errors } as View['asked'] };
}

/** Filled if the judge's verdict was confirmed, empty if it was changed, hatched if the person cannot judge. */
const seatOf = (agrees: boolean | null | undefined) =>
  agrees === undefined
    ? ('open' as const)
    : agrees === null
      ? ('un' as const)
      : agrees
        ? ('yes' as const)
        : ('no' as const);

const titleIn = (labels: readonly { label: string; title: string }[], label: string): string =>
  labels.find((one) => one.label === label)?.title ?? label;

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const text = (name: string): string => String(form.get(name) ?? '');
    const typed = { label: text('label'), note: text('note'), errors: form.getAll('errors').map(String) };
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'review');
      return commitCheck(event.locals.db, grant, {
        ...{ check: checkNumber(event), unit: event.params.unit, errors: typed.errors, note: typed.note },
        label: typed.label === '' ? undefined : typed.label === CANNOT_JUDGE ? null : typed.label,
        idempotencyKey: text('key') || newId()
      });
    });
    if (!('next' in done)) return fail(done.status, { ...done.data, ...typed });
    const list = event.url.pathname.slice(0, event.url.pathname.lastIndexOf('/'));
    redirect(303, done.next === null ? list : `${list}/${done.next}`);
  }
};
