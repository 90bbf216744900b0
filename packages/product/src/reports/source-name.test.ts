import { expect, test } from 'vitest';
import { declareInfo } from '../project/declaration/declare-info.ts';
import { declarePlan } from '../project/declaration/declare-plan.ts';
import { sourceName } from './source-name.ts';

test('pages of one name say which kind of project they are of', () => {
  expect(sourceName({ resource: declareInfo, view: 'verticalLib' })).toEqual([
    '项目申报 · 申报项目库 · 纵向项目',
    'Project application · Application library · Government-funded project',
  ]);
});

test.each([declareInfo, declarePlan])('no two pages of $key have one name', (resource) => {
  const names = Object.keys(resource.views).map((view) => sourceName({ resource, view })[0]);
  expect(new Set(names).size).toBe(names.length);
});
