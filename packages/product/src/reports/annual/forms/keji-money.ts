import {
  formLine,
  handFilledLine,
  measuredLine,
  type SummaryTable,
  sumLine,
  wholeColumn,
} from '../form.ts';

const received = (...source: readonly string[]) =>
  measuredLine('money', { flow: ['in'], source }, 'amount');
const spentOn = (...item: readonly string[]) =>
  measuredLine('money', { flow: ['out'], item }, 'amount');
const passedOn = (...nature: readonly string[]) =>
  measuredLine('money', { flow: ['out'], item: ['104*'], nature }, 'amount');

/** Table 2 of the science report: 45 lines with published codes and checks. */
export const kejiMoney: SummaryTable = {
  code: '2',
  label: ['科技经费情况表', 'Funds of science and technology'],
  unit: 'kiloYuan',
  trust: 'public',
  remark: [
    '栏次与平衡关系取自公开的往年报表；07 栏默认取教育部来源，主管部门不同的学校请在报表中调整',
    'Lines and balances are those of published past forms; line 07 takes sources of the Ministry of Education by default, and universities under another authority should adjust it',
  ],
  shape: 'summary',
  columns: [formLine('1', ['金额', 'Amount'], wholeColumn)],
  rows: [
    formLine('01', ['上年结转经费', 'Carried over from last year'], { by: 'last', row: '37' }),
    formLine(
      '02',
      ['当年收入合计', 'Received in the year'],
      sumLine('04', '07', '11', '12', '13', '14', '15', '17', '19', '20', '21'),
    ),
    formLine(
      '03',
      ['其中：R&D 经费', 'of which R&D'],
      measuredLine('money', { flow: ['in'], type: ['1', '2', '3'] }, 'amount'),
      { indent: 1 },
    ),
    formLine('04', ['科研事业费', 'Operating funds for research'], handFilledLine),
    formLine('05', ['其中：科研人员工资', 'of which wages'], handFilledLine, { indent: 1 }),
    formLine('06', ['其中：专项事业费', 'of which earmarked'], handFilledLine, { indent: 1 }),
    formLine('07', ['主管部门专项费', 'Own ministry'], received('2001', '2002')),
    formLine('08', ['其中：科研项目', 'of which projects'], handFilledLine, { indent: 1 }),
    formLine('09', ['其中：平台建设', 'of which platforms'], handFilledLine, { indent: 1 }),
    formLine('10', ['其中：人才队伍', 'of which people'], handFilledLine, { indent: 1 }),
    formLine(
      '11',
      ['国家发展改革委、科技部专项费', 'State programmes'],
      received('1001', '1002', '1005', '1006'),
    ),
    formLine(
      '12',
      ['国家自然科学基金项目费', 'National Natural Science Foundation'],
      received('1003'),
    ),
    formLine(
      '13',
      ['国务院其他部门专项费', 'Other ministries'],
      received('1004', '1007', '1008', '1009', '2003', '2009'),
    ),
    formLine(
      '14',
      ['省、市、自治区专项费', 'Provinces and cities'],
      received('2004', '2005', '2006', '2007', '2008', '30*'),
    ),
    formLine('15', ['企、事业单位委托经费', 'Commissioned'], received('40*')),
    formLine('16', ['其中：通过学校财务', 'of which through our accounts'], received('40*'), {
      indent: 1,
    }),
    formLine('17', ['当年学校科技经费', 'University funds'], received('60*')),
    formLine('18', ['其中：配套经费', 'of which matching'], handFilledLine, { indent: 1 }),
    formLine('19', ['金融机构贷款', 'Loans'], handFilledLine),
    formLine('20', ['国外资金', 'Abroad'], received('50*')),
    formLine('21', ['其他收入', 'Other'], received('2010', '99', '')),
    formLine('22', ['当年支出合计', 'Spent in the year'], sumLine('24', '29')),
    formLine(
      '23',
      ['其中：R&D 经费', 'of which R&D'],
      measuredLine('money', { flow: ['out'], type: ['1', '2', '3'] }, 'amount'),
      { indent: 1 },
    ),
    formLine('24', ['转拨给外单位经费', 'Passed on to others'], spentOn('104*')),
    formLine('25', ['其中：对国内研究机构', 'of which to institutes'], passedOn('03', '05'), {
      indent: 1,
    }),
    formLine('26', ['其中：对国内高等学校', 'of which to universities'], passedOn('02'), {
      indent: 1,
    }),
    formLine('27', ['其中：对国内企业', 'of which to enterprises'], passedOn('01'), { indent: 1 }),
    formLine('28', ['其中：对境外机构', 'of which abroad'], passedOn('07'), { indent: 1 }),
    formLine('29', ['当年内部支出', 'Spent inside'], sumLine('30', '31', '32', '34', '35', '36')),
    formLine('30', ['劳务费', 'Labour'], spentOn('103*', '202'), { indent: 1 }),
    formLine('31', ['业务费', 'Operations'], spentOn('102*'), { indent: 1 }),
    formLine('32', ['固定资产购建费', 'Fixed assets'], spentOn('101*'), { indent: 1 }),
    formLine('33', ['其中：仪器设备费', 'of which equipment'], spentOn('101*'), { indent: 2 }),
    formLine('34', ['上缴税金', 'Taxes'], spentOn('3*'), { indent: 1 }),
    formLine('35', ['学校提取管理费', 'Overhead'], spentOn('201'), { indent: 1 }),
    formLine('36', ['其他支出', 'Other'], spentOn('203', ''), { indent: 1 }),
    formLine('37', ['年末结转经费', 'Carried forward'], {
      by: 'sum',
      of: ['01', '02'],
      less: ['22'],
    }),
    formLine('38', ['其中：纵向经费', 'of which grants'], handFilledLine, { indent: 1 }),
    formLine('39', ['其中：横向经费', 'of which contracts'], handFilledLine, { indent: 1 }),
    formLine(
      '40',
      ['其中：其他', 'of which other'],
      { by: 'sum', of: ['37'], less: ['38', '39'] },
      { indent: 1 },
    ),
    formLine('41', ['科研基建支出', 'Construction'], handFilledLine),
    formLine('42', ['当年科研仪器设备购置', 'Equipment bought'], sumLine('43', '44')),
    formLine('43', ['其中：国产', 'of which domestic'], handFilledLine, { indent: 1 }),
    formLine('44', ['其中：进口', 'of which imported'], handFilledLine, { indent: 1 }),
    formLine('45', ['年末科研仪器设备原值', 'Equipment at cost'], handFilledLine),
  ],
};
