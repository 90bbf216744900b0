import { f } from '@keyan/kernel/definition/field/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFormStore, useForm } from '../form-store/store.ts';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import { withOtherFields } from './besides.tsx';

const thing = madeUpResource({ kind: f.text(['种类', 'Kind']), part: f.text(['部分', 'Part']) });
const writer = { id: '1', name: '张明', departments: ['21'] };

const Part = withOtherFields(['kind'], ({ row, value }) => (
  <output>
    {String(row.kind)} {String(value)}
  </output>
));

const Form = () => {
  const [form] = useState(() => createFormStore(thing, { writer, today: '2026-01-01' }));
  const value = useForm(form, ({ values }) => values.part ?? null);
  return (
    <>
      <Part
        id="part"
        name="part"
        spec={thing.fields.part.spec}
        value={value}
        row={{ part: value }}
        form={form}
        path="part"
        onChange={(next) => form.set('part', next)}
      />
      <button type="button" onClick={() => form.set('kind', 'papers')}>
        Choose
      </button>
    </>
  );
};

test('an editor follows what was chosen beside it', async () => {
  await renderPage(<Form />, { answers: {} });
  await expect.element(page.getByText('null null')).toBeVisible();
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect.element(page.getByText('papers null')).toBeVisible();
});
