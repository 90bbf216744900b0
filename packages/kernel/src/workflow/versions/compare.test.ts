import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { compareRoutes, type RouteTexts } from './compare.ts';

const words: RouteTexts = {
  people: (reference) => [reference, reference],
  condition: (expression) => [JSON.stringify(expression), ''],
  fact: (name) => [`${name} 的名称`, name],
};

const older = compile(diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e']));

test('a version does not differ from itself', () => {
  expect(compareRoutes(older, structuredClone(older), words)).toEqual([]);
});

test('says all of a new step, and names those that are gone or come after another one', () => {
  const newer = compile(diagramFromLines(['s>a', 'a>u3', 'u3>u2', 'u2>e']));
  expect(
    compareRoutes(older, newer, words).map(({ node, change, parts }) => [
      node,
      change,
      ...parts.map(({ part, before, after }) => `${part[0]} ${before[0]} → ${after[0]}`),
    ]),
  ).toEqual([
    [
      'u3',
      'added',
      '办理人 无 → role:u3',
      '办理方式 无 → 一人办理',
      '上一环节 无 → 申请人',
      '不同意时 无 → 退回申请人',
      '可选不通过 无 → 是',
      '没有审批人时 无 → 交管理员',
    ],
    ['u2', 'changed', '上一环节 u1 → u3'],
    ['u1', 'removed'],
  ]);
});

test('says what differs of a step: its people, its condition, what it may do', () => {
  const newer = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>x1', 'x1>u2?${amount > 5}', 'x1>e!', 'u2>e'], {
      u1: { people: ['role:board'], refuse: false },
    }),
  );
  const [first, second] = compareRoutes(older, newer, words);
  expect(first?.parts).toEqual([
    {
      part: ['办理人', 'Assignees'],
      before: ['role:u1', 'role:u1'],
      after: ['role:board', 'role:board'],
    },
    { part: ['可选不通过', 'May reject'], before: ['是', 'yes'], after: ['否', 'no'] },
  ]);
  expect(second?.node).toBe('u2');
  expect(second?.parts.map(({ part }) => part[0])).toEqual(['到达条件']);
});

test('says how several people decide, where disagreement leads, and until when', () => {
  const lines = ['s>a', 'a>u1', 'u1>u2', 'u2>e'];
  const before = compile(diagramFromLines(lines, { u2: { multi: { sequential: false } } }));
  const newer = compile(
    diagramFromLines(lines, {
      u2: {
        multi: { sequential: true, agree: 60, against: 50 },
        onAgainst: 'u1',
        due: 'date:endDate',
        editable: ['amount'],
        rejudge: true,
        skipSame: 'none',
      },
    }),
  );
  const [changed] = compareRoutes(before, newer, words);
  expect(changed?.parts.map(({ part, before: [was], after: [is] }) => [part[0], was, is])).toEqual([
    ['办理方式', '同时，全部同意，一人不同意即不通过', '依次，60% 同意，50% 不同意即不通过'],
    ['可修改字段', '无', 'amount 的名称'],
    ['修改后重新判断路线', '否', '是'],
    ['不同意时', '退回申请人', '退回【u1】'],
    ['办理人在前面环节已同意时', '按参数设置', '再次办理'],
    ['办理期限', '无', '至【endDate 的名称】'],
  ]);
});
