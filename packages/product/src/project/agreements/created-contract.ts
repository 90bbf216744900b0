import { f, face, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { declarePlan } from '../common/faces.ts';
import { program } from '../program/program.ts';
import { taskContract as contract } from './task-contract-faces.ts';

/** Initial fields of a contract. */
export const taskContract = face(contract.key, contract.label, {
  programId: f.ref(['项目', 'Project'], program),
  programName: program.fields.programName,
  programNum: program.fields.programNum,
  programKind: program.fields.programKind,
  programLeader: program.fields.programLeader,
  departmentId: program.fields.departmentId,
  planId: f.ref(['申报计划', 'Call'], declarePlan),
});

/** Contract that is created with a project whose call for proposals requires one. */
export const taskContractOfProject = (
  row: RowOf<typeof program.fields> & { readonly id: string },
) => ({
  programId: row.id,
  programName: row.programName,
  programNum: row.programNum,
  programKind: row.programKind,
  programLeader: row.programLeader,
  departmentId: row.departmentId,
  planId: row.planId,
});
