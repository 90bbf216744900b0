import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { PageHeader, TitleAbove } from './Page.tsx';
import './page.css';

const titled = (title: string) => (
  <TitleAbove value="Open calls">
    <PageHeader title={title} context="Calls of this year" />
  </TitleAbove>
);

const width = (): number =>
  page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().width;

test('a phone shows the title of a page once: in the bar above, unless the page has another', async () => {
  const { rerender } = await renderPage(titled('Open calls'));
  expect(width()).toBeGreaterThan(50);
  await page.viewport(390, 844);
  await expect.poll(width).toBe(1);
  await expect.element(page.getByText('Calls of this year')).toBeVisible();
  rerender(titled('Plasma physics'));
  await expect.poll(width).toBeGreaterThan(50);
});
