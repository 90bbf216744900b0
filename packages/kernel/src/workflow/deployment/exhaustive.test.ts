import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { parseExpression } from '../parse.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { areExhaustive, gatewaysThatMayBlock } from './exhaustive.ts';

describe('conditions that together leave nothing out', () => {
  test.each<[readonly string[], boolean]>([
    [['${pass}', '${!pass}'], true],
    [['${pass == true}', '${pass == false}'], true],
    [['${n > 3}', '${n <= 3}'], true],
    [['${n > 3}', '${n < 3}'], false],
    [['${n < 3}', '${n >= 3 && n < 9}', '${n >= 9}'], true],
    [['${n < 3}', '${n >= 3 && n < 9}', '${n > 9}'], false],
    [['${!empty n && n > 3}', '${empty n || n <= 3}'], true],
    [['${!empty n && n > 3}', '${!empty n && n <= 3}'], false],
    [['${!(a && b)}', '${a && b}'], true],
    [["${level == 'A'}", "${level == 'B'}"], false],
    [["${level == 'A'}", "${level != 'A'}"], true],
    [['${true}'], true],
    [['${a || b || c || d || e || f || g || h || i || j || k}', '${!a}'], false],
  ])('%j: %s', (texts, all) => {
    expect(areExhaustive(texts.map((text) => parseExpression(text)))).toBe(all);
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['a choice without a default', ['x1>u1?${n > 1}', 'x1>u2?${n < 1}'], ['x1']],
  ['one with a default', ['x1>u1?${n > 1}', 'x1>u2!'], []],
  ['one whose conditions leave nothing out', ['x1>u1?${n > 1}', 'x1>u2?${n <= 1}'], []],
  ['one with a flow that is always taken', ['x1>u1?${n > 1}', 'x1>u2'], []],
])('%s', (_name, lines, found) => {
  const graph = compile(diagramFromLines(['s>a', 'a>x1', ...lines, 'u1>e', 'u2>e']));
  expect(gatewaysThatMayBlock(graph).map(({ id }) => id)).toEqual(found);
});

test('an inclusive fork of which no branch may hold is found', () => {
  const lines = ['s>a', 'a>i1', 'i1>u1?${n > 1}', 'i1>u2?${n > 2}', 'u1>i2', 'u2>i2', 'i2>e'];
  expect(gatewaysThatMayBlock(compile(diagramFromLines(lines))).map(({ id }) => id)).toEqual([
    'i1',
  ]);
});
