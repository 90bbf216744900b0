import { f } from '@keyan/kernel/definition/field/field.ts';
import { suppliedDictionary } from '@keyan/kernel/values/dictionary.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import PathEditor from './PathEditor.tsx';

const node = (
  dictKey: string,
  dictValue: string,
  children: readonly object[] = [],
  heading = false,
) => ({
  dictKey,
  dictValue,
  heading,
  children,
});

/** The dictionary as the server answers it, when the field is shown. */
const answers = {
  '/blade-system/dict-biz/tree': [
    node('13', 'Hebei', [node('1301', 'Shijiazhuang', [node('130102', 'Changan')])]),
    node('11', 'Beijing', [node('1101', 'Districts', [node('110101', 'Dongcheng')], true)]),
  ],
};
const { spec } = f.dict(['地', 'Place'], suppliedDictionary('testPlaces', ['地', 'Place'], 'path'));

let chosen: unknown;
const Editor = ({ first }: { readonly first: unknown }) => {
  const [value, setValue] = useState(first);
  chosen = value;
  return (
    <PathEditor id="place" name="place" spec={spec} value={value} row={{}} onChange={setValue} />
  );
};

const level = (name: string) =>
  page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}`) });

test('a place is chosen level by level, at any level', async () => {
  await renderPage(<Editor first={null} />, { answers });
  await page.getByRole('combobox').click();
  await level('Hebei').click();
  await expect.poll(() => chosen).toBe('13');
  await level('Shijiazhuang').click();
  await expect.poll(() => chosen).toBe('1301');
  await level('Changan').click();
  await expect.poll(() => chosen).toBe('130102');
});

test('a heading on the way is passed, never chosen', async () => {
  await renderPage(<Editor first="11" />, { answers });
  await page.getByRole('combobox').click();
  await level('Districts').click();
  await level('Dongcheng').click();
  await expect.poll(() => chosen).toBe('110101');
});
