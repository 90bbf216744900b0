import {
  anyScope,
  everyone,
  everyScope,
  handles,
  own,
  permission,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { expect, test } from 'vitest';
import { post } from '../posts/post.ts';
import { rulesOfScope, ruleText } from './rules.ts';

const resource = post as never;
const told = (scope: Parameters<typeof rulesOfScope>[0]): readonly string[] =>
  rulesOfScope(scope).map((rule) => ruleText(resource, rule)[0]);

test('a scope is told rule by rule, without rules that another one makes needless', () => {
  expect(told(everyone())).toEqual(['对所有有该页面的人开放']);
  expect(told(anyScope(own(), submitted(anyScope(own(), handles('any')))))).toEqual([
    '本人是「创建人」',
    '记录已提交，且正在办理或办理过该记录',
  ]);
  expect(told(everyScope(anyScope(own(), permission('x')), everyone()))).toEqual([
    '本人是「创建人」',
    '拥有权限 x',
  ]);
});

test('what somebody does with a task is a review, in English as elsewhere', () => {
  for (const state of ['done', 'any'] as const) {
    const [rule] = rulesOfScope(handles(state));
    expect(rule && ruleText(resource, rule)[1]).toMatch(/reviewed the record/);
  }
});
