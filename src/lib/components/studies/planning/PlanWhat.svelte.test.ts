import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import PlanWhat from './PlanWhat.svelte';

const kind = (name: string) => ({
  ...{ name, title: `Kind ${name}`, about: `About ${name}.`, labels: 'yes / no' },
  ...{ dimensions: false, multiSelect: false }
});
const metric = (name: string, ...kinds: string[]) => ({
  ...{ name, title: `Metric ${name}`, question: `What of ${name}?`, dimensions: null, kinds }
});
const run = (number: string, ...metrics: string[]) => ({
  ...{ number, name: `Run ${number}`, status: 'complete', judges: ['rules'], metrics }
});

it('a question or a run for which the chosen metric has nothing chooses the first metric that has, and says which have none', async () => {
  render(PlanWhat, {
    props: {
      runs: [run('1', 'preference', 'claims'), run('2', 'claims')],
      kinds: [kind('rating'), kind('claim'), kind('pair')],
      metrics: [metric('preference', 'rating'), metric('claims', 'claim'), metric('depth', 'pair')],
      typed: { name: '', dimensions: false, multiSelect: false, maskNames: true },
      ...{ runNumber: '1', kindName: 'rating', metric: 'preference', wrong: () => undefined }
    },
    context: pageWords()
  });
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ checked }) => checked)
      .map(({ value }) => value);
  expect(chosen()).toEqual(['rating', 'preference']);
  expect(screen.getByText('Kind pair').parentElement?.textContent).toContain(
    'No metric of this run has this question.'
  );
  await fireEvent.click(screen.getByRole('radio', { name: /Kind claim/ }));
  expect(chosen()).toEqual(['claim', 'claims']);
  await fireEvent.click(screen.getByRole('radio', { name: /Kind rating/ }));
  expect(chosen()).toEqual(['rating', 'preference']);
  await fireEvent.click(screen.getByRole('radio', { name: /Kind claim/ }));
  await fireEvent.change(screen.getByLabelText('Run'), { target: { value: '2' } });
  expect(chosen()).toEqual(['claim', 'claims']);
  expect(screen.getByText('Kind rating').parentElement?.textContent).toContain('No metric of this run');
});
