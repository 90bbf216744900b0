import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyone } from '../access/scope.ts';
import { type Field, f } from '../definition/field/field.ts';
import { defineResource, type Resource } from '../definition/resource.ts';
import { dictionary } from '../values/dictionary.ts';
import { commonFields } from './common-values.ts';

const shade = dictionary('shade', ['色', 'Shade'], [['r', '红', 'Red']]);

/** Fields, and whether several records may be given one value of each. */
const cases: readonly (readonly [field: Field<unknown>, common: boolean])[] = [
  [f.text(['文', 'Text']), true],
  [f.note(['注', 'Note']).required(), true],
  [f.money(['额', 'Sum']).when(({ a }) => a === '1'), true],
  [f.dict(['色', 'Shade'], shade), true],
  [f.text(['密', 'Secret']).secret('known'), true],
  [f.text(['密', 'Secret']).secret('unknown'), false],
  [f.text(['证', 'Mask']).masked('known'), false],
  [f.text(['号', 'No.']).unique(), false],
  [f.integer(['算', 'Sum']).computed(), false],
  [f.date(['批', 'Day']).byApprover(), false],
  [f.rich(['文', 'Text']), false],
  [f.rows(['行', 'Lines'], { a: f.text(['文', 'Text']) }), false],
  [f.files(['附件', 'Files'], []), false],
];

const defined = (chosen: readonly (typeof cases)[number][], identity?: readonly string[][]) =>
  defineResource({
    key: 'thing',
    label: ['物', 'Thing'],
    path: 'test/thing',
    title: 'name',
    fields: {
      name: f.text(['名称', 'Name']).requiredInDraft(),
      ...Object.fromEntries(chosen.map(([field], index) => [`field${index}`, field])),
    },
    ...(identity ? { identity } : {}),
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [
      {
        key: 'all',
        title: ['全部', 'All'],
        fields: ['name', ...chosen.map((_each, index) => `field${index}`)],
      },
    ],
    access: { read: everyone(), write: everyone() },
  } as never) as Resource;

test('those that one writes, may see and that tell no record apart, in the order of the form', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...cases]), (chosen) => {
      const names = chosen.flatMap(([, common], index) => (common ? [`field${index}`] : []));
      expect(commonFields(defined(chosen), new Set(['known']))).toEqual(names);
    }),
  );
});

test('a field by which records are recognised is not one; part of what recognises them is', () => {
  const two = cases.slice(0, 2);
  const none: ReadonlySet<string> = new Set();
  expect(commonFields(defined(two, [['field0']]), none)).toEqual(['field1']);
  expect(commonFields(defined(two, [['field0', 'field1']]), none)).toEqual(['field0', 'field1']);
});

test('what no form shows is not offered', () => {
  const thing = { ...defined(cases.slice(0, 2)), form: [] };
  expect(commonFields(thing, new Set())).toEqual([]);
});
