import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderFrame } from '../../testing/frame.tsx';

const palette = page.getByRole('dialog', { name: 'Search and commands' });
const menu = [
  { id: '11', name: '论文库', nameEn: 'Paper library', path: '/list?n=1' },
  { id: '12', name: '论文登记', nameEn: 'Papers', path: '/list?n=2' },
];

const openPalette = async (): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
};

test('Ctrl-K finds menus by their name, by pinyin initials and by full pinyin', async () => {
  const { runtime } = await renderFrame({ menu, answers: { '/keyan/search': [] } });
  await openPalette();
  for (const typed of ['论文库', 'lwk', 'lunwenku']) {
    await userEvent.fill(palette.getByRole('combobox'), typed);
    await expect.element(palette.getByRole('option', { name: /Paper library/ })).toBeVisible();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  expect(runtime.current()).toBe('/list?n=1');
});

test('Esc leads back to where one was, and the text there goes on', async () => {
  const { openTabs } = await renderFrame({ menu });
  await openTabs(1);
  const text = page.getByRole('textbox', { name: 'Text 1' });
  await text.fill('half');
  await openPalette();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard(' and on');
  await expect.element(text).toHaveValue('half and on');
});
