import { describe, expect, it } from 'vitest';
import { everyone } from '../../access/scope.ts';
import { dictionary } from '../../values/dictionary.ts';
import { f } from '../field/field.ts';
import { defineResource } from '../resource.ts';
import { defineProcess } from './process.ts';
import {
  isAtPlace,
  isEditableState,
  isFreshlyApproved,
  isInState,
  lifeCodesAfter,
  phaseOf,
  type States,
  stateInPhase,
  stateOf,
} from './states.ts';

const stages = dictionary(
  'stages',
  ['状态', 'State'],
  [
    ['0', '未发布', 'Draft'],
    ['1', '已发布', 'Released'],
    ['2', '已撤回', 'Withdrawn'],
  ],
);

const common = {
  key: 'plan',
  label: ['计划', 'Plan'],
  path: 'test/plan',
  title: 'name',
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'plan', title: ['计划', 'Plan'], fields: ['name'] }],
  access: { read: everyone(), write: everyone(), copies: 'all' },
} as const;

const fields = {
  name: f.text(['名称', 'Name']),
  status: f.dict(['状态', 'State'], stages).computed().initial('0'),
};

const views = (...actions: string[]) =>
  ({
    plans: { label: ['计划', 'Plans'], code: 'plan', path: '/plan', scope: everyone(), actions },
  }) as const;

const states = { field: 'status', initial: '0', editable: ['0', '2'] } as const;

const planOf = () =>
  defineResource({
    ...common,
    fields,
    states,
    actions: {
      release: { label: ['发布', 'Release'], from: ['0', '2'], to: '1' },
      rename: {
        label: ['改名', 'Rename'],
        from: ['0'],
        form: { title: f.text(['名称', 'Name']) },
        set: (row, { title }) => ({ name: `${row.name} ${title}` }),
      },
    },
    views: views('add', 'edit', 'release', 'rename'),
  });

describe('states', () => {
  it('are codes of a field, and say where a row stands', () => {
    const plan = planOf();
    expect(stateOf(plan, { status: '1' })).toBe('1');
    expect(stateOf(plan, { status: null })).toBe('0');
    expect(isInState(plan, { status: '1' }, ['1', '2'])).toBe(true);
    expect(isInState(plan, { status: '0' }, ['1', '2'])).toBe(false);
    expect(isEditableState(plan, { status: '2' })).toBe(true);
    expect(isEditableState(plan, { status: '1' })).toBe(false);
  });

  it('are the phases of the approval where a kind has none of its own', () => {
    expect(phaseOf({ auditStatus: '1' })).toBe('inApproval');
    expect(stateOf({}, { auditStatus: '3' })).toBe('returned');
    expect(isInState({}, { auditStatus: '6' }, ['approved', 'void'])).toBe(true);
    expect(phaseOf({ name: 'a record that needs no approval' })).toBe('approved');
  });
});

describe('the state of a record in an approval', () => {
  const declared: States = {
    field: 'status',
    phases: {
      draft: ['0'],
      inApproval: ['10', '20', '30', '40'],
      approved: ['50', '60'],
      returned: ['80'],
      refused: ['70', '82'],
      recalled: ['81'],
      void: ['90'],
    },
    steps: {
      dean: { passed: '20' },
      office: { passed: '30', refused: '82' },
      review: { state: '40' },
    },
  };

  it.each([
    ['submitted', 'inApproval', [], '10'],
    ['passed by the dean', 'inApproval', [['dean', 'approve']], '20'],
    [
      'passed by two',
      'inApproval',
      [
        ['office', 'approve'],
        ['dean', 'approve'],
      ],
      '30',
    ],
    [
      'in review',
      'inApproval',
      [
        ['review', 'open'],
        ['office', 'approve'],
      ],
      '40',
    ],
    [
      'sent back to the office',
      'inApproval',
      [
        ['office', 'open'],
        ['dean', 'approve'],
      ],
      '20',
    ],
    ['refused by the office', 'refused', [['office', 'refuse']], '82'],
    ['refused elsewhere', 'refused', [['dean', 'refuse']], '70'],
    ['returned', 'returned', [['office', 'back']], '80'],
    ['approved: a step gives no code of another phase', 'approved', [['dean', 'approve']], '50'],
  ] as const)('%s', (_what, phase, places, code) => {
    const stands = places.map(([tag, result]) => ({ tag, result }));
    expect(stateInPhase(declared, phase, stands)).toBe(code);
  });

  it('lets the approval take back only what nothing was done to since', () => {
    const row = (status: string) => ({ auditStatus: '2', status });
    expect(isFreshlyApproved({ states: declared }, row('50'))).toBe(true);
    expect(isFreshlyApproved({ states: declared }, row('60'))).toBe(false);
    expect(isFreshlyApproved({}, row('60'))).toBe(true);
  });
});

