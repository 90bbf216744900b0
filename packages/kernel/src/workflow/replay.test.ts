import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import type { DiagramUser } from './diagram.ts';
import { type ChoosingGateway, flowsChosen } from './gateways.ts';
import { diagramFromLines } from './testing/drawn.ts';
import { stageOf } from './testing/stage.ts';

/** A drawn route whose steps are each one person's: `u1` is `1`'s, `u2` is `2`'s, … */
const route = (
  lines: readonly string[],
  people: Readonly<Record<string, readonly string[]>> = {},
  nodes: Readonly<Record<string, Partial<DiagramUser>>> = {},
) => {
  const graph = compile(diagramFromLines(lines, nodes));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  return stageOf(graph, {
    people: Object.fromEntries(own.map((id) => [id, people[id] ?? [id.slice(1)]])),
    settings: { skipSame: 'none' },
  });
};

const parallel = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'];

describe('a fork opened by a return is settled before it closes', () => {
  const inclusive = [
    ...['s>a', 'a>i1', 'i1>u1?${true}', 'i1>u2?${amount >= 50000}', 'u1>i2', 'u2>i2'],
    ...['i2>u3', 'u3>e'],
  ];

  test('a branch that has become necessary is asked', () => {
    const at = route(inclusive);
    at.know({ amount: 10_000 });
    at.start();
    at.agree('1');
    at.back('3', 'u1');
    at.know({ amount: 90_000 });
    at.agree('1');
    expect(at.open()).toBe('u2:2');
    at.agree('2');
    expect(at.open()).toBe('u3:3');
    expect(at.agree('3')).toBe('approved');
  });

  test('whoever takes the word back that settled it takes the branches back that it led to', () => {
    const at = route(inclusive);
    at.know({ amount: 10_000 });
    at.start();
    at.agree('1');
    at.back('3', 'u1');
    at.know({ amount: 90_000 });
    const task = at.task();
    at.agree('1');
    expect(at.open()).toBe('u2:2');
    at.tell({ is: 'withdraw', task }, '1');
    expect(at.open()).toBe('u1:1');
  });

  test('a branch whose approval is valid arrives at once; one based on other values is asked', () => {
    const valid = route(parallel);
    valid.start();
    valid.agreeOn('u1', '1');
    valid.agreeOn('u2', '2');
    valid.back('3', 'u1');
    valid.agree('1');
    expect(valid.open()).toBe('u3:3');
    expect(valid.said()).toEqual(['此前已同意，判断依据未变']);

    const changed = route(inclusive);
    changed.know({ amount: 60_000 });
    changed.start();
    changed.agreeOn('u1', '1');
    changed.agreeOn('u2', '2');
    changed.back('3', 'u1');
    changed.know({ amount: 70_000 });
    changed.agree('1');
    expect(changed.open()).toBe('u2:2');
  });

  test('a fork within a fork is settled from within', () => {
    const at = route([
      ...['s>a', 'a>p1', 'p1>p3', 'p1>u4', 'p3>u1', 'p3>u2', 'u1>p4', 'u2>p4', 'p4>p2', 'u4>p2'],
      ...['p2>u5', 'u5>e'],
    ]);
    at.start();
    for (const step of ['1', '2', '4']) at.agreeOn(`u${step}`, step);
    at.back('5', 'u2');
    expect(at.open()).toBe('u2:2');
    at.agree('2');
    expect(at.open()).toBe('u5:5');
    expect(at.now().snapshot.scopes.every(({ status }) => status === 'DONE')).toBe(true);
  });
});

