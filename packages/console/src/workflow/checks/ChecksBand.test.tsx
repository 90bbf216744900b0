import type { TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useForecast } from '../../forecast/calls.ts';
import { renderPage } from '../../testing/render.tsx';
import { refusalBody } from '../../testing/scriptedClient.ts';
import { useTaskPage } from '../useTaskPage.ts';
import { ChecksBand } from './ChecksBand.tsx';

const detail = '/kh-edu-research/mywork/todo/detail';
const checks = '/kh-edu-research/mywork/todo/checks';
const forecast = ['', 'kh-edu-research', 'work', 'nextUserTask', 'get-next-user-task-process'].join(
  '/',
);

const named = { taskId: 't1', processInstanceId: 'p1', businessId: 'b1' };

const Way = ({ answeredAt }: { readonly answeredAt: number | undefined }) => {
  const { data } = useForecast({ kind: 'paper', taskId: 't1' }, true, { answeredAt });
  return <output>{data?.stopped}</output>;
};

/** The part of a task's page that asks about a task of the reader. */
const Handling = () => {
  const { data, answeredAt } = useTaskPage(named);
  if (data?.mine !== 'assigned') return <p>Nothing to decide</p>;
  return (
    <>
      <ChecksBand task={data} answeredAt={answeredAt} />
      <Way answeredAt={answeredAt} />
    </>
  );
};

/** A server on which somebody may decide the task at any moment. */
const answering = () => {
  const server = { open: true, refused: 0, text: 'Two editions' };
  const whileOpen = (answer: () => unknown) => () => {
    if (server.open) return answer();
    server.refused += 1;
    return refusalBody(400, 'No open task', 400);
  };
  const task = (): TaskPageData =>
    ({ ...named, kind: 'paper', mine: server.open ? 'assigned' : 'none' }) as TaskPageData;
  const answers = {
    [detail]: task,
    [checks]: whileOpen(() => [
      { key: 'journal', label: 'Journal', level: 'warn', text: server.text },
    ]),
    [forecast]: whileOpen(() => ({ steps: [], stopped: 'To the end', stops: [], end: null })),
  };
  return { server, answers };
};

test('a task that has just been decided is not asked about again when an event reads everything anew', async () => {
  const { server, answers } = answering();
  const { runtime, callsTo } = await renderPage(<Handling />, { answers });
  await expect.element(page.getByText('Two editions')).toBeVisible();
  await expect.element(page.getByText('To the end')).toBeVisible();
  server.open = false;
  await runtime.queries.invalidateQueries({ queryKey: ['live'] });
  await expect.element(page.getByText('Nothing to decide')).toBeVisible();
  expect([server.refused, callsTo(detail).length]).toEqual([0, 2]);
});

test('while the task is open, each answer that says so brings the checks anew, and what was there stays until then', async () => {
  const { server, answers } = answering();
  const { runtime } = await renderPage(<Handling />, { answers });
  await expect.element(page.getByText('Two editions')).toBeVisible();
  server.text = 'Three editions';
  const read = runtime.queries.invalidateQueries({ queryKey: ['live'] });
  expect(page.getByText('Two editions').all()).toHaveLength(1);
  await read;
  await expect.element(page.getByText('Three editions')).toBeVisible();
});
