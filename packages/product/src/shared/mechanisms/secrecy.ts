import type { Label } from '@keyan/kernel/label.ts';

/** Shown before a record is stored as secret, and where it has files. */
export const secretWarning: Label = [
  '涉密信息请勿在本系统填报',
  'Do not enter classified information in this system',
];
