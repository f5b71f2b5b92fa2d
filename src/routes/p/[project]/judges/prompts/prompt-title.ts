import { messagesIn } from '$lib/messages/words.ts';
import { makers } from '$lib/scorer/making/makers.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';

/** The title, in a language, of a metric's prompt or of a maker's. */
export const promptTitleIn = (language: string, name: string): string =>
  makers.some((maker) => maker.name === name)
    ? messagesIn(language, 'makers').title({ maker: name })
    : metricTitleIn(language, name);
