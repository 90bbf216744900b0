import { auditStatus } from '../../access/status.ts';
import { withoutPrototype } from '../by-name.ts';
import type { Resource } from '../resource.ts';
import { type Fields, f, face } from './field.ts';

/** Accounts. */
export const user = face('user', ['用户', 'User']);
/** Departments. */
export const dept = face('dept', ['部门', 'Department']);

/** The key of a record itself, for questions that name records; its target is none of which names are read. */
export const idField = f.ref(['主键', 'ID'], face('', ['记录', 'Record']));

/** The columns of every table that people see, filter and sort by. */
export const baseFields = {
  createUser: f.ref(['创建人', 'Created by'], user).computed(),
  createDept: f.ref(['创建部门', 'Department of the creator'], dept).computed(),
  createTime: f.time(['创建时间', 'Created']).computed(),
  updateUser: f.ref(['更新人', 'Updated by'], user).computed(),
  updateTime: f.time(['更新时间', 'Updated']).computed(),
} as const satisfies Fields;

/** The columns that a process adds; every command on the process updates them in its transaction. */
export const processFields = {
  auditStatus: f.dict(auditStatus.label, auditStatus).computed(),
  submitTime: f.time(['提交时间', 'Submitted']).computed(),
  finishTime: f.time(['办结时间', 'Completed']).computed(),
  currentNode: f.text(['当前环节', 'Current step']).computed(),
  currentAssignee: f.text(['当前办理人', 'Current assignee']).computed(),
  currentSince: f.time(['到达时间', 'Waiting since']).computed(),
} as const satisfies Fields;

/** Do records of this resource go through approval? */
export const hasProcess = (resource: Resource): boolean => resource.processes.length > 0;

const known = new WeakMap<Resource, Fields>();

/** Every field that a list may show, filter and sort by: the resource's own and the base ones. */
export const listFields = (resource: Resource): Fields => {
  const fields =
    known.get(resource) ??
    withoutPrototype({
      ...resource.fields,
      ...(hasProcess(resource) ? processFields : {}),
      ...baseFields,
    });
  known.set(resource, fields);
  return fields;
};
