import { balancesIn, recordNamedBy, writerFact } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { sum } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import {
  deptLeader,
  deptSecretary,
  financeStep,
  linkIf,
  rdFund,
  rdLeader,
  rdProject,
} from '../../shared/approval-steps.ts';
import { inOrder } from '../../shared/formats/dates.ts';
import { funds } from '../budget/funds.ts';
import {
  accessByProject,
  filingPage,
  openedProcessEntry,
  processFor,
  projectFieldsOnForm,
  projectKinds,
} from '../common/about.ts';
import { lumpSum } from '../common/dictionaries.ts';
import { leaderLine, memberFaults } from '../common/parts.ts';
import { contract } from '../contracts/contract.ts';
import {
  paymentPlanFault,
  supplementBelowSpentFault,
  supplementFault,
} from '../contracts/contract-rules.ts';
import { factsAbout } from '../declaration/people-facts.ts';
import { lifecycle } from '../program/lifecycle.ts';
import { program } from '../program/program.ts';
import {
  budgetFaults,
  budgetWithGranted,
  isEquipmentMoved,
  isOwnAdjustment,
  selfRaisedFaults,
  spentItemFaults,
} from './budget-change.ts';
import { changeFields } from './change-fields.ts';
import {
  changesOneOf,
  changeTypeCodes,
  filledValues,
  isChangeAllowed,
  membersAfterChange,
} from './change-types.ts';
import { newLeaderFault, originFace } from './new-leader.ts';

const yes = (is: boolean): '0' | '1' => (is ? '1' : '0');

