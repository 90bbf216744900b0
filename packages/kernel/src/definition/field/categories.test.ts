import { expect, test } from 'vitest';
import type { RowLike } from '../../values/row.ts';
import { attachmentCategory, categoriesFor, categoryFaults } from './categories.ts';

const isContract = ({ kind }: RowLike): boolean => kind === 'contract';

const defined = [
  attachmentCategory('1', ['申请表', 'Form'], { required: true }),
  attachmentCategory('2', ['合同', 'Contract'], { when: isContract }),
  attachmentCategory('3', ['决算', 'Accounts'], {
    required: true,
    requiredWhen: (row) => !isContract(row),
  }),
];

const said = (inForce: typeof defined, kind: string) =>
  categoriesFor(inForce, defined, { kind }).map(({ code, required }) => [code, required]);

test('a record has the categories that are for it, and needs those that are asked of it', () => {
  expect(said(defined, 'grant')).toEqual([
    ['1', true],
    ['3', true],
  ]);
  expect(said(defined, 'contract')).toEqual([
    ['1', true],
    ['2', false],
    ['3', false],
  ]);
});

test('what administrators require holds within the conditions of the definition', () => {
  const inForce = [
    attachmentCategory('1', ['表', 'Form']),
    attachmentCategory('2', ['合同', 'Contract'], { required: true }),
    attachmentCategory('9', ['其他', 'Other']),
  ];
  expect(said(inForce, 'grant')).toEqual([
    ['1', false],
    ['9', false],
  ]);
  expect(said(inForce, 'contract')).toEqual([
    ['1', false],
    ['2', true],
    ['9', false],
  ]);
});

test('categories that lack files are named with commas between them (spec §5)', () => {
  const [fault] = categoryFaults('attachments', defined.slice(0, 2));
  expect(fault?.message).toEqual(['请上传【申请表,合同】附件', 'Attach Form, Contract']);
});
