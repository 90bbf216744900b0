import { describe, expect, test } from 'vitest';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import { columnsBySponsorHeadings } from './columns.ts';
import {
  type CellFixes,
  daysInText,
  headingRow,
  type ListCell,
  readList,
  sourceOfListTitle,
} from './list.ts';
import { type DeclaredLine, matchSponsorLines, typeCodesOf } from './matching.ts';

type Grid = readonly (readonly ListCell[])[];

const read = (grid: Grid, fixes: CellFixes = {}) => {
  const heading = headingRow(grid);
  if (heading === null) throw new Error('no headings');
  const mapping = columnsBySponsorHeadings((grid[heading] ?? []).map(String));
  return { source: sourceOfListTitle(grid, heading), ...readList(grid, heading, mapping, fixes) };
};

/** A list of the National Natural Science Foundation, as its system gives it. */
const nsfc: Grid = [
  ['2026年度国家自然科学基金集中接收申请项目批准清单（江陵大学）'],
  [
    '序号',
    '项目批准号',
    '申请代码1',
    '项目名称',
    '项目类别',
    '项目负责人',
    '依托单位',
    '批准金额（万元）',
    '研究期限',
    '备注',
  ],
  [
    1,
    62377001,
    'F0701',
    '面向知识追踪的图神经网络研究',
    '面上项目',
    '林晓岚',
    '江陵大学',
    50,
    '2027.01-2030.12',
    '',
  ],
  [
    2,
    '62307002',
    'F0211',
    '稀土掺杂晶体的能量传递',
    '青年科学基金项目（C类）',
    '周 敏',
    '江陵大学',
    30.5,
    '2027.01-2029.12',
    '',
  ],
  ['合计', '', '', '', '', '', '', 80.5, '', ''],
];

/** A list of the National Social Science Fund: an announcement with yuan and no types in columns. */
const nssfc: Grid = [
  ['附件1'],
  ['2026年国家社科基金年度项目立项名单', null, null],
  ['序号', '课题名称', '姓名', '工作单位', '项目类别', '批准号', '资助经费(元)', '计划完成时间'],
  [
    1,
    '长江中游古代水利文书研究',
    '何敬之',
    '江陵大学',
    '一般项目',
    '26BZS012',
    '200000',
    '2029-12-31',
  ],
];

/** A list of a province, with the unit above the headings, full-width digits and dates in words. */
const province: Grid = [
  ['湖北省自然科学基金2026年度拟立项项目'],
  ['', '', '', '', '单位：万元'],
  ['编号', '负责人姓名', '题目', '类别', '立项经费', '起止年月', '立项文号'],
  [
    '２０２６AFB101',
    '沈则成',
    '湖泊底泥的磁性',
    '面上',
    '8',
    '2026年6月至2028年5月',
    '鄂科技发基〔2026〕3号',
  ],
];

describe('lists as sponsors write them', () => {
  test('three shapes: titles above, units in the head or above it, sums below', () => {
    expect(read(nsfc)).toMatchObject({
      source: '1003',
      unit: { factor: '10000', by: 'heading' },
      faults: [],
      lines: [
        {
          row: 3,
          number: '62377001',
          title: '面向知识追踪的图神经网络研究',
          leader: '林晓岚',
          type: '面上项目',
          code: 'F0701',
          funds: '500000.00',
          start: '2027-01-01',
          end: '2030-12-31',
        },
        { row: 4, leader: '周敏', funds: '305000.00', end: '2029-12-31' },
      ],
    });
    expect(read(nssfc)).toMatchObject({
      source: '1004',
      unit: { factor: '1' },
      lines: [{ number: '26BZS012', leader: '何敬之', funds: '200000.00', start: '' }],
    });
    expect(read(province)).toMatchObject({
      source: '2005',
      unit: { factor: '10000', by: 'heading' },
      lines: [
        {
          leader: '沈则成',
          funds: '80000.00',
          start: '2026-06-01',
          end: '2028-05-31',
          document: '鄂科技发基〔2026〕3号',
        },
      ],
    });
  });

  test('cells that cannot be read are faults of their place, and are corrected in place', () => {
    const broken = nsfc.map((row, at) =>
      at === 2 ? row.map((cell) => (cell === 50 ? '五十' : cell === '林晓岚' ? '' : cell)) : row,
    );
    expect(read(broken).faults).toMatchObject([
      { row: 3, column: 'leader', text: '' },
      { row: 3, column: 'funds', text: '五十' },
    ]);
    const fixed = read(broken, { 3: { leader: '林晓岚', funds: '50' } });
    expect(fixed.faults).toEqual([]);
    expect(fixed.lines[0]).toMatchObject({ leader: '林晓岚', funds: '500000.00' });
    const twice = read([...nsfc.slice(0, 3), nsfc[2] ?? []]);
    expect(twice.faults).toMatchObject([{ row: 4, column: 'number' }]);
  });

  test('days are read as lists write them, and no day that does not exist', () => {
    expect(daysInText('2027.01-2030.12')).toEqual([
      { first: '2027-01-01', last: '2027-01-31' },
      { first: '2030-12-01', last: '2030-12-31' },
    ]);
    expect(daysInText('2027/2/1—2029/2/28').map(({ first }) => first)).toEqual([
      '2027-02-01',
      '2029-02-28',
    ]);
    expect(daysInText('20270101-20281231').map(({ last }) => last)).toEqual([
      '2027-01-01',
      '2028-12-31',
    ]);
    expect(daysInText('2027.13')).toEqual([]);
    expect(daysInText('2027-02-30')).toEqual([]);
  });

  test('types are found by the names that sponsors give them', () => {
    expect(typeCodesOf('1003', '面上项目')).toBe('100301');
    expect(typeCodesOf('1003', '青年科学基金项目(C类)')).toBe('100302');
    expect(typeCodesOf('2005', '面上')).toBe('200501');
    expect(typeCodesOf('1003', '别的')).toBeNull();
  });
});

