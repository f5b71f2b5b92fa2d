import { peopleSoFar } from '$lib/alignment/units/people-so-far.server.ts';
import { monitoredPlan } from '$lib/alignment/sequential/sequential-monitor.server.ts';
import { progressInWords } from '$lib/alignment/sequential/sequential-words.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { sequentialPlanInWords } from '$lib/alignment/preregistration/sequential-plan.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import type { Db } from '$lib/server/db/client.ts';
import { studyMonitor } from '$lib/studies/monitoring/monitor.server.ts';
import type { SampleInput } from '$lib/studies/planning/drawing/sampling.ts';
import type { Study } from '$lib/studies/planning/studies.server.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { reasonsIn } from '$lib/alignment/items/reasons.ts';

/** With more items, agreement among people takes longer than a page that asks every few seconds may take. */
const mostItems = 3000;

/** Content of the lead's page about a study while people judge: nothing that would break the blinding. */
export function monitored(db: Db, reading: ProjectGrant<'read-results'>, study: Study, language: string) {
  const { batches, ...monitor } = studyMonitor(db, reading, study.id);
  return {
    ...monitor,
    batches: batches.map(({ sample, ...batch }) => ({
      ...batch,
      sample: sampleInWords(sample, messagesIn(language, 'studyActs'))
    })),
    stopping: stoppingShown(db, reading, study, language),
    soFar:
      study.overlap > 1 && monitor.items.total <= mostItems
        ? soFarInWords(peopleSoFar(db, reading, study), language)
        : null
  };
}

function soFarInWords({ figures, ...counts }: ReturnType<typeof peopleSoFar>, language: string) {
  const say = libraryTextIn(language);
  const why = reasonsIn(messagesIn(language, 'figureReasons'));
  return {
    ...counts,
    figures:
      figures &&
      figures.map(({ name, figure }) => ({
        name: say(name),
        figure: { ...figure, reason: figure.reason && why[figure.reason] }
      }))
  };
}

/** How far the study is under its sequential plan, without a figure; null with a fixed plan. */
function stoppingShown(db: Db, reading: ProjectGrant<'read-results'>, study: Study, language: string) {
  const plan = monitoredPlan(db, reading, study.id);
  return (
    plan && {
      ...{
        mayStop: plan.mayStop,
        words: libraryTextIn(language)(progressInWords(plan)),
        rule: sequentialPlanInWords(plan.plan, messagesIn(language, 'sequentialPlan'))
      },
      looks: plan.taken.map(({ by, at, queries }) => ({ by, at, queries }))
    }
  );
}

function sampleInWords(sample: SampleInput, words: Words<Messages['studyActs']>): string {
  const only = Object.entries(sample.only ?? {}).map(([by, names]) => words.only({ by, names: names.join(', ') }));
  const sizes =
    'items' in sample
      ? words.sampleItems
      : 'each' in sample
        ? words.sampleEach({ n: sample.each, by: sample.by })
        : 'reports' in sample
          ? words.sampleReports({ reports: sample.reports, n: sample.perReport })
          : words.sampleStrata({ agree: sample.allAgree, differ: sample.someDiffer });
  return only.length === 0 ? sizes : words.sampleOnly({ sample: sizes, only: only.join('; ') });
}
