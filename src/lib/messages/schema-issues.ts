import type { z } from 'zod';
import { en } from './catalogues/en/index.ts';
import { sayingsOf, type Saying } from './sayings.ts';

const say = sayingsOf('schemaIssues');
const sayImport = sayingsOf('importProblems');

/** Messages that schemas write themselves. Those with values come from checks of their own. */
const ownMessages: ReadonlySet<string> = new Set(Object.values(en.messages.schemaText));

/** Finding of a schema, for readers of any language: its own message (section `schemaText`), or one by the kind of issue. */
export function issueSaid(issue: z.core.$ZodIssue): Saying {
  const { message } = issue;
  if (issue.code === 'custom' || ownMessages.has(message))
    return sayImport('asSchemaSays', { why: { recognised: message } });
  switch (issue.code) {
    case 'invalid_type':
      // The value itself is not part of an issue.
      return message.endsWith('received undefined') ? say('missing') : say('type', { type: issue.expected });
    case 'invalid_value':
      return say('option', { values: issue.values.map(String).join(', ') });
    case 'too_small': {
      const n = Number(issue.minimum);
      return issue.origin === 'string'
        ? say('textShort', { n })
        : issue.origin === 'array'
          ? say('listShort', { n })
          : say('small', { n });
    }
    case 'too_big': {
      const n = Number(issue.maximum);
      return issue.origin === 'string'
        ? say('textLong', { n })
        : issue.origin === 'array'
          ? say('listLong', { n })
          : say('large', { n });
    }
    case 'unrecognized_keys':
      return say('unknownKeys', { keys: issue.keys.join(', ') });
    case 'invalid_format':
      return say('format', { form: issue.format === 'regex' ? (issue.pattern ?? issue.format) : issue.format });
    default:
      return say('invalid');
  }
}
