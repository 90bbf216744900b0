import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChainNode } from '../chain/chain.ts';
import type { DiagramUser } from '../diagram.ts';
import {
  attributesOf,
  endSettingsFrom,
  nodeSettingsFrom,
  settingAttributes,
} from './attributes.ts';

const name = fc.constantFrom('a', 'role:b@applicantDept^', 'user:12', 'field:members');
const names = fc.uniqueArray(name, { maxLength: 3 });
const some = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const share = fc.integer({ min: 51, max: 100 });

const users: fc.Arbitrary<DiagramUser> = fc.record(
  {
    id: fc.constant('n1'),
    name: fc.constant('n'),
    type: fc.constant('user' as const),
    people: names,
    empty: fc.constantFrom('toAdmin' as const, 'skip' as const, 'refuse' as const),
    skipSame: fc.constantFrom('none' as const, 'consecutive' as const, 'any' as const),
    editable: names,
    refuse: fc.boolean(),
    cc: some,
    due: fc.constantFrom('3wd', 'PT48H'),
    overdue: fc.constantFrom('agree' as const, 'handOver' as const),
    handTo: some,
    remind: fc.constant('P1D'),
    escalate: fc.constant('7wd'),
    tag: fc.constant('t'),
    rejudge: fc.constant(true),
    skip: fc.constant('${amount > 5}'),
    english: fc.constant('Step'),
    onAgainst: fc.constantFrom('prev', 'refuse', 'n0'),
    multi: fc.record(
      {
        sequential: fc.boolean(),
        agree: fc.oneof(fc.constantFrom('all' as const, 'any' as const), share),
        against: fc.oneof(fc.constantFrom('veto' as const, 'count' as const), share),
      },
      { requiredKeys: ['sequential'] },
    ),
  },
  { requiredKeys: ['id', 'name', 'type', 'people', 'empty', 'editable', 'refuse'] },
);

const others: fc.Arbitrary<ChainNode> = fc.oneof(
  fc.record(
    {
      id: fc.constant('w'),
      name: fc.constant('w'),
      type: fc.constant('wait' as const),
      period: fc.constantFrom('5wd', 'P5D'),
      english: fc.constant('Wait'),
    },
    { requiredKeys: ['id', 'name', 'type', 'period'] },
  ),
  fc.record({
    id: fc.constant('w'),
    name: fc.constant('w'),
    type: fc.constant('wait' as const),
    matter: fc.constant('review'),
    again: fc.constant('ask' as const),
    editable: some,
  }),
  fc.record({
    id: fc.constant('c'),
    name: fc.constant('c'),
    type: fc.constant('service' as const),
    service: fc.record({ is: fc.constant('cc' as const), people: some }),
  }),
);

test('settings are read from a drawing as they were written', () => {
  fc.assert(
    fc.property(fc.oneof(users, others), (node) => {
      const attributes = attributesOf(node);
      const unknown = Object.keys(attributes).filter(
        (key) => !(settingAttributes as readonly string[]).includes(key),
      );
      expect(unknown).toEqual([]);
      const multi = node.type === 'user' ? node.multi : undefined;
      const loop = multi && { sequential: multi.sequential };
      const read = nodeSettingsFrom(node.type, node, (key) => attributes[key], loop);
      expect(read).toEqual(node);
    }),
  );
  const end = { result: 'refused', free: true } as const;
  const attributes = attributesOf({ id: 'e', name: 'e', type: 'end', ...end });
  expect(endSettingsFrom((key) => attributes[key])).toEqual(end);
});
