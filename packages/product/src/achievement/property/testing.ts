import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';

supplyNationalDictionaries();

/** An author of ours with the whole contribution. */
export const testAuthor = {
  sort: 1,
  personType: '02',
  name: '阮若谷',
  unit: '计算机学院',
  authorType: '01',
  contributionRate: '100',
};

/** Values that every achievement needs beside its own. */
export const testCommonValues = {
  fkDeptId: '10',
  discipline: '52020',
  schoolSign: '1',
  subjectClass: '01',
  isStatistics: '1',
  secretLevel: '0',
  authors: [testAuthor],
};

/** The row after saving, and its faults as `path: 中文`, on 23 November 2026. */
export const validateSaved = (kind: unknown, input: object) => {
  const { row, faults } = validate(
    kind as Resource,
    {},
    input as Record<string, unknown>,
    'complete',
    { today: '2026-11-23' },
  );
  return { row, faults: faults.map(({ path, message }) => `${path}: ${message[0]}`) };
};
