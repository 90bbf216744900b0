import { f } from '@keyan/kernel/definition/field/field.ts';
import { dictionary, treeDictionary } from '@keyan/kernel/values/dictionary.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFormStore, useForm } from '../form-store/store.ts';
import { renderPage } from '../testing/render.tsx';
import { madeUpResource } from '../testing/thing.ts';
import { DictEditor } from './dict.tsx';
import { RowsBlock } from './rows/RowsBlock.tsx';

const source = dictionary('testSource', ['源', 'Source'], [['10', '基金', 'Fund']]);
const type = treeDictionary(
  'testType',
  ['类', 'Type'],
  [
    {
      code: '10',
      label: ['基金', 'Fund'],
      heading: true,
      children: [{ code: '1001', label: ['面上', 'General'] }],
    },
    {
      code: '20',
      label: ['校', 'University'],
      heading: true,
      children: [{ code: '2001', label: ['重点', 'Key'] }],
    },
  ],
);
const thing = madeUpResource({
  name: f.text(['名', 'Name']),
  source: f.dict(['源', 'Source'], source),
  type: f.dict(['类', 'Type'], type).below('source'),
  rules: f.rows(['要求', 'Rules'], { of: f.dict(['类', 'Type'], type).below('source') }),
});

const Form = () => {
  const [form] = useState(() =>
    createFormStore(thing, {
      writer: { id: '1', name: '张明', departments: ['21'] },
      today: '2026-01-01',
    }),
  );
  const value = useForm(form, ({ values }) => values.type ?? null);
  return (
    <>
      <DictEditor
        id="type"
        name="type"
        spec={thing.fields.type.spec}
        value={value}
        row={{ type: value }}
        form={form}
        path="type"
        onChange={(next) => form.set('type', next)}
      />
      <button type="button" onClick={() => form.set('source', '10')}>
        Choose
      </button>
    </>
  );
};

const offered = () =>
  [...document.querySelectorAll('.ant-select-tree-title')].map((each) => each.textContent);

test('a tree offers what stands below the code beside it', async () => {
  await renderPage(<Form />, { answers: {} });
  await page.getByRole('combobox').click();
  await expect.poll(offered).toEqual(['Fund', 'University']);
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('combobox').click();
  await expect.poll(offered).toEqual(['General']);
});

const Lines = () => {
  const [form] = useState(() => {
    const made = createFormStore(thing, {
      writer: { id: '1', name: '张明', departments: ['21'] },
      today: '2026-01-01',
    });
    made.set('source', '10');
    made.set('rules', [{}]);
    return made;
  });
  return <RowsBlock form={form} path="rules" Field={() => null} />;
};

test('a cell of a line offers what stands below the code of the record', async () => {
  await renderPage(<Lines />, { answers: {} });
  await expect.poll(() => document.querySelector('td[data-path="rules.0.of"]')).not.toBeNull();
  (document.querySelector('td[data-path="rules.0.of"]') as HTMLElement).focus();
  await expect.poll(offered).toEqual(['General']);
});

/** An editor of one code, open as in a cell of a table. */
const Cell = ({ changes }: { readonly changes: unknown[] }) => (
  <DictEditor
    id="source"
    name="source"
    spec={thing.fields.source.spec}
    value={null}
    row={{}}
    path="source"
    inCell
    onChange={(next) => changes.push(next)}
  />
);

test('whoever passes a cell with the Tab key chooses nothing; an arrow chooses', async () => {
  const changes: unknown[] = [];
  await renderPage(<Cell changes={changes} />, { answers: {} });
  await expect.element(page.getByRole('option', { name: 'Fund' }).first()).toBeInTheDocument();
  await userEvent.tab();
  await userEvent.tab();
  expect(changes).toEqual([]);
  await page.getByRole('combobox').click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => changes).toEqual(['10']);
});
