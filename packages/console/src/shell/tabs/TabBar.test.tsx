import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { endOfAccessibleName, renderFrame } from '../../testing/frame.tsx';

const titles = (): readonly string[] =>
  [...document.querySelectorAll('.ky-tab')].map(({ textContent }) => textContent ?? '');
const tab = (name: string): Locator => page.getByRole('tab', { name: endOfAccessibleName(name) });
const active = (): string | null | undefined =>
  document.querySelector('[role=tab][aria-selected=true]')?.textContent;
const menuItem = (name: string): Locator => page.getByRole('menuitem', { name, exact: true });

const chooseFromTab = async (on: string, name: string): Promise<void> => {
  await tab(on).click({ button: 'right' });
  await menuItem(name).click();
};

const chooseFromBar = async (name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Tab actions' }).click();
  await menuItem(name).click();
};

test('the first page stays, and a middle click closes a tab', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(1);
  expect(document.querySelectorAll('.ky-tab-close')).toHaveLength(1);
  await tab('List 1').click({ button: 'middle' });
  await expect.poll(titles).toEqual(['Home']);
  expect(document.querySelectorAll('.ky-tab-close')).toHaveLength(0);
  await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
});

test('closing the tab in sight shows the one before it', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(3);
  await page.getByTitle('Close List 3').click();
  await expect.poll(active).toBe('List 2');
  await page.getByTitle('Close List 1').click();
  await expect.poll(titles).toEqual(['Home', 'List 2']);
  expect(active()).toBe('List 2');
  await tab('List 2').click();
  await userEvent.keyboard('{Delete}');
  await expect.poll(active).toBe('Home');
});

test('a tab has a menu of its own: close others, to the right, reload, copy the link', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(4);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  // Outside a tab no menu opens.
  await page.getByRole('tablist').click({ button: 'right', position: { x: 1000, y: 18 } });
  expect(document.querySelector('[role=menuitem]')).toBeNull();
  await chooseFromTab('List 3', 'Close tabs to the right');
  await expect.poll(titles).toEqual(['Home', 'List 1', 'List 2', 'List 3']);
  await expect.poll(active).toBe('List 3');
  await chooseFromTab('List 3', 'Copy link');
  expect(copied).toHaveBeenCalledExactlyOnceWith(`${location.origin}/list?n=3`);
  const heading = page.getByRole('heading', { name: 'List 3' });
  const before = heading.element();
  await chooseFromTab('List 3', 'Reload');
  await expect.poll(() => heading.query() !== null && heading.query() !== before).toBe(true);
  await chooseFromTab('List 1', 'Close others');
  await expect.poll(titles).toEqual(['Home', 'List 1']);
  await chooseFromTab('List 1', 'Open in a new window');
  expect(opened.mock.lastCall?.[0]).toContain('/list?n=1');
});

test('the menu of the tab bar closes others, closes all, clears the cache and searches', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(3);
  await chooseFromBar('Close others');
  await expect.poll(titles).toEqual(['Home', 'List 3']);
  await chooseFromBar('Clear cache');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear cache' }).click();
  await expect.element(page.getByText('Cache cleared')).toBeVisible();
  await chooseFromBar('Menu search');
  const search = page.getByRole('dialog', { name: 'Menu search' });
  await expect.element(search).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  await openTabs(2);
  // Every open tab is in the menu, also those that the bar has no room for.
  await chooseFromBar('Home');
  await expect.poll(active).toBe('Home');
  await chooseFromBar('Close all');
  await expect.poll(titles).toEqual(['Home']);
});

test('closing several tabs with unsaved text asks once', async () => {
  const { openTabs, runtime } = await renderFrame();
  await openTabs(1);
  await page.getByRole('textbox', { name: 'Text 1' }).fill('unsaved');
  runtime.open('/list?n=2');
  await chooseFromTab('Home', 'Close all');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Text 1' })).toHaveValue('unsaved');
  await chooseFromTab('Home', 'Close all');
  await page.getByRole('dialog').getByRole('button', { name: 'Close tab' }).click();
  await expect.poll(titles).toEqual(['Home']);
});

test('tabs are put in another order by dragging and by the keyboard', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(3);
  await userEvent.dragAndDrop(tab('List 3'), tab('List 1'), { targetPosition: { x: 4, y: 16 } });
  await expect.poll(titles).toEqual(['Home', 'List 3', 'List 1', 'List 2']);
  tab('List 3').element().focus();
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await expect.poll(titles).toEqual(['Home', 'List 1', 'List 3', 'List 2']);
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
  await expect.poll(titles).toEqual(['Home', 'List 1', 'List 2', 'List 3']);
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  await expect.poll(active).toBe('List 2');
});

test('with thirty tabs the bar scrolls to the active one, and the wheel moves it', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(30);
  const bar = page.getByRole('tablist').element();
  await expect.poll(() => bar.scrollLeft).toBeGreaterThan(0);
  expect(tab('List 30').element().getBoundingClientRect().right).toBeLessThan(1280);
  const before = bar.scrollLeft;
  await userEvent.wheel(bar, { delta: { y: -200 } });
  await expect.poll(() => bar.scrollLeft).toBeLessThan(before);
});

test('Alt-[ and Alt-] turn to the next tab, Alt-W closes the active one', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(2);
  await userEvent.keyboard('{Alt>}[BracketLeft]{/Alt}');
  await expect.poll(active).toBe('List 1');
  await userEvent.keyboard('{Alt>}[BracketRight]{/Alt}');
  await expect.poll(active).toBe('List 2');
  await userEvent.keyboard('{Alt>}[KeyW]{/Alt}');
  await expect.poll(titles).toEqual(['Home', 'List 1']);
  expect(active()).toBe('List 1');
});
