import { hydrated, open, personWith, signIn, tabTo } from './browsing.ts';
import { namesAndIds } from './secrets.ts';
import { expect, test } from './server.ts';

for (const [role, stage] of [
  ['reviewer', 'Review'],
  ['adjudicator', 'Adjudication']
] as const)
  test(`a ${role} reads queries and checklists and sees no results`, async ({ context, page, server }) => {
    await signIn(context, server.address, personWith(server, role));
    await open(page, '/');
    // Their waiting work is of their own stages.
    await expect(page.getByText(stage, { exact: true }).first()).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Demo benchmark' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your queue' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Project' }).getByRole('link')).toHaveText([
      'Home',
      'Queries',
      'Verification'
    ]);

    await page.getByRole('link', { name: 'Queries' }).click();
    await expect(page.getByRole('link', { name: 'water01' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Reports' })).toHaveCount(0);
    let seen = await page.content();
    await page.getByRole('link', { name: 'water01' }).click();
    await expect(page).toHaveURL(/\/queries\/water01$/);
    await hydrated(page);
    expect(await page.getByRole('listitem').or(page.getByRole('row')).count()).toBeGreaterThan(4);
    seen += await page.content();

    for (const path of ['reports', 'runs/1', 'studies', 'alignment/1', 'import', 'people', 'audit']) {
      const answer = await page.goto(`/p/demo/${path}`);
      expect(answer!.status()).toBe(403);
      await expect(page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible();
      seen += await page.content();
    }
    expect(namesAndIds(server.data).filter((name) => seen.includes(name))).toEqual([]);
  });
