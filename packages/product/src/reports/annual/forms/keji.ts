import type { Label } from '@keyan/kernel/label.ts';
import {
  type AnnualForm,
  byHand,
  type Line,
  line,
  measure,
  narrowed,
  type RegisterTable,
  type SummaryTable,
  sumOf,
  valued,
  whole,
} from '../form.ts';
import { kejiMoney } from './keji-money.ts';

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

const institutions: RegisterTable = {
  code: '3',
  label: ['科技活动机构情况表', 'Institutions'],
  unit: 'piece',
  trust: 'customary',
  remark: [
    '取科研平台、工程中心等团队；培养研究生与固定资产由科研处填写',
    'Platforms and centres; graduates and assets are filled in',
  ],
  shape: 'register',
  of: 'institutions',
  where: { type: ['02', '04', '06'] },
  sort: 'name',
  columns: [
    { code: 'L1', label: ['机构名称', 'Name'], at: 'name', is: 'text' },
    { code: 'L2', label: ['机构类型', 'Type'], at: 'type', is: 'text' },
    { code: 'L3', label: ['级别', 'Level'], at: 'level', is: 'text' },
    { code: 'L4', label: ['成立年月', 'Founded'], at: 'founded', is: 'text' },
    { code: 'L5', label: ['学科', 'Discipline'], at: 'discipline', is: 'text', required: true },
    { code: 'L6', label: ['人员', 'Staff'], at: 'staff', is: 'number', unit: 'person' },
    { code: 'L7', label: ['其中：博士', 'Doctors'], at: 'doctors', is: 'number', unit: 'person' },
    { code: 'L8', label: ['其中：硕士', 'Masters'], at: 'masters', is: 'number', unit: 'person' },
    { code: 'L9', label: ['其中：高级职称', 'Senior'], at: 'senior', is: 'number', unit: 'person' },
    { code: 'L10', label: ['培养研究生', 'Graduates'], at: '', is: 'number', unit: 'person' },
    { code: 'L11', label: ['当年经费支出', 'Spent'], at: '', is: 'number', unit: 'kiloYuan' },
    { code: 'L12', label: ['承担项目', 'Projects'], at: '', is: 'number', unit: 'piece' },
    {
      code: 'L13',
      label: ['固定资产原值', 'Fixed assets'],
      at: '',
      is: 'number',
      unit: 'kiloYuan',
    },
    {
      code: 'L14',
      label: ['其中：仪器设备', 'of which equipment'],
      at: '',
      is: 'number',
      unit: 'kiloYuan',
    },
  ],
};

