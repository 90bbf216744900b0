import type { SavedView } from '@keyan/kernel/wire/saved-views.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type RenderOptions, renderPage } from '../testing/render.tsx';
import type { ListSettings } from './useListSettings.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

const viewOf = (more: Partial<SavedView> = {}): SavedView => ({
  id: '5',
  resource: 'thing',
  view: 'all',
  name: 'Heavy things',
  content: { query: 'q=heavy', columns: {} },
  roles: [],
  version: 1,
  mine: true,
  ownerName: 'Test Person',
  chosen: false,
  ...more,
});

interface Calls {
  readonly saved: unknown[];
  readonly applied: (SavedView | undefined)[];
  readonly chosen: (string | undefined)[];
  readonly removed: string[];
}

/** The settings of a list with these views, which notes what is done to them. */
const settingsOf = (
  views: readonly SavedView[],
  more: Partial<ListSettings> = {},
  save: (input: unknown) => Promise<SavedView> = () => Promise.resolve(viewOf({ id: '9' })),
) => {
  const calls: Calls = { saved: [], applied: [], chosen: [], removed: [] };
  const settings = {
    saved: {
      views,
      save(input: unknown) {
        calls.saved.push(input);
        return save(input);
      },
      remove: (id: string) => Promise.resolve(void calls.removed.push(id)),
      choose: (id: string | undefined) => Promise.resolve(void calls.chosen.push(id)),
    },
    current: undefined,
    modified: false,
    apply: (view: SavedView | undefined) => calls.applied.push(view),
    snapshot: () => ({ query: 'q=now', columns: {} }),
    ...more,
  } as unknown as ListSettings;
  return { settings, calls };
};

const render = (settings: ListSettings, options: RenderOptions = {}) =>
  renderPage(<ViewsMenu settings={settings} title="Things" />, {
    answers: { '/keyan/views/roles': [{ alias: 'office', name: ['科研处', 'Office'] }] },
    ...options,
  });

const open = async (name: string) => {
  await page.getByRole('button', { name }).click();
};
const entry = (name: string) => page.getByRole('menuitem', { name });

test('own and shared views are used from the menu, and the plain list is among them', async () => {
  const own = viewOf();
  const shared = viewOf({ id: '6', name: 'Red things', mine: false, ownerName: 'Somebody' });
  const { settings, calls } = settingsOf([own, shared], { current: own });
  await render(settings);
  await open('View: Heavy things');
  await page.getByRole('menuitem', { name: /^Red things/ }).click();
  await open('View: Heavy things');
  await entry('All · Things').click();
  expect(calls.applied).toEqual([shared, undefined]);
});

test('a changed view says so, and is updated by its owner alone', async () => {
  const own = viewOf();
  const { settings, calls } = settingsOf([own], { current: own, modified: true });
  const { unmount } = await render(settings);
  await open('View: Heavy things changed');
  await entry('Update “Heavy things”').click();
  await expect.element(page.getByText('Updated')).toBeVisible();
  expect(calls.saved).toEqual([
    {
      id: '5',
      version: 1,
      name: 'Heavy things',
      roles: [],
      content: { query: 'q=now', columns: {} },
    },
  ]);
  unmount();
  const shared = viewOf({ mine: false });
  await render(settingsOf([shared], { current: shared, modified: true }).settings);
  await open('View: Heavy things changed');
  await expect.element(entry('Save as a view…')).toBeVisible();
  await expect.element(entry('Update “Heavy things”')).not.toBeInTheDocument();
});

test('a view needs a name; a name that is taken is said at the field', async () => {
  const { ApiFault } = await import('../client/fault.ts');
  const taken = new ApiFault('您已有同名的视图', {
    kind: 'refused',
    fields: [{ path: 'name', message: 'You have a view of this name' }],
  });
  const { settings, calls } = settingsOf([], {}, () => Promise.reject(taken));
  await render(settings);
  await open('View: Views');
  await entry('Save as a view…').click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect.element(page.getByText('Enter a name')).toBeVisible();
  expect(calls.saved).toEqual([]);
  await page.getByRole('textbox').fill('Heavy things');
  await expect.element(page.getByText('Enter a name')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect.element(page.getByText('You have a view of this name')).toBeVisible();
  expect(calls.saved).toEqual([
    { name: 'Heavy things', roles: [], content: { query: 'q=now', columns: {} } },
  ]);
});

test('a saved view is used at once, and by default if wished', async () => {
  const { settings, calls } = settingsOf([]);
  await render(settings);
  await open('View: Views');
  await entry('Save as a view…').click();
  await page.getByRole('textbox').fill('Heavy things');
  await page.getByRole('checkbox', { name: 'Use it by default' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect.element(page.getByText('Saved')).toBeVisible();
  expect(calls.chosen).toEqual(['9']);
  expect(calls.applied.map((view) => view?.id)).toEqual(['9']);
});

test('own views are renamed and deleted; shared ones are only used', async () => {
  const own = viewOf();
  const shared = viewOf({ id: '6', name: 'Red things', mine: false, ownerName: 'Somebody' });
  const { settings, calls } = settingsOf([own, shared]);
  await render(settings);
  await open('View: Views');
  await entry('Manage views…').click();
  const name = page.getByRole('textbox', { name: 'Name of Heavy things' });
  await name.fill('Very heavy things');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Updated')).toBeVisible();
  expect(calls.saved).toMatchObject([{ id: '5', name: 'Very heavy things' }]);
  await page.getByRole('switch', { name: 'Use Red things by default' }).click();
  expect(calls.chosen).toEqual(['6']);
  const row = page.getByRole('row').filter({ hasText: 'Red things' });
  await expect.element(row.getByText('Shared with me')).toBeVisible();
  await expect.element(row.getByRole('button')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Delete the view' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => calls.removed).toEqual(['5']);
});
