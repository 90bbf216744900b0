import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { by } from '@keyan/kernel/definition/variants.ts';
import { sum } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import {
  deptLeader,
  deptSecretary,
  finance,
  onlyIf,
  rdFund,
  rdLeader,
  rdProject,
} from '../shared/approval-steps.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { dept, user } from '../shared/refs.ts';
import {
  aboutAccess,
  aboutProject,
  filingPage,
  kinds,
  opened,
  processFor,
  projectOnForm,
} from './about.ts';
import { attachmentsByKind } from './attachments.ts';
import { budgetFaults, isEquipmentMoved, isOwnAdjustment } from './budget-change.ts';
import { budgetItem } from './budget-items.ts';
import { changes, given, has, mayChange, membersAfter } from './change-types.ts';
import { changeType, resultForm } from './dictionaries.ts';
import { lifecycle } from './lifecycle.ts';
import { leaderLine, memberFaults, memberFields, unitFields } from './parts.ts';
import { program } from './program.ts';

const money = (zh: string, en: string) => f.money([zh, en]).unit(['元', 'yuan']);

const ofGrants = ['06*', '02', '03', '99'] as const;

/** The funder's letter where the funder was asked, the supplement where the contract's amount changes. */
const neededWhen: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
  '02': ({ needSuperior }) => needSuperior === '1',
  '03': has(changes.contract),
};

const categories = attachmentsByKind({
  vertical: ofGrants,
  school: ofGrants,
  cultural: ofGrants,
  horizontal: ['06*', '03', '99'],
}).map((category) => {
  const requiredWhen = neededWhen[category.code];
  return requiredWhen ? { ...category, required: true, requiredWhen } : category;
});

const yes = (is: boolean): '0' | '1' => (is ? '1' : '0');

