import type { Label } from '@keyan/kernel/label.ts';
import {
  type AnnualForm,
  type FillSource,
  type FormLine,
  formLine,
  handFilledLine,
  measuredLine,
  narrowedColumn,
  type RegisterTable,
  type SummaryTable,
  sumLine,
  valueColumn,
  wholeColumn,
} from '../form.ts';
import { shekeChecks } from './sheke-checks.ts';

/** Disciplines of the report by GB/T 13745: 630 and 710 to 910. */
const disciplines: readonly (readonly [code: string, label: Label])[] = [
  ['630', ['管理学', 'Management']],
  ['710', ['马克思主义', 'Marxism']],
  ['720', ['哲学', 'Philosophy']],
  ['730', ['宗教学', 'Religion']],
  ['740', ['语言学', 'Linguistics']],
  ['750', ['文学', 'Literature']],
  ['760', ['艺术学', 'Arts']],
  ['770', ['历史学', 'History']],
  ['780', ['考古学', 'Archaeology']],
  ['790', ['经济学', 'Economics']],
  ['810', ['政治学', 'Politics']],
  ['820', ['法学', 'Law']],
  ['830', ['军事学', 'Military science']],
  ['840', ['社会学', 'Sociology']],
  ['850', ['民族学与文化学', 'Ethnology']],
  ['860', ['新闻学与传播学', 'Journalism']],
  ['870', ['图书馆、情报与文献学', 'Library science']],
  ['880', ['教育学', 'Education']],
  ['890', ['体育科学', 'Sport']],
  ['910', ['统计学', 'Statistics']],
];

/**
 * Codes outside the disciplines of the report; facts with these codes are counted in a line of
 * their own.
 */
const elsewhere = ['1*', '2*', '3*', '4*', '5*', '610*', '620*', ''] as const;

/** Rows by discipline under their sum; the last row counts other disciplines and empty ones. */
const byDiscipline = (of: 'people' | 'projects' | 'outputs'): readonly FormLine[] => [
  formLine('00', ['合计', 'Total'], sumLine(...disciplines.map(([code]) => code), '999')),
  ...disciplines.map(([code, label]) =>
    formLine(code, label, measuredLine(of, { discipline: [`${code}*`] }), { indent: 1 }),
  ),
  formLine('999', ['其他学科', 'Other disciplines'], measuredLine(of, { discipline: elsewhere }), {
    indent: 1,
  }),
];

const people: SummaryTable = {
  code: '1',
  label: ['社科活动人员情况表', 'Staff in humanities and social sciences'],
  unit: 'person',
  trust: 'customary',
  shape: 'summary',
  columns: [
    formLine('1', ['总数', 'Total'], wholeColumn),
    formLine('2', ['女性', 'Women'], narrowedColumn({ sex: ['2'] })),
    formLine('3', ['教授', 'Professors'], narrowedColumn({ post: ['T1'] })),
    formLine('4', ['副教授', 'Associate professors'], narrowedColumn({ post: ['T2'] })),
    formLine('5', ['讲师', 'Lecturers'], narrowedColumn({ post: ['T3'] })),
    formLine('6', ['助教', 'Assistants'], narrowedColumn({ post: ['T4'] })),
    formLine('7', ['博士', 'Doctors'], narrowedColumn({ degree: ['2*'] })),
    formLine('8', ['硕士', 'Masters'], narrowedColumn({ degree: ['3*'] })),
    formLine('9', ['研究生学历', 'Graduates'], narrowedColumn({ education: ['1*'] })),
    formLine('10', ['本科学历', 'Bachelors'], narrowedColumn({ education: ['2*'] })),
  ],
  rows: byDiscipline('people'),
};

const rd: SummaryTable = {
  code: '2',
  label: ['社科 R&D 人员情况表', 'R&D staff'],
  unit: 'person',
  trust: 'customary',
  shape: 'summary',
  columns: [
    formLine('1', ['R&D 人员', 'R&D staff'], narrowedColumn({ rd: ['full', 'part'] })),
    formLine('2', ['其中：全时人员', 'of which full-time'], narrowedColumn({ rd: ['full'] })),
    formLine('3', ['全时当量', 'Person-years'], valueColumn('fte'), { unit: 'personYear' }),
    formLine('4', ['其中：基础研究', 'of which basic'], valueColumn('fte1'), {
      unit: 'personYear',
    }),
    formLine('5', ['其中：应用研究', 'of which applied'], valueColumn('fte2'), {
      unit: 'personYear',
    }),
    formLine('6', ['其中：试验发展', 'of which development'], valueColumn('fte3'), {
      unit: 'personYear',
    }),
  ],
  rows: byDiscipline('people'),
};

