import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { defineMixin } from '@keyan/kernel/definition/mixin.ts';
import { defineResource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, test } from 'vitest';
import { checkHooks, defineBehaviour, type TransactionContext } from './behaviour.ts';
import { behaveMixin, behavioursOf } from './mixed-behaviour.ts';

const counted = defineMixin<{ readonly start: number }>('counted');
const mixin = counted.with({ start: 7 }, { fields: { count: f.integer(['数', 'Count']) } });

const thing = defineResource({
  key: 'thing',
  label: ['物', 'Thing'],
  path: 'things',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']),
    double: f.integer(['双', 'Double']).computed(),
    ...mixin.fields,
  },
  with: [mixin],
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [],
  access: { read: everyone(), write: everyone() },
  compute: ({ count }) => ({ double: (count ?? 0) * 2 }),
});
const kind = untypedResource(thing);

const context = { before: null, facts: {} } as unknown as TransactionContext & {
  before: null;
  facts: KnownFacts;
};
const counting = behaveMixin(counted, (_kind, { start }) => ({
  complete: async () => ({ count: start }),
  check: async () => [{ path: 'count', message: ['太多', 'Too many'] as const }],
}));

describe('hooks of a behaviour', () => {
  const none = async () => {};
  test('belong to actions of the resource', () => {
    expect(() => checkHooks(kind, { ahead: { save: none } })).not.toThrow();
    for (const hooks of [{ performed: { relase: none } }, { ahead: { relase: none } }]) {
      expect(() => checkHooks(kind, hooks)).toThrow(
        'thing: its behaviour hooks into relase, which is no action',
      );
    }
  });
});

describe('behaviours of a resource', () => {
  test('do what either of them does after an action', async () => {
    const done: string[] = [];
    const note = (name: string) => ({ performed: { [name]: () => void done.push(name) } });
    const [both] = behavioursOf(
      [kind],
      [behaveMixin(counted, () => note('release'))],
      [defineBehaviour(kind, note('close'))],
    );
    await both?.performed?.release?.({} as never, context);
    await both?.performed?.close?.({} as never, context);
    expect(done).toEqual(['release', 'close']);
    const twice = behaveMixin(counted, () => note('close'));
    expect(() => behavioursOf([kind], [twice], [defineBehaviour(kind, note('close'))])).toThrow(
      'close',
    );
  });

  test('each sets its values, then the definition computes from them', async () => {
    const own = defineBehaviour(thing, { complete: async () => ({ name: 'own' }) });
    const [both] = behavioursOf([kind], [counting], [own]);
    expect(await both?.complete?.({ name: 'a' }, context)).toEqual({
      count: 7,
      name: 'own',
      double: 14,
    });
    expect(await both?.check?.({} as never, context)).toHaveLength(1);
  });

  test('two that set one field fail, whichever comes first', async () => {
    const own = defineBehaviour(thing, { complete: async () => ({ count: 1 }) });
    const [both] = behavioursOf([kind], [counting], [own]);
    await expect(both?.complete?.({ name: 'a' }, context)).rejects.toThrow(
      'two behaviours set count',
    );
  });

  test('without the mixin a resource keeps its own, or has none', () => {
    const plain = { ...kind, key: 'plain', with: [] };
    const own = defineBehaviour(plain, {});
    expect(behavioursOf([plain], [counting], [own])).toEqual([own]);
    expect(behavioursOf([plain], [counting], [])).toEqual([]);
  });
});
