import type { Label } from '@keyan/kernel/label.ts';

/** Warning before a record is saved as secret, and on secret records with files. */
export const secretWarning: Label = [
  '涉密信息请勿在本系统填报',
  'Do not enter classified information in this system',
];
