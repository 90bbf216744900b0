import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CiteButtons } from './CiteButtons.web.tsx';

const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at));
const buttons = (ticked: number, shown: number) => (
  <CiteButtons
    ticked={new Set(ids(ticked))}
    shown={ids(shown).map((id) => ({ id }))}
    onClear={() => {}}
    onCite={() => {}}
  />
);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the button says how many ticked works the filter hides', async () => {
  const { rerender } = await renderPage(buttons(3, 1));
  await expect.element(button('Cite 3 selected, 2 of them not shown')).toBeEnabled();
  rerender(buttons(3, 4));
  await expect.element(button('Cite 3 selected')).toBeEnabled();
  rerender(buttons(0, 4));
  await expect.element(button('Citations')).toBeEnabled();
});

test('above the limit it says why it cannot be used', async () => {
  await renderPage(buttons(501, 501));
  const cite = button('Cite 501 selected');
  await expect.element(cite).toBeDisabled();
  await cite.hover({ force: true });
  await expect.element(page.getByText('At most 500 at once: please deselect some')).toBeVisible();
});
