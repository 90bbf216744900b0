import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import type { Settings } from './decision-input.ts';
import type { Graph } from './graph.ts';
import { outcomeTypes } from './outcome-facts.ts';
import { parseExpression } from './parse.ts';
import { diagramFromLines, type NodeSettings } from './testing/drawn.ts';
import { stageOf } from './testing/stage.ts';
import { checkCondition } from './type-check.ts';

const route = (
  lines: readonly string[],
  nodes: Readonly<Record<string, NodeSettings>> = {},
  settings: Partial<Settings> = {},
) => {
  const graph = compile(diagramFromLines(lines, { w1: { matter: 'review' }, ...nodes }));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  const people = Object.fromEntries(own.map((id) => [id, [id.slice(1)]]));
  return stageOf(graph, { people: { ...people, board: ['7', '8', '9'] }, settings });
};

const scored = [
  ...['s>a', 'a>u1', 'u1>w1', 'w1>x1'],
  ...['x1>u2?${!empty review.score && review.score >= 90}', 'x1>u3!', 'u2>e', 'u3>e'],
];

describe('the outcome of a matter', () => {
  test('decides the way, and the history keeps the value looked at', () => {
    for (const [score, open] of [
      [95, 'u2:2'],
      [60, 'u3:3'],
    ] as const) {
      const at = route(scored);
      at.start();
      at.agree('1');
      at.complete('r1', 'agree', { score, rank: 1 });
      expect(at.open()).toBe(open);
      const lines = at.now().events.flatMap((event) => (event.type === 'log' ? event.entry : []));
      expect(lines.find(({ operation }) => operation === 'route')?.extra?.facts).toEqual({
        review: { score },
      });
    }
  });

  test('is empty where a manager settled the wait, and before it', () => {
    const at = route(scored);
    at.start();
    at.agree('1');
    at.settle('admin');
    expect(at.open()).toBe('u3:3');
    const before = route(['s>a', 'a>x1', 'x1>u1?${empty review.score}', 'x1>w1!', 'u1>w1', 'w1>e']);
    before.start();
    expect(before.open()).toBe('u1:1');
  });

  test('used again after a return says the same', () => {
    const at = route(scored);
    at.start();
    at.agree('1');
    at.complete('r1', 'agree', { score: 95 });
    at.back('2', 'applicant');
    at.agree('a');
    at.agree('1');
    expect(at.open()).toBe('u2:2');
  });

  test('is what approvals behind it rest on', () => {
    const lines = [...scored.slice(0, -2), 'u2>u4', 'u3>u4', 'u4>u5', 'u5>e'];
    const at = route(lines, { w1: { matter: 'review', again: 'ask' } }, { resubmit: 'direct' });
    at.start();
    at.agree('1');
    at.complete('r1', 'agree', { score: 95 });
    at.agree('2');
    at.agree('4');
    // Everything stands but the way to it: the review is made anew, with another score.
    at.back('5', 'u1', 'why', true);
    at.know({ other: 1 });
    at.agree('1');
    expect(at.open()).toBe('u5:5');
    at.back('5', 'u1', 'why', false);
    at.agree('1');
    at.complete('r2', 'agree', { score: 60 });
    expect(at.open()).toBe('u3:3');
    at.agree('3');
    expect(at.open()).toBe('u4:4');
  });
});

describe('the votes of a step', () => {
  const lines = [
    ...['s>a', 'a>u1', 'u1>x1', 'x1>u2?${votes.u1.against > 0}', 'x1>u3!', 'u2>u3', 'u3>u4'],
    ...['u4>e'],
  ];
  const board: NodeSettings = {
    people: ['role:board'],
    multi: { sequential: false, agree: 60, against: 'count' },
  };

  test('decide the way behind it', () => {
    const one = route(lines, { u1: board });
    one.start();
    one.disagree('7', 'u1');
    expect(one.tell({ is: 'agree', task: taskOf(one, '8'), comment: '' }, '8')).toBe('inApproval');
    one.tell({ is: 'agree', task: taskOf(one, '9'), comment: '' }, '9');
    expect(one.open()).toBe('u2:2');
    const none = route(lines, { u1: board });
    none.start();
    none.tell({ is: 'agree', task: taskOf(none, '8'), comment: '' }, '8');
    none.tell({ is: 'agree', task: taskOf(none, '9'), comment: '' }, '9');
    expect(none.open()).toBe('u3:3');
  });

  test('are kept where the step is passed because its approval is valid', () => {
    const at = route(['s>a', 'a>u5', 'u5>u1', ...lines.slice(2)], { u1: board });
    at.start();
    at.agree('5');
    at.disagree('7', 'u1');
    for (const by of ['8', '9']) at.tell({ is: 'agree', task: taskOf(at, by), comment: '' }, by);
    at.agree('2');
    at.back('3', 'u5', 'why', true);
    at.agree('5');
    expect(at.open()).toBe('u3:3');
    expect(at.said()).toEqual(['此前已同意，判断依据未变', '此前已同意，判断依据未变']);
  });
});

const taskOf = (at: ReturnType<typeof route>, who: string): string =>
  at.todo().find(({ assignee }) => assignee === who)?.id ?? '';

describe('conditions on outcomes are typed', () => {
  const graph: Graph = compile(diagramFromLines(scored, { w1: { matter: 'review' } }));
  const types = outcomeTypes(graph, (name) =>
    name === 'review' ? { score: { is: 'number' } } : null,
  );
  test.each<[string, readonly string[]]>([
    ['${votes.u1.against == 0}', []],
    ['${!empty review.score && review.score > 5}', []],
    ['${review.score > 5}', ['【review.score】可能为空，请先判断 empty review.score']],
    ['${review.mark > 5}', ['?review.mark']],
    ['${votes.u9.against > 0}', ['?votes.u9.against']],
    ["${votes.u1.agree == 'x'}", ['【votes.u1.agree】是数字，不能与文本比较']],
  ])('%s', (text, found) => {
    const { unknown, problems } = checkCondition(parseExpression(text), types);
    expect([...unknown.map((name) => `?${name}`), ...problems.map(([zh]) => zh)]).toEqual(found);
  });
});