const projects: RegisterTable = {
  code: '4',
  label: ['科技项目情况表', 'Projects'],
  unit: 'piece',
  trust: 'public',
  remark: [
    'L1–L18 取自公开的往年报表；当年无经费、无投入人员的项目不列',
    'Columns L1 to L18 are those of a published form; projects without money and people in the year are left out',
  ],
  shape: 'register',
  of: 'projects',
  sort: 'number',
  columns: [
    { code: 'L1', label: ['项目名称', 'Title'], at: 'name', is: 'text' },
    { code: 'L2', label: ['批准年月', 'Approved'], at: 'approved', is: 'text' },
    {
      code: 'L3',
      label: ['当年拨入经费', 'Received'],
      at: 'arrived',
      is: 'number',
      unit: 'kiloYuan',
    },
    { code: 'L4', label: ['当年支出经费', 'Spent'], at: 'spent', is: 'number', unit: 'kiloYuan' },
    {
      code: 'L5',
      label: ['当年投入人员', 'Person-years'],
      at: 'personYears',
      is: 'number',
      unit: 'personYear',
    },
    {
      code: 'L6',
      label: ['其中：女性', 'of which women'],
      at: 'women',
      is: 'number',
      unit: 'personYear',
    },
    {
      code: 'L7',
      label: ['其中：高级', 'of which senior'],
      at: 'senior',
      is: 'number',
      unit: 'personYear',
    },
    {
      code: 'L8',
      label: ['其中：中级', 'of which middle'],
      at: 'middle',
      is: 'number',
      unit: 'personYear',
    },
    {
      code: 'L9',
      label: ['其中：初级', 'of which junior'],
      at: 'junior',
      is: 'number',
      unit: 'personYear',
    },
    {
      code: 'L10',
      label: ['其中：其他', 'of which others'],
      at: 'others',
      is: 'number',
      unit: 'personYear',
    },
    {
      code: 'L11',
      label: ['参加的研究生', 'Graduate students'],
      at: 'graduates',
      is: 'number',
      unit: 'person',
    },
    {
      code: 'L12',
      label: ['学科分类', 'Discipline'],
      at: 'discipline',
      is: 'text',
      required: true,
    },
    {
      code: 'L13',
      label: ['活动类型', 'Type of activity'],
      at: 'type',
      is: 'text',
      required: true,
    },
    { code: 'L14', label: ['项目来源', 'Source'], at: 'source', is: 'text', required: true },
    { code: 'L15', label: ['组织形式', 'Organisation'], at: 'kind', is: 'text' },
    { code: 'L16', label: ['合作形式', 'Cooperation'], at: 'cooperation', is: 'text' },
    { code: 'L17', label: ['服务行业', 'Industry'], at: 'industry', is: 'text', required: true },
    {
      code: 'L18',
      label: ['社会经济目标', 'Objective'],
      at: 'objective',
      is: 'text',
      required: true,
    },
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

const books: RegisterTable = {
  code: '8',
  label: ['出版科技著作情况表', 'Books'],
  unit: 'piece',
  trust: 'customary',
  shape: 'register',
  of: 'outputs',
  where: { kind: ['bookapp'] },
  sort: 'name',
  columns: [
    { code: 'L1', label: ['著作名称', 'Title'], at: 'name', is: 'text' },
    { code: 'L2', label: ['出版社', 'Publisher'], at: 'publisher', is: 'text' },
    { code: 'L3', label: ['著作类别', 'Type'], at: 'type', is: 'text' },
    {
      code: 'L4',
      label: ['字数（万字）', 'Words (ten thousand)'],
      at: 'words',
      is: 'number',
      unit: 'personYear',
    },
    { code: 'L5', label: ['学科', 'Discipline'], at: 'discipline', is: 'text', required: true },
  ],
};

const awards: RegisterTable = {
  code: '9',
  label: ['科技成果奖励情况表', 'Awards'],
  unit: 'piece',
  trust: 'customary',
  remark: ['只列国家级、省部级', 'National and provincial awards only'],
  shape: 'register',
  of: 'outputs',
  where: { kind: ['achievementAwd'], level: ['01', '02'] },
  sort: 'name',
  columns: [
    { code: 'L1', label: ['获奖成果', 'Work'], at: 'name', is: 'text' },
    { code: 'L2', label: ['奖励名称', 'Award'], at: 'award', is: 'text' },
    { code: 'L3', label: ['级别', 'Level'], at: 'level', is: 'text' },
    { code: 'L4', label: ['等级', 'Grade'], at: 'grade', is: 'text' },
    { code: 'L5', label: ['本校名次', 'Our place'], at: 'place', is: 'number' },
    { code: 'L6', label: ['学科', 'Discipline'], at: 'discipline', is: 'text', required: true },
  ],
};

const entered = (code: string, label: Label): Line => line(code, label, byHand);

const journals: SummaryTable = {
  code: '10',
  label: ['科技期刊情况表', 'Journals'],
  unit: 'piece',
  trust: 'office',
  shape: 'summary',
  columns: [line('1', ['数量', 'Number'], whole)],
  rows: [
    entered('01', ['主办期刊（种）', 'Journals']),
    entered('02', ['其中：外文期刊（种）', 'of which in foreign languages']),
    entered('03', ['出版期数（期）', 'Issues']),
    entered('04', ['刊登论文（篇）', 'Papers']),
    entered('05', ['其中：本校作者（篇）', 'of which ours']),
  ],
};

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
  checks: [
    {
      code: 'K01',
      level: 'error',
      is: 'equal',
      say: ['表2 第01栏应等于上年年报第37栏', 'Line 01 of table 2 is line 37 of last year'],
      left: { plus: ['2/01/1'] },
      right: { plus: ['last:2/37/1'] },
    },
    {
      code: 'K02',
      level: 'error',
      is: 'atMost',
      say: ['表2 第03栏不能大于第02栏', 'Line 03 of table 2 is part of line 02'],
      left: { plus: ['2/03/1'] },
      right: { plus: ['2/02/1'] },
    },
    {
      code: 'K03',
      level: 'error',
      is: 'atMost',
      say: ['表2 第05、06栏之和不能大于第04栏', 'Lines 05 and 06 of table 2 are parts of line 04'],
      left: { plus: ['2/05/1', '2/06/1'] },
      right: { plus: ['2/04/1'] },
    },
    {
      code: 'K04',
      level: 'error',
      is: 'atMost',
      say: ['表2 第08至10栏之和不能大于第07栏', 'Lines 08 to 10 of table 2 are parts of line 07'],
      left: { plus: ['2/08/1', '2/09/1', '2/10/1'] },
      right: { plus: ['2/07/1'] },
    },
    {
      code: 'K05',
      level: 'error',
      is: 'atMost',
      say: ['表2 第16栏不能大于第15栏', 'Line 16 of table 2 is part of line 15'],
      left: { plus: ['2/16/1'] },
      right: { plus: ['2/15/1'] },
    },
    {
      code: 'K06',
      level: 'error',
      is: 'equal',
      say: ['表2 第29栏应等于第22栏减第24栏', 'Line 29 of table 2 is line 22 less line 24'],
      left: { plus: ['2/29/1'] },
      right: { plus: ['2/22/1'], minus: ['2/24/1'] },
    },
    {
      code: 'K07',
      level: 'error',
      is: 'atMost',
      say: ['表2 第25至28栏之和不能大于第24栏', 'Lines 25 to 28 of table 2 are parts of line 24'],
      left: { plus: ['2/25/1', '2/26/1', '2/27/1', '2/28/1'] },
      right: { plus: ['2/24/1'] },
    },
    {
      code: 'K08',
      level: 'error',
      is: 'atMost',
      say: ['表2 第33栏不能大于第32栏', 'Line 33 of table 2 is part of line 32'],
      left: { plus: ['2/33/1'] },
      right: { plus: ['2/32/1'] },
    },
    {
      code: 'K09',
      level: 'error',
      is: 'atMost',
      say: [
        '表6 当年实际收入不能大于合同金额',
        'Table 6: what was received is not above the amount',
      ],
      left: { plus: ['6/01/3'] },
      right: { plus: ['6/01/2'] },
    },
    {
      code: 'K10',
      level: 'warn',
      is: 'atMost',
      say: [
        '表4 拨入经费之和应不大于表2 第02栏（千元取整可有零星差额）',
        'Table 4: received is not above line 02 of table 2 (rounding may differ)',
      ],
      left: { plus: ['4/all/L3'] },
      right: { plus: ['2/02/1'] },
    },
    {
      code: 'K11',
      level: 'warn',
      is: 'atMost',
      say: [
        '表4 投入人员之和大于表1 R&D 全时当量，请核对服务类项目',
        'Table 4: person-years are above those of table 1; look at services',
      ],
      left: { plus: ['4/all/L5'] },
      right: { plus: ['1/16/1'] },
    },
    {
      code: 'K12',
      level: 'warn',
      is: 'near',
      say: [
        '表1 人员合计与上年相差超过阈值',
        'People differ from last year by more than the threshold',
      ],
      left: { plus: ['1/01/1'] },
      right: { plus: ['last:1/01/1'] },
    },
    {
      code: 'K13',
      level: 'warn',
      is: 'near',
      say: [
        '表2 当年收入与上年相差超过阈值',
        'What was received differs from last year by more than the threshold',
      ],
      left: { plus: ['2/02/1'] },
      right: { plus: ['last:2/02/1'] },
    },
    {
      code: 'K14',
      level: 'warn',
      is: 'near',
      say: [
        '表2 当年支出与上年相差超过阈值',
        'What was spent differs from last year by more than the threshold',
      ],
      left: { plus: ['2/22/1'] },
      right: { plus: ['last:2/22/1'] },
    },
    {
      code: 'K15',
      level: 'warn',
      is: 'near',
      say: [
        '表7 论文数与上年相差超过阈值',
        'Papers differ from last year by more than the threshold',
      ],
      left: { plus: ['7/01/1'] },
      right: { plus: ['last:7/01/1'] },
    },
  ],
};
