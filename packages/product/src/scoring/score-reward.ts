import { anyScope, everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atLeast } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { readerActions } from '../shared/grants.ts';
import {
  batchStatusCodes,
  rewardMode,
  rewardStatusCodes,
  scoreMessage,
  scoreObject,
} from './dictionaries.ts';
import { scoreReward as reward, scoreBatch, scoreRewardDetail } from './faces.ts';
import { rewardsLedger } from './ledgers.ts';

const paysPoints = ({ rewardMode: mode }: RowLike): boolean => mode === '1';

const batchNotConfirmedText: Label = ['计分批次尚未确认', 'The scoring batch is not confirmed'];

/** 奖励批次: payment for the confirmed scores of a batch. */
export const scoreReward = defineResource({
  key: 'scoreReward',
  label: reward.label,
  words: { plural: ['科研奖励', 'Rewards'] },
  path: 'kh-edu-research/scoreReward',
  scarce: { records: 'few', because: 'rewards are paid once a year' },
  title: 'rewardName',
  fields: {
    ...reward.fields,
    rewardMode: f.dict(['奖励方式', 'Reward mode'], rewardMode).required().initial('1'),
    unitPrice: yuan('每分单价', 'Price per point').between(0, 100_000).required().when(paysPoints),
    exceptObjects: f
      .dicts(['不计奖励的对象', 'Types not rewarded'], scoreObject)
      .initial(['paper'])
      .help([
        '按政策，论文默认不与奖励直接挂钩',
        'By policy, papers are not tied directly to rewards by default',
      ]),
    maxPerPerson: yuan('个人封顶', 'Cap per person').between(0, 99_999_999),
    budget: yuan('预算总额', 'Budget').between(0, 999_999_999),
    issueDate: f.date(['发放日期', 'Paid on']).computed(),
    generatedAt: f.time(['最近生成时间', 'Generated']).computed(),
    totalAmount: f.money(['总金额', 'Total']).unit(['元', 'yuan']).balance(rewardsLedger, 'amount'),
    detailCount: f.integer(['明细', 'Details']).balance(rewardsLedger, 'details'),
    description: f.note(['说明', 'Remarks']).max(1000),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')),
  },
  facts: { batch: recordNamedBy('batchId', scoreBatch) },
  list: {
    columns: [
      'status',
      'rewardName',
      'batchId',
      'rewardMode',
      'totalAmount',
      'detailCount',
      'budget',
      'issueDate',
    ],
    filters: ['rewardName', 'batchId', 'issueDate', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'reward',
      title: ['奖励批次', 'Reward'],
      fields: [
        'rewardName',
        'batchId',
        'rewardMode',
        'unitPrice',
        'exceptObjects',
        'maxPerPerson',
        'budget',
        'description',
      ],
    },
    {
      key: 'outcome',
      title: ['生成结果', 'Outcome'],
      fields: [],
      shown: ['generatedAt', 'detailCount', 'totalAmount', 'issueDate'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  states: {
    field: 'status',
    initial: rewardStatusCodes.draft,
    editable: [rewardStatusCodes.draft],
  },
  actions: {
    generate: {
      label: ['生成结果', 'Generate'],
      from: [rewardStatusCodes.draft, rewardStatusCodes.generated],
      to: rewardStatusCodes.generated,
      ask: [
        '按已确认的得分计算奖励金额；手工调整保留。开始生成？',
        'Reward amounts are computed from confirmed scores; manual adjustments are kept. Start?',
      ],
      guard: {
        fields: ['batchId'],
        check: (_row, { facts: { batch } }) =>
          batch?.status === batchStatusCodes.confirmed ? null : batchNotConfirmedText,
      },
      set: (_row, _input, { now }) => ({ generatedAt: now }),
      starts: { job: 'generate-rewards', label: ['生成奖励明细', 'Generate rewards'] },
      call: 'generateResult',
      done: ['正在生成，完成后可查看明细', 'Generating; see the details when finished'],
    },
    handIn: {
      label: ['提交审批', 'Submit for approval'],
      from: [rewardStatusCodes.generated],
      to: rewardStatusCodes.inApproval,
      guard: {
        fields: ['totalAmount', 'budget', 'detailCount'],
        check: ({ totalAmount, budget, detailCount }) => {
          if ((detailCount ?? 0) === 0)
            return ['没有奖励明细，请先生成', 'There are no details yet'];
          return budget === null || atLeast(budget, totalAmount)
            ? null
            : ['总金额超出预算总额，请调整', 'The total exceeds the budget; please adjust'];
        },
        told: true,
      },
      tells: [
        {
          type: scoreMessage,
          title: ['科研奖励待审批', 'A reward is waiting for approval'],
          content: [
            '【{name}】共 {total} 元，待审批。',
            '“{name}”, {total} yuan in total, is waiting for approval.',
          ],
          words: ({ rewardName, totalAmount }) => ({
            name: rewardName ?? '',
            total: totalAmount ?? '0.00',
          }),
          to: [{ role: 'rd_leader' }],
        },
      ],
      done: ['已提交审批', 'Submitted'],
    },
    reopen: {
      label: ['撤回修改', 'Withdraw to edit'],
      from: [rewardStatusCodes.generated, rewardStatusCodes.inApproval],
      to: rewardStatusCodes.draft,
      ask: [
        '退回草稿，可修改单价、封顶、预算和范围；改后须重新生成，手工金额保留。确定？',
        'It reverts to a draft: price, cap, budget and scope can be edited, then it must be generated again; manual amounts are kept. Continue?',
      ],
      done: ['可以修改，改后请重新生成', 'You can edit it now; generate again afterwards'],
    },
    sendBack: {
      label: ['退回', 'Return'],
      from: [rewardStatusCodes.inApproval],
      to: rewardStatusCodes.generated,
      by: permission('reward_confirm'),
      form: { reason: f.reason(['退回原因', 'Reason']).max(300) },
      tells: [
        {
          type: scoreMessage,
          title: ['科研奖励被退回', 'A reward was returned'],
          content: ['【{name}】被退回，请修改。', '“{name}” was returned; please revise it.'],
          words: ({ rewardName }) => ({ name: rewardName ?? '' }),
          to: ['writer'],
        },
      ],
    },
    confirm: {
      label: ['确认', 'Approve'],
      from: [rewardStatusCodes.inApproval],
      to: rewardStatusCodes.confirmed,
      by: permission('reward_confirm'),
      ask: [
        '确认后金额不能再改，并交财务发放。确定？',
        'Amounts can no longer be changed and are passed to finance for payment. Approve?',
      ],
      tells: [
        {
          type: scoreMessage,
          title: ['科研奖励待发放', 'A reward is waiting for payment'],
          content: [
            '【{name}】共 {total} 元已确认，请发放。',
            '“{name}”, {total} yuan in total, is approved. Please pay it.',
          ],
          words: ({ rewardName, totalAmount }) => ({
            name: rewardName ?? '',
            total: totalAmount ?? '0.00',
          }),
          to: [{ role: 'finance' }],
        },
      ],
      done: ['已确认', 'Approved'],
    },
    issue: {
      label: ['发放', 'Mark as paid'],
      from: [rewardStatusCodes.confirmed],
      to: rewardStatusCodes.paid,
      by: permission('reward_issue'),
      form: { issueDate: f.date(['发放日期', 'Paid on']).required().initial(onTheDay) },
      tells: [
        {
          type: scoreMessage,
          title: ['科研奖励已发放', 'Your reward was paid'],
          content: [
            '【{name}】已发放，明细见「我的奖励」。',
            '“{name}” has been paid; see “My rewards” for details.',
          ],
          words: ({ rewardName }) => ({ name: rewardName ?? '' }),
          to: [{ subaccountsIn: rewardsLedger }],
          link: '/score/myReward/index',
        },
      ],
      done: ['已登记发放', 'Paid'],
    },
    annul: {
      label: ['作废', 'Void'],
      from: [
        rewardStatusCodes.draft,
        rewardStatusCodes.generated,
        rewardStatusCodes.inApproval,
        rewardStatusCodes.confirmed,
      ],
      to: rewardStatusCodes.void,
      form: { reason: f.reason(['作废原因', 'Reason']).max(300) },
      call: 'abolish',
      danger: true,
      starts: {
        job: 'annul-rewards',
        label: ['作废奖励明细', 'Void the details of a reward'],
        moves: { kind: scoreRewardDetail, by: 'rewardId', action: 'annul' },
      },
      done: ['已作废，可重新建立奖励批次', 'Voided; a new reward batch can be created'],
    },
  },
  access: {
    read: anyScope(
      permission('reward'),
      withCode('status', rewardStatusCodes.confirmed, rewardStatusCodes.paid),
    ),
    write: permission('reward_edit'),
    pageless: true,
  },
  views: {
    all: {
      label: ['科研奖励', 'Rewards'],
      code: 'reward',
      path: '/score/reward',
      icon: 'TrophyOutlined',
      scope: everyone(),
      menu: ['scorePaid', 1],
      grants: {
        rd_admin: [
          'add',
          'edit',
          'view',
          'delete',
          'generate',
          'handIn',
          'reopen',
          'annul',
          'export',
          'history',
        ],
        rd_achieve: [
          'add',
          'edit',
          'view',
          'delete',
          'generate',
          'handIn',
          'reopen',
          'annul',
          'export',
          'history',
        ],
        rd_leader: [...readerActions, 'confirm', 'sendBack'],
        finance: [...readerActions, 'issue'],
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'generate',
        'handIn',
        'reopen',
        'sendBack',
        'confirm',
        'issue',
        'annul',
        'export',
        'history',
      ],
    },
  },
});
