import { f } from '@keyan/kernel/definition/field/field.ts';
import { yuan } from '../../shared/yuan.ts';

/** Decisions of the office on declarations of a school call: money, document and dates (ruling 80). */
export const grantFields = {
  grantFunds: yuan('立项经费', 'Granted').computed(),
  grantDoc: f.text(['立项文件号', 'Document of the approval']).max(50).computed(),
  grantDate: f.date(['立项日期', 'Approved on']).computed(),
  grantStart: f.date(['立项起始日期', 'Granted from']).computed(),
  grantMonths: f.integer(['立项月数', 'Months granted']).between(1, 120).computed(),
};
