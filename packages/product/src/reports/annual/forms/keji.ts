import type { Label } from '@keyan/kernel/label.ts';
import {
  type AnnualForm,
  type FormLine,
  formLine,
  handFilledLine,
  measuredLine,
  narrowedColumn,
  type SummaryTable,
  sumLine,
  valueColumn,
  wholeColumn,
} from '../form.ts';
import { kejiChecks } from './keji-checks.ts';
import { kejiMoney } from './keji-money.ts';
import {
  awardsRegister,
  booksRegister,
  institutionsRegister,
  journalsRegister,
  projectsRegister,
} from './keji-registers.ts';

const staff = (...post: readonly string[]) => measuredLine('people', { post });

const people: SummaryTable = {
  code: '1',
  label: ['科技人力资源情况表', 'Science and technology staff'],
  unit: 'person',
  trust: 'customary',
  remark: ['统计时点为 12 月 31 日', 'As of 31 December'],
  shape: 'summary',
  columns: [
    formLine('1', ['合计', 'Total'], wholeColumn),
    formLine('2', ['女性', 'Women'], narrowedColumn({ sex: ['2'] })),
    formLine('3', ['博士', 'Doctors'], narrowedColumn({ degree: ['2*'] })),
    formLine('4', ['硕士', 'Masters'], narrowedColumn({ degree: ['3*'] })),
    formLine('5', ['35 岁及以下', '35 and younger'], narrowedColumn({ age: ['1'] })),
    formLine('6', ['36–45 岁', '36 to 45'], narrowedColumn({ age: ['2'] })),
    formLine('7', ['46–55 岁', '46 to 55'], narrowedColumn({ age: ['3'] })),
    formLine('8', ['56 岁及以上', '56 and older'], narrowedColumn({ age: ['4'] })),
  ],
  rows: [
    formLine('01', ['合计', 'Total'], sumLine('02', '08', '12')),
    formLine('02', ['教师', 'Teachers'], sumLine('03', '04', '05', '06', '07')),
    formLine('03', ['教授', 'Professors'], staff('T1'), { indent: 1 }),
    formLine('04', ['副教授', 'Associate professors'], staff('T2'), { indent: 1 }),
    formLine('05', ['讲师', 'Lecturers'], staff('T3'), { indent: 1 }),
    formLine('06', ['助教', 'Assistants'], staff('T4'), { indent: 1 }),
    formLine('07', ['其他', 'Others'], staff('T9'), { indent: 1 }),
    formLine('08', ['其他技术职务', 'Other ranks'], sumLine('09', '10', '11')),
    formLine('09', ['高级', 'Senior'], staff('O1'), { indent: 1 }),
    formLine('10', ['中级', 'Middle'], staff('O2'), { indent: 1 }),
    formLine('11', ['初级', 'Junior'], staff('O3'), { indent: 1 }),
    formLine('12', ['辅助人员', 'Support'], staff('A')),
    formLine('13', ['R&D 人员', 'R&D staff'], sumLine('14', '15')),
    formLine(
      '14',
      ['R&D 全时人员', 'of which full-time'],
      measuredLine('people', { rd: ['full'] }),
      {
        indent: 1,
      },
    ),
    formLine(
      '15',
      ['R&D 非全时人员', 'of which part-time'],
      measuredLine('people', { rd: ['part'] }),
      {
        indent: 1,
      },
    ),
    ...(
      [
        ['16', ['R&D 全时当量', 'R&D person-years'], sumLine('17', '18', '19'), 0],
        ['17', ['基础研究', 'Basic research'], measuredLine('people', {}, 'fte1'), 1],
        ['18', ['应用研究', 'Applied research'], measuredLine('people', {}, 'fte2'), 1],
        ['19', ['试验发展', 'Experimental development'], measuredLine('people', {}, 'fte3'), 1],
      ] as const
    ).map(([code, label, fill, indent]) =>
      formLine(code, label, fill, { indent, unit: 'personYear' }),
    ),
    formLine(
      '20',
      ['R&D 成果应用及科技服务人员', 'Application and services'],
      measuredLine('people', { service: ['1'] }),
    ),
  ],
};

const abroad = { foreign: ['1'] } as const;

