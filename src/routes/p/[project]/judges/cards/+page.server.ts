import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { adoptionsInForce } from '$lib/alignment/card/adoptions-in-force.server.ts';
import { usualContents } from '$lib/alignment/card/card.ts';
import { checkCard, listCards } from '$lib/alignment/card/cards.server.ts';
import { makeCard } from '$lib/alignment/card/make-card.server.ts';
import { refuse } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { authorize, may } from '$lib/server/auth/authorize.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantAgain, grantFor, personOf } from '../../../../grants.ts';
import { softwareVersion } from '../../../../software.ts';
import { listedCard, shownCard, typedContents } from './shown-card.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const say = messagesIn(language, 'judgeCards');
    const cards = listCards(db, grant);
    const asked = event.url.searchParams.get('card');
    const open =
      asked === null ? null : (cards.find(({ number }) => String(number) === asked) ?? refuse.notFound('card'));
    const base = `/p/${project.slug}`;
    return {
      crumbs: [
        { label: project.name, href: base },
        { label: messagesIn(language, 'rooms').judges, href: `${base}/judges` },
        ...(open
          ? [
              { label: say.crumb, href: `${base}/judges/cards` },
              { label: say.cardOf({ n: open.number, metric: open.card.adoption.title }) }
            ]
          : [{ label: say.crumb }])
      ],
      cards: cards.map((card) => listedCard(card, language)),
      open: open && shownCard(open, language),
      manages: may(personOf(event.locals), grant.resource, 'manage'),
      adoptions: adoptionsInForce(db, grant).map(({ id, metric, decidedAt, validity }) => ({
        ...{ id, metric, title: metricTitleIn(language, metric), at: decidedAt, reopened: !validity.valid }
      })),
      usual: usualContents
    };
  });

export const actions: Actions = {
  make: async (event) => {
    const form = await event.request.formData();
    const contents = typedContents(form);
    const adoptionId = String(form.get('adoption') ?? '');
    const done = await attempt(async () => {
      const { project, grant } = grantFor(event, 'manage');
      if (adoptionId === '') refuse.invalid(leadSays('cardNotCreated'));
      const { aside, db } = event.locals;
      const wish = { adoptionId, contents, software: softwareVersion };
      const reading = authorize(grant.actor, grant.resource, 'read-results');
      const computed = await aside.ask('computed-card', reading, { adoptionId, contents });
      const { number } = makeCard(db, grantAgain(event, 'manage'), wish, computed);
      return { to: `/p/${project.slug}/judges/cards?card=${number}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, typed: { adoptionId, ...contents } });
    redirect(303, done.to);
  },
  check: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(async () => {
      const { project, grant } = grantFor(event, 'read-results');
      const number = Number(form.get('card'));
      checkCard(event.locals.db, grant, number, await event.locals.aside.ask('verified-card', grant, number));
      return { to: `/p/${project.slug}/judges/cards?card=${number}` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  }
};
