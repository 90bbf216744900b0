import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { expect, test } from 'vitest';
import { supplyNationalDictionaries } from '../../shared/formats/national.server.ts';
import { appraisal } from './appraisal.ts';

supplyNationalDictionaries();

const complete = {
  achName: '稻田养蟹水质调控技术',
  appraisalNum: '科鉴字〔2026〕第012号',
  appraisalForm: '01',
  appraisalUnit: '省科学技术厅',
  appraisalDate: '2026-08-01',
  appraisalLevel: '03',
  opinion: '同意通过鉴定。',
  fkDeptId: '10',
  discipline: '18044',
  schoolSign: '1',
  subjectClass: '01',
  isStatistics: '1',
  secretLevel: '0',
  authors: [
    {
      sort: 1,
      personType: '02',
      name: '阮若谷',
      unit: '水产学院',
      authorType: '01',
      contributionRate: '100',
    },
  ],
};

const judge = (input: object) => {
  const { row, faults } = validate(
    untypedResource(appraisal),
    {},
    { ...complete, ...input },
    'complete',
    {
      today: '2026-11-21',
    },
  );
  return { row, faults: faults.map(({ path, message }) => `${path}: ${message[0]}`) };
};

test('an appraisal counts in the year of its day, which has come', () => {
  expect(judge({})).toMatchObject({ faults: [], row: { statYear: 2026 } });
  expect(judge({ appraisalDate: '2026-11-22' }).faults).toEqual([
    'appraisalDate: 【鉴定日期】不能晚于今天',
  ]);
});

test('a certificate is the same however its brackets, spaces and letters are written', () => {
  const key = appraisal.fields.appraisalNum.spec.unique ?? String;
  expect(key('鄂科鉴字［2026］第 012 号')).toBe(key('鄂科鉴字〔2026〕第012号'));
  expect(key('EK2026a012')).toBe(key('ＥＫ２０２６Ａ０１２'));
  expect(key('鄂科鉴字〔2026〕第012号')).not.toBe(key('鄂科鉴字〔2026〕第013号'));
});

test('what is secret has no opinion in the system', () => {
  expect(judge({ secretLevel: '2' })).toMatchObject({ faults: [], row: { opinion: null } });
  expect(judge({ opinion: null }).faults).toEqual([expect.stringMatching(/^opinion: /)]);
});