/** 项目变更: changed field values of a project, effective after approval. */
export const processChange = defineResource({
  key: 'programChange',
  label: ['项目变更', 'Change'],
  words: { plural: ['项目变更', 'Changes'] },
  path: 'kh-edu-research/programChange',
  title: 'programName',
  number: { field: 'changeNum', pattern: 'BG${yyyy}${seq4}' },
  fields: changeFields,
  facts: {
    me: writerFact(),
    moved: recordNamedBy('programId', originFace),
    contract: recordNamedBy('contractId', contract),
    taken: balancesIn(funds, 'programId', ['oldBudget.itemCode', 'newBudget.itemCode']),
    ...factsAbout('newLeader', ['newLeader']),
  },
  compute: (row) => {
    const isMoved = changesOneOf(changeTypeCodes.budget)(row);
    return {
      equipmentChanged: yes(isMoved && isEquipmentMoved(row.oldBudget, row.newBudget)),
      ownAdjustment: yes(
        isMoved && row.changeTypes?.length === 1 && isOwnAdjustment(row.oldBudget, row.newBudget),
      ),
    };
  },
  validators: [
    {
      fields: ['changeTypes', 'fundMode'],
      check: ({ changeTypes, fundMode }) =>
        fundMode === lumpSum && (changeTypes ?? []).includes(changeTypeCodes.budget)
          ? [
              '包干制项目不编制科目预算，无需变更',
              'Lump-sum projects have no budget by item; no change is needed',
            ]
          : null,
    },
    {
      fields: ['changeTypes', 'programKind'],
      check: ({ changeTypes, programKind }) =>
        (changeTypes ?? []).every((code) => isChangeAllowed(code, programKind))
          ? null
          : [
              '只有横向项目可以变更合同金额',
              'Only contract projects can change the contract amount',
            ],
    },
    {
      fields: ['newLeader', 'programLeader'],
      check: ({ newLeader, programLeader }) =>
        newLeader !== null && newLeader === programLeader
          ? ['新负责人应与原负责人不同', 'The new leader must differ from the previous leader']
          : null,
    },
    {
      fields: ['newLeader', 'programId', 'limitWaiver'],
      check: (row, { today, facts }) => newLeaderFault(row, facts, today),
    },
    {
      fields: ['newMembers', 'newLeader', 'programLeader'],
      check: ({ newMembers, newLeader, programLeader }) =>
        memberFaults('newMembers', newMembers, newLeader ?? programLeader),
    },
    {
      fields: ['newBudget', 'oldFunds', 'newContractAmount'],
      check: ({ newBudget, newContractAmount, oldFunds, oldBudget }) =>
        budgetFaults('newBudget', newBudget, {
          amount: newContractAmount ?? oldFunds ?? sum(oldBudget, 'amount'),
          name: ['批准经费', 'approved funds'],
        }),
    },
    {
      fields: ['newBudget'],
      check: ({ newBudget }) => selfRaisedFaults('newBudget', newBudget),
    },
    {
      fields: ['newBudget', 'oldBudget', 'programId'],
      check: ({ newBudget, oldBudget }, { facts: { taken } }) =>
        spentItemFaults('newBudget', oldBudget, newBudget, taken),
    },
    {
      fields: ['newPayPlans', 'newContractAmount'],
      check: ({ newPayPlans, newContractAmount }) =>
        paymentPlanFault(newPayPlans, newContractAmount),
    },
    {
      fields: ['newContractAmount', 'contractId'],
      check: ({ newContractAmount }, { facts: { contract: signed, taken } }) =>
        supplementFault(newContractAmount, signed) ??
        supplementBelowSpentFault(newContractAmount, taken['']),
    },
    inOrder(changeFields, 'newStartDate', 'newEndDate'),
    {
      fields: ['newEndDate', 'oldEndDate'],
      check: ({ newEndDate, oldEndDate }) =>
        newEndDate && oldEndDate && newEndDate > oldEndDate
          ? ['延长结束日期请办理【项目延期】', 'To extend the end date, file a project extension']
          : null,
    },
  ],
  effects: ({ during, post, write }) => [
    during('inApproval', post(lifecycle, openedProcessEntry), 'open'),
    during('inApproval', write('contractId', contract, { action: 'changing' }), 'changing'),
    // A supplement changes the contract’s amount and payment plan.
    during(
      'approved',
      write('contractId', contract, {
        action: 'supplement',
        set: (row) =>
          filledValues({
            contractAmount: row.newContractAmount,
            payPlans: row.newPayPlans?.length ? row.newPayPlans : null,
            programName: row.newName,
            programLeader: row.newLeader,
            departmentId: row.newUnit,
          }),
      }),
      'supplement',
    ),
    during(
      'approved',
      write('programId', program, {
        action: 'change',
        set: (row) =>
          filledValues({
            programLeader: row.newLeader,
            members: membersAfterChange(row),
            programName: row.newName,
            content: row.newContent,
            departmentId: row.newUnit,
            resultForms: row.newResultForms,
            budget: row.newBudget?.length ? budgetWithGranted(row.newBudget) : null,
            startDate: row.newStartDate,
            endDate: row.newEndDate,
            units: changesOneOf(changeTypeCodes.units)(row) ? (row.newUnits ?? []) : null,
            funds: row.newContractAmount,
          }),
      }),
    ),
  ],
  specimen: (draw, { programId }) => {
    const { startDate, endDate, programLeader } = draw.record(program.key, programId) ?? {};
    const end = typeof endDate === 'string' ? endDate : draw.today;
    // Example of a postponed start.
    const later = typeof startDate === 'string' ? addMonths(startDate, 1) : end;
    return {
      changeTypes: [draw.pick(['02', '03', '04', '06', '08'] as const)],
      newMembers: [leaderLine(programLeader)],
      newStartDate: later < end ? later : addMonths(end, -12),
      newEndDate: end,
    };
  },
  list: {
    columns: [
      'programName',
      'changeTypes',
      'programLeader',
      'departmentId',
      'changeNum',
      'programNum',
      'needSuperior',
    ],
    filters: ['programId', 'changeTypes', 'programLeader', 'departmentId'],
    sort: '-createTime',
  },
  form: [
    { key: 'project', title: ['项目', 'Project'], fields: [...projectFieldsOnForm] },
    {
      key: 'change',
      title: ['变更', 'Change'],
      fields: ['changeTypes', 'needSuperior', 'changeReason'],
    },
    {
      key: 'leader',
      title: ['负责人', 'Organiser'],
      fields: ['newLeader', 'oldLeaderStays', 'limitWaiver'],
    },
    { key: 'members', title: ['成员', 'Members'], fields: ['oldMembers', 'newMembers'] },
    {
      key: 'content',
      title: ['名称、单位与内容', 'Name, department, content'],
      fields: [
        'newName',
        'newUnit',
        'oldResultForms',
        'newResultForms',
        'oldContent',
        'newContent',
      ],
    },
    {
      key: 'dates',
      title: ['起止日期', 'Dates'],
      fields: ['oldStartDate', 'newStartDate', 'oldEndDate', 'newEndDate'],
    },
    {
      key: 'budget',
      title: ['经费', 'Funds'],
      fields: ['oldFunds', 'newContractAmount', 'newPayPlans', 'oldBudget', 'newBudget'],
    },
    { key: 'units', title: ['合作单位', 'Partners'], fields: ['oldUnits', 'newUnits'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  access: accessByProject,
  variants: variantsBy('programKind', projectKinds, (kind) => {
    const isContract = kind === 'horizontal';
    const unlessOwn = (step: typeof deptLeader) =>
      isContract ? step : linkIf(step, "${ownAdjustment != '1'}");
    return {
      process: processFor(
        kind,
        {
          name: 'change',
          label: isContract ? ['项目变更', 'change'] : ['项目变更', 'project change'],
          place: isContract ? 1 : 3,
        },
        [
          unlessOwn(deptSecretary),
          unlessOwn(deptLeader),
          isContract ? rdFund : rdProject,
          linkIf(
            financeStep,
            isContract
              ? "${contains(changeTypes, '07')}"
              : "${contains(changeTypes, '07') && equipmentChanged == '1'}",
          ),
          unlessOwn(rdLeader),
        ],
      ),
      views: filingPage(kind, { name: 'change', label: ['项目变更', 'Changes'], order: 7 }),
    };
  }),
});
