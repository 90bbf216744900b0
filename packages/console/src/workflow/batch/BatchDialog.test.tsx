import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../testing/render.tsx';
import { refusalBody, type ScriptedCall } from '../../testing/scriptedClient.ts';
import { BatchDialog } from './BatchDialog.tsx';

const item = (businessId: string, businessName: string): WorkRow =>
  ({
    taskId: `t${businessId}`,
    processInstanceId: `p${businessId}`,
    kind: 'paper',
    businessId,
    businessName,
    kindName: 'Paper',
    applicant: 'Lin',
    deptName: 'College',
    facts: [{ field: 'journal', label: 'Journal', text: 'Soil Science' }],
  }) as unknown as WorkRow;

test('each record shows its facts, and what its checks ask to look at', async () => {
  const { callsTo } = await renderPage(
    <BatchDialog
      items={[item('1', 'Paper-Lakes'), item('2', 'Paper-Rivers')]}
      onClose={() => {}}
    />,
    {
      answers: {
        '/kh-edu-research/mywork/todo/open-checks': ({ query }: ScriptedCall) =>
          query.businessIds === '1,2'
            ? {
                1: [
                  { key: 'authors', level: 'warn', label: 'Authorship', text: '2 not confirmed' },
                  { key: 'files', level: 'bad', label: 'Attachments', text: 'None' },
                ],
                2: [],
              }
            : {},
      },
    },
  );
  const records = page.getByRole('list', { name: 'Records to decide' });
  await expect.element(records.getByText('2 not confirmed')).toBeVisible();
  expect(records.getByRole('list', { name: 'Checks' }).all()).toHaveLength(1);
  // Failed checks come first.
  const levels = records.getByRole('list', { name: 'Checks' }).getByRole('listitem').elements();
  expect(levels.map((one) => one.getAttribute('data-level'))).toEqual(['bad', 'warn']);
  expect(records.getByText('Soil Science').all()).toHaveLength(2);
  expect(callsTo('/kh-edu-research/mywork/todo/open-checks')).toHaveLength(1);
});

test('tasks of several kinds are decided together, each under the name of its kind', async () => {
  await renderPage(
    <BatchDialog
      items={[
        item('1', 'Paper-Lakes'),
        { ...item('2', 'Expense-Boats'), kind: 'expense', kindName: 'Expense' },
      ]}
      onClose={() => {}}
    />,
    { answers: { '/kh-edu-research/mywork/todo/open-checks': {} } },
  );
  const records = page.getByRole('list', { name: 'Records to decide' });
  await expect.element(records).toBeVisible();
  const text = records.element().textContent;
  expect(text).toContain('Paper · Lin · College');
  expect(text).toContain('Expense · Lin · College');
  await expect.element(page.getByRole('button', { name: 'Approve 2' })).toBeEnabled();
});

test('several records are returned with one opinion, which has to be written', async () => {
  const closed: (readonly string[])[] = [];
  const complete = ['', 'blade-flow', 'work', 'complete-task'].join('/');
  const { callsTo } = await renderPage(
    <BatchDialog
      items={[item('1', 'Paper-Lakes'), item('2', 'Paper-Rivers')]}
      onClose={(handled) => closed.push(handled)}
    />,
    { answers: { '/kh-edu-research/mywork/todo/open-checks': {}, [complete]: true } },
  );
  await page.getByRole('radio', { name: 'Return to the applicants' }).click();
  const go = page.getByRole('button', { name: 'Return 2' });
  await expect.element(go).toBeDisabled();
  await expect.element(page.getByText('Enter what has to be changed')).toBeVisible();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  // The server refuses a single character for each of them.
  await comment.fill('x');
  await expect.element(page.getByText(/takes at least 2 characters/)).toBeVisible();
  await expect.element(go).toBeDisabled();
  await comment.fill('Add the cover');
  await go.click();
  await expect.poll(() => closed).toEqual([['t1', 't2']]);
  expect(callsTo(complete).map(({ body }) => body)).toEqual(
    ['1', '2'].map((id) => ({
      taskId: `t${id}`,
      processInstanceId: `p${id}`,
      flag: 'back',
      backTo: 'applicant',
      comment: 'Add the cover',
    })),
  );
});

test('after a refusal only what was refused is left, and nothing can be sent twice', async () => {
  const complete = ['', 'blade-flow', 'work', 'complete-task'].join('/');
  const closed: (readonly string[])[] = [];
  await renderPage(
    <BatchDialog
      items={[item('1', 'Paper-Lakes'), item('2', 'Paper-Rivers')]}
      onClose={(handled) => closed.push(handled)}
    />,
    {
      answers: {
        '/kh-edu-research/mywork/todo/open-checks': {},
        [complete]: ({ body }: ScriptedCall) => {
          const isHandled = (body as { taskId: string }).taskId === 't2';
          return isHandled ? refusalBody(400, 'Handled already', 400) : true;
        },
      },
    },
  );
  await page.getByRole('button', { name: 'Approve 2' }).click();
  await expect.element(page.getByText(/Handled already/)).toBeVisible();
  expect(page.getByRole('button', { name: /Approve/ }).elements()).toEqual([]);
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();
  expect(closed).toEqual([['t1']]);
});

test('agreeing waits for the checks, and one click leaves out what they found', async () => {
  let answer: (found: object) => void = () => {};
  const found = new Promise<object>((resolve) => {
    answer = resolve;
  });
  await renderPage(
    <BatchDialog
      items={[item('1', 'Paper-Lakes'), item('2', 'Paper-Rivers')]}
      onClose={() => {}}
    />,
    { answers: { '/kh-edu-research/mywork/todo/open-checks': () => found } },
  );
  await expect.element(page.getByText('Checking…')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Approve 2' })).toBeDisabled();
  answer({
    1: [{ key: 'files', level: 'bad', label: 'Attachments', text: 'None' }],
    2: [],
  });
  await expect.element(page.getByText('1 to check')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Approve 2' })).toBeEnabled();
  await page.getByRole('button', { name: 'Decide the other 1 only' }).click();
  await expect.element(page.getByRole('button', { name: 'Approve 1' })).toBeEnabled();
  await expect.element(page.getByRole('checkbox', { name: /Lakes/ })).not.toBeChecked();
  await expect.element(page.getByText(/The checks found nothing/)).toBeVisible();
});
