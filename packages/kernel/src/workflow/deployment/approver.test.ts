import { describe, expect, test } from 'vitest';
import { defineProcess } from '../../definition/life/process.ts';
import { shippedDiagramOf } from '../chain.ts';
import { compile } from '../compile.ts';
import type { DiagramUser } from '../diagram.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { routesWithoutApprover } from './approver.ts';

const problems = (
  lines: readonly string[],
  nodes: Readonly<Record<string, Partial<DiagramUser>>> = {},
): readonly string[] =>
  routesWithoutApprover(compile(diagramFromLines(lines, nodes))).map(({ text }) => text[0]);

const found = ['从【申请人】到【e】存在没有审批人的路径'];

describe('a route on which nobody is asked is found', () => {
  test.each<[string, readonly string[], Readonly<Record<string, Partial<DiagramUser>>>]>([
    ['no step', ['s>a', 'a>e'], {}],
    ['only the applicant’s steps', ['s>a', 'a>a2', 'a2>e'], {}],
    ['a step that is skipped when empty', ['s>a', 'a>u1', 'u1>e'], { u1: { empty: 'skip' } }],
    ['a step with a condition for passing', ['s>a', 'a>u1', 'u1>e'], { u1: { skip: '${n > 1}' } }],
    ['a condition that may not hold', ['s>a', 'a>x1', 'x1>u1?${n > 1}', 'x1>e!', 'u1>e'], {}],
    [
      'parallel branches without anybody',
      ['s>a', 'a>p1', 'p1>a2', 'p1>a3', 'a2>p2', 'a3>p2', 'p2>e'],
      {},
    ],
    [
      'an inclusive branch that may be the only one',
      ['s>a', 'a>i1', 'i1>u1?${n > 1}', 'i1>a2!', 'u1>i2', 'a2>i2', 'i2>e'],
      {},
    ],
    [
      'a way back that skips the only approver',
      ['s>a', 'a>x1', 'x1>u1?${n > 1}', 'x1>a2!', 'u1>a2', 'a2>x2', 'x2>x1?${n > 2}', 'x2>e!'],
      {},
    ],
  ])('%s', (_name, lines, nodes) => {
    expect(problems(lines, nodes)).toEqual(found);
  });
});

describe('a route on which somebody is always asked is fine', () => {
  test.each<[string, readonly string[]]>([
    ['one step', ['s>a', 'a>u1', 'u1>e']],
    ['one step after a choice', ['s>a', 'a>x1', 'x1>u1?${n > 1}', 'x1>u2!', 'u1>e', 'u2>e']],
    ['an applicant who gives it up', ['s>a', 'a>x1', 'x1>u1?${pass}', 'x1>e?${!pass}', 'u1>e']],
    ['the same with a default flow', ['s>a', 'a>x1', 'x1>u1?${pass}', 'x1>e!', 'u1>e']],
    [
      'the same in other words',
      ['s>a', 'a>x1', 'x1>u1?${pass == true && n != 1}', 'x1>u2?${pass}', 'x1>e!', 'u1>e', 'u2>e'],
    ],
    ['one of several branches', ['s>a', 'a>p1', 'p1>u1', 'p1>a2', 'u1>p2', 'a2>p2', 'p2>e']],
    [
      'an inclusive branch that is always taken',
      ['s>a', 'a>i1', 'i1>u1', 'i1>a2?${n > 1}', 'u1>i2', 'a2>i2', 'i2>e'],
    ],
  ])('%s', (_name, lines) => {
    expect(problems(lines)).toEqual([]);
  });

  test('a chain with a step that has no condition', () => {
    const process = defineProcess(
      'k',
      ['名', 'Name'],
      [
        { key: 's1', label: ['一', 'One'], candidates: ['role:x'], condition: '${n > 1}' },
        { key: 's2', label: ['二', 'Two'], candidates: ['role:y'] },
      ],
    );
    expect(routesWithoutApprover(compile(shippedDiagramOf(process)))).toEqual([]);
  });
});
