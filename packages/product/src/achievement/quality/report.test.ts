import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { achievements } from '../achievements.ts';
import { book } from '../book/book.ts';
import { paper as shape } from '../paper/paper.ts';
import { deskKinds } from './records.server.ts';
import { isStillNeeded, reportFindings, reportReads, reportText } from './report.ts';

const paper = untypedResource(shape);

const right = {
  paperType: '01',
  discipline: '18044',
  subjectClass: '01',
  moeDiscipline: '0812',
  fkDeptId: '1',
  statYear: '2025',
  publishDate: '2025-06-01',
  issn: '1000-0003',
  volume: '3',
  isStatistics: '1',
  secretLevel: '0',
  authors: [{ unit: '江陵大学' }],
};

const faults = (row: object, kind: Resource = paper) =>
  reportFindings(kind, { ...right, ...row }).map(({ field, fault }) => `${field} ${fault}`);

test.each([
  ['nothing', {}, []],
  ['a discipline', { discipline: null }, ['discipline missing']],
  ['neither ISSN nor CN', { issn: null, cn: '' }, ['issn anyOf']],
  ['a CN in place of an ISSN', { issn: null, cn: '42-1234/TP' }, []],
  ['a malformed CN', { cn: '42-12/TP' }, ['cn malformed']],
  ['an ISSN with a wrong check digit', { issn: '1000-0004' }, ['issn malformed']],
  ['a malformed DOI', { doi: 'doi.org/x' }, ['doi malformed']],
  ['another year than that of the date', { statYear: 2024 }, ['statYear year']],
  ['an author without a unit', { authors: [{ unit: '-' }] }, ['authors unit']],
  ['the name of a conference', { paperType: '02', issn: null, volume: null }, ['confName missing']],
])('the report refuses %s', (_what, row, expected) => {
  expect(faults(row)).toEqual(expected);
});

test.each([
  ['neither is there', { issn: null, cn: '' }, true],
  ['the other one is there', { issn: null, cn: '42-1234/TP' }, false],
  ['it is there', {}, false],
  ['the paper is of another sort', { paperType: '02', issn: null }, false],
])(
  'of fields of which one is enough, one that was noted is needed while it lacks: %s',
  (_when, row, expected) => {
    expect(isStillNeeded(paper, { ...right, ...row }, 'issn')).toBe(expected);
    // A field without a rule is needed while it is empty.
    expect(isStillNeeded(paper, { ...right, doi: null }, 'doi')).toBe(true);
  },
);

test('what is not counted, or under secrecy, enters no report', () => {
  expect(faults({ discipline: null, isStatistics: '0' })).toEqual([]);
  expect(faults({ discipline: null, secretLevel: '2' })).toEqual([]);
});

test('each kind is judged by its own formats', () => {
  const kind = untypedResource(book);
  expect(faults({ isbn: '978-7-115-54608-2' }, kind)).toContain('isbn malformed');
});

test('the words name the field, and of several all of them', () => {
  expect(reportText(paper, { field: 'issn', fault: 'anyOf' })[0]).toBe(
    '【ISSN】【CN号】至少填一项',
  );
  expect(reportText(paper, { field: 'doi', fault: 'malformed' })[0]).toBe(
    '【DOI】格式不正确，如 10.1000/xyz123',
  );
});

test('every achievement takes part, and its rules read fields that it has', () => {
  const kinds = deskKinds(achievements as unknown as readonly Resource[]);
  expect(kinds.length).toBeGreaterThanOrEqual(17);
  for (const kind of kinds) {
    for (const { field } of reportFindings(kind, { isStatistics: '1' })) {
      expect(Object.keys(kind.fields), kind.key).toContain(field);
    }
    expect(reportReads(kind)).toContain('isStatistics');
  }
});
