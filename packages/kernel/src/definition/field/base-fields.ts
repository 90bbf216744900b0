import { auditStatus } from '../../access/status.ts';
import { withoutPrototype } from '../by-name.ts';
import type { Resource } from '../resource.ts';
import { type Fields, f, face } from './field.ts';

/** Face of accounts, for references to people. */
export const user = face('user', ['用户', 'User']);
/** Face of departments, for references to departments. */
export const dept = face('dept', ['部门', 'Department']);

/** Reference field of a record's id, for filters by id; names of its target are not read. */
export const idField = f.ref(['主键', 'ID'], face('', ['记录', 'Record']));

/** Columns of every table that people may see, filter and sort by. */
export const baseFields = {
  createUser: f.ref(['创建人', 'Created by'], user).computed(),
  createDept: f.ref(['创建部门', 'Department of the creator'], dept).computed(),
  createTime: f.time(['创建时间', 'Created']).computed(),
  updateUser: f.ref(['更新人', 'Updated by'], user).computed(),
  updateTime: f.time(['更新时间', 'Updated']).computed(),
} as const satisfies Fields;

/** Columns that a process adds; every command on the process updates them in its transaction. */
export const processFields = {
  auditStatus: f.dict(auditStatus.label, auditStatus).computed(),
  submitTime: f.time(['提交时间', 'Submitted']).computed(),
  finishTime: f.time(['办结时间', 'Completed']).computed(),
  currentNode: f.text(['当前环节', 'Current step']).computed(),
  currentAssignee: f.text(['当前办理人', 'Current assignee']).computed(),
  currentSince: f.time(['到达时间', 'Waiting since']).computed(),
} as const satisfies Fields;

/** True if records of this resource go through approval. */
export const hasProcess = (resource: Resource): boolean => resource.processes.length > 0;

const listFieldsCache = new WeakMap<Resource, Fields>();

/**
 * Returns every field that a list may show, filter and sort by: those of the resource and the base
 * fields.
 */
export const listFields = (resource: Resource): Fields => {
  const fields =
    listFieldsCache.get(resource) ??
    withoutPrototype({
      ...resource.fields,
      ...(hasProcess(resource) ? processFields : {}),
      ...baseFields,
    });
  listFieldsCache.set(resource, fields);
  return fields;
};
