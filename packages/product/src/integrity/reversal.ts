import { anyScope, everyScope, own, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import { adjustSourceCodes, scoreMessage } from '../scoring/dictionaries.ts';
import { scoreResult, scoreRewardDetail } from '../scoring/faces.ts';
import { readerActions } from '../shared/grants.ts';
import { user } from '../shared/references/refs.ts';
import { caseFace } from './case.ts';
import {
  reversalKind,
  reversalKindCodes,
  reversalStatus,
  reversalStatusCodes as states,
} from './dictionaries.ts';

const office = permission('rreversal');

/** Permission of the people who approve reversals. */
const deciding = permission('rreversal_approve');

/** True for a reversal of a reward, whose amount must be paid back. */
const ofReward = ({ kind }: { readonly kind?: unknown }): boolean =>
  kind === reversalKindCodes.reward;

const words = (row: { readonly title: string | null; readonly amount: string | null }) => ({
  title: row.title ?? '',
  amount: row.amount ?? '0.00',
});

/**
 * 冲销单: reversal of one person’s score or reward after a decision about a paper. A draft until
 * the office submits it; once approved, it sets the score to zero or marks the reward as to be
 * recovered.
 */
export const caseReversal = defineResource({
  key: 'caseReversal',
  label: ['冲销单', 'Reversal'],
  words: { plural: ['冲销单', 'Reversals'] },
  path: 'kh-edu-research/caseReversal',
  scarce: { records: 'few', because: 'hardly any paper is retracted' },
  title: 'title',
  fields: {
    caseId: f.ref(['案件', 'Case'], caseFace).computed().listed(['冲销单', 'Reversals']),
    kind: f.dict(['冲销类型', 'Type'], reversalKind).computed(),
    title: f.text(['论文', 'Paper']).max(300).computed().searchable(),
    userId: f.ref(['人员', 'Person'], user).computed(),
    resultId: f
      .ref(['计分结果', 'Score'], scoreResult)
      .computed()
      .unique((id) => id)
      .listed(['冲销单', 'Reversals']),
    detailId: f
      .ref(['奖励明细', 'Reward detail'], scoreRewardDetail)
      .computed()
      .unique((id) => id)
      .listed(['冲销单', 'Reversals']),
    amount: f.decimal(['分值或金额', 'Points or amount'], 2).computed(),
    why: f.note(['冲销原因', 'Reason']).max(300).computed(),
    returnedFor: f.note(['退回原因', 'Reason for return']).max(300).computed(),
    paidBackOn: f.date(['收回日期', 'Recovered on']).computed(),
    voucherNum: f.text(['会计凭证号', 'Voucher no.']).max(50).computed(),
    status: f.dict(['状态', 'Status'], reversalStatus).computed().initial(states.draft),
  },
  list: {
    columns: ['title', 'status', 'kind', 'userId', 'amount', 'why', 'paidBackOn'],
    filters: ['status', 'kind', 'userId', 'caseId'],
    sort: '-createTime',
    uncounted: [states.cancelled],
  },
  form: [
    {
      key: 'reversal',
      title: ['冲销单', 'Reversal'],
      fields: [],
      shown: ['caseId', 'kind', 'userId', 'amount', 'resultId', 'detailId', 'why', 'returnedFor'],
    },
    {
      key: 'money',
      title: ['收回', 'Recover'],
      fields: [],
      shown: ['paidBackOn', 'voucherNum'],
    },
  ],
  states: { field: 'status', initial: states.draft, editable: [] },
  actions: {
    handIn: {
      label: ['提交审批', 'Submit'],
      from: [states.draft],
      to: states.submitted,
      at: 'selection',
      guard: {
        fields: ['amount'],
        check: ({ amount }) =>
          isZero(amount)
            ? ['没有可冲销的分值或金额', 'There are no points or amount to reverse']
            : null,
      },
      set: () => ({ returnedFor: null }),
      tells: [
        {
          type: scoreMessage,
          title: ['冲销单待审批', 'A reversal to approve'],
          content: [
            '论文《{title}》的冲销单（{amount}）待审批',
            'The reversal of {amount} for “{title}” is awaiting your approval',
          ],
          words,
          to: [{ role: 'rd_leader' }],
        },
      ],
      done: ['已提交审批', 'Submitted'],
    },
    approve: {
      label: ['批准冲销', 'Approve'],
      from: [states.submitted],
      to: states.inForce,
      by: deciding,
      at: 'selection',
      ask: [
        '批准后分值归零，或奖励转为追回，确定？',
        'On approval the score becomes zero, or the reward is marked for recovery. Approve?',
      ],
      tells: [
        {
          type: scoreMessage,
          title: ['计分或奖励已冲销', 'A score or reward was reversed'],
          content: [
            '论文《{title}》的计分或奖励（{amount}）已按处理决定冲销',
            'The score or reward for “{title}” ({amount}) was reversed as decided',
          ],
          words,
          to: [{ ids: ({ userId }) => [userId] }],
        },
        {
          type: scoreMessage,
          title: ['奖励待追回', 'A reward to recover'],
          content: [
            '论文《{title}》的奖励 {amount} 元待追回',
            '{amount} yuan of the reward for “{title}” are to be recovered',
          ],
          words,
          when: ofReward,
          to: [{ role: 'finance' }],
        },
      ],
      done: ['已生效', 'In effect'],
    },
    sendBack: {
      label: ['退回', 'Return'],
      from: [states.submitted],
      to: states.draft,
      by: deciding,
      form: { returnedFor: f.reason(['退回原因', 'Reason']).max(300) },
      done: ['已退回', 'Returned'],
    },
    payBack: {
      label: ['登记收回', 'Record recovery'],
      from: [states.inForce],
      to: states.paidBack,
      by: permission('rreversal_payBack'),
      guard: {
        fields: ['kind'],
        check: (row) =>
          ofReward(row) ? null : ['撤销计分没有款项', 'A revoked score involves no payment'],
      },
      form: {
        paidBackOn: f.date(['收回日期', 'Recovered on']).required().initial(onTheDay),
        voucherNum: f.text(['会计凭证号', 'Voucher no.']).required().max(50),
      },
      faults: (_row, { paidBackOn }, { today }) =>
        paidBackOn && paidBackOn > today
          ? [
              {
                path: 'paidBackOn',
                message: [
                  '【收回日期】不能晚于今天',
                  'The recovery date must not be later than today',
                ] as const,
              },
            ]
          : [],
      done: ['已登记', 'Recorded'],
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: [states.draft],
      to: states.cancelled,
      form: { reason: f.reason(['取消原因', 'Reason']).max(300) },
    },
    redraft: {
      label: ['恢复草稿', 'Revert to draft'],
      from: [states.cancelled],
      to: states.draft,
    },
  },
  effects: ({ during, write }) => [
    during(
      [states.inForce, states.paidBack],
      write('resultId', scoreResult, {
        action: 'reverse',
        set: ({ why }) => ({
          adjustScore: '0.00',
          adjustSource: adjustSourceCodes.retraction,
          proposedWhy: why,
        }),
      }),
      'score',
    ),
    during(
      [states.inForce, states.paidBack],
      write('detailId', scoreRewardDetail, { action: 'recover' }),
      'reward',
    ),
  ],
  access: {
    read: anyScope(
      office,
      everyScope(withCode('status', states.inForce, states.paidBack), own('userId')),
    ),
    write: permission('rreversal_handIn'),
  },
  views: {
    all: {
      label: ['冲销单', 'Reversals'],
      none: [
        '没有冲销单：案件作出撤销计分或追回奖励的决定后自动起草',
        'No reversals: they are drafted when a case decides to revoke scores or recover rewards',
      ],
      code: 'rreversal',
      path: '/achievement/caseReversal',
      icon: 'CopyOutlined',
      scope: office,
      menu: ['integrity', 3],
      grants: {
        rd_admin: 'all',
        rd_achieve: [...readerActions, 'handIn', 'cancel', 'redraft'],
        rd_leader: [...readerActions, 'approve', 'sendBack'],
        finance: [...readerActions, 'payBack'],
      },
      actions: [
        'view',
        'handIn',
        'approve',
        'sendBack',
        'payBack',
        'cancel',
        'redraft',
        'export',
        'history',
      ],
    },
  },
});
