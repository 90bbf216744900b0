import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFormStore } from '../form-store/store.ts';
import { renderPage } from '../testing/render.tsx';
import { refusalBody } from '../testing/scriptedClient.ts';
import { madeUpResource } from '../testing/thing.ts';
import { FilesBlock } from './FilesBlock.tsx';

const files = f.files(['附件', 'Files'], [attachmentCategory('13', ['全文', 'Full text'])]);
const resource = madeUpResource({ name: f.text(['名称', 'Name']), files });

const put = '/blade-resource/oss/endpoint/ext/put-file';
const categories = '/blade-resource/attachment/catalogues';
const category = { catalog: '13', name: '全文', nameEn: 'Full text', required: true, limit: 9 };

const nameOf = (body: unknown): string => ((body as FormData).get('file') as File).name;

/** Takes every file in. */
const taken = ({ body }: { readonly body: unknown }) => ({
  id: nameOf(body),
  name: nameOf(body),
  suffix: 'pdf',
  size: 8,
  catalog: '13',
});

const renderFiles = async (answers: RowLike) => {
  const form = createFormStore(resource, {
    writer: { id: '1', name: 'Test Person', departments: [] },
    today: '2026-01-01',
  });
  const rendered = await renderPage(<FilesBlock form={form} path="files" />, {
    answers: { [categories]: [category], [put]: taken, ...answers },
    resources: [resource],
  });
  await expect.poll(() => rendered.callsTo(categories)).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Upload: Full text' })).toBeVisible();
  const box = rendered.container.querySelector<HTMLInputElement>('input[type=file]');
  if (!box) throw new Error('no field for files');
  const namesInForm = () =>
    ((form.state().values.files ?? []) as { readonly name: string }[]).map(({ name }) => name);
  return { ...rendered, box, namesInForm };
};

const pdf = (name: string): File => new File(['%PDF-1.4'], name, { type: 'application/pdf' });

test('a file that is uploaded says so, and is removed after a question', async () => {
  const { box, namesInForm } = await renderFiles({});
  await userEvent.upload(box, pdf('a.pdf'));
  await expect.element(page.getByText('a.pdf was uploaded')).toBeVisible();
  expect(namesInForm()).toEqual(['a.pdf']);
  await page.getByRole('button', { name: 'Remove a.pdf' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Remove a.pdf?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(namesInForm()).toEqual(['a.pdf']);
  await page.getByRole('button', { name: 'Remove a.pdf' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Done')).toBeVisible();
  expect(namesInForm()).toEqual([]);
});

test('a file over 100 MB is refused before a byte is sent', async () => {
  const { box, callsTo } = await renderFiles({});
  const large = new File([new Uint8Array(100 * 1024 * 1024 + 1)], 'large.pdf');
  const data = new DataTransfer();
  data.items.add(large);
  box.files = data.files;
  box.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('Files must not exceed 100 MB')).toBeVisible();
  expect(callsTo(put)).toEqual([]);
});

test('more files than a category takes are refused with a warning', async () => {
  const { box, namesInForm } = await renderFiles({ [categories]: [{ ...category, limit: 1 }] });
  await userEvent.upload(box, [pdf('one.pdf'), pdf('two.pdf')]);
  await expect.element(page.getByText('Full text takes at most 1 files')).toBeVisible();
  await expect.poll(namesInForm).toEqual(['one.pdf']);
});

test('a file that the server refuses fails in sight, leaves nothing in the form, and is tried again or put away', async () => {
  let turn = 0;
  const { box, namesInForm } = await renderFiles({
    [put]: (call: { readonly body: unknown }) => {
      turn += 1;
      return turn === 2 ? taken(call) : refusalBody(400, 'This type is not taken', 400);
    },
  });
  await userEvent.upload(box, pdf('a.exe'));
  await expect.element(page.getByText('Uploading a.exe failed')).toBeVisible();
  await expect.element(page.getByText('This type is not taken')).toBeVisible();
  expect(namesInForm()).toEqual([]);
  await page.getByRole('button', { name: 'Retry a.exe' }).click();
  await expect.poll(namesInForm).toEqual(['a.exe']);
  await userEvent.upload(box, pdf('b.exe'));
  await page.getByRole('button', { name: 'Discard b.exe' }).click();
  await expect.element(page.getByText('b.exe', { exact: true })).not.toBeInTheDocument();
  expect(namesInForm()).toEqual(['a.exe']);
});

test('an upload that lost the line goes on by itself when it is back', async () => {
  let online = false;
  const { box, namesInForm } = await renderFiles({
    [put]: (call: { readonly body: unknown }) => {
      if (!online) throw new TypeError('Failed to fetch');
      return taken(call);
    },
  });
  await userEvent.upload(box, pdf('a.pdf'));
  await expect.element(page.getByText('Uploading a.pdf failed')).toBeVisible();
  online = true;
  window.dispatchEvent(new Event('online'));
  await expect.poll(namesInForm).toEqual(['a.pdf']);
});

test('of several files three are sent at a time', async () => {
  let open: (() => void)[] = [];
  const { box, namesInForm, callsTo } = await renderFiles({
    [put]: async (call: { readonly body: unknown }) => {
      await new Promise<void>((resolve) => open.push(resolve));
      return taken(call);
    },
  });
  const names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'];
  await userEvent.upload(box, names.map(pdf));
  await expect.poll(() => callsTo(put)).toHaveLength(3);
  const first = open;
  open = [];
  for (const answer of first) answer();
  await expect.poll(() => callsTo(put)).toHaveLength(5);
  for (const answer of open) answer();
  await expect.poll(() => namesInForm().toSorted()).toEqual(names);
});

test('when the categories cannot be fetched the page says so and offers another try', async () => {
  let reachable = true;
  const { runtime } = await renderFiles({
    [categories]: () => (reachable ? [category] : refusalBody(500, 'out of order', 500)),
  });
  reachable = false;
  await runtime.queries.resetQueries();
  const alert = page.getByRole('alert').filter({ hasText: 'Network error!' });
  await expect.element(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
  reachable = true;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('files are dropped on a category and pasted into it', async () => {
  const { box, namesInForm } = await renderFiles({});
  const dataOf = (name: string): DataTransfer => {
    const data = new DataTransfer();
    data.items.add(pdf(name));
    return data;
  };
  const options = { bubbles: true, cancelable: true };
  const target = box.closest('.ky-category');
  target?.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: dataOf('dropped.pdf') }));
  await expect.poll(namesInForm).toEqual(['dropped.pdf']);
  target?.dispatchEvent(
    new ClipboardEvent('paste', { ...options, clipboardData: dataOf('pasted.pdf') }),
  );
  await expect.poll(namesInForm).toEqual(['dropped.pdf', 'pasted.pdf']);
});
