import { describe, expect, test } from 'vitest';
import { everyone } from '../access/scope.ts';
import { dictionary } from '../values/dictionary.ts';
import { f } from './field.ts';
import { type OwnStatus, ownStatusAfter } from './own-status.ts';
import { defineProcess } from './process.ts';
import { defineResource } from './resource.ts';

const own = {
  field: 'stage',
  transitions: { save: '0', submit: '1', return: '8', refuse: '7' },
  steps: { dept: { approve: '2' }, formal: { approve: '3', refuse: '6' } },
} as const satisfies OwnStatus;

describe('the code after an act', () => {
  test.each([
    ['a draft', 'save', [], '0'],
    ['sent, and nobody has spoken', 'submit', [], '1'],
    ['an untagged step agreed', 'advance', [], '1'],
    ['the newest word counts', 'advance', ['formal', 'dept'], '3'],
    ['a word that the table does not know is passed over', 'advance', ['other', 'dept'], '2'],
    ['a move that the table leaves out', 'abolish', [], undefined],
  ] as const)('%s', (_case, action, tags, code) => {
    const words = tags.map((tag) => ({ tag, result: 'approve' as const }));
    expect(ownStatusAfter(own, action, words)).toBe(code);
  });

  test('refused where the step has a code for it, and elsewhere', () => {
    const by = (tag: string) => ownStatusAfter(own, 'refuse', [{ tag, result: 'refuse' }]);
    expect([by('formal'), by('dept')]).toEqual(['6', '7']);
  });
});

describe('a table that speaks of what is not there never starts', () => {
  const codes = dictionary('stage', ['阶段', 'Stage'], [['0', '零', 'Zero']]);
  const define = (ownStatus: object, computed = true) => {
    const field = f.dict(codes.label, codes);
    return defineResource({
      key: 'thing',
      label: ['物', 'Thing'],
      path: 'things',
      title: 'name',
      fields: { name: f.text(['名', 'Name']), stage: computed ? field.computed() : field },
      list: { columns: ['name'], filters: [], sort: 'name' },
      form: [{ key: 'all', title: ['全', 'All'], fields: ['name'] }],
      access: { read: everyone(), write: everyone() },
      processes: [
        defineProcess(
          'thing',
          ['物', 'Thing'],
          [{ key: 's', label: ['审', 'Step'], candidates: ['role:a'], tag: 'said' }],
        ),
      ],
      ownStatus: { field: 'stage', transitions: {}, steps: {}, ...ownStatus },
    });
  };

  test('what is there is accepted', () => {
    expect(() =>
      define({ transitions: { save: '0' }, steps: { said: { approve: '0' } } }),
    ).not.toThrow();
  });
  test.each([
    ['a field that is none', { field: 'other' }, 'is no computed code field'],
    ['a code', { transitions: { save: '9' } }, 'has no code 9'],
    ['a tag', { steps: { unsaid: { approve: '0' } } }, 'knows no step tagged unsaid'],
  ])('%s', (_case, table, message) => {
    expect(() => define(table)).toThrow(message);
  });
  test('a field that people fill in', () => {
    expect(() => define({}, false)).toThrow('is no computed code field');
  });
});