const received = (...source: readonly string[]): FillSource =>
  measuredLine('money', { flow: ['in'], source }, 'amount');
const spentOn = (...item: readonly string[]): FillSource =>
  measuredLine('money', { flow: ['out'], item }, 'amount');

const money: SummaryTable = {
  code: '3',
  label: ['社科研究与发展经费情况表', 'Funds'],
  unit: 'kiloYuan',
  trust: 'public',
  remark: [
    '栏目取自公开的统计年鉴，编号由本系统给出',
    'Headings come from the published yearbook; codes are given by this system',
  ],
  shape: 'summary',
  columns: [formLine('1', ['金额', 'Amount'], wholeColumn)],
  rows: [
    formLine('01', ['上年结转经费', 'Carried over from last year'], { by: 'last', row: '24' }),
    formLine(
      '02',
      ['当年收入合计', 'Received in the year'],
      sumLine('03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'),
    ),
    formLine('03', ['科研事业费', 'Operating funds'], handFilledLine, { indent: 1 }),
    formLine('04', ['主管部门专项经费', 'Own ministry'], handFilledLine, { indent: 1 }),
    formLine(
      '05',
      ['国家社科规划、基金项目', 'National Social Science Fund'],
      received('1004', '1007', '1008'),
      { indent: 1 },
    ),
    formLine('06', ['教育部人文社科研究项目', 'Ministry of Education'], received('2001', '2009'), {
      indent: 1,
    }),
    formLine(
      '07',
      ['中央其他部门', 'Other ministries'],
      received('1001', '1002', '1003', '1005', '1006', '1009', '2002', '2003'),
      { indent: 1 },
    ),
    formLine(
      '08',
      ['省、市、自治区', 'Provinces and cities'],
      received('2004', '2005', '2006', '2007', '2008', '30*'),
      { indent: 1 },
    ),
    formLine('09', ['企事业单位委托', 'Commissioned'], received('40*'), { indent: 1 }),
    formLine('10', ['金融机构贷款', 'Loans'], handFilledLine, { indent: 1 }),
    formLine('11', ['自筹经费', 'Own funds'], received('60*'), { indent: 1 }),
    formLine('12', ['境外资金', 'Abroad'], received('50*'), { indent: 1 }),
    formLine('13', ['其他', 'Other'], received('2010', '99', ''), { indent: 1 }),
    formLine('14', ['当年支出合计', 'Spent in the year'], sumLine('15', '16')),
    formLine('15', ['转拨外单位', 'Passed on'], spentOn('104*'), { indent: 1 }),
    formLine(
      '16',
      ['内部支出', 'Spent inside'],
      sumLine('17', '18', '19', '20', '21', '22', '23'),
      {
        indent: 1,
      },
    ),
    formLine('17', ['科研人员费', 'Labour'], spentOn('103*', '202'), { indent: 2 }),
    formLine('18', ['业务费', 'Operations'], spentOn('102*'), { indent: 2 }),
    formLine('19', ['科研基建费', 'Construction'], handFilledLine, { indent: 2 }),
    formLine('20', ['仪器设备费', 'Equipment'], spentOn('101*'), { indent: 2 }),
    formLine('21', ['图书资料费', 'Books'], handFilledLine, { indent: 2 }),
    formLine('22', ['管理费', 'Overhead'], spentOn('201'), { indent: 2 }),
    formLine('23', ['其他', 'Other'], spentOn('203', '3*', ''), { indent: 2 }),
    formLine('24', ['年末结余', 'Carried forward'], { by: 'sum', of: ['01', '02'], less: ['14'] }),
  ],
};

