import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { isStep } from '@keyan/kernel/definition/life/process.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { describe, expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { type PaperRow, paper } from './paper.ts';

supplyNationalDictionaries();

const context = { today: '2026-11-21' };

const complete = {
  artName: '洪湖湿地景观格局三十年演变',
  paperType: '01',
  publishLanguage: '01',
  fkDeptId: '10',
  discipline: '18044',
  publishDate: '2026-08',
  schoolSign: '1',
  journalName: '湖泊与湿地生态',
  issn: '0317-8471',
  doi: 'https://doi.org/10.5555/JLU.2026.000001',
  indexTypes: ['14', '16'],
  journalLevel: 'A2',
  publishScope: '2',
  subjectClass: '01',
  isStatistics: '1',
  secretLevel: '0',
  authors: [
    {
      personType: '01',
      userId: '1',
      name: '林晓岚',
      unit: '计算机与信息工程学院',
      authorType: '01',
      contributionRate: '60',
    },
    {
      personType: '03',
      name: '徐怀瑾',
      unit: '江汉平原湿地研究所',
      authorType: '02',
      contributionRate: '40',
    },
  ],
};

const judge = (input: object, stored: object = {}) => {
  const { row, faults } = validate(
    paper,
    stored as Record<string, unknown>,
    input as Record<string, unknown>,
    'complete',
    context,
  );
  return {
    row: row as PaperRow,
    faults: faults.map((fault) => `${fault.path}: ${fault.message[0]}`),
  };
};

describe('a complete paper', () => {
  const { row, faults } = judge(complete);
  test('has no fault', () => expect(faults).toEqual([]));
  test('is stored in canonical spelling: a month counts as its first day, a DOI stands alone', () => {
    expect(row.publishDate).toBe('2026-08-01');
    expect(row.doi).toBe('10.5555/JLU.2026.000001');
  });
  test('computes what follows from its authors', () => {
    expect(row).toMatchObject({
      firstAuthor: '林晓岚',
      authorNames: '林晓岚、徐怀瑾',
      authorNum: 2,
      firstAuthorRole: '01',
      corrAuthors: '徐怀瑾',
      statYear: 2026,
    });
    expect(row.authors?.map((line) => line.sort)).toEqual([1, 2]);
  });
});

test('an empty submission names every required field', () => {
  const { faults } = judge({});
  expect(faults).toContain('artName: 请输入论文题目');
  expect(faults).toContain('paperType: 请选择论文类型');
  expect(faults).toContain('authors: 请填写【作者】');
  expect(faults.length).toBeGreaterThan(12);
});

test('a draft needs its title only', () => {
  const { faults } = validate(paper, {}, { artName: '题目' }, 'draft', context);
  expect(faults).toEqual([]);
  const without = validate(paper, {}, {}, 'draft', context);
  expect(without.faults.map((fault) => fault.path)).toEqual(['artName']);
});

describe('our best role comes from the roles of our own authors', () => {
  test.each([
    [['06', '05'], '05'],
    [['02', '01'], '01'],
    [['04', '02'], '04'],
    [['06', '03'], '03'],
  ])('%j → %s', (roles, best) => {
    const authors = roles.map((authorType, index) => ({
      ...complete.authors[0],
      userId: String(index + 1),
      authorType,
      contributionRate: '50',
    }));
    expect(judge({ ...complete, authors }).row.firstAuthorRole).toBe(best);
  });
});

describe('where a paper comes from', () => {
  const writer = { id: '1', name: '林', departments: [] };

  test('is the person who fills the form, or the workbook it came in', () => {
    expect(initialRow(paper.fields, writer).dataSource).toBe('1');
    expect(initialRow(paper.fields, { ...writer, imported: true }).dataSource).toBe('3');
  });
});

