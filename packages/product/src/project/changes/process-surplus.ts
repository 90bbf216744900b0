import { f } from '@keyan/kernel/definition/field/field.ts';
import { grouped } from '@keyan/kernel/definition/field/kinds.ts';
import type { Written } from '@keyan/kernel/definition/life/effects.ts';
import { param } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { by } from '@keyan/kernel/definition/variants.ts';
import { atMost, isZero } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { finance, rdFund, rdLeader, rdProject } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { inOrder } from '../../shared/dates.ts';
import { picked } from '../../shared/rules.ts';
import { yuan } from '../../shared/yuan.ts';
import { surplusPerformanceRate } from '../../system/parameters/limits.ts';
import {
  aboutAccess,
  aboutProject,
  filingPage,
  kinds,
  processFor,
  projectOnForm,
} from '../about.ts';
import { ended, filedFor, surplusAccount, underWay } from '../access.ts';
import { budgetItem } from '../budget-items.ts';
import { surplusHandle } from '../dictionaries.ts';
import { nothingHeld } from '../filed-rules.ts';
import { funds } from '../funds.ts';
import { program } from '../program/program.ts';
import { budgetFaults } from './budget-change.ts';
import {
  isFor,
  isKept,
  ofProject,
  onlyOfContracts,
  uses,
  wholly,
  withinRate,
} from './surplus-uses.ts';

const fields = {
  surplusNum: f.text(['结余编号', 'Surplus no.']).max(30).computed().searchable(),
  ...aboutProject(['项目结余', 'Surpluses'], filedFor(...ended)),
  ...f.copies(
    'programId',
    program,
    'level',
    'concludedOn',
    'arrivedFunds',
    'expendFunds',
    'frozenFunds',
  ),
  surplusFunds: f.copy('programId', program, 'balance', ['结余金额', 'Surplus']),
  surplusHandle: f.dict(['处理方式', 'Use'], surplusHandle).required(),
  handleAmount: yuan('处理金额', 'Amount').between(0.01, 9_999_999_999).required(),
  applyDate: f.date(['申请日期', 'Apply date']).required(),
  useUntil: f.date(['使用截止日期', 'To be used until']).required().when(isKept),
  targetProgramId: f
    .ref(['转入项目', 'Target project'], program)
    .required()
    .among(filedFor(...underWay))
    .when(isFor(uses.carried)),
  performanceRate: f
    .percent(['提取绩效比例', 'Performance pay'])
    .required()
    .when(isFor(uses.performance)),
  plan: f.note(['使用计划', 'Plan']).required().max(1000),
  items: f
    .rows(['结余支出预算', 'Budget of the surplus'], {
      itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
      amount: yuan('金额', 'Amount').required(),
    })
    .required()
    .when(isFor(uses.team, uses.account, uses.carried)),
  surplusProgramId: f.ref(['结余项目', 'Project of the surplus'], program).computed(),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('10', '99')),
};

/** 项目结余: what becomes of the money that an ended project has left. */
export const processSurplus = defineResource({
  key: 'processSurplus',
  label: ['项目结余', 'Surplus'],
  words: { plural: ['项目结余', 'Surpluses'] },
  path: 'kh-edu-research/processSurplus',
  title: 'programName',
  number: { field: 'surplusNum', pattern: 'JY${yyyy}${seq4}' },
  fields,
  facts: { mostRate: param(surplusPerformanceRate) },
  validators: [
    {
      fields: ['programId', 'surplusFunds'],
      check: ({ surplusFunds }) =>
        surplusFunds === null || !atMost(surplusFunds, 0)
          ? null
          : ['该项目没有结余经费', 'The project has nothing left'],
    },
    nothingHeld(['不能办理结余', 'its surplus cannot be handled']),
    {
      fields: ['handleAmount', 'surplusFunds'],
      check: ({ handleAmount, surplusFunds }) =>
        surplusFunds === null || atMost(handleAmount, surplusFunds)
          ? null
          : [
              `处理金额不能超过结余 ${grouped(surplusFunds)} 元`,
              `The surplus is ${grouped(surplusFunds)} yuan; no more can be used`,
            ],
    },
    {
      fields: ['items', 'handleAmount'],
      check: ({ items, handleAmount }) =>
        budgetFaults('items', items, {
          amount: handleAmount,
          name: ['处理金额', 'what is used'],
        }),
    },
    onlyOfContracts,
    withinRate,
    inOrder(fields, 'applyDate', 'useUntil'),
  ],
  effects: ({ during, post, create }) => [
    during('inApproval', post(funds, wholly('held')), 'held'),
    during('approved', post(funds, wholly('settled')), 'settled'),
    during(
      'approved',
      create(program, {
        into: 'surplusProgramId',
        values: (row): Written<typeof program.fields> | null =>
          isKept(row)
            ? {
                ...picked(row, ...ofProject),
                programKind: surplusAccount,
                programNum: row.surplusNum,
                startDate: row.applyDate,
                endDate: row.useUntil,
                fundMode: '1',
                funds: row.handleAmount,
                budget: row.items,
              }
            : null,
      }),
    ),
    // The project of the surplus has a budget of its own; another one gets more of each item.
    during(
      'approved',
      post(funds, ({ items, surplusProgramId, targetProgramId }) =>
        (items ?? []).map(({ itemCode, amount }) => ({
          owner: surplusProgramId ?? targetProgramId,
          itemCode,
          booked: amount,
          carried: amount,
          ...(surplusProgramId ? {} : { budget: amount }),
        })),
      ),
      'carried',
    ),
  ],
  specimen: (draw, { programId }) => {
    const left = draw.record(program.key, programId)?.balance;
    const amount = typeof left === 'string' && !isZero(left) ? left : '1000.00';
    const [first = '', second = ''] = draw.parts(amount, 2);
    return {
      surplusHandle: draw.pick(['01', '02', '03', '04'] as const),
      handleAmount: amount,
      applyDate: draw.today,
      useUntil: addMonths(draw.today, 24),
      items: [
        { itemCode: '10201', amount: first },
        { itemCode: '10205', amount: second },
      ],
    };
  },
  list: {
    columns: [
      'surplusNum',
      'programName',
      'programNum',
      'programLeader',
      'concludedOn',
      'surplusFunds',
      'surplusHandle',
      'handleAmount',
    ],
    filters: ['programId', 'surplusHandle', 'programLeader', 'departmentId'],
    totals: ['handleAmount'],
    sort: '-createTime',
  },
  form: [
    { key: 'project', title: ['项目', 'Project'], fields: [...projectOnForm, 'concludedOn'] },
    {
      key: 'funds',
      title: ['结余经费', 'Surplus'],
      fields: ['arrivedFunds', 'expendFunds', 'frozenFunds', 'surplusFunds'],
    },
    {
      key: 'use',
      title: ['处理', 'Use'],
      fields: [
        'surplusHandle',
        'handleAmount',
        'applyDate',
        'useUntil',
        'targetProgramId',
        'performanceRate',
        'plan',
        'items',
      ],
      shown: ['surplusProgramId'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  access: aboutAccess,
  variants: by('programKind', kinds, (kind) => {
    const isContract = kind === 'horizontal';
    return {
      process: processFor(
        kind,
        {
          name: 'surplus',
          label: isContract ? ['项目结余', 'surplus'] : ['项目结余', 'project surplus'],
          place: isContract ? 5 : 7,
        },
        [isContract ? rdFund : rdProject, finance, rdLeader],
      ),
      views: filingPage(kind, { name: 'surplus', label: ['项目结余', 'Surpluses'], order: 11 }),
    };
  }),
});
