import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Process } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import type { WireRow } from '../data/calls.ts';
import { RecordStatus } from '../records/RecordStatus.tsx';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import { CurrentStepCell } from './CurrentStepCell.tsx';

const state = dictionary(
  'thingState',
  ['状态', 'State'],
  [
    ['0', '草稿', 'Draft'],
    ['10', '审批中', 'In approval'],
    ['50', '拟立项', 'Proposed'],
    ['60', '已立项', 'Set up'],
    ['65', '未立项', 'Not funded'],
    ['70', '不予立项', 'Turned down'],
  ],
);
const process: Process = {
  kind: 'thing',
  label: ['物', 'Thing'],
  category: 'flow_1',
  steps: [],
  facts: {},
  parameters: {},
  promisedDays: 3,
};
const plain: Resource = {
  ...madeUpResource({
    name: f.text(['名称', 'Name']),
    state: f.dict(['状态', 'State'], state).computed(),
  }),
  processes: [process],
};
const stateful: Resource = {
  ...plain,
  states: {
    field: 'state',
    phases: {
      draft: ['0'],
      inApproval: ['10'],
      approved: ['50', '60', '65'],
      refused: ['70'],
      returned: ['0'],
      recalled: ['0'],
      void: ['70'],
    },
  },
};

const told = async (resource: Resource, auditStatus: Status, code: string) => {
  const row: WireRow = {
    id: '1',
    version: 1,
    auditStatus,
    state: code,
    updateTime: '2026-11-30 10:00:00',
  };
  const { container, unmount } = await renderPage(
    <>
      <RecordStatus resource={resource} row={row} />
      <CurrentStepCell resource={resource} row={row} now={Date.UTC(2026, 10, 30)} />
    </>,
  );
  const text = (selector: string) => container.querySelector(selector)?.textContent;
  const both = [text('.ky-tag'), text('.ky-current-step span')];
  unmount();
  return both;
};

test('once approved or refused, the step is called what the state is', async () => {
  expect(await told(stateful, statuses.approved, '50')).toEqual(['Proposed', 'Proposed']);
  expect(await told(stateful, statuses.approved, '60')).toEqual(['Set up', 'Set up']);
  expect(await told(stateful, statuses.refused, '70')).toEqual(['Turned down', 'Turned down']);
  // The step alone says that nothing was handed in.
  expect(await told(stateful, statuses.draft, '0')).toEqual(['Draft', 'Not submitted']);
});

test('a kind without states of its own has the word of its approval', async () => {
  expect(await told(plain, statuses.approved, '60')).toEqual(['Approved', 'Approved']);
});
