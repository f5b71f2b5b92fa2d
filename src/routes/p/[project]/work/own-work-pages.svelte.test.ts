import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import OwnQueries from '../verification/own/+page.svelte';
import OwnLabels from './+page.svelte';

afterEach(cleanup);

it.each([
  { name: 'labels', Page: OwnLabels, empty: 'No labels yet' },
  { name: 'queries', Page: OwnQueries, empty: 'No queries yet' }
])('the page of a person’s own $name says what appears there, unless a search found nothing', ({ Page, empty }) => {
  for (const search of ['', 'wells']) {
    const order = { sort: 'time', descending: true };
    const list = {
      ...order,
      usual: order,
      search,
      filters: {},
      page: 1,
      pages: 1,
      size: 50,
      total: 0,
      shown: 0,
      prefix: '',
      beside: []
    };
    const data = { project: { slug: 'p', name: 'P' }, list, labels: [], queries: [], studies: [], stages: [] };
    render(Page as typeof OwnLabels, { props: { data: data as never }, context: pageWords() });
    expect(screen.queryAllByRole('heading', { name: empty })).toHaveLength(search === '' ? 1 : 0);
    expect(screen.queryAllByRole('table')).toHaveLength(search === '' ? 0 : 1);
    cleanup();
  }
});
