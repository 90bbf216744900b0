import { f } from '@keyan/kernel/definition/field/field.ts';
import type { ThreadRow } from '@keyan/kernel/wire/talk.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import Talk from './Talk.tsx';

const thing = madeUpResource({ name: f.text(['名称', 'Name']) });

const thread = (settledBy: string): ThreadRow => ({
  id: '7',
  settledBy,
  settleTime: settledBy && '2026-11-29 10:00:00',
  remarks: [
    {
      id: '7',
      author: '张明',
      time: '2026-11-29 09:00:00',
      content: '@李敏 第 2 页缺签字',
      named: ['李敏'],
      files: [],
      isRemoved: false,
      isOwn: false,
    },
  ],
});

const talkOf = (settledBy = '') =>
  renderPage(<Talk resource={thing} id="5" />, {
    answers: {
      '/keyan/talk/list': [thread(settledBy)],
      '/keyan/talk/people': [{ id: '32', name: '李敏', department: '甲院' }],
      'POST /keyan/talk/say': { id: '8' },
      'POST /keyan/talk/settle': true,
    },
  });

test('a colleague is mentioned with @, and the remark names them', async () => {
  const { callsTo } = await talkOf();
  await expect.element(page.getByText('@李敏 第 2 页缺签字')).toBeVisible();
  await page.getByRole('button', { name: 'Start a thread' }).click();
  await userEvent.type(page.getByLabelText('Remark'), '@李');
  await page.getByText('李敏 甲院').click();
  await userEvent.keyboard('done');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(() => callsTo('/keyan/talk/say').map(({ body }) => body))
    .toEqual([{ resource: 'thing', id: '5', content: '@李敏 done', named: ['32'], files: [] }]);
});

test('an open thread is answered and settled; a settled one is folded away', async () => {
  const { callsTo } = await talkOf();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect
    .poll(() => callsTo('/keyan/talk/settle').map(({ body }) => body))
    .toEqual([{ id: '7', on: true }]);
});

test('settled threads open on demand', async () => {
  await talkOf('李敏');
  await expect.element(page.getByText('Resolved threads: 1')).toBeVisible();
  expect(page.getByText('第 2 页缺签字').elements()).toHaveLength(0);
  await page.getByText('Resolved threads: 1').click();
  await expect.element(page.getByText('Resolved by 李敏 on 2026-11-29 10:00')).toBeVisible();
});
