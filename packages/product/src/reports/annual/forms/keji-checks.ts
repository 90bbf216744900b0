import type { FormCheck } from '../form.ts';

/** Checks of the science report between its tables and against last year. */
export const kejiChecks: readonly FormCheck[] = [
  {
    code: 'K01',
    level: 'error',
    is: 'equal',
    say: [
      '表 2 第 01 栏应等于上年年报第 37 栏',
      'Line 01 of table 2 must equal line 37 of last year’s report',
    ],
    left: { plus: ['2/01/1'] },
    right: { plus: ['last:2/37/1'] },
  },
  {
    code: 'K02',
    level: 'error',
    is: 'atMost',
    say: ['表 2 第 03 栏不能大于第 02 栏', 'Line 03 of table 2 must not exceed line 02'],
    left: { plus: ['2/03/1'] },
    right: { plus: ['2/02/1'] },
  },
  {
    code: 'K03',
    level: 'error',
    is: 'atMost',
    say: [
      '表 2 第 05、06 栏之和不能大于第 04 栏',
      'Lines 05 and 06 of table 2 together must not exceed line 04',
    ],
    left: { plus: ['2/05/1', '2/06/1'] },
    right: { plus: ['2/04/1'] },
  },
  {
    code: 'K04',
    level: 'error',
    is: 'atMost',
    say: [
      '表 2 第 08 至 10 栏之和不能大于第 07 栏',
      'Lines 08 to 10 of table 2 together must not exceed line 07',
    ],
    left: { plus: ['2/08/1', '2/09/1', '2/10/1'] },
    right: { plus: ['2/07/1'] },
  },
  {
    code: 'K05',
    level: 'error',
    is: 'atMost',
    say: ['表 2 第 16 栏不能大于第 15 栏', 'Line 16 of table 2 must not exceed line 15'],
    left: { plus: ['2/16/1'] },
    right: { plus: ['2/15/1'] },
  },
  {
    code: 'K06',
    level: 'error',
    is: 'equal',
    say: [
      '表 2 第 29 栏应等于第 22 栏减第 24 栏',
      'Line 29 of table 2 must equal line 22 less line 24',
    ],
    left: { plus: ['2/29/1'] },
    right: { plus: ['2/22/1'], minus: ['2/24/1'] },
  },
  {
    code: 'K07',
    level: 'error',
    is: 'atMost',
    say: [
      '表 2 第 25 至 28 栏之和不能大于第 24 栏',
      'Lines 25 to 28 of table 2 together must not exceed line 24',
    ],
    left: { plus: ['2/25/1', '2/26/1', '2/27/1', '2/28/1'] },
    right: { plus: ['2/24/1'] },
  },
  {
    code: 'K08',
    level: 'error',
    is: 'atMost',
    say: ['表 2 第 33 栏不能大于第 32 栏', 'Line 33 of table 2 must not exceed line 32'],
    left: { plus: ['2/33/1'] },
    right: { plus: ['2/32/1'] },
  },
  {
    code: 'K09',
    level: 'error',
    is: 'atMost',
    say: [
      '表 6 当年实际收入不能大于合同金额',
      'Table 6: income received must not exceed the contract amount',
    ],
    left: { plus: ['6/01/3'] },
    right: { plus: ['6/01/2'] },
  },
  {
    code: 'K10',
    level: 'warn',
    is: 'atMost',
    say: [
      '表 4 拨入经费之和应不大于表 2 第 02 栏（千元取整可有零星差额）',
      'Table 4: funds received must not exceed line 02 of table 2 (rounding to thousands may differ slightly)',
    ],
    left: { plus: ['4/all/L3'] },
    right: { plus: ['2/02/1'] },
  },
  {
    code: 'K11',
    level: 'warn',
    is: 'atMost',
    say: [
      '表 4 投入人员之和大于表 1 R&D 全时当量，请核对服务类项目',
      'Table 4: staff effort exceeds the R&D person-years of table 1; check service projects',
    ],
    left: { plus: ['4/all/L5'] },
    right: { plus: ['1/16/1'] },
  },
  {
    code: 'K12',
    level: 'warn',
    is: 'near',
    say: [
      '表 1 人员合计与上年相差超过阈值',
      'Table 1: staff total differs from last year by more than the threshold',
    ],
    left: { plus: ['1/01/1'] },
    right: { plus: ['last:1/01/1'] },
  },
  {
    code: 'K13',
    level: 'warn',
    is: 'near',
    say: [
      '表 2 当年收入与上年相差超过阈值',
      'Table 2: income differs from last year by more than the threshold',
    ],
    left: { plus: ['2/02/1'] },
    right: { plus: ['last:2/02/1'] },
  },
  {
    code: 'K14',
    level: 'warn',
    is: 'near',
    say: [
      '表 2 当年支出与上年相差超过阈值',
      'Table 2: spending differs from last year by more than the threshold',
    ],
    left: { plus: ['2/22/1'] },
    right: { plus: ['last:2/22/1'] },
  },
  {
    code: 'K15',
    level: 'warn',
    is: 'near',
    say: [
      '表 7 论文数与上年相差超过阈值',
      'Table 7: papers differ from last year by more than the threshold',
    ],
    left: { plus: ['7/01/1'] },
    right: { plus: ['last:7/01/1'] },
  },
];
