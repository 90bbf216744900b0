import { own, permission, type Scope, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, test } from 'vitest';
import { application } from '../index.ts';
import { honorary } from '../people/honorary.ts';
import { user } from '../shared/references/refs.ts';
import { checkNames } from './names.ts';

const kind = untypedResource(honorary);
const [process] = kind.processes;
const [step] = process?.steps ?? [];
const [view] = Object.entries(kind.views);

const check = (parts: Partial<Resource>) => () =>
  checkNames([{ ...kind, ...parts }], application.menus);

const withField = (field: Resource['fields'][string]): Partial<Resource> => ({
  fields: { ...kind.fields, more: field },
});
const reading = (read: Scope): Partial<Resource> => ({ access: { ...kind.access, read } });
const telling = (more: object): Partial<Resource> => ({
  tells: [{ type: '99', title: ['标题', 'Title'], content: ['正文', 'Text'], to: [], ...more }],
});
const asking = (people: object): Partial<Resource> => ({
  processes:
    process && step ? [{ ...process, steps: [{ ...step, ...people } as typeof step] }] : [],
});
const text = f.text(['文字', 'Text']);

describe('a name that means nothing stops the start, with kind and place', () => {
  const wrong: readonly (readonly [what: string, parts: Partial<Resource>, fault: string])[] = [
    ['a message type', telling({ type: '77' }), 'tells names the message type 77'],
    [
      'a role that hears',
      telling({ to: [{ role: 'rd_achievement' }] }),
      'tells names the role rd_achievement',
    ],
    [
      'the departments of a role that hears',
      telling({ to: [{ role: 'teacher', within: 'deptId' }] }),
      'tells names deptId, which names no department',
    ],
    [
      'a message of an action',
      {
        actions: {
          put: {
            label: ['放置', 'Put'],
            from: ['approved'],
            tells: telling({ type: '' }).tells ?? [],
          },
        },
      },
      'tells of put names the message type ',
    ],
    ['a role of a step', asking({ candidates: ['role:rd_all@applicantDept'] }), 'the role rd_all'],
    ['a role that gets a copy', asking({ cc: ['role:rd_copy'] }), 'the role rd_copy'],
    ['a permission code', reading(permission('honour')), 'access.read names the permission code'],
    ['a field of a scope', reading(own('owner')), 'access.read names owner, which is no field'],
    [
      'a code of a scope',
      reading(withCode('auditKind', '7')),
      'access.read names auditKind, which is no field',
    ],
    [
      'a scope of a page',
      { views: view ? { [view[0]]: { ...view[1], scope: permission('none') } } : {} },
      'names the permission code none',
    ],
    ['readers', { access: { ...kind.access, readers: ['none'] } }, 'access.readers names'],
    ['a secret', withField(text.secret('none')), 'more names the permission code none'],
    ['a mask', withField(text.masked('none')), 'more names the permission code none'],
    ['a keeper', withField(text.kept('none')), 'more names the permission code none'],
    [
      'a field of lines',
      withField(f.rows(['行', 'Lines'], { inner: text.secret('none') })),
      'more.inner names the permission code none',
    ],
    [
      'a choice of records',
      withField(f.ref(['人员', 'Person'], user).among(permission('none'))),
      'more names the permission code none',
    ],
  ];
  test.each(wrong)('%s', (_what, parts, fault) => {
    expect(check(parts)).toThrow(`honorary: `);
    expect(check(parts)).toThrow(fault);
  });
  test('a code that a dictionary lacks', () => {
    const [name = ''] = Object.entries(kind.fields).find(([, { spec }]) => spec.dictionary) ?? [];
    expect(check(reading(withCode(name, 'none')))).toThrow(
      `the code none, which its dictionary lacks`,
    );
  });
  test('the shipped product has none', () => {
    expect(() => checkNames(application.resources, application.menus)).not.toThrow();
  });
});
