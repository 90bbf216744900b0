import { f } from '@keyan/kernel/definition/field/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { MoneyEditor } from './text.tsx';
import { cellByType, readOnlyValueByType } from './values.tsx';

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

test.each([
  ['a cell', cellByType.text],
  ['a page', readOnlyValueByType.text],
])('%s shows that a credential is kept, and not what is kept', async (_where, Show) => {
  const { spec: key } = f
    .text(['访问密钥', 'Key'])
    .max(500)
    .credential({ as: 'sealed', use: 'key', toldTo: [], again: ['请重新输入', 'Type it again'] });
  const row = { key: 'sealed:c2VjcmV0', empty: null };
  await renderPage(
    <>
      <Show name="key" spec={key} value={row.key} row={row} />
      <Show name="empty" spec={key} value={row.empty} row={row} />
    </>,
  );
  await expect.poll(() => document.body.textContent).toContain('••••••');
  expect(document.body.textContent).not.toContain('sealed');
  expect(document.body.textContent).toContain('–');
});
