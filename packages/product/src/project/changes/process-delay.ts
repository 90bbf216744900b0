import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameterFact } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths, daysBetween } from '@keyan/kernel/values/time.ts';
import { deptSecretary, rdFund, rdLeader, rdProject } from '../../shared/approval-steps.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { delayMaxMonths, delayMaxOverdue, delayMaxTimes } from '../../system/parameters/limits.ts';
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
import { delayReason } from '../common/dictionaries.ts';
import { lifecycle } from '../program/lifecycle.ts';
import { program } from '../program/program.ts';

const isVertical = ({ programKind }: RowLike): boolean => programKind === 'vertical';

const ofGrants = ['07*', '02', '99'] as const;

/** 项目延期: later end date of a project, effective after approval. */
export const processDelay = defineResource({
  key: 'processDelay',
  label: ['项目延期', 'Extension'],
  words: { plural: ['项目延期', 'Extensions'] },
  path: 'kh-edu-research/processDelay',
  title: 'programName',
  number: { field: 'delayNum', pattern: 'YQ${yyyy}${seq4}' },
  fields: {
    delayNum: f.text(['延期编号', 'Extension no.']).max(30).computed().searchable(),
    ...projectReferenceFields(['项目延期', 'Extensions']),
    oldEndDate: f.copy('programId', program, 'endDate', ['原结束日期', 'Previous end']),
    doneTimes: f.copy('programId', program, 'delayTimes', ['已延期次数', 'Earlier extensions']),
    delayTimes: f.integer(['第几次延期', 'Extension no.']).computed(),
    newEndDate: f.date(['延期至', 'New end']).required(),
    delayReason: f.dict(['延期原因类别', 'Reason type'], delayReason).required(),
    isSuperiorAgree: f.dict(['上级是否批准', 'Funder approved'], yesNo).required().when(isVertical),
    reasonDetail: f.note(['详细说明', 'Detail']).required().max(1000),
    finished: f.note(['已完成工作', 'Done so far']).required().max(1000),
    remainPlan: f.note(['后续计划', 'Plan']).required().max(1000),
    attachments: f.files(
      ['附件', 'Attachments'],
      attachmentsByKind({
        vertical: ofGrants,
        school: ofGrants,
        cultural: ofGrants,
        horizontal: ['07*', '03', '99'],
      }),
    ),
  },
  facts: {
    maxMonths: parameterFact(delayMaxMonths),
    maxTimes: parameterFact(delayMaxTimes),
    maxOverdue: parameterFact(delayMaxOverdue),
  },
  compute: ({ programId, doneTimes }) => ({
    delayTimes: programId ? (doneTimes ?? 0) + 1 : null,
  }),
  validators: [
    {
      fields: ['newEndDate', 'oldEndDate'],
      check: ({ newEndDate, oldEndDate }, { facts: { maxMonths } }) => {
        if (!newEndDate || !oldEndDate) return null;
        if (newEndDate <= oldEndDate) {
          return [
            '延期至的日期应晚于原结束日期',
            'The new end date must be later than the previous one',
          ];
        }
        return newEndDate > addMonths(oldEndDate, maxMonths)
          ? [
              `单次延期不能超过 ${maxMonths} 个月`,
              `One extension must not exceed ${maxMonths} months`,
            ]
          : null;
      },
    },
    {
      fields: ['programId', 'delayTimes'],
      check: ({ delayTimes }, { facts: { maxTimes } }) =>
        (delayTimes ?? 0) > maxTimes
          ? [
              `该项目已延期 ${maxTimes} 次，不能再延期`,
              `The project has been extended ${maxTimes} times and cannot be extended again`,
            ]
          : null,
    },
    {
      fields: ['programId', 'oldEndDate'],
      check: ({ oldEndDate }, { today, facts: { maxOverdue } }) =>
        oldEndDate && daysBetween(oldEndDate, today) > maxOverdue
          ? [
              `项目逾期已超过 ${maxOverdue} 天，不能延期`,
              `The project has been overdue for more than ${maxOverdue} days and cannot be extended`,
            ]
          : null,
    },
    {
      fields: ['isSuperiorAgree', 'programKind'],
      check: ({ isSuperiorAgree }) =>
        isSuperiorAgree === '0'
          ? ['纵向项目延期须先经上级批准', 'The funder must approve the extension first']
          : null,
    },
  ],
  effects: ({ during, post, write }) => [
    during('inApproval', post(lifecycle, openedProcessEntry), 'open'),
    during(
      'approved',
      post(lifecycle, ({ programId }) => [{ owner: programId, delays: 1 }]),
      'delays',
    ),
    during(
      'approved',
      write('programId', program, {
        action: 'extend',
        set: ({ newEndDate }) => ({ endDate: newEndDate }),
      }),
    ),
  ],
  specimen: (draw, { programId }) => {
    const end = draw.record(program.key, programId)?.endDate;
    return {
      newEndDate: addMonths(typeof end === 'string' ? end : draw.today, draw.int(3, 12)),
      isSuperiorAgree: '1',
    };
  },
  list: {
    columns: [
      'programName',
      'newEndDate',
      'oldEndDate',
      'programLeader',
      'delayNum',
      'programNum',
      'delayTimes',
      'delayReason',
    ],
    filters: ['programId', 'delayReason', 'newEndDate', 'programLeader', 'departmentId'],
    sort: '-createTime',
  },
  form: [
    { key: 'project', title: ['项目', 'Project'], fields: [...projectFieldsOnForm] },
    {
      key: 'delay',
      title: ['延期', 'Extension'],
      fields: ['oldEndDate', 'newEndDate', 'doneTimes', 'isSuperiorAgree', 'delayReason'],
    },
    {
      key: 'reasons',
      title: ['说明', 'Reasons'],
      fields: ['reasonDetail', 'finished', 'remainPlan'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  access: accessByProject,
  variants: variantsBy('programKind', projectKinds, (kind) => ({
    process: processFor(
      kind,
      {
        name: 'delay',
        label:
          kind === 'horizontal' ? ['项目延期', 'extension'] : ['项目延期', 'project extension'],
        place: kind === 'horizontal' ? 3 : 5,
      },
      [deptSecretary, kind === 'horizontal' ? rdFund : rdProject, rdLeader],
    ),
    views: filingPage(kind, { name: 'delay', label: ['项目延期', 'Extensions'], order: 8 }),
  })),
});
