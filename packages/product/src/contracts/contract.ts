import { f } from '@keyan/kernel/definition/field/field.ts';
import { suppliedCheck } from '@keyan/kernel/definition/life/checks.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost, minus } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { budgetFaults } from '../project/changes/budget-change.ts';
import { processFor } from '../project/common/about.ts';
import { endsAfterStart, membersInOrder } from '../project/common/filed-rules.ts';
import { leaderLine } from '../project/common/parts.ts';
import { contract } from '../project/contracts/contract.ts';
import { contracts, partnersLedger } from '../project/contracts/contract-ledger.ts';
import { program } from '../project/program/program.ts';
import {
  deptLeader,
  deptSecretary,
  legalStep,
  linkIf,
  rdFund,
  rdLeader,
} from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { daysAfter } from '../shared/formats/dates.ts';
import { pickValues } from '../shared/mechanisms/rules.ts';
import { scoredKind } from '../shared/mechanisms/scored.ts';
import { legalAmount } from '../system/parameters/limits.ts';
import { contractAccess, contractGrants, contractPage, registeringRoles } from './access.ts';
import { contractFields } from './contract-fields.ts';
import { contractForm, contractList } from './contract-layout.ts';
import { contractLists, contractsInLedgerCodes, performedStatusCodes } from './contract-lists.ts';
import {
  mayBeTaxFree,
  periodsAddUpToContract,
  registrationFault,
  registrationWithinPeriod,
  sharesWithinContract,
  transfersAddUp,
} from './contract-rules.ts';
import { partnerFace } from './partner.ts';
import { arrivedByPeriod, nextOpenPeriod, type PaymentPeriod } from './periods.ts';

/** Days before the end date from which a contract counts as ending soon. */
const endingSoonDays = 60;

/** Payment conditions of example contracts. */
const paymentOnSigningText: Label = ['合同签订后十五日内', 'Within fifteen days of signing'];
const paymentOnAcceptanceText: Label = ['验收合格后', 'After acceptance'];

interface Matched {
  readonly payPlans: readonly (PaymentPeriod & { readonly arrivedAmount?: string | null })[] | null;
  readonly arrivedFunds: string | null;
  readonly contractAmount: string | null;
}

/** Arrived amount of the payment plan, and the next due period. */
const matchedPayments = <Row extends Matched>({ payPlans, arrivedFunds, contractAmount }: Row) => {
  const open = nextOpenPeriod(payPlans, arrivedFunds);
  const over = minus(arrivedFunds ?? '0.00', contractAmount ?? '0.00');
  return {
    payPlans: arrivedByPeriod(payPlans, arrivedFunds) as Row['payPlans'],
    hasOpenPeriod: open ? ('1' as const) : ('0' as const),
    dueNo: open?.no ?? null,
    dueDate: open?.date ?? null,
    dueAmount: open?.amount ?? '0.00',
    overFunds: atMost(over, 0) ? '0.00' : over,
  };
};

/**
 * 横向项目备案: contract with a client; its project exists in the project ledger as long as the
 * contract is in force.
 */