/** 项目变更: other values of a project's fields, once it is approved. */
export const processChange = defineResource({
  key: 'programChange',
  label: ['项目变更', 'Change'],
  words: { plural: ['项目变更', 'Changes'] },
  path: 'kh-edu-research/programChange',
  title: 'programName',
  number: { field: 'changeNum', pattern: 'BG${yyyy}${seq4}' },
  fields: {
    changeNum: f.text(['变更编号', 'Change no.']).max(30).computed().searchable(),
    ...aboutProject(['项目变更', 'Changes']),
    changeTypes: f.dicts(['变更类型', 'Change types'], changeType).required(),
    changeReason: f.note(['变更原因', 'Reason']).required().max(1000),
    needSuperior: f.dict(['是否需上级批准', 'Needs funder approval'], yesNo).required(),
    newLeader: f.ref(['新负责人', 'New leader'], user).required().when(has(changes.leader)),
    oldLeaderStays: f
      .dict(['原负责人留在项目组', 'Old leader stays a member'], yesNo)
      .required()
      .when(has(changes.leader)),
    oldMembers: f
      .copy('programId', program, 'members', ['原成员', 'Old members'])
      .when(has(changes.leader, changes.members)),
    newMembers: f
      .rows(['新成员', 'New members'], memberFields())
      .required()
      .when(has(changes.members))
      .beginsAs('oldMembers'),
    newName: f.text(['新项目名称', 'New name']).required().max(200).when(has(changes.name)),
    oldContent: f
      .copy('programId', program, 'content', ['原研究内容', 'Old content'])
      .when(has(changes.content)),
    newContent: f
      .note(['新研究内容', 'New content'])
      .required()
      .max(3000)
      .when(has(changes.content))
      .beginsAs('oldContent'),
    newUnit: f.ref(['新承担单位', 'New department'], dept).required().when(has(changes.department)),
    oldResultForms: f
      .copy('programId', program, 'resultForms', ['原成果形式', 'Old results'])
      .when(has(changes.results)),
    newResultForms: f
      .dicts(['新成果形式', 'New results'], resultForm)
      .required()
      .when(has(changes.results))
      .beginsAs('oldResultForms'),
    oldFunds: f
      .copy('programId', program, 'funds', ['原批准经费', 'Old funds'])
      .when(has(changes.budget, changes.contract)),
    newContractAmount: money('新合同额', 'New contract amount')
      .between(0.01, 9_999_999_999)
      .required()
      .when(has(changes.contract)),
    oldBudget: f
      .copy('programId', program, 'budget', ['原预算', 'Old budget'])
      .when(has(changes.budget)),
    newBudget: f
      .rows(['新预算', 'New budget'], {
        itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
        amount: money('预算金额', 'Budgeted').required(),
      })
      .required()
      .when(has(changes.budget))
      .beginsAs('oldBudget'),
    equipmentChanged: f.dict(['设备费有变化', 'Equipment costs change'], yesNo).computed(),
    ownAdjustment: f
      .dict(['仅业务费、劳务费之间调剂', 'Only between costs of work and of labour'], yesNo)
      .computed(),
    oldStartDate: f
      .copy('programId', program, 'startDate', ['原开始日期', 'Old start'])
      .when(has(changes.dates)),
    newStartDate: f.date(['新开始日期', 'New start']).required().when(has(changes.dates)),
    oldEndDate: f
      .copy('programId', program, 'endDate', ['原结束日期', 'Old end'])
      .when(has(changes.dates)),
    newEndDate: f.date(['新结束日期', 'New end']).required().when(has(changes.dates)),
    oldUnits: f
      .copy('programId', program, 'units', ['原合作单位', 'Old partners'])
      .when(has(changes.units)),
    newUnits: f
      .rows(['新合作单位', 'New partners'], unitFields())
      .when(has(changes.units))
      .beginsAs('oldUnits')
      .specimen(() => []),
    attachments: f.files(['附件', 'Attachments'], categories),
  },
  compute: (row) => {
    const isMoved = has(changes.budget)(row);
    return {
      equipmentChanged: yes(isMoved && isEquipmentMoved(row.oldBudget, row.newBudget)),
      ownAdjustment: yes(
        isMoved && row.changeTypes?.length === 1 && isOwnAdjustment(row.oldBudget, row.newBudget),
      ),
    };
  },
  validators: [
    {
      fields: ['changeTypes', 'programKind'],
      check: ({ changeTypes, programKind }) =>
        (changeTypes ?? []).every((code) => mayChange(code, programKind))
          ? null
          : ['只有横向项目可以变更合同金额', 'Only contracts have an amount to change'],
    },
    {
      fields: ['newLeader', 'programLeader'],
      check: ({ newLeader, programLeader }) =>
        newLeader !== null && newLeader === programLeader
          ? ['新负责人应与原负责人不同', 'The new leader must be another person']
          : null,
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
          name: ['批准经费', 'what was approved'],
        }),
    },
    {
      fields: ['newEndDate', 'newStartDate', 'oldEndDate'],
      check: ({ newStartDate, newEndDate, oldEndDate }) => {
        if (newStartDate && newEndDate && newEndDate < newStartDate) {
          return ['结束日期不能早于开始日期', 'The end must not be before the start'];
        }
        return newEndDate && oldEndDate && newEndDate > oldEndDate
          ? ['延长结束日期请办理【项目延期】', 'A later end is an extension: file that instead']
          : null;
      },
    },
  ],
  effects: ({ during, post, write }) => [
    during('inApproval', post(lifecycle, opened), 'open'),
    during(
      'approved',
      write('programId', program, {
        action: 'change',
        set: (row) =>
          given({
            programLeader: row.newLeader,
            members: membersAfter(row),
            programName: row.newName,
            content: row.newContent,
            departmentId: row.newUnit,
            resultForms: row.newResultForms,
            budget: row.newBudget?.length ? row.newBudget : null,
            startDate: row.newStartDate,
            endDate: row.newEndDate,
            units: has(changes.units)(row) ? (row.newUnits ?? []) : null,
            funds: row.newContractAmount,
          }),
      }),
    ),
  ],
  specimen: (draw, { programId }) => {
    const { endDate, programLeader } = draw.record(program.key, programId) ?? {};
    const end = typeof endDate === 'string' ? endDate : draw.today;
    return {
      changeTypes: [draw.pick(['02', '03', '04', '06', '08'] as const)],
      newMembers: [leaderLine(programLeader)],
      newStartDate: addMonths(end, -12),
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
    { key: 'project', title: ['项目', 'Project'], fields: [...projectOnForm] },
    {
      key: 'change',
      title: ['变更', 'Change'],
      fields: ['changeTypes', 'needSuperior', 'changeReason'],
    },
    { key: 'leader', title: ['负责人', 'Leader'], fields: ['newLeader', 'oldLeaderStays'] },
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
      fields: ['oldFunds', 'newContractAmount', 'oldBudget', 'newBudget'],
    },
    { key: 'units', title: ['合作单位', 'Partners'], fields: ['oldUnits', 'newUnits'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  access: aboutAccess,
  variants: by('programKind', kinds, (kind) => {
    const isContract = kind === 'horizontal';
    const unlessOwn = (step: typeof deptLeader) =>
      isContract ? step : onlyIf(step, "${ownAdjustment != '1'}");
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
          onlyIf(
            finance,
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