const institutions: RegisterTable = {
  code: '4',
  label: ['社科研究机构情况表', 'Institutions'],
  unit: 'piece',
  trust: 'public',
  remark: ['栏目取自公开的统计年鉴', 'Headings come from the published yearbook'],
  shape: 'register',
  of: 'institutions',
  where: { type: ['03', '05'] },
  sort: 'name',
  columns: [
    { code: 'L1', label: ['机构名称', 'Name'], at: 'name', is: 'text' },
    { code: 'L2', label: ['批准单位', 'Approved by'], at: 'approver', is: 'text' },
    { code: 'L3', label: ['成立年月', 'Founded'], at: 'founded', is: 'text' },
    { code: 'L4', label: ['学科', 'Discipline'], at: 'discipline', is: 'text', required: true },
    { code: 'L5', label: ['人员', 'Staff'], at: 'staff', is: 'number', unit: 'person' },
    { code: 'L6', label: ['其中：博士', 'Doctors'], at: 'doctors', is: 'number', unit: 'person' },
    { code: 'L7', label: ['培养研究生', 'Graduates'], at: '', is: 'number', unit: 'person' },
    { code: 'L8', label: ['经费支出', 'Spent'], at: '', is: 'number', unit: 'kiloYuan' },
    { code: 'L9', label: ['承担课题', 'Projects'], at: '', is: 'number', unit: 'piece' },
    {
      code: 'L10',
      label: ['固定资产原值', 'Fixed assets'],
      at: '',
      is: 'number',
      unit: 'kiloYuan',
    },
  ],
};

const projectColumns: readonly FormLine[] = [
  formLine('1', ['课题数', 'Projects'], wholeColumn),
  formLine('2', ['当年投入（人年）', 'Person-years'], valueColumn('personYears'), {
    unit: 'personYear',
  }),
  formLine('3', ['其中：研究生（人）', 'of which graduates'], valueColumn('graduates'), {
    unit: 'person',
  }),
  formLine('4', ['当年拨入', 'Received'], valueColumn('arrived'), { unit: 'kiloYuan' }),
  formLine('5', ['当年支出', 'Spent'], valueColumn('spent'), { unit: 'kiloYuan' }),
];

const from = (...source: readonly string[]): FillSource => measuredLine('projects', { source });

