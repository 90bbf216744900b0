import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { dept, personnel, user } from '../shared/references/refs.ts';

/**
 * Permission code for editing personnel files; people without it may edit their own file, except
 * fields that are kept after the first entry.
 */
export const fileKeeperCode = 'personnel_edit';

/** Fields of a personnel file shown to people who may choose the file. */
export const personnelFile = face(personnel.key, personnel.label, {
  name: f
    .text(['姓名', 'Name'])
    .requiredInDraft()
    .max(12)
    .personName()
    .searchable()
    .kept(fileKeeperCode),
  fkDeptId: f.ref(['所属部门', 'Department'], dept).required().kept(fileKeeperCode),
  // Account of the person, found by account name or staff number.
  userId: f.ref(['关联账号', 'Linked account'], user).computed(),
});