const exchange: SummaryTable = {
  code: '5',
  label: ['科技交流情况表', 'Exchange'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: [formLine('1', ['数量', 'Number'], wholeColumn)],
  rows: [
    formLine('01', ['合作研究：派遣（人次）', 'Joint research: sent out'], handFilledLine),
    formLine('02', ['合作研究：接受（人次）', 'Joint research: received'], handFilledLine),
    formLine(
      '03',
      ['国际学术会议：出席（人次）', 'International conferences: attended'],
      measuredLine('activities', { kind: ['attended'], ...abroad }),
    ),
    formLine(
      '04',
      ['交流论文（篇）', 'Papers given'],
      measuredLine('activities', { kind: ['attended'], role: ['01', '02', '03', '06'], ...abroad }),
    ),
    formLine(
      '05',
      ['特邀报告（篇）', 'Invited talks'],
      measuredLine('activities', { kind: ['attended'], role: ['01'], ...abroad }),
    ),
    formLine(
      '06',
      ['主办（次）', 'Hosted'],
      measuredLine('activities', { kind: ['held'], host: ['1'], ...abroad }),
    ),
  ],
};

const sold = (...party: readonly string[]) => measuredLine('transfers', { party });
const counted = { only: ['1'] } as const;
const filed = (...type: readonly string[]) => measuredLine('patents', { event: ['filed'], type });
const granted = (...type: readonly string[]) =>
  measuredLine('patents', { event: ['granted'], type });

const property: SummaryTable = {
  code: '6',
  label: ['技术转让与知识产权情况表', 'Technology transfer and intellectual property'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: [
    formLine('1', ['数量', 'Number'], wholeColumn),
    formLine('2', ['合同金额', 'Amount'], valueColumn('amount'), { unit: 'kiloYuan' }),
    formLine('3', ['当年实际收入', 'Received'], valueColumn('received'), { unit: 'kiloYuan' }),
  ],
  rows: [
    formLine('01', ['技术转让合同', 'Transfers'], sumLine('02', '03', '04', '05')),
    formLine('02', ['国有企业', 'State-owned enterprises'], sold('01'), { indent: 1 }),
    formLine('03', ['外资企业', 'Foreign enterprises'], sold('03', '09'), { indent: 1 }),
    formLine('04', ['民营企业', 'Private enterprises'], sold('02'), { indent: 1 }),
    formLine('05', ['其他', 'Others'], sold('04', '05', '06', '07', '08', '10', ''), { indent: 1 }),
    formLine('06', ['专利申请', 'Patents filed'], sumLine('07', '08', '09', '10'), counted),
    formLine('07', ['发明', 'Inventions'], filed('01', '06'), { indent: 1, ...counted }),
    formLine('08', ['实用新型', 'Utility models'], filed('02'), { indent: 1, ...counted }),
    formLine('09', ['外观设计', 'Designs'], filed('03'), { indent: 1, ...counted }),
    formLine('10', ['国外专利', 'Abroad'], filed('04', '05'), { indent: 1, ...counted }),
    formLine('11', ['专利授权', 'Patents granted'], sumLine('12', '13', '14', '15'), counted),
    formLine('12', ['发明', 'Inventions'], granted('01', '06'), { indent: 1, ...counted }),
    formLine('13', ['实用新型', 'Utility models'], granted('02'), { indent: 1, ...counted }),
    formLine('14', ['外观设计', 'Designs'], granted('03'), { indent: 1, ...counted }),
    formLine('15', ['国外专利', 'Abroad'], granted('04', '05'), { indent: 1, ...counted }),
    formLine(
      '16',
      ['有效发明专利', 'Valid inventions'],
      measuredLine('patents', { event: ['valid'], type: ['01', '05', '06'] }),
      counted,
    ),
    formLine(
      '17',
      ['软件著作权', 'Software'],
      measuredLine('outputs', { kind: ['copyrightapp'], type: ['01'] }),
      counted,
    ),
    formLine('18', ['集成电路布图设计', 'Layouts of circuits'], granted('07'), counted),
    formLine(
      '19',
      ['植物新品种权', 'Plant varieties'],
      measuredLine('outputs', { kind: ['xpz'], type: ['04'] }),
      counted,
    ),
    formLine(
      '20',
      ['国家或行业标准', 'Standards'],
      measuredLine('outputs', { kind: ['standard'], type: ['01', '02', '03'] }),
      counted,
    ),
  ],
};

const kind = (key: string, where: Readonly<Record<string, readonly string[]>> = {}) =>
  measuredLine('outputs', { kind: [key], ...where });

const results: SummaryTable = {
  code: '7',
  label: ['技术成果情况表', 'Results'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: [formLine('1', ['数量', 'Number'], wholeColumn)],
  rows: [
    formLine('01', ['发表学术论文（篇）', 'Papers'], sumLine('02', '03', '04')),
    formLine('02', ['国外学术刊物', 'Abroad'], kind('papersapp', { scope: ['1', '4'] }), {
      indent: 1,
    }),
    formLine('03', ['全国性学术刊物', 'National journals'], kind('papersapp', { scope: ['2'] }), {
      indent: 1,
    }),
    formLine('04', ['其他刊物', 'Other journals'], kind('papersapp', { scope: ['3', ''] }), {
      indent: 1,
    }),
    formLine('05', ['鉴定成果', 'Appraised results'], kind('cgjd')),
    formLine('06', ['高新技术产品', 'Products'], kind('gxjscp')),
    formLine('07', ['新药', 'Drugs'], kind('xy')),
    formLine('08', ['新品种', 'Varieties'], kind('xpz')),
  ],
};

const entered = (code: string, label: Label): FormLine => formLine(code, label, handFilledLine);

const innovation: SummaryTable = {
  code: '11',
  label: ['创新相关情况表', 'Innovation'],
  unit: 'piece',
  trust: 'office',
  remark: ['栏次以当年报表为准', 'Lines follow this year’s form'],
  shape: 'summary',
  columns: [formLine('1', ['数量', 'Number'], wholeColumn)],
  rows: [
    formLine(
      '01',
      ['产学研联合体', 'Alliances with industry'],
      measuredLine('institutions', { type: ['06'] }),
    ),
    entered('02', ['在孵企业', 'Enterprises in incubation']),
    entered('03', ['大学科技园（个）', 'Science parks']),
    entered('04', ['学校参股企业', 'Enterprises with our share']),
  ],
};

/** 科技统计年报: eleven tables (理工农医). */
export const scienceReportForm: AnnualForm = {
  report: 'keji',
  tables: [
    people,
    kejiMoney,
    institutionsRegister,
    projectsRegister,
    exchange,
    property,
    results,
    booksRegister,
    awardsRegister,
    journalsRegister,
    innovation,
  ],
  checks: kejiChecks,
};