const bySource: SummaryTable = {
  code: '5',
  label: ['课题情况表（按来源）', 'Projects by source'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: projectColumns,
  rows: [
    formLine('00', ['合计', 'Total'], sumLine('01', '02', '03', '04', '05', '06', '07', '08')),
    formLine('01', ['国家社科基金', 'National Social Science Fund'], from('1004', '1007', '1008'), {
      indent: 1,
    }),
    formLine('02', ['教育部人文社科', 'Ministry of Education'], from('2001', '2009'), {
      indent: 1,
    }),
    formLine(
      '03',
      ['中央其他部门', 'Other ministries'],
      from('1001', '1002', '1003', '1005', '1006', '1009', '2002', '2003'),
      { indent: 1 },
    ),
    formLine(
      '04',
      ['省、市、自治区', 'Provinces and cities'],
      from('2004', '2005', '2006', '2007', '2008', '30*'),
      { indent: 1 },
    ),
    formLine('05', ['企事业单位委托', 'Commissioned'], from('40*'), { indent: 1 }),
    formLine('06', ['学校社科', 'University'], from('60*'), { indent: 1 }),
    formLine('07', ['境外', 'Abroad'], from('50*'), { indent: 1 }),
    formLine('08', ['其他', 'Other'], from('2010', '99', ''), { indent: 1 }),
  ],
};

const projectsByDiscipline: SummaryTable = {
  code: '6',
  label: ['课题情况表（按学科）', 'Projects by discipline'],
  unit: 'piece',
  trust: 'public',
  remark: ['课题按自身学科归类', 'Projects are grouped by their own discipline'],
  shape: 'summary',
  columns: projectColumns,
  rows: byDiscipline('projects'),
};

const outputs = (...kinds: readonly string[]): FillSource => narrowedColumn({ kind: kinds });
const bookOf = (...type: readonly string[]): FillSource =>
  narrowedColumn({ kind: ['bookapp'], type });
const paperOf = (...scope: readonly string[]): FillSource =>
  narrowedColumn({ kind: ['papersapp'], scope });

const results: SummaryTable = {
  code: '7',
  label: ['研究与发展成果情况表', 'Outputs'],
  unit: 'piece',
  trust: 'customary',
  remark: ['成果按自身学科归类', 'Outputs are grouped by their own discipline'],
  shape: 'summary',
  columns: [
    formLine('1', ['专著', 'Monographs'], bookOf('01')),
    formLine('2', ['编著教材', 'Textbooks'], bookOf('02', '03')),
    formLine('3', ['工具书', 'Reference books'], bookOf('05')),
    formLine('4', ['皮书', 'Blue books'], bookOf('07')),
    formLine('5', ['科普读物', 'Popular science'], bookOf('08')),
    formLine('6', ['古籍整理', 'Ancient books'], bookOf('06')),
    formLine('7', ['译著', 'Translations'], bookOf('04')),
    formLine('8', ['电子出版物', 'Electronic'], bookOf('11')),
    formLine('9', ['论文：国内刊物', 'Papers: domestic'], paperOf('2', '3', '')),
    formLine('10', ['论文：国外刊物', 'Papers: abroad'], paperOf('1')),
    formLine('11', ['论文：港澳台刊物', 'Papers: Hong Kong, Macao, Taiwan'], paperOf('4')),
    formLine('12', ['研究与咨询报告', 'Advisory reports'], outputs('advisoryapp')),
    formLine(
      '13',
      ['其中：被采纳', 'of which adopted'],
      narrowedColumn({ kind: ['advisoryapp'], adopted: ['1'] }),
    ),
  ],
  rows: byDiscipline('outputs'),
};

const awards: RegisterTable = {
  code: '8',
  label: ['研究与发展成果获奖情况表', 'Awards'],
  unit: 'piece',
  trust: 'public',
  remark: ['只列国家级、部级、省级奖', 'National, ministerial and provincial awards only'],
  shape: 'register',
  of: 'outputs',
  where: { kind: ['achievementAwd'], level: ['01', '02'] },
  sort: 'name',
  columns: [
    { code: 'L1', label: ['获奖成果', 'Work'], at: 'name', is: 'text' },
    { code: 'L2', label: ['奖励名称', 'Award'], at: 'award', is: 'text' },
    { code: 'L3', label: ['级别', 'Level'], at: 'level', is: 'text' },
    { code: 'L4', label: ['等级', 'Grade'], at: 'grade', is: 'text' },
    { code: 'L5', label: ['学科', 'Discipline'], at: 'discipline', is: 'text', required: true },
  ],
};

const attended = (where: Readonly<Record<string, readonly string[]>> = {}): FillSource =>
  measuredLine('activities', { kind: ['attended'], ...where });

const exchange: SummaryTable = {
  code: '9',
  label: ['社科学术交流情况表', 'Exchange'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: [
    formLine('1', ['国际学术交流', 'International'], narrowedColumn({ foreign: ['1'] })),
    formLine('2', ['国内学术交流', 'Domestic'], narrowedColumn({ foreign: ['0', ''] })),
  ],
  rows: [
    formLine(
      '01',
      ['本校独办会议（次）', 'Conferences of our own'],
      measuredLine('activities', { kind: ['held'], host: ['1'] }),
    ),
    formLine(
      '02',
      ['与外单位合办会议（次）', 'Conferences with others'],
      measuredLine('activities', { kind: ['held'], host: ['2', '3'] }),
    ),
    formLine('03', ['参加会议（人次）', 'Attended'], attended()),
    formLine(
      '04',
      ['提交论文（篇）', 'Papers given'],
      attended({ role: ['01', '02', '03', '06'] }),
    ),
    formLine('05', ['受聘讲学：派出（人次）', 'Lectures: sent out'], handFilledLine),
    formLine('06', ['受聘讲学：来校（人次）', 'Lectures: received'], handFilledLine),
    formLine('07', ['社科考察：派出（人次）', 'Visits: sent out'], handFilledLine),
    formLine('08', ['社科考察：来校（人次）', 'Visits: received'], handFilledLine),
    formLine('09', ['进修学习：派出（人次）', 'Study: sent out'], handFilledLine),
    formLine('10', ['进修学习：来校（人次）', 'Study: received'], handFilledLine),
    formLine('11', ['合作研究：派出（人次）', 'Joint research: sent out'], handFilledLine),
    formLine('12', ['合作研究：来校（人次）', 'Joint research: received'], handFilledLine),
  ],
};

/** 社科统计年报: nine tables (人文社科). */
export const socialReportForm: AnnualForm = {
  report: 'sheke',
  tables: [
    people,
    rd,
    money,
    institutions,
    bySource,
    projectsByDiscipline,
    results,
    awards,
    exchange,
  ],
  checks: shekeChecks,
};