describe('withdrawing opens the same visit again', () => {
  const takeBack = (at: ReturnType<typeof route>, task: string, by: string): string =>
    at.tell({ is: 'withdraw', task }, by);

  test('a join that had closed waits for that branch alone', () => {
    const at = route(parallel);
    at.start();
    const [first, second] = ['u1', 'u2'].map((node) => at.task(node));
    at.agreeOn('u1', '1');
    at.agreeOn('u2', '2');
    expect(takeBack(at, first as string, '1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    expect(at.notified()).toEqual(['takenBack:3']);
    expect(at.now().snapshot.visits.filter(({ node }) => node === 'u1')).toHaveLength(1);
    at.agree('1');
    expect(at.open()).toBe('u3:3');
    // The other branch may still be taken back: nobody has touched the step behind the join.
    expect(takeBack(at, second as string, '2')).toBe('inApproval');
    expect(at.open()).toBe('u2:2');
  });

  test('others keep their votes, and get back the tasks that the decision cancelled', () => {
    const at = route(
      ['s>a', 'a>u1', 'u1>u2', 'u2>e'],
      { u1: ['1', '3', '4'] },
      { u1: { multi: { sequential: false, completion: '${nrOfCompletedInstances >= 2}' } } },
    );
    at.start();
    const task = (who: string): string =>
      at.todo().find(({ assignee }) => assignee === who)?.id ?? '';
    const [one, three] = [task('1'), task('3')];
    at.agree('1', one);
    at.agree('3', three);
    expect(at.open()).toBe('u2:2');
    expect(takeBack(at, three, '3')).toBe('inApproval');
    expect(at.open()).toBe('u1:3 u1:4');
    expect(at.agree('4', task('4'))).toBe('inApproval');
    expect(at.open()).toBe('u2:2');
  });

  test('not when the next step was handed on, and not after a return', () => {
    const at = route(['s>a', 'a>u1', 'u1>u2', 'u2>e'], { u2: ['2', '5'] });
    at.start();
    const mine = at.task();
    at.agree('1');
    at.tell({ is: 'claim', task: at.task() }, '2');
    at.tell({ is: 'transfer', task: at.task(), to: '7' }, '2');
    expect(takeBack(at, mine, '1')).toBe('下一环节已处理，不能取回');
    at.backFrom('u2', '7', 'applicant', true);
    expect(takeBack(at, mine, '1')).toBe('下一环节已处理，不能取回');
  });

  test('not what lies in a fork that a return has opened again', () => {
    const at = route([
      ...['s>a', 'a>i1', 'i1>u1?${true}', 'u1>u4', 'i1>u2?${n > 5}', 'u4>i2', 'u2>i2'],
      ...['i2>u3', 'u3>e'],
    ]);
    at.know({ n: 1 });
    at.start();
    const mine = at.task();
    at.agree('1');
    at.agree('4');
    at.back('3', 'u4');
    at.know({ n: 9 });
    // In the fork as it was nobody would ask the branch that has become necessary.
    expect(takeBack(at, mine, '1')).toBe('下一环节已处理，不能取回');
    at.agree('4');
    expect(at.open()).toBe('u2:2');
  });

  test('what a reopened fork was settled with goes as well', () => {
    const at = route([
      ...['s>a', 'a>i1', 'i1>u1?${true}', 'i1>u2?${n > 5}', 'u1>i2', 'u2>i2', 'i2>u3', 'u3>e'],
    ]);
    at.know({ n: 1 });
    at.start();
    at.agree('1');
    at.back('3', 'u1');
    at.know({ n: 9 });
    const mine = at.task();
    at.agree('1');
    expect(at.open()).toBe('u2:2');
    expect(takeBack(at, mine, '1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    // Agreed to and taken back once more: what went the first time does not stand in the way.
    const again = at.task();
    at.agree('1');
    expect(takeBack(at, again, '1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    at.know({ n: 1 });
    at.agree('1');
    expect(at.open()).toBe('u3:3');
  });
});

test('every judged gateway leaves a line from which its choice can be recomputed', () => {
  const at = route(['s>a', 'a>u1', 'u1>x1', 'x1>u2?${n > 5 && pass}', 'x1>u3!', 'u2>e', 'u3>e']);
  at.know({ n: 9, other: 1 });
  at.start();
  at.agree('1');
  const [line] = at
    .now()
    .events.flatMap((event) => (event.type === 'log' && event.entry.extra ? [event.entry] : []));
  expect(line).toMatchObject({ operation: 'route', actor: null, node: 'x1' });
  expect(line?.extra).toEqual({ flows: ['f3'], facts: { n: 9, pass: true } });
  const gateway = at.graph.nodes.x1 as ChoosingGateway;
  const facts = new Map(Object.entries(line?.extra?.facts ?? {}));
  expect(flowsChosen(at.graph, gateway, facts)).toEqual(line?.extra?.flows);
});
