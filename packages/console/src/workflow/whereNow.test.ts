import { f } from '@keyan/kernel/definition/field/field.ts';
import { expect, test } from 'vitest';
import { madeUpResource } from '../testing/thing.ts';
import { decisionOutcomeText } from './whereNow.ts';

const thing = madeUpResource({ name: f.text(['名称', 'Name']) });

const row = (given: object) => ({ id: '1', version: 1, ...given }) as never;
const back = ['已退回', 'Returned'] as const;

test('says what was done and who has the record now', () => {
  const at = (given: object) => decisionOutcomeText(back, thing, row(given), '林晓岚');
  expect(at({ auditStatus: '3' })).toEqual([
    '已退回，现由申请人林晓岚修改',
    'Returned; now with its applicant 林晓岚 for revision',
  ]);
  expect(at({ auditStatus: '1', currentNode: '科研秘书审核', currentAssignee: '吴思远' })[0]).toBe(
    '已退回，现由吴思远在【科研秘书审核】办理',
  );
  expect(at({ auditStatus: '1', currentNode: '科研秘书审核' })[0]).toBe(
    '已退回，现到【科研秘书审核】',
  );
  expect(decisionOutcomeText(['已同意', 'Approved'], thing, row({ auditStatus: '2' }), '')[1]).toBe(
    'Approved; the approval is complete',
  );
});

test('says what was done of a record that its reader may not see any more', () => {
  expect(decisionOutcomeText(back, thing, undefined, '林晓岚')).toEqual(back);
});
