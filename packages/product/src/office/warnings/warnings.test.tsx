import type { WireRow } from '@keyan/console/data/calls.ts';
import { ResourceList } from '@keyan/console/list/ResourceList.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { pageOf } from '@keyan/console/testing/scriptedClient.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { earlyWarning } from './early-warning.ts';
import type { RuleTrial } from './trial.ts';
import { earlyWarningPresentation } from './warnings.web.tsx';

const rules = untypedResource(earlyWarning);

const rule = {
  id: '7',
  version: 1,
  status: '0',
  warnName: '项目到期',
  warnNameEn: 'Project expiry',
  warnTarget: 'project_end',
  levelColor: '1',
  advanceDays: '60,30,7',
  receivers: ['person'],
  living: 0,
} as unknown as WireRow;

const found: RuleTrial = {
  total: 3,
  items: [
    {
      // The page knows this kind alone.
      resource: rules.key,
      id: '11',
      title: '智能感知',
      rung: 30,
      basis: '2026-12-20',
      content: 'It ends in 20 days.',
      receivers: ['林教授'],
    },
    { resource: '', id: '', title: 'A secret', rung: 7, basis: '', content: '–', receivers: [] },
  ],
};

const trial = '/kh-edu-research/earlyWarning/trial';

const render = (language: Language, permissions: readonly string[]) =>
  renderPage(<ResourceList resource={rules} view="all" />, {
    language,
    permissions,
    resources: [rules],
    presentations: [earlyWarningPresentation],
    answers: {
      '/kh-edu-research/earlyWarning/list': pageOf([rule]),
      '/kh-edu-research/earlyWarning/tally': [],
      [trial]: found,
    },
  });

test('a rule is tried from its row: what it would say today, of what, and to whom', async () => {
  const { callsTo } = await render('en', ['warnrule_edit', 'warnrule_view']);
  await expect.element(page.getByRole('link', { name: 'Project expiry' })).toBeVisible();
  await page.getByRole('button', { name: 'Test run' }).click();
  const drawer = page.getByRole('dialog');
  await expect.element(drawer.getByText(/Test run of Project expiry/)).toBeVisible();
  await expect.element(drawer.getByText('3 in all, the first 2 shown')).toBeVisible();
  await expect.element(drawer.getByRole('link', { name: '智能感知' })).toBeVisible();
  // A record under secrecy leads nowhere, and an office without people is said.
  expect(drawer.getByRole('link', { name: 'A secret' }).elements()).toEqual([]);
  await expect.element(drawer.getByText('nobody is notified')).toBeVisible();
  expect(callsTo(trial).map(({ body }) => body)).toEqual([{ id: '7' }]);
});

test('a Chinese reader has the Chinese name, and whoever may not edit rules no test run', async () => {
  await render('zh', []);
  await expect.element(page.getByRole('link', { name: '项目到期' })).toBeVisible();
  expect(page.getByRole('button', { name: '试运行' }).elements()).toEqual([]);
});
