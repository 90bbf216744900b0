import type { ForecastRow, ForecastStepRow } from '@keyan/kernel/wire/tasks.ts';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { forecastSegments } from './branches.ts';
import { useForecast } from './calls.ts';
import { RouteLine } from './RouteLine.tsx';
import { RouteSteps } from './RouteSteps.tsx';

const call = '/kh-edu-research/work/nextUserTask/get-next-user-task-process';

const step = (name: string, more: Partial<ForecastStepRow> = {}): ForecastStepRow => ({
  taskDefinitionKey: name,
  taskName: name,
  users: [{ id: name, taskUserId: name, name: `${name} Person` }],
  choose: false,
  multiple: false,
  state: 'coming',
  why: '',
  notes: [],
  skipped: '',
  until: '',
  days: null,
  path: [],
  ...more,
});

const way = (steps: readonly ForecastStepRow[], more: Partial<ForecastRow> = {}): ForecastRow => ({
  steps,
  stopped: '',
  stops: [],
  end: { result: 'approved', why: '', notes: [] },
  ...more,
});

const Form = () => {
  const [amount, setAmount] = useState('');
  const read = useForecast({ kind: 'request', form: { amount } });
  return (
    <>
      <input aria-label="Amount" value={amount} onChange={(e) => setAmount(e.target.value)} />
      <RouteLine title={['提交后', 'After submission']} read={read} />
    </>
  );
};

const answers = {
  [call]: ({ body }: { body: unknown }) => {
    const { amount } = (body as { form: { amount: string } }).form;
    if (amount === '') {
      const text = 'Known once “Amount” is filled in';
      const possible = ['Leader', 'Office'];
      return way([step('Head')], { stops: [{ nodeKey: 'Head', text, possible }], end: null });
    }
    return Number(amount) >= 50000
      ? way([
          step('Head', { state: 'active' }),
          step('Leader', { why: '“Amount”≥50,000', days: 2.2 }),
          step('Office', { notes: ['Depends on “Level” as “Leader” settles it'] }),
          step('Archive', { state: 'skipped', skipped: 'Same person', users: [] }),
        ])
      : way([step('Office', { days: 0.2 })]);
  },
};

/** Waits for the text of an element. */
const says = (locator: ReturnType<typeof page.getByRole>) =>
  expect.poll(() => locator.query()?.textContent ?? '');

const line = page.getByRole('button', { name: /After submission/ });

describe('the way ahead in one line', () => {
  test('follows what is typed, once typing has paused, and opens to the reasons', async () => {
    const { callsTo } = await renderPage(<Form />, { answers });
    await says(line).toContain('Head (Head Person) → Known once “Amount” is filled in');
    await userEvent.type(page.getByLabelText('Amount'), '60000');
    await says(line).toContain('Leader (Leader Person) → Office (Office Person) → Approved');
    // Not every key is asked about.
    expect(callsTo(call).length).toBe(2);
    await line.click();
    const box = page.getByRole('dialog', { name: 'After submission' });
    await says(box).toContain('Because “Amount”≥50,000');
    await says(box).toContain('usually 2 days');
    await says(box).toContain('Depends on “Level” as “Leader” settles it');
    await says(box).toContain('Same person');
    // Steps that are done or open are not part of the forecast.
    expect(box.element().textContent).not.toContain('Head Person');
    await userEvent.keyboard('{Escape}');
    await expect.element(line).toHaveFocus();
  });

  test('what may come is listed where it is not known', async () => {
    await renderPage(<Form />, { answers });
    await line.click();
    const box = page.getByRole('dialog', { name: 'After submission' });
    await says(box).toContain('Possibly: Leader, Office');
  });

  test('says so where it cannot be foreseen, and can be asked again', async () => {
    let broken = true;
    await renderPage(<Form />, {
      answers: {
        [call]: () => (broken ? new Response('{}', { status: 500 }) : way([step('Office')])),
      },
    });
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect.element(retry).toBeVisible();
    broken = false;
    await retry.click();
    await says(line).toContain('Office (Office Person) → Approved');
  });

  test('is not there for whoever may not look ahead', async () => {
    const denied = () => new Response('{"code":403,"msg":"no"}', { status: 403 });
    const { callsTo } = await renderPage(<Form />, { answers: { [call]: denied } });
    await expect.poll(() => callsTo(call).length).toBe(1);
    await expect.element(page.getByText('After submission')).not.toBeInTheDocument();
  });
});

const branch = (name: string) => ({ path: [{ fork: 'f1', branch: name }] });

/** Twelve steps with a fork. */
const long = [
  step('Applicant', { state: 'done' }),
  step('Secretary', { state: 'active' }),
  step('Laboratory safety review', branch('a')),
  step('Finance', branch('b')),
  step('Equipment', branch('a')),
  step('Ethics', branch('b')),
  ...Array.from({ length: 6 }, (_, i) => step(`Step ${i + 1}`)),
];

test('branches are rows of their own, in the place of their fork', () => {
  const [, , fork] = forecastSegments(long);
  const names =
    fork?.is === 'fork' &&
    fork.branches.map((each) => each.map((one) => one.is === 'step' && one.step.taskName));
  expect(names).toEqual([
    ['Laboratory safety review', 'Equipment'],
    ['Finance', 'Ethics'],
  ]);
  expect(forecastSegments(long)).toHaveLength(9);
});

test('a long way with branches is a list in which the present step is marked', async () => {
  await renderPage(<RouteSteps forecast={way(long)} />, { width: 390 });
  await expect.element(page.getByText('2 branches at the same time')).toBeVisible();
  expect(document.querySelectorAll('.ky-route li[data-state]')).toHaveLength(13);
  expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Secretary');
  const wide = [...document.querySelectorAll('.ky-route li')].some(
    (item) => item.getBoundingClientRect().right > 390,
  );
  expect(wide).toBe(false);
});