describe('a definition', () => {
  const defined = (change: object) => () =>
    defineResource({ ...common, fields, states, views: views('add'), ...change } as never);
  const release = { label: ['发布', 'Release'], from: ['0'], to: '1' };
  const process = defineProcess(
    'plan',
    ['计划', 'Plan'],
    [{ key: 'one', label: ['一', 'One'], candidates: ['role:one'] }],
  );

  it.each([
    ['has no code 9', { states: { ...states, initial: '9' } }],
    ['is no computed code field', { states: { ...states, field: 'name' } }],
    ['needs a first code', { states: { field: 'status' } }],
    ['has phases, but there is no approval', { states: { field: 'status', phases: {} } }],
    ['needs the codes of each phase', { processes: [process] }],
    ['is on no page', { actions: { release } }],
    ['which is no action', { views: views('release') }],
    ['has the name of a common one', { actions: { edit: release }, views: views('edit') }],
    [
      'names the state draft',
      { actions: { release: { ...release, from: ['draft'] } }, views: views('release') },
    ],
    [
      'names the state 7',
      { actions: { release: { ...release, to: '7' } }, views: views('release') },
    ],
    [
      'leads to a state of a kind without any',
      {
        states: undefined,
        actions: { release: { ...release, from: ['approved'], to: 'approved' } },
        views: views('release'),
      },
    ],
    [
      'nobody does it',
      { actions: { release: { ...release, by: 'effect' } }, views: views('release') },
    ],
    [
      'looks at nothing, which is no field',
      {
        actions: { release: { ...release, guard: { fields: ['nothing'], check: () => null } } },
        views: views('release'),
      },
    ],
    [
      'in no phase or in several',
      {
        processes: [process],
        states: {
          field: 'status',
          phases: {
            draft: ['0'],
            inApproval: ['1'],
            approved: ['1'],
            returned: ['0'],
            refused: ['0'],
            recalled: ['0'],
            void: ['0'],
          },
        },
      },
    ],
  ])('is refused: %s', (message, change) => {
    expect(defined(change)).toThrow(message);
  });
});

describe('a further life beside the approval', () => {
  const approval = defineProcess(
    'plan',
    ['计划', 'Plan'],
    [{ key: 'one', label: ['一', 'One'], candidates: ['role:one'] }],
  );
  const performance = {
    field: 'stage',
    during: ['approved'],
    begins: '1',
    outside: { draft: '0' },
  } as const;
  const defined = (change: object = {}) =>
    defineResource({
      ...common,
      fields: { ...fields, stage: f.dict(['履行', 'Performance'], stages).computed() },
      processes: [approval],
      states: performance,
      actions: {
        finish: { label: ['完成', 'Finish'], life: 'stage', from: ['1'], to: '2' },
      },
      views: views('add', 'finish'),
      ...change,
    } as never);
  const row = (auditStatus: string, stage: string | null = null) => ({ auditStatus, stage });

  it('begins with the phase, goes on as it is, and ends with the phase', () => {
    const resource = defined();
    expect(lifeCodesAfter(resource, null, row('0'))).toEqual({ stage: '0' });
    expect(lifeCodesAfter(resource, row('1'), row('2'))).toEqual({ stage: '1' });
    expect(lifeCodesAfter(resource, row('2', '1'), row('2', '2'))).toEqual({});
    expect(lifeCodesAfter(resource, row('2', '2'), row('1'))).toEqual({ stage: null });
  });

  it('has actions of its own, which wait until it goes on', () => {
    const finish = { from: ['1'], life: 'stage' };
    expect(isAtPlace(defined(), row('2', '1'), finish)).toBe(true);
    expect(isAtPlace(defined(), row('2', '2'), finish)).toBe(false);
    expect(isAtPlace(defined(), row('1', '1'), finish)).toBe(false);
  });

  it('keeps the approval from taking back what it moved', () => {
    expect(isFreshlyApproved(defined(), row('2', '1'))).toBe(true);
    expect(isFreshlyApproved(defined(), row('2', '2'))).toBe(false);
  });

  it.each([
    [
      'moves the life status',
      { actions: { finish: { label: ['完', 'F'], life: 'status', from: ['1'] } } },
    ],
    ['has no code 9', { states: { ...performance, begins: '9' } }],
    ['goes on during nowhere', { states: { ...performance, during: ['nowhere'] } }],
    ['is no computed code field', { states: { ...performance, field: 'name' } }],
    ['has the field of another one', { states: [performance, performance] }],
    [
      'two of its states follow the approval',
      { states: [{ field: 'status' }, { field: 'stage' }] },
    ],
    [
      'asks for its own nothing, which is no field',
      {
        actions: {
          finish: { label: ['完', 'F'], life: 'stage', from: ['1'], form: { x: f.own('nothing') } },
        },
      },
    ],
  ])('is refused where it %s', (message, change) => {
    expect(() => defined(change)).toThrow(message);
  });
});

describe('a code that the void shares with an action', () => {
  const names = ['草稿', '审批中', '已开票', '退回', '不通过', '撤回', '', '已红冲/作废'];
  const codes = dictionary(
    'codes',
    ['状态', 'State'],
    [0, 1, 2, 3, 4, 5, 7].map(
      (code) => [String(code), names[code] ?? '', `State ${code}`] as const,
    ),
  );
  const billOf = (...approved: readonly string[]) =>
    defineResource({
      ...common,
      fields: { name: fields.name, status: f.dict(['状态', 'State'], codes).computed() },
      processes: [
        defineProcess(
          'plan',
          ['计划', 'Plan'],
          [{ key: 'one', label: ['一', 'One'], candidates: ['role:one'] }],
        ),
      ],
      states: {
        field: 'status',
        phases: {
          draft: ['0'],
          inApproval: ['1'],
          approved,
          returned: ['3'],
          refused: ['4'],
          recalled: ['5'],
          void: ['7'],
        },
      },
      views: views('add'),
    } as never);

  it('stands in both phases, and the approval does not take such a record back', () => {
    const bill = billOf('2', '7');
    const reversed = { auditStatus: '2', status: '7' };
    expect(isInState(bill, reversed, ['7'])).toBe(true);
    expect(phaseOf(reversed)).toBe('approved');
    expect(isFreshlyApproved(bill, reversed)).toBe(false);
  });

  it('is not the first of the other phase, and no other phase shares one', () => {
    expect(() => billOf('7', '2')).toThrow('in no phase or in several');
    expect(() => billOf('2', '7', '3')).toThrow('in no phase or in several');
  });
});
