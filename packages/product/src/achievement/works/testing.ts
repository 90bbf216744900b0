import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';

supplyNationalDictionaries();

/** Today of the tests of works. */
const today = '2026-11-23';

/** Result of an input when it is submitted: the row, and each fault as `path: message`. */
export const validateWork =
  <F extends Fields>(kind: Resource<F>) =>
  (input: object, facts: RowLike = {}) => {
    const given = input as RowLike;
    const resource = untypedResource(kind);
    const { row, faults } = validate(resource, {}, given, 'complete', { today, facts });
    return { row, faults: faults.map(({ path, message }) => `${path}: ${message[0]}`) };
  };

/** Values that every achievement of one author has. */
export const testCommonValues = {
  fkDeptId: '10',
  discipline: '76015',
  schoolSign: '1',
  subjectClass: '02',
  isStatistics: '1',
  secretLevel: '0',
  authors: [
    {
      sort: 1,
      personType: '02',
      name: '阮若谷',
      unit: '音乐与艺术设计学院',
      authorType: '01',
      contributionRate: '100',
    },
  ],
};

/** A work that was exhibited. */
export const shownWorkValues = { ...testCommonValues, displayWay: '02', displayLevel: '03' };
