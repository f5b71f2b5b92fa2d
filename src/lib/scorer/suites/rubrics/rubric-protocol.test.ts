import { expect, it } from 'vitest';
import { fail, reply, sample } from '../../engine/engine.fixture.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import type { Rubric } from './rubric.ts';
import { rubricMetric } from './rubric-protocol.ts';

it('a question about one criterion that fails for good leaves that criterion unscored, and the others stand', async () => {
  const rubric: Rubric = {
    ...{ format: 'voirdire-rubric/1', name: 'town', version: '1', title: 'Town', question: 'Which facts?' },
    ...{ aggregation: { kind: 'signed-sum', missing: 'zero' }, prompt: { ask: 'criterion' } },
    criteria: [
      { key: 'cost', text: 'Cost' },
      { key: 'owner', text: 'Owner', weight: 3 }
    ]
  };
  const metric = rubricMetric(rubric);
  const can = capabilities({
    ask: ({ user }) =>
      user.includes('"owner"')
        ? Promise.reject(fail({ retryable: false, status: 400 }))
        : Promise.resolve(reply('{"criteria":[{"id":"cost","label":"yes","rationale":"r","quotes":[]}]}'))
  });
  const verdicts = await metric.protocol.judge({ ...sample('r'), items: [] }, metric, can);
  expect(verdicts).toMatchObject([
    { item: 'cost', state: 'judged', label: 'yes' },
    { item: 'owner', state: 'unscored', reason: 'HTTP 500' }
  ]);
  expect(metric.protocol.combine(verdicts, {})).toMatchObject({ value: 0.25, n: 1, unscored: 1 });
});
