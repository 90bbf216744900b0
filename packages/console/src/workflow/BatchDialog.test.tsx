import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import type { ScriptedCall } from '../testing/scriptedClient.ts';
import { BatchDialog } from './BatchDialog.tsx';

const item = (businessId: string, businessName: string): WorkRow =>
  ({
    ...{ taskId: `t${businessId}`, processInstanceId: `p${businessId}`, kind: 'paper' },
    ...{ businessId, businessName, kindName: 'Paper', applicant: 'Lin', deptName: 'College' },
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
        '/kh-edu-research/mywork/todo/checks': ({ query }: ScriptedCall) =>
          query.businessId === '1'
            ? [
                { key: 'files', level: 'good', label: 'Attachments', text: 'All are attached' },
                { key: 'authors', level: 'warn', label: 'Authorship', text: '2 not confirmed' },
              ]
            : [{ key: 'files', level: 'good', label: 'Attachments', text: 'All are attached' }],
      },
    },
  );
  const records = page.getByRole('list', { name: 'Records to approve' });
  await expect.element(records.getByText('2 not confirmed')).toBeVisible();
  expect(records.getByRole('list', { name: 'Checks' }).all()).toHaveLength(1);
  expect(records.getByText('All are attached').all()).toHaveLength(0);
  expect(records.getByText('Soil Science').all()).toHaveLength(2);
  expect(callsTo('/kh-edu-research/mywork/todo/checks')).toHaveLength(2);
});
