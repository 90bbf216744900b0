import { expect, test } from 'vitest';
import { design } from './design.ts';
import { shownWorkValues, validateWork } from './testing.ts';

const judge = validateWork(design);

const complete = {
  ...shownWorkValues,
  workName: '江陵古城导视系统设计',
  designType: '01',
  displayWay: '08',
  carrier: '江陵城市更新项目',
  publishDate: '2026-06-01',
  contractAmount: '80000',
};

test('a design that was built has its contract in yuan', () => {
  expect(judge(complete)).toMatchObject({ faults: [], row: { contractAmount: '80000.00' } });
});

test('a secret design has no description (R-510)', () => {
  const description = '设计说明';
  expect(judge({ ...complete, description }).row.description).toBe(description);
  expect(judge({ ...complete, description, secretLevel: '2' }).row.description).toBeNull();
});
