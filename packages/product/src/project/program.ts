import { f, face } from '@keyan/kernel/definition/field.ts';
import { dept, user } from '../shared/refs.ts';
import { programKind, programStatus } from './dictionaries.ts';

/** What other records see of a project. */
export const program = face('programInfo', ['项目台账', 'Project ledger'], {
  programName: f.text(['项目名称', 'Project name']).requiredInDraft().max(200).searchable(),
  programNum: f.text(['项目编号', 'Project no.']).required().max(50).searchable(),
  programKind: f.dict(['项目性质', 'Kind'], programKind).required(),
  programLeader: f.ref(['项目负责人', 'Leader'], user).required(),
  departmentId: f.ref(['承担单位', 'Department'], dept).required(),
  endDate: f.date(['结束日期', 'End']).required(),
  status: f.dict(['项目状态', 'Status'], programStatus).required().initial('20'),
});