const declared = (id: string, more: Partial<DeclaredLine> = {}): DeclaredLine => {
  const title = more.title ?? '面向知识追踪的图神经网络研究';
  return {
    id,
    number: `SB2026001${id}`,
    leader: '林晓岚',
    type: '100301',
    code: 'F0701',
    funds: '600000.00',
    state: '50',
    ...more,
    title,
    plain: normaliseTitle(title),
  };
};

describe('lines beside declarations', () => {
  const { lines } = read(nsfc);
  const judge = (all: readonly DeclaredLine[]) =>
    matchSponsorLines('1003', lines, { registered: [], declared: all, namesakes: [] });

  test('title and leader make a match certain; another leader or state leaves it to the office', () => {
    expect(judge([declared('1')])[0]).toMatchObject({
      verdict: 'sure',
      matches: [{ id: '1', points: 100, isOpen: true }],
    });
    expect(judge([declared('1', { leader: '周敏' })])[0]).toMatchObject({
      verdict: 'doubt',
      matches: [{ points: 70 }],
    });
    expect(judge([declared('1', { state: '30' })])[0]).toMatchObject({
      verdict: 'doubt',
      matches: [{ isOpen: false }],
    });
    // One sign more of fourteen: alike by 93 %.
    expect(judge([declared('1', { title: '面向知识追踪的图神经网络的研究' })])[0]).toMatchObject({
      verdict: 'doubt',
      matches: [{ points: 80 }],
    });
    expect(judge([declared('1', { title: '完全不同的题目' })])[0]?.verdict).toBe('none');
    // Two that are equal in everything: nobody but the office knows.
    expect(judge([declared('1'), declared('2')])[0]?.verdict).toBe('doubt');
  });

  test('a number is registered once; another amount is said', () => {
    const registered = {
      grantNumber: '62377001',
      number: 'Z20263100001',
      title: '图神经网络',
      funds: '400000.00',
    };
    const [known] = matchSponsorLines('1003', lines, {
      registered: [registered],
      declared: [declared('1')],
      namesakes: [],
    });
    expect(known).toMatchObject({ verdict: 'known', differs: true, matches: [] });
  });

  test('people of one name are told apart by staff number, else by college', () => {
    const people = [
      { id: '1', name: '林晓岚', code: '20050310', department: '信息学院' },
      { id: '2', name: '林晓岚', code: '20110021', department: '文学院' },
    ];
    const among = (more: object) =>
      matchSponsorLines('1003', [{ ...lines[0], ...more } as (typeof lines)[number]], {
        registered: [],
        declared: [],
        namesakes: people,
      })[0]?.people.map(({ id }) => id);
    expect(among({})).toEqual(['1', '2']);
    expect(among({ staffNo: '20110021' })).toEqual(['2']);
    expect(among({ college: '信息学院' })).toEqual(['1']);
  });
});
