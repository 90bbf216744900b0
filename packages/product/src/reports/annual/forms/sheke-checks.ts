import type { FormCheck } from '../form.ts';

/** Checks of the humanities report between its tables and against last year. */
export const shekeChecks: readonly FormCheck[] = [
  {
    code: 'S01',
    level: 'error',
    is: 'equal',
    say: [
      '表 3 第 01 栏应等于上年年报第 24 栏',
      'Line 01 of table 3 must equal line 24 of last year’s report',
    ],
    left: { plus: ['3/01/1'] },
    right: { plus: ['last:3/24/1'] },
  },
  {
    code: 'S02',
    level: 'error',
    is: 'equal',
    say: ['表 5 与表 6 课题数应相等', 'Tables 5 and 6 must count the same number of projects'],
    left: { plus: ['5/00/1'] },
    right: { plus: ['6/00/1'] },
  },
  {
    code: 'S03',
    level: 'error',
    is: 'atMost',
    say: [
      '表 7 被采纳报告不能多于研究与咨询报告',
      'Table 7: adopted reports must not exceed research and advisory reports',
    ],
    left: { plus: ['7/00/13'] },
    right: { plus: ['7/00/12'] },
  },
  {
    code: 'S04',
    level: 'error',
    is: 'atMost',
    say: [
      '表 2 R&D 人员不能多于表 1 社科活动人员',
      'R&D staff in table 2 must not exceed staff in table 1',
    ],
    left: { plus: ['2/00/1'] },
    right: { plus: ['1/00/1'] },
  },
  {
    code: 'S05',
    level: 'warn',
    is: 'equal',
    say: [
      '有课题未归入社科学科，请核对学科',
      'Some projects are not assigned to a discipline of the report; check their disciplines',
    ],
    left: { plus: ['6/999/1'] },
    right: { plus: [] },
  },
  {
    code: 'S06',
    level: 'warn',
    is: 'near',
    say: [
      '表 1 人员总数与上年相差超过阈值',
      'Table 1: staff total differs from last year by more than the threshold',
    ],
    left: { plus: ['1/00/1'] },
    right: { plus: ['last:1/00/1'] },
  },
  {
    code: 'S07',
    level: 'warn',
    is: 'near',
    say: [
      '表 3 当年收入与上年相差超过阈值',
      'Table 3: income differs from last year by more than the threshold',
    ],
    left: { plus: ['3/02/1'] },
    right: { plus: ['last:3/02/1'] },
  },
  {
    code: 'S08',
    level: 'warn',
    is: 'near',
    say: [
      '表 5 课题数与上年相差超过阈值',
      'Table 5: projects differ from last year by more than the threshold',
    ],
    left: { plus: ['5/00/1'] },
    right: { plus: ['last:5/00/1'] },
  },
];
