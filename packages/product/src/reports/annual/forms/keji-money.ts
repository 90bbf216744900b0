import { byHand, line, measure, type SummaryTable, sumOf, whole } from '../form.ts';

const received = (...source: readonly string[]) =>
  measure('money', { flow: ['in'], source }, 'amount');
const spentOn = (...item: readonly string[]) => measure('money', { flow: ['out'], item }, 'amount');
const passedOn = (...nature: readonly string[]) =>
  measure('money', { flow: ['out'], item: ['104*'], nature }, 'amount');

/** Table 2 of the report on science: 45 lines whose codes and checks are published. */
export const kejiMoney: SummaryTable = {
  code: '2',
  label: ['科技经费情况表', 'Funds of science and technology'],
  unit: 'kiloYuan',
  trust: 'public',
  remark: [
    '栏次与平衡关系取自公开的往年报表；07 栏默认取教育部来源，主管部门不同的学校请在报表中调整',
    'Lines and balances are those of a published form; line 07 takes sources of the Ministry of Education',
  ],
  shape: 'summary',
  columns: [line('1', ['金额', 'Amount'], whole)],
  rows: [
    line('01', ['上年结转经费', 'Brought forward'], { by: 'last', row: '37' }),
    line(
      '02',
      ['当年收入合计', 'Received in the year'],
      sumOf('04', '07', '11', '12', '13', '14', '15', '17', '19', '20', '21'),
    ),
    line(
      '03',
      ['其中：R&D 经费', 'of which R&D'],
      measure('money', { flow: ['in'], type: ['1', '2', '3'] }, 'amount'),
      { indent: 1 },
    ),
    line('04', ['科研事业费', 'Operating funds for research'], byHand),
    line('05', ['其中：科研人员工资', 'of which wages'], byHand, { indent: 1 }),
    line('06', ['其中：专项事业费', 'of which earmarked'], byHand, { indent: 1 }),
    line('07', ['主管部门专项费', 'Own ministry'], received('2001', '2002')),
    line('08', ['其中：科研项目', 'of which projects'], byHand, { indent: 1 }),
    line('09', ['其中：平台建设', 'of which platforms'], byHand, { indent: 1 }),
    line('10', ['其中：人才队伍', 'of which people'], byHand, { indent: 1 }),
    line(
      '11',
      ['国家发展改革委、科技部专项费', 'State programmes'],
      received('1001', '1002', '1005', '1006'),
    ),
    line('12', ['国家自然科学基金项目费', 'National Natural Science Foundation'], received('1003')),
    line(
      '13',
      ['国务院其他部门专项费', 'Other ministries'],
      received('1004', '1007', '1008', '1009', '2003', '2009'),
    ),
    line(
      '14',
      ['省、市、自治区专项费', 'Provinces and cities'],
      received('2004', '2005', '2006', '2007', '2008', '30*'),
    ),
    line('15', ['企、事业单位委托经费', 'Commissioned'], received('40*')),
    line('16', ['其中：通过学校财务', 'of which through our accounts'], received('40*'), {
      indent: 1,
    }),
    line('17', ['当年学校科技经费', 'University funds'], received('60*')),
    line('18', ['其中：配套经费', 'of which matching'], byHand, { indent: 1 }),
    line('19', ['金融机构贷款', 'Loans'], byHand),
    line('20', ['国外资金', 'Abroad'], received('50*')),
    line('21', ['其他收入', 'Other'], received('2010', '99', '')),
    line('22', ['当年支出合计', 'Spent in the year'], sumOf('24', '29')),
    line(
      '23',
      ['其中：R&D 经费', 'of which R&D'],
      measure('money', { flow: ['out'], type: ['1', '2', '3'] }, 'amount'),
      { indent: 1 },
    ),
    line('24', ['转拨给外单位经费', 'Passed on to others'], spentOn('104*')),
    line('25', ['其中：对国内研究机构', 'of which to institutes'], passedOn('03', '05'), {
      indent: 1,
    }),
    line('26', ['其中：对国内高等学校', 'of which to universities'], passedOn('02'), { indent: 1 }),
    line('27', ['其中：对国内企业', 'of which to enterprises'], passedOn('01'), { indent: 1 }),
    line('28', ['其中：对境外机构', 'of which abroad'], passedOn('07'), { indent: 1 }),
    line('29', ['当年内部支出', 'Spent inside'], sumOf('30', '31', '32', '34', '35', '36')),
    line('30', ['劳务费', 'Labour'], spentOn('103*', '202'), { indent: 1 }),
    line('31', ['业务费', 'Operations'], spentOn('102*'), { indent: 1 }),
    line('32', ['固定资产购建费', 'Fixed assets'], spentOn('101*'), { indent: 1 }),
    line('33', ['其中：仪器设备费', 'of which equipment'], spentOn('101*'), { indent: 2 }),
    line('34', ['上缴税金', 'Taxes'], spentOn('3*'), { indent: 1 }),
    line('35', ['学校提取管理费', 'Overhead'], spentOn('201'), { indent: 1 }),
    line('36', ['其他支出', 'Other'], spentOn('203', ''), { indent: 1 }),
    line('37', ['年末结转经费', 'Carried forward'], { by: 'sum', of: ['01', '02'], less: ['22'] }),
    line('38', ['其中：纵向经费', 'of which grants'], byHand, { indent: 1 }),
    line('39', ['其中：横向经费', 'of which contracts'], byHand, { indent: 1 }),
    line(
      '40',
      ['其中：其他', 'of which other'],
      { by: 'sum', of: ['37'], less: ['38', '39'] },
      { indent: 1 },
    ),
    line('41', ['科研基建支出', 'Construction'], byHand),
    line('42', ['当年科研仪器设备购置', 'Equipment bought'], sumOf('43', '44')),
    line('43', ['其中：国产', 'of which domestic'], byHand, { indent: 1 }),
    line('44', ['其中：进口', 'of which imported'], byHand, { indent: 1 }),
    line('45', ['年末科研仪器设备原值', 'Equipment at cost'], byHand),
  ],
};
