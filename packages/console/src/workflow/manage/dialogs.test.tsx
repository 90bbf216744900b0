import type { RouteRow } from '@keyan/kernel/wire/routes.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../testing/render.tsx';
import { EvidencePanel } from '../chain/EvidencePanel.tsx';
import { EndWaitDialog } from '../EndWaitDialog.tsx';
import type { Settlement } from './calls.ts';
import { Differences } from './Differences.tsx';
import { MoveToVersionDialog } from './MoveToVersionDialog.tsx';
import { processName } from './processName.ts';
import { RoutesPage } from './RoutesPage.tsx';

test('a wait is ended with a result and a reason', async () => {
  const wait = { visitId: '7', nodeKey: 'w', nodeName: 'Publicity', waits: true, tasks: [] };
  const step = { ...wait, visitId: '6', nodeName: 'Head', waits: false };
  const ended: Settlement[] = [];
  await renderPage(
    <EndWaitDialog
      processInstanceId="1"
      onCancel={() => {}}
      onGo={(settlement) => ended.push(settlement)}
    />,
    {
      answers: {
        '/blade-flow/follow/detail': {
          businessName: '论文-On rivers',
          processDefinitionName: 'Paper',
          held: [step, wait],
        },
      },
    },
  );
  await expect.element(page.getByText('Paper: On rivers · Publicity')).toBeVisible();
  const end = page.getByRole('button', { name: 'End the wait' });
  await end.click();
  await expect.element(page.getByText('Enter the reason')).toBeVisible();
  expect(ended).toEqual([]);
  await page.getByRole('radio', { name: 'Rejected' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(' Somebody objected ');
  await end.click();
  expect(ended).toEqual([
    { processInstanceId: '1', visitId: '7', flag: 'back', reason: 'Somebody objected' },
  ]);
});

const version = (id: string, number: number) =>
  ({ id, key: 'k', name: 'Route', version: number, deploymentTime: '2026-01-01' }) as RouteRow;

test('a step that the new version lacks is given its image, and its processes fit', async () => {
  const { callsTo } = await renderPage(
    <MoveToVersionDialog route={version('1', 1)} onClose={() => {}} />,
    {
      answers: {
        '/blade-flow/manager/list': { records: [version('2', 2), version('1', 1)], total: 2 },
        '/blade-flow/manager/compare': [
          { nodeKey: 'old', nodeName: 'Old check', change: 'removed', parts: [] },
          { nodeKey: 'new', nodeName: 'New check', change: 'added', parts: [] },
        ],
        '/blade-flow/manager/move': ({ body }: { readonly body: unknown }) => [
          {
            processInstanceId: '5',
            businessName: 'Paper',
            problem:
              (body as { map: { old?: string } }).map.old === 'new' ? '' : 'It is at Old check',
            strangers: ['Check stays with Wang'],
          },
        ],
      },
    },
  );
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click();
    await page.getByTitle(option).click();
  };
  await choose('New version', 'v2 · 2026-01-01');
  await expect.element(page.getByText('0 can be moved, 1 cannot')).toBeVisible();
  await choose('Old check', 'New check');
  await expect.element(page.getByText('1 can be moved, 0 cannot')).toBeVisible();
  await expect.element(page.getByText(/stays with Wang/)).toBeVisible();
  await page.getByRole('button', { name: 'Move 1' }).click();
  await expect
    .poll(() => callsTo('/blade-flow/manager/move').map(({ body }) => body))
    .toContainEqual({ from: '1', to: '2', map: { old: 'new' }, dryRun: false });
});

test('whoever suspends the version in use reads which one takes its place', async () => {
  const deployed = (number: number, isMain: boolean) => ({
    ...version(String(number), number),
    kind: 'k',
    suspensionState: 1,
    running: 0,
    isMain,
  });
  const { callsTo } = await renderPage(<RoutesPage />, {
    answers: {
      '/blade-flow/manager/list': {
        records: [deployed(2, true), deployed(1, false)],
        total: 2,
      },
      '/blade-flow/manager/change-state': true,
    },
  });
  await page.getByRole('button', { name: 'More: Route v2' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await expect
    .element(page.getByText(/Records submitted from now on follow v1 \(deployed 2026-01-01\)/))
    .toBeVisible();
  expect(callsTo('/blade-flow/manager/change-state')).toEqual([]);
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect
    .poll(() => callsTo('/blade-flow/manager/change-state').map(({ body }) => body))
    .toEqual([{ processId: '2', state: 'suspend' }]);
});

test('an earlier version comes back into use: what changes is read first, and a reason is given', async () => {
  const deployed = (number: number, more: Partial<RouteRow>) => ({
    ...version(String(number), number),
    kind: 'k',
    suspensionState: 1,
    running: 0,
    isMain: false,
    remark: '',
    restored: null,
    ...more,
  });
  const { callsTo } = await renderPage(<RoutesPage />, {
    answers: {
      '/blade-flow/manager/list': {
        records: [
          deployed(3, { isMain: true, restored: 1, remark: 'The dean is back' }),
          deployed(2, {}),
          deployed(1, {}),
        ],
        total: 3,
      },
      '/blade-flow/manager/compare': [
        { nodeKey: 'dean', nodeName: 'Dean', change: 'removed', parts: [] },
      ],
      '/blade-flow/manager/restore': {},
    },
  });
  await expect.element(page.getByText('Restores v1: The dean is back')).toBeVisible();
  await page.getByRole('button', { name: 'More: Route v3' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Suspend' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Restore' }).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'More: Route v2' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect.element(page.getByText('Compared with version 3, now in use')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('Dean', { exact: true })).toBeVisible();
  const restore = page.getByRole('dialog').getByRole('button', { name: 'Restore' });
  await restore.click();
  await expect.element(page.getByText('Enter the reason')).toBeVisible();
  expect(callsTo('/blade-flow/manager/restore')).toEqual([]);
  await page.getByRole('textbox', { name: 'Reason' }).fill(' Too slow ');
  await restore.click();
  await expect
    .poll(() => callsTo('/blade-flow/manager/restore').map(({ body }) => body))
    .toEqual([{ processDefinitionId: '2', baseId: '3', reason: 'Too slow' }]);
});

test('records of a kind are named without it, and among others with it in one language', async () => {
  const slow = { processInstanceId: '5', businessId: '6', businessName: '专利登记-Sensor' };
  await renderPage(<EvidencePanel kind="patentapp" nodes={[]} />, {
    answers: {
      '/blade-flow/chain/evidence': {
        promisedDays: 3,
        pace: [],
        backlog: [],
        slowest: [{ ...slow, running: true, days: 4 }],
      },
    },
  });
  await expect.element(page.getByRole('link', { name: 'Sensor', exact: true })).toBeVisible();
  expect(processName({ ...slow, processDefinitionName: 'Patent registration' })[1]).toBe(
    'Patent registration: Sensor',
  );
});

test('of a new step stands what it has, of a changed one what it had as well', async () => {
  const part = { part: 'Condition', before: 'none', after: 'Amount > 5' };
  const row = { nodeKey: 'dean', nodeName: 'Dean', parts: [part] };
  const { rerender } = await renderPage(<Differences rows={[{ ...row, change: 'added' }]} />);
  await expect.element(page.getByText('Condition: Amount > 5', { exact: true })).toBeVisible();
  rerender(<Differences rows={[{ ...row, change: 'changed' }]} />);
  await expect
    .element(page.getByText('Condition: none → Amount > 5', { exact: true }))
    .toBeVisible();
});
