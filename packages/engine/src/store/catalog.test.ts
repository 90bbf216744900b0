import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCatalog } from './catalog.ts';

const faceOf = (key: string) => face(key, [key, key], { note: f.text(['说明', 'Note']) });

/** A resource that writes on these others. */
const writing = (key: string, targets: readonly string[], action?: string): Resource => {
  const { fields } = faceOf(key);
  const refs = Object.fromEntries(
    targets.map((target) => [
      `${target}Id`,
      f.ref([target, target], face(target, [target, target])),
    ]),
  );
  return defineResource({
    key,
    label: [key, key],
    path: `test/${key}`,
    title: 'note',
    fields: { ...fields, ...refs } as typeof fields,
    list: { columns: [], filters: [], sort: 'createTime' },
    form: [],
    access: { read: everyone(), write: everyone() },
    effects: ({ during, write }) =>
      targets.map((target) =>
        during(
          'approved',
          write(`${target}Id` as never, face(target, [target, target]), action ? { action } : {}),
        ),
      ),
  });
};

test('the rank of a resource is above those that its effects reach', () => {
  const { rankOf } = createCatalog([
    writing('c', ['a', 'b']),
    writing('a', ['b']),
    writing('b', []),
    writing('d', []),
  ]);
  expect(['a', 'b', 'c', 'd'].map(rankOf)).toEqual([1, 0, 2, 0]);
});

test('kinds are locked behind what their records are locked behind, then by falling rank, then by key', () => {
  const behind = (key: string, target: string): Resource => ({
    ...writing(key, []),
    fields: {
      ...writing(key, []).fields,
      parentId: f.ref(['上级', 'Parent'], face(target, [target, target])),
    },
    lockedBehind: 'parentId',
  });
  const { byLockOrder } = createCatalog([
    behind('a', 'b'),
    behind('b', 'c'),
    writing('c', []),
    writing('e', []),
    writing('d', ['e']),
  ]);
  fc.assert(
    fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 5 }), (kinds) => {
      expect(kinds.toSorted(byLockOrder)).toEqual(['d', 'c', 'e', 'b', 'a']);
    }),
  );
});

test('effects in a ring do not load', () => {
  expect(() => createCatalog([writing('a', ['b']), writing('b', ['a'])])).toThrow(
    'a → b → a: effects in a ring',
  );
  expect(() => createCatalog([writing('a', ['a'])])).toThrow('a → a: effects in a ring');
});

/** A resource with a sealed secret. */
const holding = (resource: Resource, use: string): Resource => {
  const secret = f
    .text(['密钥', 'Key'])
    .credential({ as: 'sealed', use, toldTo: [], again: ['请重新输入', 'Type it again'] });
  return { ...resource, fields: { ...resource.fields, secret } } as Resource;
};

test('what is sealed opens for one field, and no effect writes where secrets are', () => {
  expect(() =>
    createCatalog([holding(writing('a', []), 'x'), holding(writing('b', []), 'x')]),
  ).toThrow('b and a seal for the same use x');
  expect(() => createCatalog([writing('a', ['b']), holding(writing('b', []), 'x')])).toThrow(
    'writes b, which has credentials',
  );
});

test('an effect moves its target by an action that the target has for effects', () => {
  expect(() => createCatalog([writing('a', ['b'], 'extend'), writing('b', [])])).toThrow(
    'needs an action extend of b by effect',
  );
});

test('an action moves what names its record, by an action for effects', () => {
  const moved = writing('b', ['a']);
  const moving = (by: string): Resource => ({
    ...writing('a', []),
    actions: {
      end: {
        label: ['结束', 'End'],
        from: ['approved'],
        moves: [{ kind: face('b', ['b', 'b']), by, action: 'leave' }],
      },
    },
  });
  const leave = { label: ['离开', 'Leave'], from: ['approved'], by: 'effect' } as const;
  expect(() => createCatalog([moving('aId'), moved])).toThrow('needs an action leave of b');
  const ready = { ...moved, actions: { leave } };
  expect(() => createCatalog([moving('note'), ready])).toThrow('b.note');
  expect(() => createCatalog([moving('aId'), ready])).not.toThrow();
});

test('a kind has the fields that a ledger writes as they are, or none of them', () => {
  const held = { points: f.money(['得分', 'Points']).computed(), fixed: f.text(['定', 'Fixed']) };
  const ledger = defineLedger('marks', ['得分账', 'Marks'], {
    owner: null,
    subaccount: { work: f.text(['作品', 'Work']) },
    measures: { points: 'money' },
    records: { fields: held, values: ({ points }) => ({ points, fixed: null }) },
  });
  const posting = {
    ...writing('a', []),
    effects: [{ hold: { is: 'post', ledger } }],
  } as unknown as Resource;
  const kind = (fields: object): readonly Resource[] => [
    posting,
    { ...writing('b', []), fields: { ...faceOf('b').fields, ...fields } } as Resource,
  ];
  expect(() => createCatalog(kind(held))).not.toThrow();
  expect(() => createCatalog(kind({ points: held.points }))).toThrow('b: fixed is not the field');
  const own = f.money(['积分', 'Score']).computed();
  expect(() => createCatalog(kind({ ...held, points: own }))).toThrow('b: points is not the field');
  expect(() => createCatalog(kind({ points: own, fixed: own }))).toThrow('b: points');
  expect(() => createCatalog(kind({ points: own }))).not.toThrow();
  const renamed = { score: held.points, fixed: held.fixed };
  expect(() => createCatalog(kind(renamed))).toThrow('b: points is not the field');
});
