import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dept, user } from '../shared/refs.ts';
import { programKind, programStatus, projectLevel } from './dictionaries.ts';

/**
 * 项目台账: the projects that achievements name as their support. The ledger
 * itself (budget, arrivals, changes) grows on this definition.
 */
export const project = defineResource({
  key: 'programInfo',
  label: ['项目台账', 'Project ledger'],
  table: 'program',
  path: 'kh-edu-research/programInfo',
  title: 'programName',
  fields: {
    programName: f.text(['项目名称', 'Project name']).requiredInDraft().max(200).searchable(),
    programNum: f.text(['项目编号', 'Project no.']).required().max(50).searchable(),
    programKind: f.dict(['项目性质', 'Kind'], programKind).required(),
    level: f.dict(['项目级别', 'Level'], projectLevel).required(),
    programLeader: f.ref(['项目负责人', 'Leader'], user).required(),
    departmentId: f.ref(['承担单位', 'Department'], dept).required(),
    funds: f.money(['批准经费', 'Approved funds']),
    startDate: f.date(['开始日期', 'Start']).required(),
    endDate: f.date(['结束日期', 'End']).required(),
    status: f.dict(['项目状态', 'Status'], programStatus).required().initial('20'),
  },
  list: {
    columns: ['programNum', 'programName', 'programKind', 'level', 'programLeader', 'status'],
    filters: ['programKind', 'level', 'status'],
    sort: '-startDate',
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programName',
        'programNum',
        'programKind',
        'level',
        'programLeader',
        'departmentId',
        'funds',
        'startDate',
        'endDate',
        'status',
      ],
    },
  ],
  validators: [
    {
      fields: ['endDate'],
      check: ({ startDate, endDate }) =>
        startDate && endDate && endDate < startDate
          ? ['结束日期不能早于开始日期', 'The end must not be before the start']
          : null,
    },
  ],
  access: {
    read: everyone(),
    write: permission('programInfo_edit'),
    readers: ['programInfo_read'],
  },
});
