import { f } from '@keyan/kernel/definition/field/field.ts';
import { yuan } from '../../shared/formats/yuan.ts';

/** Decision on a declaration, by the office (ruling 80) or a sponsor: amount, document, dates. */
export const grantFields = {
  grantNum: f.text(['批准号', 'Grant no.']).max(50).computed(),
  grantFunds: yuan('立项经费', 'Granted').computed(),
  grantDoc: f.text(['立项文件号', 'Approval document no.']).max(50).computed(),
  grantDate: f.date(['立项日期', 'Approved on']).computed(),
  grantStart: f.date(['立项起始日期', 'Grant start']).computed(),
  grantEnd: f.date(['立项结束日期', 'Grant end']).computed(),
  grantMonths: f.integer(['立项月数', 'Grant months']).between(1, 120).computed(),
};
