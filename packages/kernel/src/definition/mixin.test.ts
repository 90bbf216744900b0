import { describe, expect, test } from 'vitest';
import { everyone } from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import { f } from './field/field.ts';
import type { Validator } from './field/validator.ts';
import { defineMixin } from './mixin.ts';
import { defineResource, type MixinSingleParts } from './resource.ts';

const tagged = defineMixin<{ readonly by: string }>('tagged');
const access = { read: everyone(), write: everyone() };

const mixin = (
  over: { readonly once?: MixinSingleParts; readonly reads?: readonly string[] } = {},
) =>
  tagged.with(
    { by: 'name' },
    {
      fields: { tag: f.text(['标签', 'Tag']).computed(), steps: f.text(['次序', 'Order']) },
      validators: [{ fields: ['tag'], check: () => ['无标签', 'no tag'] }] as Validator<never>[],
      compute: (row: RowLike) => ({
        tag: `#${String(row.name)}`,
        steps: 'mixin',
      }),
      once: { access },
      ...over,
    },
  );

const name = f.text(['名称', 'Name']);

const defined = (one = mixin(), more: object = {}, fields: object = one.fields) =>
  defineResource({
    key: 'thing',
    label: ['物', 'Thing'],
    path: 'things',
    title: 'name',
    fields: { name, ...fields } as { name: typeof name } & typeof one.fields,
    with: [one],
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [],
    ...more,
  });

describe('a mixin', () => {
  test('gives what it says once, and tells its server half what the resource gave it', () => {
    const resource = defined();
    expect(resource.access).toBe(access);
    expect(tagged.optionsOf(resource)).toEqual({ by: 'name' });
    expect(tagged.optionsOf({})).toBeUndefined();
  });

  test('its rules come first, its values can be read and replaced by those of the resource', () => {
    const own: Validator<never> = { fields: ['name'], check: () => null };
    const resource = defined(mixin(), {
      validators: [own],
      compute: ({ tag }: { tag: string }) => ({ name: `${tag}!`, steps: 'own' }),
    });
    expect(resource.validators.map(({ fields }) => fields[0])).toEqual(['tag', 'name']);
    expect(
      resource.compute?.({ name: 'a', tag: null, steps: null }, undefined, { facts: {} }),
    ).toEqual({
      tag: '#a',
      name: '#a!',
      steps: 'own',
    });
  });
});

describe('a clash does not load', () => {
  test.each<readonly [string, () => unknown, RegExp]>([
    ['a property of both', () => defined(mixin(), { access }), /access is given by the resource/],
    ['a mixin twice', () => defined(mixin(), { with: [mixin(), mixin()] }), /tagged twice/],
    ['a field left out', () => defined(mixin(), {}, {}), /tag is not that of the mixin/],
    [
      'a field replaced',
      () => defined(mixin(), {}, { ...mixin().fields, tag: f.date(['日', 'Day']) }),
      /tag is not that of the mixin/,
    ],
    ['a field that it reads', () => defined(mixin({ reads: ['day'] })), /reads day/],
    ['nobody gives access', () => defined(mixin({ once: {} })), /no access/],
  ])('%s', (_what, load, message) => {
    expect(load).toThrow(message);
  });
});
