import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { atLeast, equal, isZero, plus, sum, times } from '@keyan/kernel/values/amounts.ts';
import { readerActions } from '../shared/grants.ts';
import { noRepeatedValue } from '../shared/mechanisms/rules.ts';
import { dept, user } from '../shared/references/refs.ts';
import {
  allotStatus,
  allotStatusCodes,
  batchStatusCodes,
  scoreMessage,
  scoreObject,
} from './dictionaries.ts';
import { scoreBatch } from './faces.ts';
import { scoredRecordOf } from './objects.ts';

const office = permission('sallot_reopen');

/** Minimum of the leader’s share as a multiple of the mean share. */
export const minLeaderTimes = '1.25';

interface ShareLine {
  readonly userId: string | null;
  readonly rate: string | null;
}

/** True if the leader has at least 1.25 times the mean share. */
export const isLeaderShareEnough = (
  lines: readonly ShareLine[],
  leader: string | null,
): boolean => {
  const own = lines.find(({ userId }) => userId === leader)?.rate ?? '0';
  const sharing = lines.filter(({ rate }) => !isZero(rate)).length;
  if (sharing < 2) return true;
  return atLeast(times(own, String(sharing)), times(plus('0', sum(lines, 'rate')), minLeaderTimes));
};

/**
 * 业绩分配: division of an output’s score by its leader among members of the university (R-603,
 * mode 5).
 */
export const scoreAllot = defineResource({
  key: 'scoreAllot',
  label: ['业绩分配', 'Score allocation'],
  words: { plural: ['业绩分配', 'Score allocations'] },
  path: 'kh-edu-research/scoreAllot',
  scarce: { records: 'few', because: 'few rules let the leader divide' },
  title: 'title',
  fields: {
    batchId: f
      .ref(['计分批次', 'Batch'], scoreBatch)
      .computed()
      .listed(['业绩分配', 'Score allocations']),
    bizId: f.text(['成果记录', 'Record']).max(20).computed(),
    scoreObject: f.dict(['计分对象', 'Output'], scoreObject).computed(),
    title: f.text(['成果名称', 'Title']).max(300).computed().searchable(),
    itemName: f.text(['规则名称', 'Rule']).max(100).computed(),
    outputScore: f.decimal(['成果总分', 'Total score of the output'], 2).computed(),
    leaderId: f.ref(['负责人', 'Organiser'], user).computed(),
    fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
    lines: f
      .rows(['分配', 'Shares'], {
        userId: f.ref(['人员', 'Person'], user).required(),
        rate: f.percent(['比例', 'Share']).required(),
      })
      .required()
      .max(100)
      .specimen(() => []),
    status: f.dict(['状态', 'Status'], allotStatus).computed().initial(allotStatusCodes.open),
  },
  facts: { batch: recordNamedBy('batchId', scoreBatch) },
  derived: {
    within: 'batchId',
    by: ['bizId'],
    kept: { fields: ['status'], check: ({ status }) => status === allotStatusCodes.divided },
    // Updates the list of people; shares that the leader entered are kept.
    revise: ({ lines }) => (lines === null ? {} : { lines }),
  },
  list: {
    columns: [
      'title',
      'status',
      'scoreObject',
      'itemName',
      'outputScore',
      'leaderId',
      'fkDeptId',
      'batchId',
    ],
    filters: ['batchId', 'leaderId', 'fkDeptId', 'scoreObject', 'status'],
    sort: '-outputScore',
  },
  form: [
    {
      key: 'output',
      title: ['成果', 'Output'],
      fields: [],
      shown: ['title', 'scoreObject', 'itemName', 'outputScore', 'batchId', 'leaderId', 'fkDeptId'],
    },
    {
      key: 'lines',
      title: ['分配比例', 'Allocation shares'],
      note: [
        '比例合计应为 100；负责人不低于人均的 1.25 倍',
        'Shares must add up to 100; the leader’s share must be at least 1.25 times the average',
      ],
      fields: ['lines'],
    },
  ],
  validators: [
    noRepeatedValue('lines', 'userId', ['该人员已在分配中', 'This person already has a share']),
    {
      fields: ['lines'],
      check: ({ lines }) =>
        equal(sum(lines, 'rate'), '100')
          ? null
          : fill(['比例合计应为 100，当前 {sum}', 'The shares must add up to 100, not {sum}'], {
              sum: plus('0', sum(lines, 'rate')),
            }),
    },
    {
      fields: ['lines', 'leaderId'],
      check: ({ lines, leaderId }) =>
        isLeaderShareEnough(lines ?? [], leaderId)
          ? null
          : [
              '负责人的比例不能低于人均的 1.25 倍',
              'The leader’s share must be at least 1.25 times the average',
            ],
    },
  ],
  states: { field: 'status', initial: allotStatusCodes.open, editable: [allotStatusCodes.open] },
  actions: {
    divide: {
      label: ['确认分配', 'Confirm the shares'],
      from: [allotStatusCodes.open],
      to: allotStatusCodes.divided,
      by: own('leaderId'),
      guard: {
        fields: ['lines', 'leaderId'],
        check: ({ lines, leaderId }, { facts: { batch } }) => {
          if (batch?.status === batchStatusCodes.confirmed) {
            return [
              '计分批次已确认，不能再分配',
              'The scoring batch is confirmed; scores can no longer be allocated',
            ];
          }
          return equal(sum(lines, 'rate'), '100') && isLeaderShareEnough(lines ?? [], leaderId)
            ? null
            : ['请先填写分配比例', 'Enter the shares first'];
        },
      },
      done: ['已确认，重新计算后生效', 'Confirmed; takes effect when computed again'],
    },
    reopen: {
      label: ['退回重新分配', 'Return for reallocation'],
      from: [allotStatusCodes.divided],
      to: allotStatusCodes.open,
      by: office,
      form: { reason: f.reason(['原因', 'Reason']).max(300) },
      tells: [
        {
          type: scoreMessage,
          title: ['业绩分配被退回', 'A score allocation was returned'],
          content: [
            '《{title}》的业绩分配被退回，请重新分配。',
            'The score allocation of “{title}” was returned. Please allocate it again.',
          ],
          names: (row) => ({ title: scoredRecordOf(row) }),
          to: [{ ids: ({ leaderId }) => [leaderId] }],
        },
      ],
    },
  },
  access: {
    read: anyScope(
      office,
      everyScope(
        throughReference('batchId'),
        anyScope(own('leaderId'), departmentScope('fkDeptId')),
      ),
    ),
    write: own('leaderId'),
  },
  views: {
    all: {
      label: ['业绩分配', 'Score allocations'],
      code: 'sallot',
      path: '/score/allot',
      icon: 'ApartmentOutlined',
      scope: anyScope(office, own('leaderId'), departmentScope('fkDeptId')),
      menu: ['scoreYear', 4],
      grants: {
        rd_admin: [...readerActions, 'reopen'],
        rd_achieve: [...readerActions, 'reopen'],
        dept_secretary: readerActions,
        teacher: ['edit', ...readerActions, 'divide'],
      },
      actions: ['edit', 'view', 'divide', 'reopen', 'export', 'history'],
    },
  },
  specimen: (draw) => ({
    lines: draw
      .ids('user')
      .slice(0, 1)
      .map((userId) => ({ userId, rate: '100.00' })),
  }),
});