export const contractRecord = defineResource({
  key: 'horizontalRecord',
  label: contract.label,
  words: { plural: ['合同备案', 'Contracts'] },
  path: 'kh-edu-research/horizontal',
  title: 'programName',
  with: [
    scoredKind({
      as: 'horizontal',
      dates: ['signDate'],
      people: { rows: 'members' },
      category: 'subjectClass',
      yuan: 'contractAmount',
    }),
  ],
  number: { field: 'contractNum', pattern: 'HT${yyyy}${seq5}', at: 'add', rule: 'contract' },
  fields: contractFields,
  checks: [suppliedCheck('alike', ['相近合同', 'Similar contracts'], ['partyName', 'programName'])],
  states: {
    field: 'contractStatus',
    phases: {
      draft: ['1'],
      inApproval: ['10'],
      approved: ['2', '3', '5', '4', '6'],
      returned: ['11'],
      refused: ['12'],
      recalled: ['13'],
      void: ['14'],
    },
    looks: { '5': 'inApproval', '6': 'recalled' },
  },
  actions: {
    begin: { label: ['开始履行', 'Begin'], from: ['2'], to: '3', by: after('startDate') },
    // Recomputed when funds arrive.
    follow: {
      label: ['到账变化', 'Arrivals changed'],
      from: [...contractsInLedgerCodes],
      by: 'posting',
      to: ({ contractStatus, arrivedFunds }) =>
        contractStatus === '2' && !atMost(arrivedFunds, 0) ? '3' : (contractStatus ?? '2'),
      set: (row) => matchedPayments(row),
    },
    register: {
      label: ['登记认定', 'Record registration'],
      from: [...performedStatusCodes],
      by: registeringRoles,
      form: {
        techRegNum: f.text(['登记编号', 'Registration no.']).required().max(50),
        techRegDate: f.date(['登记日期', 'Registered on']).required(),
        techAmount: f
          .money(['技术交易额', 'Technology transaction amount'])
          .unit(['元', 'yuan'])
          .required(),
        taxFreeNum: f.text(['免税审核文号', 'Tax-exempt document no.']).max(50),
        taxFreeAmount: f.money(['免税金额', 'Tax-exempt amount']).unit(['元', 'yuan']),
        attachments: f.files(['登记证明', 'Certificate'], attachmentCategories('27*')),
      },
      guard: {
        fields: ['isTechRegister'],
        check: ({ isTechRegister }) =>
          isTechRegister === '1'
            ? null
            : ['该合同不办理认定登记', 'This contract is not subject to registration'],
      },
      faults: ({ contractAmount, isTaxFree }, input) => {
        const taxFreeAmount = input.taxFreeAmount ?? null;
        const fault = registrationFault({
          contractAmount,
          techAmount: input.techAmount ?? null,
          taxFreeAmount,
        });
        const missing =
          isTaxFree === '1'
            ? ([
                ['taxFreeNum', input.taxFreeNum],
                ['taxFreeAmount', taxFreeAmount],
              ] as const)
            : [];
        return [
          ...(fault ? [fault] : []),
          ...missing.flatMap(([path, value]) =>
            value
              ? []
              : [
                  {
                    path,
                    message: ['免税合同必填', 'Required for a tax-exempt contract'] as const,
                  },
                ],
          ),
        ];
      },
      done: ['已登记', 'Recorded'],
    },
    changing: { label: ['申请变更', 'Change'], from: ['2', '3'], to: '5', by: 'effect' },
    supplement: {
      label: ['补充协议', 'Supplement'],
      from: [...performedStatusCodes],
      by: 'effect',
    },
    completed: { label: ['结题', 'Completed'], from: ['2', '3'], to: '4', by: 'effect' },
    ended: { label: ['解除', 'Terminated'], from: ['2', '3'], to: '6', by: 'effect' },
  },
  facts: { client: recordNamedBy('partyUnitId', partnerFace) },
  compute: (row, _before, { facts: { client } }) => ({
    ...matchedPayments(row),
    // Name and credit code always come from the catalogue; other partner fields are copied once.
    ...(row.partyUnitId && {
      partyName: client.unitName,
      partyCreditCode: client.creditCode,
      partyType: row.partyType ?? client.partyType,
      partyRegion: row.partyRegion ?? client.region,
      partyContact: row.partyContact ?? client.contact,
      partyPhone: row.partyPhone ?? client.phone,
      partyAddress: row.partyAddress ?? client.address,
    }),
    funds: minus(row.contractAmount ?? '0.00', row.outFunds, row.equipFunds),
    isPending: row.isTechRegister === '1' && !row.techRegNum ? '1' : '0',
    endsSoonFrom: row.endDate ? daysAfter(row.endDate, -endingSoonDays) : null,
  }),
  validators: [
    periodsAddUpToContract,
    transfersAddUp,
    sharesWithinContract,
    mayBeTaxFree,
    registrationWithinPeriod,
    endsAfterStart(['履行截止', 'The end']),
    membersInOrder,
    {
      fields: ['signDate'],
      check: ({ signDate }, { today }) =>
        signDate && signDate > today
          ? ['签订日期不能晚于今天', 'The signing date must not be later than today']
          : null,
    },
    // After approval the budget belongs to the project and is changed there.
    {
      fields: ['budget', 'contractAmount', 'programInfoId'],
      check: ({ budget, contractAmount, programInfoId }) =>
        programInfoId === null
          ? budgetFaults('budget', budget, {
              amount: contractAmount,
              name: ['合同总额', 'the contract amount'],
            })
          : null,
    },
  ],
  effects: ({ during, create, post }) => [
    during(
      'approved',
      create(program, {
        into: 'programInfoId',
        values: ({ id, contractAmount, budget, units, ...row }) => ({
          ...pickValues(
            row,
            'programName',
            'programLeader',
            'departmentId',
            'startDate',
            'endDate',
            'fundMode',
            'content',
            'members',
            'partyUnitId',
            'subject',
            'subjectClass',
            'researchType',
            'socialTarget',
            'industry',
          ),
          programKind: 'horizontal' as const,
          level: '06' as const,
          contractId: id,
          funds: contractAmount,
          budget: budget?.map(({ itemCode, amount }) => ({ itemCode, amount })) ?? [],
          units: (units ?? []).map(({ unitName, funds }) => ({
            unitName,
            unitNature: '01',
            unitRole: '2',
            funds,
          })),
        }),
      }),
    ),
    during(
      'approved',
      post(
        contracts,
        ({ id, contractAmount, endedAmount, techRegNum, taxFreeAmount }) => [
          {
            owner: id,
            amount: endedAmount ?? contractAmount,
            freeQuota: techRegNum ? taxFreeAmount : null,
          },
        ],
        { day: 'signDate' },
      ),
    ),
    during(
      'approved',
      post(partnersLedger, ({ partyUnitId, contractAmount }) =>
        partyUnitId ? [{ owner: partyUnitId, contracts: 1, amount: contractAmount }] : [],
      ),
    ),
  ],
  specimen: (draw, { programLeader }) => {
    const contractAmount = `${draw.int(5, 90)}0000.00`;
    const start = addMonths(draw.today, -draw.int(2, 9));
    const [work, labour] = draw.parts(contractAmount, 2);
    return {
      contractType: draw.pick(['0101', '0501', '04'] as const),
      contractAmount,
      outFunds: null,
      equipFunds: null,
      signDate: start,
      startDate: start,
      endDate: addMonths(draw.today, draw.int(3, 14)),
      isTechRegister: '0',
      isTaxFree: '0',
      techRegNum: null,
      techAmount: null,
      taxFreeNum: null,
      taxFreeAmount: null,
      fundMode: '1',
      payPlans: draw.parts(contractAmount, 2).map((planAmount, index) => ({
        sort: index + 1,
        payCondition: (index === 0 ? paymentOnSigningText : paymentOnAcceptanceText)[0],
        planDate: addMonths(start, 1 + index * 6),
        planAmount,
      })),
      members: [leaderLine(programLeader)],
      budget: [
        { itemCode: '10201', amount: work },
        { itemCode: '10301', amount: labour },
      ],
    };
  },
  list: contractList,
  form: contractForm,
  // Locked after its project: claims and expenses lock the project first, then its contract.
  lockedBehind: 'programInfoId',
  department: 'departmentId',
  concerned: ['members', 'userId'],
  access: contractAccess,
  processes: [
    processFor(
      'horizontal',
      { name: 'record', label: ['项目备案', 'contract record'], place: 0 },
      [
        deptSecretary,
        deptLeader,
        rdFund,
        linkIf(legalStep, "${contractAmount >= param.legalAmount || isRelated == '1'}"),
        rdLeader,
      ],
      { parameters: { legalAmount } },
    ),
  ],
  views: {
    all: {
      label: ['合同备案', 'Contracts'],
      code: contractPage,
      path: '/program/horizontal/record',
      scope: contractAccess.read,
      icon: 'FileTextOutlined',
      menu: ['horizontal', 4],
      grants: contractGrants,
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'submit',
        'recall',
        'audit',
        'back',
        'backDraft',
        'abolish',
        'copy',
        'import',
        'export',
        'zip',
        'history',
        'register',
      ],
    },
    ...contractLists,
  },
});
