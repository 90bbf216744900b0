import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { advisory } from './advisory.ts';

supplyNationalDictionaries();

const complete = {
  reportName: '关于加快水产种业发展的建议',
  reportType: '3',
  submitUnit: '省农业农村厅',
  submitDate: '2026-03-01',
  adoptType: '01',
  adoptLevel: '04',
  adoptUnit: '省农业农村厅',
  adoptDate: '2026-04-01',
  innerName: '决策参考',
  fkDeptId: '10',
  discipline: '18044',
  schoolSign: '1',
  subjectClass: '02',
  isStatistics: '1',
  secretLevel: '0',
  authors: [
    {
      sort: 1,
      personType: '02',
      name: '阮若谷',
      unit: '经济学院',
      authorType: '01',
      contributionRate: '100',
    },
  ],
};

const judge = (input: object) => {
  const { row, faults } = validate(
    untypedResource(advisory),
    {},
    { ...complete, ...input },
    'complete',
    {
      today: '2026-11-21',
    },
  );
  return { row, faults: faults.map(({ path, message }) => `${path}: ${message[0]}`) };
};

test('an advisory report asks for what belongs to how it was adopted', () => {
  expect(judge({})).toMatchObject({ faults: [], row: { statYear: 2026, innerName: null } });
  expect(judge({ adoptType: '03' }).row).toMatchObject({ innerName: '决策参考' });
});

test('it is adopted after it was submitted, and not in the future', () => {
  expect(judge({ adoptDate: '2026-02-28' }).faults).toEqual([
    'adoptDate: 【采纳（批示）日期】不能早于【提交日期】',
  ]);
  expect(judge({ adoptDate: '2026-11-22' }).faults).toEqual([
    'adoptDate: 【采纳（批示）日期】不能晚于今天',
  ]);
});

test('what another authority adopted of the same report is another record', () => {
  const keyOf = (input: object) =>
    uniqueKey(advisory.fields.reportName.spec, 'reportName', judge(input).row as RowLike);
  const key = keyOf({});
  expect(keyOf({ reportName: '《关于加快水产种业发展的建议》' })).toBe(key);
  expect(keyOf({ adoptUnit: '省科学技术厅' })).not.toBe(key);
});

test('only the research office sees whose instruction it was', () => {
  const { rights = [] } = advisory.views.lib ?? {};
  expect(rights).toMatchObject([
    {
      code: advisory.fields.instructor.spec.secret,
      roles: ['rd_admin', 'rd_achieve', 'rd_leader'],
    },
  ]);
});
