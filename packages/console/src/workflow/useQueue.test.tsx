import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { pageOf, type ScriptedCall } from '../testing/scriptedClient.ts';
import { workList } from './calls.ts';
import { useQueue, useStoredQueue } from './useQueue.ts';

const tasks = ['1', '2', '3', '4'].map((id) => ({
  taskId: id,
  businessName: `Task ${id}`,
  kind: Number(id) % 2 === 0 ? 'book' : 'paper',
})) as unknown as readonly WorkRow[];

const answers = {
  [`GET ${workList}`]: ({ query }: ScriptedCall) =>
    pageOf(tasks.filter(({ kind }) => !query.kind || kind === query.kind)),
};

const Position = ({ taskId }: { readonly taskId: string }) => {
  const { position, total, after } = useQueue(taskId);
  return <output>{`${position ?? '-'} of ${total}, next ${after?.businessName ?? '-'}`}</output>;
};

/** The list with its filter, and a task that is opened from it. */
const Walk = ({ taskId }: { readonly taskId: string }) => {
  const [open, setOpen] = useState(false);
  useStoredQueue({ kind: 'book' });
  return open ? (
    <Position taskId={taskId} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Open
    </button>
  );
};

test.each([
  ['a task of a filtered list is followed by those of that list', '2', '1 of 2, next Task 4'],
  ['a task that the list leaves out stands among all tasks', '3', '3 of 4, next Task 4'],
])('%s', async (_, taskId, told) => {
  await renderPage(<Walk taskId={taskId} />, { answers });
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText(told)).toBeVisible();
});
