import { expect, test } from 'vitest';
import { versionAfterSuspension } from './whatFollows.ts';

const version = (number: number, isMain: boolean, suspensionState: 1 | 2 = 1) => ({
  id: String(number),
  name: '论文登记',
  version: number,
  isMain,
  suspensionState,
  deploymentTime: `2026-11-0${number} 08:00:00`,
});

test('whoever suspends a version reads which one comes into use, or that nothing can be submitted', () => {
  const newest = version(3, true);
  expect(
    versionAfterSuspension(newest, [newest, version(1, false), version(2, false)])[0],
  ).toContain('之后提交的记录改用 v2');
  expect(versionAfterSuspension(newest, [newest, version(2, false, 2)])[0]).toContain(
    '没有其他可用的版本',
  );
  expect(versionAfterSuspension(version(1, false), [])[0]).toContain('运行中的流程照常办理');
});
