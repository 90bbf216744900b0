import type { Label } from '@keyan/kernel/label.ts';
import {
  type AnnualForm,
  byHand,
  type Line,
  line,
  measure,
  narrowed,
  type SummaryTable,
  sumOf,
  valued,
  whole,
} from '../form.ts';
import { kejiChecks } from './keji-checks.ts';
import { kejiMoney } from './keji-money.ts';
import { awards, books, institutions, journals, projects } from './keji-registers.ts';

const staff = (...post: readonly string[]) => measure('people', { post });

const people: SummaryTable = {
  code: '1',
  label: ['科技人力资源情况表', 'People of science and technology'],
  unit: 'person',
  trust: 'customary',
  remark: ['统计时点为 12 月 31 日', 'As of 31 December'],
  shape: 'summary',
  columns: [
    line('1', ['合计', 'Total'], whole),
    line('2', ['女性', 'Women'], narrowed({ sex: ['2'] })),
    line('3', ['博士', 'Doctors'], narrowed({ degree: ['2*'] })),
    line('4', ['硕士', 'Masters'], narrowed({ degree: ['3*'] })),
    line('5', ['35 岁及以下', '35 and younger'], narrowed({ age: ['1'] })),
    line('6', ['36–45 岁', '36 to 45'], narrowed({ age: ['2'] })),
    line('7', ['46–55 岁', '46 to 55'], narrowed({ age: ['3'] })),
    line('8', ['56 岁及以上', '56 and older'], narrowed({ age: ['4'] })),
  ],
  rows: [
    line('01', ['合计', 'Total'], sumOf('02', '08', '12')),
    line('02', ['教师', 'Teachers'], sumOf('03', '04', '05', '06', '07')),
    line('03', ['教授', 'Professors'], staff('T1'), { indent: 1 }),
    line('04', ['副教授', 'Associate professors'], staff('T2'), { indent: 1 }),
    line('05', ['讲师', 'Lecturers'], staff('T3'), { indent: 1 }),
    line('06', ['助教', 'Assistants'], staff('T4'), { indent: 1 }),
    line('07', ['其他', 'Others'], staff('T9'), { indent: 1 }),
    line('08', ['其他技术职务', 'Other ranks'], sumOf('09', '10', '11')),
    line('09', ['高级', 'Senior'], staff('O1'), { indent: 1 }),
    line('10', ['中级', 'Middle'], staff('O2'), { indent: 1 }),
    line('11', ['初级', 'Junior'], staff('O3'), { indent: 1 }),
    line('12', ['辅助人员', 'Support'], staff('A')),
    line('13', ['R&D 人员', 'R&D staff'], sumOf('14', '15')),
    line('14', ['R&D 全时人员', 'of which full-time'], measure('people', { rd: ['full'] }), {
      indent: 1,
    }),
    line('15', ['R&D 非全时人员', 'of which part-time'], measure('people', { rd: ['part'] }), {
      indent: 1,
    }),
    ...(
      [
        ['16', ['R&D 全时当量', 'R&D person-years'], sumOf('17', '18', '19'), 0],
        ['17', ['基础研究', 'Basic research'], measure('people', {}, 'fte1'), 1],
        ['18', ['应用研究', 'Applied research'], measure('people', {}, 'fte2'), 1],
        ['19', ['试验发展', 'Experimental development'], measure('people', {}, 'fte3'), 1],
      ] as const
    ).map(([code, label, fill, indent]) => line(code, label, fill, { indent, unit: 'personYear' })),
    line(
      '20',
      ['R&D 成果应用及科技服务人员', 'Application and services'],
      measure('people', { service: ['1'] }),
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
  columns: [line('1', ['数量', 'Number'], whole)],
  rows: [
    line('01', ['合作研究：派遣（人次）', 'Joint research: sent out'], byHand),
    line('02', ['合作研究：接受（人次）', 'Joint research: received'], byHand),
    line(
      '03',
      ['国际学术会议：出席（人次）', 'International conferences: attended'],
      measure('activities', { kind: ['attended'], ...abroad }),
    ),
    line(
      '04',
      ['交流论文（篇）', 'Papers given'],
      measure('activities', { kind: ['attended'], role: ['01', '02', '03', '06'], ...abroad }),
    ),
    line(
      '05',
      ['特邀报告（篇）', 'Invited talks'],
      measure('activities', { kind: ['attended'], role: ['01'], ...abroad }),
    ),
    line(
      '06',
      ['主办（次）', 'Hosted'],
      measure('activities', { kind: ['held'], host: ['1'], ...abroad }),
    ),
  ],
};

const sold = (...party: readonly string[]) => measure('transfers', { party });
const counted = { only: ['1'] } as const;
const filed = (...type: readonly string[]) => measure('patents', { event: ['filed'], type });
const granted = (...type: readonly string[]) => measure('patents', { event: ['granted'], type });

const property: SummaryTable = {
  code: '6',
  label: ['技术转让与知识产权情况表', 'Technology transfer and intellectual property'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: [
    line('1', ['数量', 'Number'], whole),
    line('2', ['合同金额', 'Amount'], valued('amount'), { unit: 'kiloYuan' }),
    line('3', ['当年实际收入', 'Received'], valued('received'), { unit: 'kiloYuan' }),
  ],
  rows: [
    line('01', ['技术转让合同', 'Transfers'], sumOf('02', '03', '04', '05')),
    line('02', ['国有企业', 'State-owned enterprises'], sold('01'), { indent: 1 }),
    line('03', ['外资企业', 'Foreign enterprises'], sold('03', '09'), { indent: 1 }),
    line('04', ['民营企业', 'Private enterprises'], sold('02'), { indent: 1 }),
    line('05', ['其他', 'Others'], sold('04', '05', '06', '07', '08', '10', ''), { indent: 1 }),
    line('06', ['专利申请', 'Patents filed'], sumOf('07', '08', '09', '10'), counted),
    line('07', ['发明', 'Inventions'], filed('01', '06'), { indent: 1, ...counted }),
    line('08', ['实用新型', 'Utility models'], filed('02'), { indent: 1, ...counted }),
    line('09', ['外观设计', 'Designs'], filed('03'), { indent: 1, ...counted }),
    line('10', ['国外专利', 'Abroad'], filed('04', '05'), { indent: 1, ...counted }),
    line('11', ['专利授权', 'Patents granted'], sumOf('12', '13', '14', '15'), counted),
    line('12', ['发明', 'Inventions'], granted('01', '06'), { indent: 1, ...counted }),
    line('13', ['实用新型', 'Utility models'], granted('02'), { indent: 1, ...counted }),
    line('14', ['外观设计', 'Designs'], granted('03'), { indent: 1, ...counted }),
    line('15', ['国外专利', 'Abroad'], granted('04', '05'), { indent: 1, ...counted }),
    line(
      '16',
      ['有效发明专利', 'Valid inventions'],
      measure('patents', { event: ['valid'], type: ['01', '05', '06'] }),
      counted,
    ),
    line(
      '17',
      ['软件著作权', 'Software'],
      measure('outputs', { kind: ['copyrightapp'], type: ['01'] }),
      counted,
    ),
    line('18', ['集成电路布图设计', 'Layouts of circuits'], granted('07'), counted),
    line(
      '19',
      ['植物新品种权', 'Plant varieties'],
      measure('outputs', { kind: ['xpz'], type: ['04'] }),
      counted,
    ),
    line(
      '20',
      ['国家或行业标准', 'Standards'],
      measure('outputs', { kind: ['standard'], type: ['01', '02', '03'] }),
      counted,
    ),
  ],
};

const kind = (key: string, where: Readonly<Record<string, readonly string[]>> = {}) =>
  measure('outputs', { kind: [key], ...where });

const results: SummaryTable = {
  code: '7',
  label: ['技术成果情况表', 'Results'],
  unit: 'piece',
  trust: 'customary',
  shape: 'summary',
  columns: [line('1', ['数量', 'Number'], whole)],
  rows: [
    line('01', ['发表学术论文（篇）', 'Papers'], sumOf('02', '03', '04')),
    line('02', ['国外学术刊物', 'Abroad'], kind('papersapp', { scope: ['1', '4'] }), { indent: 1 }),
    line('03', ['全国性学术刊物', 'National journals'], kind('papersapp', { scope: ['2'] }), {
      indent: 1,
    }),
    line('04', ['其他刊物', 'Other journals'], kind('papersapp', { scope: ['3', ''] }), {
      indent: 1,
    }),
    line('05', ['鉴定成果', 'Appraised results'], kind('cgjd')),
    line('06', ['高新技术产品', 'Products'], kind('gxjscp')),
    line('07', ['新药', 'Drugs'], kind('xy')),
    line('08', ['新品种', 'Varieties'], kind('xpz')),
  ],
};

const entered = (code: string, label: Label): Line => line(code, label, byHand);

const innovation: SummaryTable = {
  code: '11',
  label: ['创新相关情况表', 'Innovation'],
  unit: 'piece',
  trust: 'office',
  remark: ['栏次以当年报表为准', 'Lines are those of the form of the year'],
  shape: 'summary',
  columns: [line('1', ['数量', 'Number'], whole)],
  rows: [
    line(
      '01',
      ['产学研联合体', 'Alliances with industry'],
      measure('institutions', { type: ['06'] }),
    ),
    entered('02', ['在孵企业', 'Enterprises in incubation']),
    entered('03', ['大学科技园（个）', 'Science parks']),
    entered('04', ['学校参股企业', 'Enterprises with our share']),
  ],
};

/** 科技统计年报: eleven tables (理工农医). */
export const keji: AnnualForm = {
  report: 'keji',
  tables: [
    people,
    kejiMoney,
    institutions,
    projects,
    exchange,
    property,
    results,
    books,
    awards,
    journals,
    innovation,
  ],
  checks: kejiChecks,
};
