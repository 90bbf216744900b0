import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller, draftPaper, freshTitle, smallPdf } from './support/api.ts';
import { dropFile, field, pane, press, toast } from './support/form.ts';
import { type Person, person } from './support/page.ts';
import { pagesOf } from './support/windows.ts';

const add = '/achievement/papers/add';

/** Opens the form of a new paper and waits for its attachments. */
const newPaper = async (): Promise<Person> => {
  const who = await person('teacher');
  await who.visit(add);
  await category(who.page, '13').waitFor({ state: 'attached' });
  return who;
};

const category = (page: Page, catalog: string) =>
  pane(page).locator(`input[data-category="${catalog}"]`);

const tile = (page: Page, name: string) => pane(page).locator('.ky-file').filter({ hasText: name });

/** A pdf of this many megabytes. */
const pdfOf = (megabytes: number) =>
  Buffer.concat([smallPdf, Buffer.alloc(megabytes * 1024 * 1024, 'keyan ')]);

const pdf = (name: string, buffer = smallPdf) => ({ name, mimeType: 'application/pdf', buffer });

test('the percentage stops at 98 until the server has answered', async () => {
  const { page, context } = await newPaper();
  // Every byte reaches the server; only its answer is kept back.
  const wire = await context.newCDPSession(page);
  const answered = new Promise<string>((resolve) => {
    wire.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  const patterns = [{ urlPattern: '*put-file*', requestStage: 'Response' as const }];
  await wire.send('Fetch.enable', { patterns });
  await category(page, '13').setInputFiles(pdf('慢速.pdf', pdfOf(1)));
  const requestId = await answered;
  const bar = tile(page, '慢速.pdf').getByRole('progressbar');
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('98');
  // Whoever closes the page now would lose the file, and is asked.
  const unsaved = page.getByRole('tab', { selected: true }).getByRole('img');
  expect(await unsaved.getAttribute('aria-label')).toBe('有未保存内容');
  await wire.send('Fetch.continueResponse', { requestId });
  await pane(page).getByRole('button', { name: '移除 慢速.pdf' }).waitFor();
});

test('a paper without its required file names what is missing', async () => {
  const { page } = await newPaper();
  await press(page, '提交审核');
  await pane(page)
    .getByText(/^请上传【.+】附件$/)
    .first()
    .waitFor();
});

test('a large upload is paused and goes on where it was', async () => {
  const { page } = await newPaper();
  const offsets: number[] = [];
  let hold: (() => void) | undefined;
  await page.route('**/put-part*', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
    offsets.push(offset);
    // The second part hangs, as on a slow line, until the person pauses.
    if (offsets.length === 2) {
      await new Promise<void>((resolve) => {
        hold = resolve;
      });
      await route.abort().catch(() => undefined);
      return;
    }
    await route.continue();
  });
  await category(page, '13').setInputFiles(pdf('大文件.pdf', pdfOf(13)));
  await expect.poll(() => offsets.length, { timeout: 15_000 }).toBe(2);
  await pane(page).getByRole('button', { name: '暂停 大文件.pdf' }).click();
  await tile(page, '大文件.pdf').getByText('已暂停').waitFor();
  hold?.();
  // A record is not submitted without a file that is still being uploaded.
  await press(page, '提交审核');
  await toast(page, '附件还没有传完').waitFor();
  await pane(page).getByRole('button', { name: '继续 大文件.pdf' }).click();
  await pane(page).getByRole('button', { name: '移除 大文件.pdf' }).waitFor();
  expect(offsets[2]).toBe(offsets[1]);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
});

test('a file that is let go beside the categories does not take the page away', async () => {
  const { page, context } = await newPaper();
  await field(page, '论文题目').fill('没有被文件顶掉的题目');
  const file = fileURLToPath(import.meta.url);
  await dropFile(page, field(page, '卷'), file);
  await field(page, '卷').fill('3');
  expect(await field(page, '论文题目').inputValue()).toBe('没有被文件顶掉的题目');
  expect(pagesOf(context)).toEqual([page]);
});

/** A dot as the browser writes it in a format, or, of what it only reads, as somebody else did. */
const dot = async (page: Page, suffix: string): Promise<Buffer> => {
  const gif = 'R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
  const mime = `image/${suffix.replace('jpg', 'jpeg')}`;
  const drawn = await page.evaluate(
    (type) => document.createElement('canvas').toDataURL(type),
    mime,
  );
  return Buffer.from(suffix === 'gif' ? gif : (drawn.split(',')[1] ?? ''), 'base64');
};

test('pdf, jpg, jpeg, png and gif are looked at in the page, and nothing else is', async () => {
  const { page } = await newPaper();
  const pictures = ['jpg', 'jpeg', 'png', 'gif'];
  const files = pictures.map(async (suffix) => ({
    name: `图.${suffix}`,
    mimeType: 'application/octet-stream',
    buffer: await dot(page, suffix),
  }));
  const text = { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('说明') };
  await category(page, '13').setInputFiles([pdf('全文.pdf'), text, ...(await Promise.all(files))]);
  const preview = (name: string) => tile(page, name).getByRole('button', { name: '预览' });
  for (const [name, shown] of [
    ['全文.pdf', '.pdfViewer .page'],
    ...pictures.map((suffix) => [`图.${suffix}`, 'img'] as const),
  ] as const) {
    await preview(name).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.locator(shown).waitFor();
    await dialog.getByRole('button', { name: '关闭' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await pane(page).getByRole('button', { name: '移除 说明.txt' }).waitFor();
  expect(await preview('说明.txt').count()).toBe(0);
});

test('an upload that breaks off leaves no half file behind', async () => {
  const title = freshTitle('断开的上传');
  const { id } = await draftPaper(title);
  const { page, visit, context } = await person('teacher');
  await visit(`${add.replace('/add', '/edit')}?id=${id}`);
  await field(page, '论文题目').waitFor();
  let parts = 0;
  await page.route('**/put-part*', async (route) => {
    parts += 1;
    if (parts > 1) await context.close();
    else await route.continue();
  });
  await category(page, '13').setInputFiles(pdf('半个.pdf', pdfOf(12)));
  await expect.poll(() => parts, { timeout: 15_000 }).toBe(2);
  const teacher = await caller('teacher');
  const { attachments } = await teacher.get<{ attachments: { name: string }[] }>(
    `kh-edu-research/papers/detail?id=${id}`,
  );
  expect(attachments.map(({ name }) => name)).toEqual(['论文全文.pdf']);
});
