import { libraryTextIn, textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { suiteWith } from '$lib/scorer/suites/index.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import type { planChoices } from '$lib/studies/planning/plan-choices.server.ts';

type Choices = ReturnType<typeof planChoices>;

/** Choices of a plan in a language: kinds of study, metrics, and reasons why people cannot judge. Labels stay as they are stored. */
export function planChoicesInWords({ metrics, kinds, groups, people, ...rest }: Choices, language: string): Choices {
  const say = libraryTextIn(language);
  const terms = messagesIn(language, 'studyTerms');
  return {
    ...rest,
    metrics: metrics.map((metric) => ({
      ...metric,
      title: metricTitleIn(language, metric.name),
      question: suiteWith(metric.name) ? say(metric.question) : metric.question,
      dimensions: metric.dimensions && say(metric.dimensions)
    })),
    kinds: kinds.map((kind) => ({
      ...textsIn(language, kind, ['about', 'labels', 'unjudged']),
      title: terms.kind({ name: kind.name, text: kind.title }),
      options: kind.options.map(({ label, title }) => ({
        label,
        title: terms.option({ name: `${kind.name}-${label}`, text: title })
      }))
    })),
    groups: {
      ...groups,
      items: groups.items.map((one) => ({ ...one, title: metricTitleIn(language, one.name) }))
    },
    people: textsIn(language, people, ['obstacle'])
  };
}
