import { f } from '@keyan/kernel/definition/field/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { DateEditor, YearEditor } from './date.tsx';

const { spec } = f.date(['日期', 'Date']);

let held: unknown;
const Editor = () => {
  const [value, setValue] = useState<unknown>(null);
  held = value;
  return (
    <>
      <DateEditor id="day" name="day" spec={spec} value={value} row={{}} onChange={setValue} />
      <button type="button">after</button>
    </>
  );
};

test('a day that is typed letter by letter is the day that was typed, in each spelling', async () => {
  await renderPage(<Editor />);
  const input = page.getByRole('textbox');
  for (const [typed, day] of [
    ['2026-11-30', '2026-11-30'],
    ['2026/11/28', '2026-11-28'],
    ['20261127', '2026-11-27'],
    ['2026-3-5', '2026-03-05'],
    ['2026-12', '2026-12-01'],
  ] as const) {
    await input.click();
    await userEvent.keyboard(`{Control>}a{/Control}${typed}`);
    await userEvent.tab();
    await expect.poll(() => held).toBe(day);
  }
});

test('a year that is typed and left is a number, and the page has no fault', async () => {
  const { spec: year } = f.year(['年度', 'Year']);
  const faults: unknown[] = [];
  const note = (event: ErrorEvent) => faults.push(event.message);
  window.addEventListener('error', note);
  let kept: unknown = null;
  await renderPage(
    <YearEditor
      id="year"
      name="year"
      spec={year}
      value={null}
      row={{}}
      onChange={(next) => {
        kept = next;
      }}
    />,
  );
  await page.getByRole('textbox').click();
  await userEvent.keyboard('2020{Enter}');
  await userEvent.tab();
  await expect.poll(() => kept).toBe(2020);
  window.removeEventListener('error', note);
  expect(faults).toEqual([]);
});
