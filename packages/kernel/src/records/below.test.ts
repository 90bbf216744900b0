import { expect, test } from 'vitest';
import { everyone } from '../access/scope.ts';
import { f } from '../definition/field/field.ts';
import { checkTypes } from '../definition/field/senseless.ts';
import { defineResource, untypedResource } from '../definition/resource.ts';
import { dictionary, treeDictionary } from '../values/dictionary.ts';
import { validate, validateForm } from './validate.ts';

const source = dictionary(
  'testSource',
  ['来源', 'Source'],
  [
    ['10', '基金', 'Fund'],
    ['20', '学校', 'University'],
    ['30', '企业', 'Company'],
  ],
);
const type = treeDictionary(
  'testType',
  ['类别', 'Type'],
  [
    {
      code: '10',
      label: ['基金', 'Fund'],
      heading: true,
      children: [{ code: '1001', label: ['面上', 'General'] }],
    },
    {
      code: '20',
      label: ['学校', 'University'],
      heading: true,
      children: [{ code: '2001', label: ['重点', 'Key'] }],
    },
  ],
);
const fields = {
  name: f.text(['名称', 'Name']),
  source: f.dict(['项目来源', 'Source'], source),
  type: f.dict(['项目类别', 'Type'], type).below('source'),
  types: f.dicts(['各项类别', 'Types'], type).below('source'),
  rules: f.rows(['要求', 'Rules'], { of: f.dict(['类别', 'Type'], type).below('source') }),
  parts: f.rows(['部分', 'Parts'], {
    source: f.dict(['来源', 'Source'], source),
    of: f.dict(['类别', 'Type'], type).below('source'),
  }),
};
const thing = untypedResource(
  defineResource({
    key: 'thing',
    label: ['物', 'Thing'],
    path: 'things',
    title: 'name',
    fields,
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [
      {
        key: 'all',
        title: ['全部', 'All'],
        fields: ['name', 'source', 'type', 'types', 'rules', 'parts'],
      },
    ],
    access: { read: everyone(), write: everyone() },
  }),
);

const faultsOf = (input: object, strictness: 'draft' | 'complete' = 'complete') =>
  validate(thing, {}, { name: '一', ...input }, strictness, { today: '2026-01-01' }).faults;

test('a code below the one beside it is taken, another one is refused by name', () => {
  expect(faultsOf({ source: '10', type: '1001', types: ['1001'] })).toEqual([]);
  expect(faultsOf({ source: '10', type: '2001' })).toEqual([
    {
      path: 'type',
      message: [
        '【项目类别】与所选【项目来源】不符，请重新选择',
        'Type does not belong to the chosen Source; choose another',
      ],
    },
  ]);
  expect(faultsOf({ source: '10', types: ['1001', '2001'] }).map(({ path }) => path)).toEqual([
    'types',
  ]);
});

test('what heads nothing has no entries; an empty field beside it says nothing yet', () => {
  expect(faultsOf({ source: '30', type: '1001' }).map(({ path }) => path)).toEqual(['type']);
  expect(faultsOf({ source: '30' })).toEqual([]);
  expect(faultsOf({ type: '2001' })).toEqual([]);
});

test('a draft may still contradict itself; a dialog is judged with the record around it', () => {
  expect(faultsOf({ source: '10', type: '2001' }, 'draft')).toEqual([]);
  const asked = validateForm(fields, { source: '10' }, { type: '2001' }, (dict) => dict);
  expect(asked.faults.map(({ path }) => path)).toEqual(['type']);
});

test('a line follows its own field, or the one of its record where it has none', () => {
  const rules = [{ of: '1001' }, { of: '2001' }, {}];
  expect(faultsOf({ source: '10', rules })).toEqual([
    {
      path: 'rules.1.of',
      message: [
        '【类别】与所选【项目来源】不符，请重新选择',
        'Type does not belong to the chosen Source; choose another',
      ],
    },
  ]);
  expect(faultsOf({ rules })).toEqual([]);
  expect(
    faultsOf({
      source: '10',
      parts: [{ source: '20', of: '2001' }, { source: '20', of: '1001' }, { of: '2001' }],
    }).map(({ path }) => path),
  ).toEqual(['parts.1.of']);
});

test('a field that is not beside it is no declaration', () => {
  const lost = { name: fields.name, type: f.dict(['类别', 'Type'], type).below('source') };
  expect(() =>
    defineResource({
      key: 'lost',
      label: ['物', 'Thing'],
      path: 'lost',
      title: 'name',
      fields: lost,
      list: { columns: ['name'], filters: [], sort: 'name' },
      form: [{ key: 'all', title: ['全部', 'All'], fields: ['name', 'type'] }],
      access: { read: everyone(), write: everyone() },
    }),
  ).toThrow('lost: type stands below source, which is no field beside it');
});

test('a line may follow a field of its record, and no other', () => {
  const lines = (below: string) => ({
    name: fields.name,
    source: fields.source,
    rules: f.rows(['要求', 'Rules'], { of: f.dict(['类别', 'Type'], type).below(below) }),
  });
  expect(() => checkTypes('thing', lines('source'))).not.toThrow();
  expect(() => checkTypes('thing', lines('name2'))).toThrow('rules.of stands below name2');
});
