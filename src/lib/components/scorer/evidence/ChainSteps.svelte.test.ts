import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { claimChain } from '../../../scorer/suites/daily-report/chain/claim-chain.ts';
import {
  coolingTask,
  coolingVerdict,
  coolingVerdicts
} from '../../../scorer/suites/daily-report/chain/claim-chain.fixture.ts';
import { pageWords } from '../../../../../tests/page-words.ts';
import ChainSteps from './ChainSteps.svelte';

const chain = claimChain({ verdict: coolingVerdict, siblings: coolingVerdicts, material: coolingTask })!;

afterEach(cleanup);

describe('the steps of a chain of evidence', () => {
  it('link from the strip on top to each step, and from the claim to its paragraph', () => {
    const { container } = render(ChainSteps, {
      props: { chain, reportAt: (block: number) => `/report#p${block}` },
      context: pageWords()
    });
    const strip = within(screen.getByRole('list', { name: 'Steps of the verification' })).getAllByRole('link');
    for (const link of strip) expect(container.querySelector(link.getAttribute('href')!)).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Paragraph 6 of the report' }).getAttribute('href')).toBe('/report#p6');
  });

  it('keep pages that were not used, with the reason and without a verdict', () => {
    render(ChainSteps, { props: { chain }, context: pageWords() });
    const row = screen.getByText('Later than 2026-07-10').closest('tr')!;
    expect(row.textContent).toContain('not used');
    expect(row.className).toContain('off');
  });

  it('say that the model concluded otherwise, and that this does not decide', () => {
    render(ChainSteps, { props: { chain }, context: pageWords() });
    expect(screen.getByText(/concluded “unknown”, which is recorded and does not decide/)).toBeTruthy();
  });

  it('link no address that does not lead to the web, as an imported verdict may hold one', () => {
    const [first, ...rest] = chain.questions;
    const [page] = first!.pages;
    const hostile = { ...page!, url: 'javascript:alert(1)', title: 'Click here' };
    render(ChainSteps, {
      context: pageWords(),
      props: {
        chain: {
          ...chain,
          questions: [{ ...first!, pages: [hostile] }, ...rest],
          citations: [{ ...chain.citations[0]!, url: 'data:text/html,x' }]
        }
      }
    });
    expect(screen.getByText('Click here').getAttribute('href')).toBeNull();
    expect(screen.getByText('data:text/html,x').getAttribute('href')).toBeNull();
  });
});
