import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { programInfo } from '../../shared/references/refs.ts';

/** States of a project contract. */
export const taskContractStatus = dictionary(
  'taskContractStatus',
  ['任务书状态', 'Project contract status'],
  [
    ['1', '待签', 'To be signed'],
    ['2', '已签', 'Signed'],
    ['3', '已归档', 'Filed'],
  ],
);

/** Title fields of a contract, for references. */
export const contractNameFace = face('taskContract', ['项目任务书', 'Project contract']);

/** Fields of a contract that rules about its project read. */
export const taskContract = face('taskContract', ['项目任务书', 'Project contract'], {
  programId: f.ref(['项目', 'Project'], programInfo),
  mustSign: f.dict(['签订后方可入账', 'Must be signed before funds are booked'], yesNo),
  status: f.dict(['状态', 'Status'], taskContractStatus),
});