describe('statistic year', () => {
  const stored = { ...complete, publishDate: '2025-12-31', statYear: 2025, version: 1 };
  test('follows the date while nobody set another', () => {
    expect(judge({ publishDate: '2026-01-05' }, stored).row.statYear).toBe(2026);
  });
  test('stays where somebody did', () => {
    expect(judge({ publishDate: '2026-01-05' }, { ...stored, statYear: 2024 }).row.statYear).toBe(
      2024,
    );
    expect(judge({ publishDate: '2026-01-05', statYear: 2027 }, stored).row.statYear).toBe(2027);
  });
});

describe('rules', () => {
  test('R-505: a date of appearing lies not in the future, an online date may', () => {
    expect(judge({ ...complete, publishDate: '2026-11-22' }).faults).toEqual([
      'publishDate: 【发表（出版）日期】不能晚于今天',
    ]);
    expect(
      judge({ ...complete, publishDate: '2026-11-21', onlineDate: '2026-12-01' }).faults,
    ).toEqual([]);
    expect(
      judge({ ...complete, indexRecords: [{ indexType: '01', indexDate: '2027-01-01' }] }).faults,
    ).toEqual(['indexRecords.0.indexDate: 【收录日期】不能晚于今天']);
  });
  test('a conference paper names its conference; others have none', () => {
    expect(judge({ ...complete, paperType: '02' }).faults).toEqual(['confName: 请输入会议名称']);
    expect(judge({ ...complete, confName: '某会议' }).row.confName).toBeNull();
  });
  test('not indexed stands alone', () => {
    expect(judge({ ...complete, indexTypes: ['01', '99'] }).faults).toEqual([
      'indexTypes: 「未收录」不能与其他收录类别同时选择',
    ]);
  });
  test('R-510: a secret record keeps neither abstract nor files', () => {
    const { row, faults } = judge({
      ...complete,
      secretLevel: '2',
      abstractText: '摘要',
      attachments: [{ id: '1', catalog: '13' }],
    });
    expect(faults).toEqual([]);
    expect(row.abstractText).toBeNull();
    expect(row.attachments).toBeNull();
    expect(paper.attachable?.(row)).toBe(false);
    expect(paper.attachable?.({ secretLevel: '1' })).toBe(true);
  });
  test('formats are refused at their field', () => {
    expect(judge({ ...complete, issn: '1234-5678', doi: 'abc', url: 'x' }).faults).toEqual([
      'issn: 【ISSN】格式不正确（应为 NNNN-NNNX，末位为校验码）',
      'doi: 【DOI】格式不正确（应以 10. 开头，如 10.1000/xyz123）',
      'url: 请输入以 http(s):// 开头的网址',
    ]);
  });
  test('a discipline is chosen at the first or second level, never a group', () => {
    expect(judge({ ...complete, discipline: 'A' }).faults).toEqual([
      'discipline: 【所属学科】取值无效',
    ]);
    expect(judge({ ...complete, discipline: '180' }).faults).toEqual([]);
  });
});

test('what the system sets cannot be sent', () => {
  const { row } = judge({
    ...complete,
    paperNum: 'LW1',
    dataSource: '4',
    scoreTotal: '9',
    authorNum: 9,
  });
  expect(row).toMatchObject({ paperNum: null, dataSource: null, scoreTotal: null, authorNum: 2 });
});

test('the chain is the one of the domain, with what the office may correct', () => {
  expect(paper.processes).toHaveLength(1);
  const steps = paper.processes[0]?.steps.filter(isStep) ?? [];
  expect(steps.map((step) => [step.label[0], step.candidates])).toEqual([
    ['院系科研秘书审核', ['role:dept_secretary@applicantDept^']],
    ['科研处成果科审核', ['role:rd_achieve']],
  ]);
  for (const name of steps[1]?.editable ?? []) {
    expect(Object.hasOwn(paper.fields, name)).toBe(true);
  }
});

test('page and button codes', () => {
  expect(permissionsOf(paper)).toEqual(
    expect.arrayContaining(['paper', 'paper_add', 'paperAudit_audit', 'paperLib_abolish']),
  );
});
