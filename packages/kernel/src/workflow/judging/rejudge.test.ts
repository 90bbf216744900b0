import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import type { DiagramUser } from '../diagram.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { stageOf } from '../testing/stage.ts';
import { editsOfJudgedFields } from './rejudge.ts';

/** Large amounts go to `u2` before finance, `u3`, settles the amount; `u4` decides last. */
const lines = [
  ...['s>a', 'a>u1', 'u1>x1', 'x1>u2?${amount >= 50000}', 'x1>u3!', 'u2>u3', 'u3>u4', 'u4>e'],
];
const finance: Partial<DiagramUser> = { editable: ['amount'], rejudge: true };

const route = (amount: number, nodes: Readonly<Record<string, Partial<DiagramUser>>>) => {
  const at = stageOf(compile(diagramFromLines(lines, nodes)), {
    people: Object.fromEntries(['1', '2', '3', '4'].map((id) => [`u${id}`, [id]])),
    settings: { skipSame: 'none' },
  });
  at.know({ amount });
  at.start();
  return at;
};

const people = Object.fromEntries(
  ['u1', 'u2', 'u3', 'u4'].map((id) => [id, { people: [`role:${id}`] }]),
);
const rejudged = { ...people, u3: { ...people.u3, ...finance } };

describe('a step that lets the route be judged anew', () => {
  test('asks whom its edit made necessary, and nobody twice', () => {
    const at = route(10_000, rejudged);
    at.agree('1');
    expect(at.open()).toBe('u3:3');
    at.agreeWith('3', { amount: 60_000 });
    expect(at.open()).toBe('u2:2');
    expect(at.said()).toContain('修改了流程的判断条件，重新判断');
    // The history is that of one command: how many words it holds is not looked at.
    const broken = brokenInvariants(at.now().snapshot, at.graph, []);
    expect(broken.filter((text) => !text.startsWith('7 '))).toEqual([]);
    at.agree('2');
    expect(at.open()).toBe('u4:4');
    expect(at.agree('4')).toBe('approved');
  });

  test('asks again whoever approved by the value of before', () => {
    const at = route(60_000, rejudged);
    at.agree('1');
    at.agree('2');
    at.agreeWith('3', { amount: 70_000 });
    expect(at.open()).toBe('u2:2');
  });

  test('leaves out a step that is not necessary any more', () => {
    const at = route(60_000, rejudged);
    at.agree('1');
    at.agree('2');
    at.agreeWith('3', { amount: 10_000 });
    expect(at.open()).toBe('u4:4');
  });

  test('goes on where nothing that was judged has changed', () => {
    const at = route(10_000, rejudged);
    at.agree('1');
    at.agreeWith('3', { other: 1 });
    expect(at.open()).toBe('u4:4');
    expect(at.said()).toEqual([]);
  });

  test('cannot be taken back: the route has gone on without it', () => {
    const at = route(10_000, rejudged);
    at.agree('1');
    at.agreeWith('3', { amount: 60_000 });
    const [own] = at.now().snapshot.tasks.filter(({ actor }) => actor === '3');
    expect(at.tell({ is: 'withdraw', task: own?.id ?? '' }, '3')).toBe('下一环节已处理，不能取回');
    const [head] = at.now().snapshot.tasks.filter(({ actor }) => actor === '1');
    expect(at.tell({ is: 'withdraw', task: head?.id ?? '' }, '1')).toBe('下一环节已处理，不能取回');
  });

  test('without it the value is not judged again, which is why such a route is not deployed', () => {
    const at = route(10_000, { ...people, u3: { ...people.u3, editable: ['amount'] } });
    at.agree('1');
    at.agreeWith('3', { amount: 60_000 });
    expect(at.open()).toBe('u4:4');
  });
});

describe('a route is refused', () => {
  const itself = (name: string) => new Set([name]);
  const problems = (
    drawing: readonly string[],
    nodes: Readonly<Record<string, Partial<DiagramUser>>>,
    sources = itself,
  ) => {
    const found = editsOfJudgedFields(
      compile(diagramFromLines(drawing, nodes)),
      sources,
      (name) => [name, name],
    );
    return found.map(({ text: [zh] }) => zh);
  };
  const edits = { ...people.u3, editable: ['amount'] };
  const told = '节点【u3】可修改的字段【amount】是网关【x1】的判断条件，修改后不会重新判断';

  test('where a step may edit what was judged before it', () => {
    expect(problems(lines, { ...people, u3: edits })).toEqual([told]);
    expect(problems(lines, rejudged)).toEqual([]);
    const [later] = [{ ...people, u1: { ...people.u1, editable: ['amount'] } }];
    expect(problems(lines, later)).toEqual([]);
  });

  test('also where the condition reads what follows from the field', () => {
    const derived = (name: string) => new Set([name, 'price', 'count']);
    const byPrice = { ...people, u3: { ...people.u3, editable: ['price'] } };
    expect(problems(lines, byPrice)).toEqual([]);
    expect(problems(lines, byPrice, derived)).toEqual([told.replace('amount', 'price')]);
  });

  test('where a branch beside it is judged by what it may edit, whatever it says of judging anew', () => {
    const beside = [
      ...['s>a', 'a>p1', 'p1>u3', 'p1>x1', 'x1>u2?${amount > 1}', 'x1>p2!', 'u2>p2', 'u3>p2'],
      ...['p2>u4', 'u4>e'],
    ];
    expect(problems(beside, { ...people, u3: edits })).toEqual([told]);
    expect(problems(beside, rejudged)).toEqual([
      '节点【u3】在并行分支内，不能设置重新判断（keyan:rejudge）',
      told,
    ]);
  });

  test('where several people could let it be judged anew', () => {
    const several = { ...people, u3: { ...people.u3, ...finance, multi: { sequential: false } } };
    expect(problems(lines, several)).toEqual([
      '节点【u3】由多人办理，不能设置重新判断（keyan:rejudge）',
    ]);
  });
});
