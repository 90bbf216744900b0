import { f } from '@keyan/kernel/definition/field/field.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
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
    <AssigneeDialog
      steps={[step]}
      go={['提交审核', 'Submit']}
      onCancel={() => {}}
      onChosen={(id) => chosen.push(id)}
    />,
    {
      resources: [
        { ...madeUpResource({ subject: f.text(['标题', 'Title']) }), key: 'user', path: 'people' },
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

test('each step has a choice of its own, and the last one says what follows', async () => {
  const of = (key: string, ...names: readonly string[]): NextStepRow => ({
    taskDefinitionKey: key,
    taskName: `Step ${key}`,
    users: names.map((name) => ({ id: name, taskUserId: name, name })),
    choose: true,
    multiple: false,
  });
  const chosen: (string | undefined)[] = [];
  await renderPage(
    <AssigneeDialog
      steps={[of('a', 'Ann', 'Bob'), of('b', 'Cy', 'Bob'), of('c', 'Ann', 'Di')]}
      go={['同意', 'Approve']}
      onCancel={() => {}}
      onChosen={(ids) => chosen.push(ids)}
    />,
  );
  await page.getByRole('radio', { name: 'Bob' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('Step b')).toBeVisible();
  // The choice of the step before is not this one's.
  await expect.element(page.getByRole('radio', { name: /All candidates/ })).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: 'Di' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(chosen).toEqual(['Bob,Di']);
});
