import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderFrame } from '../../testing/frame.tsx';
import { renderPage } from '../../testing/render.tsx';
import { refusalBody } from '../../testing/scriptedClient.ts';
import { KeyCollector } from '../KeyCollector.tsx';

const palette = page.getByRole('dialog', { name: 'Search and commands' });
const menu = [
  { id: '11', name: '论文库', nameEn: 'Paper library', path: '/list?n=1' },
  { id: '12', name: '论文登记', nameEn: 'Papers', path: '/list?n=2' },
];

const openPalette = async (): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
};

test('keys that are typed while a dialog loads are kept for its field, and Esc closes it', async () => {
  let [text, closed] = ['', false];
  await renderPage(
    <KeyCollector
      onType={(change) => {
        text = change(text);
      }}
      onClose={() => {
        closed = true;
      }}
    />,
  );
  await userEvent.keyboard('lwx{Backspace}k{Enter}');
  expect([text, closed]).toEqual(['lwk', false]);
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(true);
});

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

test('before anything is typed it offers what the bar can do, but not itself', async () => {
  await renderFrame({ menu });
  await openPalette();
  await expect.element(palette.getByRole('option', { name: 'Lock screen' })).toBeVisible();
  await expect.element(palette.getByRole('option', { name: 'Search' })).not.toBeInTheDocument();
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

test('records show kind, title and people with the match marked, number and status', async () => {
  const { runtime, callsTo } = await renderFrame({
    answers: {
      '/keyan/search': [
        {
          resource: 'thing',
          label: ['物品', 'Thing'],
          page: '/list',
          records: [
            {
              id: '7',
              title: { text: '高校科研管理', marks: [[2, 4]] },
              people: { text: '李明、王芳', marks: [] },
              note: { text: 'LW20260001', marks: [], label: ['编号', 'No.'] },
              status: '2',
            },
          ],
        },
      ],
    },
  });
  await openPalette();
  await expect.element(palette.getByText('By title')).toBeVisible();
  await userEvent.fill(palette.getByRole('combobox'), 'keyan');
  const option = palette.getByRole('option');
  await expect
    .element(option)
    .toHaveTextContent('高校科研管理Thing · 李明、王芳 · No. LW20260001Approved');
  await expect.element(option.getByRole('mark')).toHaveTextContent('科研');
  expect(callsTo('/keyan/search')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  // The frame of this test has no page of records, and says which one was asked for.
  await expect.poll(() => decodeURIComponent(runtime.current())).toContain('/list/detail');
});

test('a search that fails says so beside the menus that match, and can be tried again', async () => {
  let broken = true;
  await renderFrame({
    menu,
    answers: { '/keyan/search': () => (broken ? refusalBody(500, 'search is down') : []) },
  });
  await openPalette();
  await userEvent.fill(palette.getByRole('combobox'), 'lwk');
  await expect.element(palette.getByRole('status')).toHaveTextContent('search is down Retry');
  await expect.element(palette.getByRole('option', { name: /Paper library/ })).toBeVisible();
  broken = false;
  await palette.getByRole('button', { name: 'Retry' }).click();
  await expect.element(palette.getByRole('status')).toBeEmptyDOMElement();
  await userEvent.fill(palette.getByRole('combobox'), 'qqq');
  await expect.element(palette.getByRole('status')).toHaveTextContent('No results for “qqq”');
});
