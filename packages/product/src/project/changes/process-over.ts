import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import {
  deptLeader,
  financeStep,
  legalStep,
  linkIf,
  rdFund,
  rdLeader,
  rdProject,
} from '../../shared/approval-steps.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import {
  accessByProject,
  filingPage,
  openedProcessEntry,
  processFor,
  projectFieldsOnForm,
  projectKinds,
  projectReferenceFields,
} from '../common/about.ts';
import { attachmentsByKind } from '../common/attachments.ts';
import { overType, surplusHandle } from '../common/dictionaries.ts';
import { contract } from '../contracts/contract.ts';
import { lifecycle } from '../program/lifecycle.ts';
import { program } from '../program/program.ts';

const ofGrants = ['28*', '10', '99'] as const;

/** Code of `overType`: revoked by the funder. */
const revocation = '02';

/** Sanctions that the research office may decide with a termination. */
const punishment = ['punish', 'banUntil'] as const;

/** 项目终止: end of a project before its conclusion. */
export const processOver = defineResource({
  key: 'processOver',
  label: ['项目终止', 'Termination'],
  words: { plural: ['项目终止', 'Terminations'] },
  path: 'kh-edu-research/processOver',
  title: 'programName',
  number: { field: 'overNum', pattern: 'ZZ${yyyy}${seq4}' },
  fields: {
    overNum: f.text(['终止编号', 'Termination no.']).max(30).computed().searchable(),
    ...projectReferenceFields(['项目终止', 'Terminations']),
    ...f.copies('programId', program, 'contractId', 'balance'),
    overType: f.dict(['终止类型', 'Type'], overType).required(),
    overDate: f.date(['终止日期', 'Date']).required(),
    overReason: f.note(['终止原因', 'Reason']).required().max(1000),
    finished: f.note(['已完成工作', 'Done so far']).required().max(1000),
    fundsHandle: f.note(['经费处理方案', 'Handling of funds']).required().max(1000),
    surplusHandle: f.dict(['结余处理方式', 'Use of the surplus'], surplusHandle).required(),
    returnFunds: f.money(['应退回经费', 'To be returned']).unit(['元', 'yuan']),
    isBreach: f
      .dict(['是否涉及违约', 'Breach of contract'], yesNo)
      .required()
      .when(({ programKind }) => programKind === 'horizontal'),
    assetHandle: f.note(['固定资产处理', 'Assets']).max(500),
    punish: f.dict(['是否限制再申报', 'Ban on new applications'], yesNo).byApprover(),
    banUntil: f.date(['限制申报截止', 'Ban until']).byApprover(),
    attachments: f.files(
      ['附件', 'Attachments'],
      attachmentsByKind({
        vertical: ofGrants,
        school: ofGrants,
        cultural: ofGrants,
        horizontal: ['28*', '03', '10', '99'],
      }),
    ),
  },
  validators: [
    {
      fields: ['banUntil', 'punish'],
      check: ({ punish, banUntil }) =>
        punish === '1' && !banUntil
          ? ['请选择限制申报截止日期', 'Choose the end date of the ban on applications']
          : null,
    },
  ],
  effects: ({ during, post, write }) => [
    during('inApproval', post(lifecycle, openedProcessEntry), 'open'),
    during('inApproval', write('programId', program, { action: 'terminate' }), 'terminating'),
    during(
      'approved',
      write('programId', program, {
        action: {
          of: ['terminated', 'revoked'],
          by: ({ overType: type }) => (type === revocation ? 'revoked' : 'terminated'),
        },
      }),
      'terminated',
    ),
    during('approved', write('contractId', contract, { action: 'ended' }), 'contract'),
  ],
  list: {
    columns: [
      'overNum',
      'programName',
      'programNum',
      'programLeader',
      'overType',
      'overDate',
      'surplusHandle',
    ],
    filters: ['programId', 'overType', 'overDate', 'programLeader', 'departmentId'],
    sort: '-createTime',
  },
  form: [
    { key: 'project', title: ['项目', 'Project'], fields: [...projectFieldsOnForm, 'balance'] },
    {
      key: 'over',
      title: ['终止', 'Termination'],
      fields: ['overType', 'overDate', 'isBreach', 'overReason', 'finished'],
    },
    {
      key: 'funds',
      title: ['经费与资产', 'Funds and assets'],
      fields: ['surplusHandle', 'returnFunds', 'fundsHandle', 'assetHandle'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'ban',
      title: ['限制申报', 'Ban on applications'],
      note: ['由科研处审核时填写', 'Filled in by the research office'],
      fields: [...punishment],
    },
  ],
  department: 'departmentId',
  access: accessByProject,
  variants: variantsBy('programKind', projectKinds, (kind) => {
    const isContract = kind === 'horizontal';
    const section = { ...(isContract ? rdFund : rdProject), editable: punishment };
    return {
      process: processFor(
        kind,
        {
          name: 'over',
          label: isContract
            ? ['项目终止', 'termination']
            : ['项目终止（撤项）', 'project termination'],
          place: isContract ? 4 : 6,
        },
        [
          deptLeader,
          section,
          ...(isContract
            ? [linkIf(legalStep, "${isBreach == '1' || (!empty returnFunds && returnFunds > 0)}")]
            : []),
          financeStep,
          rdLeader,
        ],
      ),
      views: filingPage(kind, { name: 'over', label: ['项目终止', 'Terminations'], order: 10 }),
    };
  }),
});
