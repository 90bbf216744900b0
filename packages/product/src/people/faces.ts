import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { dept, personnel, user } from '../shared/references/refs.ts';

/** Holders of this code keep the files; whom a file is about fills in what is empty, and the rest of it. */
export const fileKeeperCode = 'personnel_edit';

/** Fields of a personnel file shown to people who may choose it. */
export const personnelFile = face(personnel.key, personnel.label, {
  name: f
    .text(['姓名', 'Name'])
    .requiredInDraft()
    .max(12)
    .personName()
    .searchable()
    .kept(fileKeeperCode),
  fkDeptId: f.ref(['所属部门', 'Department'], dept).required().kept(fileKeeperCode),
  // Owner of the file: the account of its name, or of its staff number.
  userId: f.ref(['关联账号', 'Linked account'], user).computed(),
});
