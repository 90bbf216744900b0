import { everyone } from '@keyan/kernel/access/scope.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { guardedPage } from './guarded.tsx';

const view: View = {
  label: ['物', 'Things'],
  code: 'thing',
  path: '/things',
  scope: everyone(),
  actions: ['view'],
};

test('a page whose right is lost while it is open says so, and keeps what was typed', async () => {
  const Page = guardedPage([view], () => <input aria-label="Name" />);
  let code: string | undefined = 'thing_view';
  const { runtime } = await renderPage(<Page />, {
    answers: {
      '/blade-system/menu/buttons': () => (code ? [{ id: '1', name: code, code }] : []),
    },
  });
  const field = page.getByRole('textbox', { name: 'Name' });
  await userEvent.fill(field, 'half a title');
  const again = () => runtime.queries.invalidateQueries({ queryKey: ['menu'] });
  // Another page is left, or none at all.
  for (const left of ['other', undefined]) {
    code = left;
    await again();
    await expect.element(page.getByRole('heading')).toBeVisible();
    await expect.element(field).not.toBeInTheDocument();
    code = 'thing_view';
    await again();
    await expect.element(field).toHaveValue('half a title');
  }
});
