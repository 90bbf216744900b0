import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { everyone, member, own, submitted } from '../access/scope.ts';
import type { Status } from '../access/status.ts';
import { f } from '../definition/field/field.ts';
import { defineProcess } from '../definition/life/process.ts';
import { type ActionName, defineResource, type View } from '../definition/resource.ts';
import { type Ability, abilitiesOn, denialReason, judgeAbilities } from './abilities.ts';

const actions: readonly ActionName[] = [
  'add',
  'edit',
  'delete',
  'submit',
  'recall',
  'backDraft',
  'abolish',
  'copy',
  'audit',
  'zip',
];

const pages = { desk: 'thing', shelf: 'thingLib' };

const viewOf = (code: string, some: readonly ActionName[]): View<'name'> => ({
  label: ['物', 'Things'],
  code,
  path: `/${code}`,
  scope: everyone(),
  actions: some,
});

const thing = defineResource({
  key: 'thing',
  label: ['物', 'Thing'],
  path: 'things',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']),
    people: f.rows(['人员', 'People'], { userId: f.text(['人', 'Person']) }),
    files: f.files(['附件', 'Files'], []),
  },
  views: {
    desk: viewOf(pages.desk, actions),
    shelf: viewOf(pages.shelf, ['backDraft', 'abolish']),
  },
  list: { columns: ['name'], filters: [], sort: '-name' },
  form: [],
  access: { read: everyone(), write: own(), copies: 'all' },
  processes: [
    defineProcess('thing', ['物', 'Thing'], [{ key: 'a', label: ['审', 'A'], candidates: [] }]),
  ],
});
const { desk, shelf } = thing.views as Record<keyof typeof pages, View<'name'>>;

const actorWith = (codes: readonly string[], more: Partial<Actor> = {}): Actor => ({
  id: '1',
  tenantId: '0',
  account: 'a',
  name: '甲',
  departments: [],
  roles: [],
  departmentScope: [],
  permissions: new Set(codes),
  ...more,
});

const allCodes = Object.values(pages).flatMap((code) => actions.map((each) => `${code}_${each}`));
const row = (auditStatus: Status, createUser = '1', handled = false) => ({
  id: '9',
  auditStatus,
  createUser,
  steps: [{ key: 'a', label: '审', state: 'here', ...(handled ? { handled: true } : {}) }],
});

const allowedIn = (verdicts: ReturnType<typeof judgeAbilities>): readonly Ability[] =>
  (Object.keys(verdicts) as Ability[]).filter((name) => verdicts[name]?.allowed);

const cases = fc.record({
  status: fc.constantFrom<Status>('0', '1', '2', '3', '4', '5', '6'),
  author: fc.constantFrom('1', '2'),
  handled: fc.boolean(),
  todo: fc.boolean(),
  codes: fc.subarray(allCodes),
  allowances: fc.subarray(['resubmitRefused', 'recallAnytime'] as const),
});

describe('abilities', () => {
  it('say in a list what the command would answer, for every row and actor', () => {
    fc.assert(
      fc.property(cases, ({ status, author, handled, todo, codes, allowances }) => {
        const actor = actorWith(codes, { allowances });
        const context = {
          resource: thing,
          row: row(status, author, handled),
          actor,
          handling: { todo, done: false },
        };
        const allowed = allowedIn(judgeAbilities(context));
        for (const name of Object.keys(judgeAbilities(context)) as Ability[]) {
          expect(denialReason(name, context) === null).toBe(allowed.includes(name));
        }
        const offered = [desk, shelf].flatMap((view) => abilitiesOn(view, context));
        // Both pages together offer what the actor may do; no page offers anything else.
        expect(new Set(offered)).toEqual(new Set(allowed));
      }),
    );
  });

  it.each<[Status, string[]]>([
    ['0', ['edit', 'submit', 'remove', 'copy', 'zip']],
    ['1', ['recall', 'backDraft', 'copy', 'zip']],
    ['2', ['backDraft', 'abolish', 'copy', 'zip']],
    ['3', ['edit', 'submit', 'remove', 'backDraft', 'copy', 'zip']],
    ['4', ['remove', 'backDraft', 'copy', 'zip']],
    ['5', ['edit', 'submit', 'remove', 'backDraft', 'copy', 'zip']],
    ['6', ['copy', 'zip']],
  ])('follow the status %s for an author with every permission', (status, expected) => {
    const context = { resource: thing, row: row(status), actor: actorWith(allCodes) };
    expect(allowedIn(judgeAbilities(context))).toEqual(expected);
  });

  it('include what the tenant allows beyond the table of statuses', () => {
    const actor = actorWith(allCodes, { allowances: ['resubmitRefused', 'recallAnytime'] });
    const on = (given: object) =>
      allowedIn(judgeAbilities({ resource: thing, row: given as never, actor }));
    expect(on(row('4'))).toEqual(expect.arrayContaining(['edit', 'submit']));
    expect(on(row('4', '2'))).not.toContain('edit');
    expect(on(row('1', '1', true))).toContain('recall');
  });
});

test('a definition is refused whose write scope lists cannot judge', () => {
  for (const write of [member('people', 'userId'), submitted(member('people', 'userId'))]) {
    expect(() => defineResource({ ...thing, access: { read: everyone(), write } })).toThrow(
      'cannot depend on member',
    );
  }
});
