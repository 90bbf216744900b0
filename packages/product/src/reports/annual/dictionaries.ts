import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const annualKind = dictionary(
  'annualKind',
  ['统计年报', 'Annual report'],
  [
    ['keji', '科技统计年报', 'Science and technology statistics'],
    ['sheke', '社科统计年报', 'Humanities and social sciences statistics'],
  ],
);

/** Codes of the dictionary `annualStatus`. */
export const annualStatusCodes = {
  draft: '0',
  collecting: '1',
  examining: '2',
  issued: '3',
  computing: '9',
} as const;

export const annualStatus = dictionary(
  'annualStatus',
  ['年报状态', 'Annual report status'],
  [
    [annualStatusCodes.draft, '草稿', 'Draft'],
    [annualStatusCodes.collecting, '收集中', 'Collecting'],
    [annualStatusCodes.examining, '校核中', 'Being checked'],
    [annualStatusCodes.issued, '已上报', 'Reported'],
    [annualStatusCodes.computing, '汇总中', 'Computing'],
  ],
);
