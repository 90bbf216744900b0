import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { diagramFromLines, type NodeSettings } from '../testing/drawn.ts';
import { confirmationOnlySteps, impossibleReturns } from './returns.ts';

const problems = (lines: readonly string[], nodes: Readonly<Record<string, NodeSettings>>) =>
  impossibleReturns(compile(diagramFromLines(lines, nodes))).map(({ text }) => text[0]);

const forked = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>u4', 'u4>e'];
const optional = ['s>a', 'a>x1', 'x1>u1?${n > 1}', 'x1>u2!', 'u1>u2', 'u2>e'];
const inclusive = ['s>a', 'a>i1', 'i1>u1?${n > 1}', 'i1>u2!', 'u1>i2', 'u2>i2', 'i2>u3', 'u3>e'];
const missed = (node: string, to: string) =>
  `节点【${node}】不同意时退回的【${to}】不是每次都会经过，届时无法退回`;

describe('where “against” can never lead is refused', () => {
  test.each<[string, readonly string[], Readonly<Record<string, NodeSettings>>, string]>([
    [
      'the step before, behind a join',
      forked,
      { u3: { onAgainst: 'prev' } },
      '节点【u3】在并行汇聚之后，不同意时无法确定“上一环节”，请指定退回的环节',
    ],
    [
      'a step that a condition may leave out',
      optional,
      { u2: { onAgainst: 'u1' } },
      missed('u2', 'u1'),
    ],
    [
      'a step ahead',
      ['s>a', 'a>u1', 'u1>u2', 'u2>e'],
      { u1: { onAgainst: 'u2' } },
      missed('u1', 'u2'),
    ],
    ['itself', ['s>a', 'a>u1', 'u1>e'], { u1: { onAgainst: 'u1' } }, missed('u1', 'u1')],
    ['a step of another branch', forked, { u1: { onAgainst: 'u2' } }, missed('u1', 'u2')],
    ['a branch that may not be walked', inclusive, { u3: { onAgainst: 'u1' } }, missed('u3', 'u1')],
    [
      'a step without people, which is skipped',
      ['s>a', 'a>u1', 'u1>u2', 'u2>e'],
      { u1: { empty: 'skip' }, u2: { onAgainst: 'u1' } },
      missed('u2', 'u1'),
    ],
    [
      'a step before a wait',
      ['s>a', 'a>x1', 'x1>u1?${n > 1}', 'x1>w1!', 'u1>w1', 'w1>u2', 'u2>e'],
      { w1: { matter: 'review', onAgainst: 'u1' } },
      missed('w1', 'u1'),
    ],
  ])('%s', (_name, lines, nodes, text) => {
    expect(problems(lines, nodes)).toEqual([text]);
  });
});

describe('where it always leads is fine', () => {
  test.each<[string, readonly string[], Readonly<Record<string, NodeSettings>>]>([
    [
      'the applicant, a refusal',
      forked,
      { u3: { onAgainst: 'applicant' }, u4: { onAgainst: 'refuse' } },
    ],
    ['a branch of a fork that is always walked', forked, { u3: { onAgainst: 'u1' } }],
    ['the step before, with a join further back', forked, { u4: { onAgainst: 'prev' } }],
    ['the step before an optional one', optional, { u2: { onAgainst: 'prev' } }],
    [
      'a step before the fork, from inside',
      ['s>a', 'a>u0', 'u0>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e'],
      { u1: { onAgainst: 'u0' } },
    ],
    [
      'a step whose “against” follows the drawing',
      ['s>a', 'a>x1', 'x1>u1?${n > 1}', 'x1>u2!', 'u1>u2', 'u2>x2', 'x2>e?${pass}', 'x2>e!'],
      { u2: { onAgainst: 'u1' } },
    ],
  ])('%s', (_name, lines, nodes) => {
    expect(problems(lines, nodes)).toEqual([]);
  });
});

test('an applicant who can only confirm is warned of', () => {
  const warned = (lines: readonly string[]) =>
    confirmationOnlySteps(compile(diagramFromLines(lines))).map(({ text }) => text[0]);
  expect(warned(['s>a', 'a>u1', 'u1>a2', 'a2>e'])).toEqual([
    '申请人在【申请人】只能同意：之后没有按【pass】判断的网关',
  ]);
  expect(warned(['s>a', 'a>u1', 'u1>a2', 'a2>x1', 'x1>u2?${pass}', 'x1>e!', 'u2>e'])).toEqual([]);
});
