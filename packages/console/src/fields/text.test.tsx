import { f } from '@keyan/kernel/definition/field/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { MoneyEditor } from './text.tsx';

const { spec } = f.money(['金额', 'Amount']);

let held: unknown;
const Editor = () => {
  const [value, setValue] = useState<unknown>('24000.01');
  held = value;
  return (
    <>
      <button type="button">before</button>
      <MoneyEditor
        id="amount"
        name="amount"
        spec={spec}
        value={value}
        row={{}}
        onChange={setValue}
      />
    </>
  );
};

test('an amount that Tab comes to is replaced by what is typed', async () => {
  await renderPage(<Editor />);
  await page.getByRole('button', { name: 'before' }).click();
  await userEvent.tab();
  await userEvent.keyboard('4000');
  await expect.poll(() => held).toBe('4000');
});
