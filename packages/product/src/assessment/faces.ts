import { anyScope, everyScope, own, withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { assessGrade } from '../people/teams/dictionaries.ts';
import { teamFace } from '../people/teams/team.ts';
import { releaseStatus } from '../project/common/dictionaries.ts';
import { batchStatus, batchStatusCodes } from '../scoring/dictionaries.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import { dept, user } from '../shared/references/refs.ts';
import { assessObject, assessResultStatus, cycleType } from './dictionaries.ts';

/** Fields of the assessment scheme that batches read. */
export const assessProgram = face('assessProgram', ['考核方案', 'Assessment scheme'], {
  programName: f.text(['方案名称', 'Scheme']).requiredInDraft().max(100).unique().searchable(),
  assessObject: f.dict(['考核对象', 'Assessed'], assessObject).required().initial('1'),
  cycleType: f.dict(['考核周期', 'Cycle'], cycleType).required().initial('1'),
  status: f.dict(['状态', 'Status'], releaseStatus).computed().initial(releaseCodes.draft),
});

/** Fields of the assessment batch that results read. */
export const assessBatch = face('assessBatch', ['考核批次', 'Assessment batch'], {
  batchName: f.text(['批次名称', 'Batch']).requiredInDraft().max(100).unique().searchable(),
  programId: f.ref(['考核方案', 'Scheme'], assessProgram).required(),
  year: f.year(['考核年度', 'Year']).required(),
  publicEnd: f.time(['公示截止', 'Appeals until']).computed(),
  status: f.dict(['状态', 'Status'], batchStatus).computed().initial(batchStatusCodes.draft),
});

/** Fields of the contested result that an appeal reads. */
export const assessResult = face('assessResult', ['考核结果', 'Assessment result'], {
  fkBatchId: f.ref(['考核批次', 'Batch'], assessBatch).computed().listed(['考核结果', 'Results']),
  subjectName: f.text(['被考核对象', 'Assessed']).max(100).computed().searchable('names'),
  userId: f.ref(['人员', 'Person'], user).computed(),
  teamId: f.ref(['团队', 'Team'], teamFace).computed().listed(['团队考核', 'Assessments']),
  leaderId: f.ref(['带头人', 'Leader'], user).computed(),
  fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
  finalGrade: f.dict(['最终等级', 'Grade'], assessGrade).computed(),
  decidedGrade: f.dict(['科研处认定', 'Decided'], assessGrade).computed(),
  decidedWhy: f.note(['认定理由', 'Why decided']).max(300).computed(),
  status: f
    .dict(['状态', 'Status'], assessResultStatus)
    .computed()
    .initial(batchStatusCodes.released),
});

/** Scope of results that are not final. */
export const unfinishedResults = withCode('status', batchStatusCodes.released);

/** Scope of one’s own results and of results of a team that one leads. */
export const ownResults = anyScope(own('userId'), own('leaderId'));

/** Scope of results against which the actor may appeal. */
export const objectionableResults = everyScope(ownResults, unfinishedResults);
