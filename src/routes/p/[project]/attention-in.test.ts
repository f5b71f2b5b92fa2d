import { expect, it } from 'vitest';
import { messagesIn } from '$lib/messages/words.ts';
import { withNextStep } from './attention-in.ts';

const attention = (kind: string, metric: string, href: string) => ({
  ...{ kind, metric, fact: `${kind} ${metric}`, reason: 'So it is.' },
  action: { label: 'Open', href }
});

it('an adoption that is open again and the run whose judges may succeed are one row, which leads to the comparison', () => {
  const rows = withNextStep(
    [attention('changed', 'coverage', '/judges'), attention('changed', 'depth', '/judges')],
    [attention('undecided', 'coverage', '/judges/succession'), attention('undecided', 'presentation', '/elsewhere')],
    messagesIn('en', 'attention')
  );
  expect(rows.map(({ fact, action }) => [fact, action.label, action.href])).toEqual([
    ['changed coverage', 'Compare judges', '/judges/succession'],
    ['changed depth', 'Open', '/judges'],
    ['undecided presentation', 'Open', '/elsewhere']
  ]);
});
