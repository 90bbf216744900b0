import { f } from '@keyan/kernel/definition/field/field.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { thingOf } from '../testing/thing.ts';
import { AssigneeDialog } from './AssigneeDialog.tsx';

const step: NextStepRow = {
  taskDefinitionKey: 'boss',
  taskName: '校长审批',
  users: [],
  choose: true,
  anyone: true,
  multiple: false,
};

test('a step that leaves its people to the sender asks for a person by name', async () => {
  const chosen: (string | undefined)[] = [];
  await renderPage(
    <AssigneeDialog step={step} onCancel={() => {}} onChosen={(id) => chosen.push(id)} />,
    {
      resources: [
        { ...thingOf({ subject: f.text(['标题', 'Title']) }), key: 'user', path: 'people' },
      ],
      answers: { '/people/lookup': [{ id: '35', text: 'Zhou Ping' }] },
    },
  );
  await expect.element(page.getByText('校长审批')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect.element(page.getByText('Choose the assignee').last()).toBeVisible();
  expect(chosen).toEqual([]);
  await userEvent.fill(page.getByRole('combobox'), 'zhou');
  await page.getByText('Zhou Ping').click();
  await page.getByRole('button', { name: 'Submit' }).click();
  expect(chosen).toEqual(['35']);
});
