import type { PageServerLoad } from './$types';
import { printedFor } from '$lib/alignment/accuracy/printed.ts';
import { printedHolds, type Accuracy } from '$lib/alignment/accuracy/accuracy.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { crumbsOf } from '../asked.ts';
import { accuracyAsked } from './accuracy-asked.ts';

/** How often people and judges give the label that an expert holds to be true. */
export const load: PageServerLoad = (event) =>
  answer(async () => {
    const { asked, study, accuracy } = await accuracyAsked(event);
    const { language } = event.locals;
    const words = messagesIn(language, 'accuracyPage');
    const printed = printedFor(study.kind);
    const row = (name: string, { share, leftOut }: Accuracy, percent: number | null) => ({
      ...{ name, n: share.n, queries: share.clusters, value: share.value, interval: share.interval, leftOut },
      ...{ printed: percent, holds: printedHolds(percent === null ? null : percent / 100, share.interval) }
    });
    return {
      crumbs: crumbsOf(asked, language, words.title),
      study: { number: study.number, name: study.name },
      ...{ items: accuracy.items, adjudicated: accuracy.adjudicated, changed: accuracy.changed },
      source: printed?.source ?? null,
      rows: [
        row(words.people, accuracy.people, printed?.people ?? null),
        ...accuracy.judges.map(({ judge, accuracy: own }) => row(judge, own, printed?.judge ?? null))
      ],
      labels: accuracy.rows.map(({ qid, text, label, reason, by, people, judges }) => ({
        ...{ qid, text, label, reason, by, people, judges: judges.map((one) => one.label ?? words.noLabel) }
      }))
    };
  });
