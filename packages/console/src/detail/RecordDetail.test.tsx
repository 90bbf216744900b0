import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFormStore } from '../form-store/store.ts';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import { RecordDetail } from './RecordDetail.tsx';

const thing = madeUpResource({
  name: f.text(['名称', 'Name']),
  opinion: f.note(['审查意见', 'Opinion']).max(500),
  content: f.note(['内容', 'Content']).max(500),
}) as unknown as Resource;

test('a step that may change a note has an editor for it, and reads the others', async () => {
  const row = { id: '1', version: 1, name: 'One', opinion: null, content: 'Long ago' };
  const writer = { id: '1', name: 'Lin Xiaolan', departments: [] };
  const form = createFormStore(thing, { writer, today: '2026-11-30' });
  await renderPage(<RecordDetail resource={thing} row={row} editable={['opinion']} form={form} />, {
    resources: [thing],
  });
  await page.getByRole('textbox', { name: 'Opinion' }).fill('Approved as it is.');
  await expect
    .element(page.getByRole('textbox', { name: 'Opinion' }))
    .toHaveValue('Approved as it is.');
  await expect.element(page.getByText('Long ago')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Content' })).not.toBeInTheDocument();
});
