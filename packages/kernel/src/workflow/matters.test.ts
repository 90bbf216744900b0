import { describe, expect, test } from 'vitest';
import { shippedDiagramOf } from './chain.ts';
import { checkDiagram } from './check.ts';
import { compile } from './compile.ts';
import type { Settings } from './decision-input.ts';
import { forecast } from './forecast/forecast.ts';
import { diagramFromLines, type NodeSettings } from './testing/drawn.ts';
import { stageOf } from './testing/stage.ts';

/** Steps `u1`, `u2`, … are each one person's; `w1` waits for a review. */
const route = (
  lines: readonly string[],
  nodes: Readonly<Record<string, NodeSettings>> = {},
  settings: Partial<Settings> = {},
) => {
  const graph = compile(diagramFromLines(lines, { w1: { matter: 'review' }, ...nodes }));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  const people = Object.fromEntries(own.map((id) => [id, [id.slice(1)]]));
  return stageOf(graph, { people, settings });
};

const reviewed = ['s>a', 'a>u1', 'u1>w1', 'w1>u2', 'u2>e'];

/** Begun and approved by the first person: the review is waited for. */
const atReview = (nodes: NodeSettings = {}, settings: Partial<Settings> = {}, lines = reviewed) => {
  const at = route(lines, { w1: { matter: 'review', ...nodes } }, settings);
  at.start();
  at.agree('1');
  return at;
};

describe('a wait for a matter', () => {
  test('holds the process without a task and without a time, until the matter is completed', () => {
    const at = atReview();
    expect(at.open()).toBe('');
    expect(at.now().snapshot.visits.at(-1)).toMatchObject({ node: 'w1', due: null });
    at.later(10_000);
    expect(at.elapse()).toBe('该任务已被处理，请刷新后重试');
    expect(at.complete('r1', 'agree', { score: 86 })).toBe('inApproval');
    expect(at.open()).toBe('u2:2');
    expect(at.now().snapshot.visits.find(({ node }) => node === 'w1')).toMatchObject({
      status: 'DONE',
      verdict: 'agree',
      outcome: { score: 86 },
      outcomeKey: 'r1',
    });
    expect(at.agree('2')).toBe('approved');
  });

  test('is completed once: the same key again has no effect, another is refused', () => {
    const at = atReview();
    at.complete('r1');
    const before = at.now().snapshot;
    expect(at.complete('r1')).toBe('inApproval');
    expect(at.now()).toMatchObject({ events: [], snapshot: before });
    expect(at.complete('r2')).toBe('该环节已处理');
    at.agree('2');
    expect(at.complete('r1')).toBe('approved');
  });

  test('cannot be completed while the process is suspended, nor where it only lets time pass', () => {
    const at = atReview();
    at.tell({ is: 'suspend' }, 'admin');
    expect(at.complete('r1')).toBe('流程已挂起，不能操作');
    const period = route(reviewed, { w1: { period: 'P1D' } });
    period.start();
    period.agree('1');
    expect(period.complete('r1')).toBe('该环节已处理');
  });

  test('is settled by a manager with a reason, and by nobody else', () => {
    const at = atReview();
    expect(at.settle('1')).toBe('您没有此操作权限');
    expect(at.settle('admin', 'agree', ' ')).toBe('请填写原因');
    expect(at.settle('admin')).toBe('inApproval');
    expect(at.open()).toBe('u2:2');
    expect(at.settle('admin')).toBe('该环节已处理');
    expect(at.complete('r1')).toBe('该环节已处理');
  });

  test('gives no approval of its own', () => {
    const at = route(['s>a', 'a>w1', 'w1>e']);
    at.start();
    expect(at.complete('r1')).toBe('流程没有任何人审批，不能通过');
  });

  test('is where the forecast stops', () => {
    const at = route(reviewed);
    at.start();
    const { steps, stops } = forecast(at.now().snapshot, null, at.input('1'));
    expect(steps.map(({ node }) => node)).toEqual(['a', 'u1', 'w1']);
    expect(stops).toEqual([
      {
        label: ['取决于【w1】的结果', 'This depends on the outcome of “w1”'],
        unknown: null,
        node: 'w1',
        possible: [{ node: 'u2', name: ['u2', 'u2'] }],
      },
    ]);
  });
});

describe('an outcome against', () => {
  test('goes back to the applicant', () => {
    const at = atReview();
    expect(at.complete('r1', 'against')).toBe('returned');
    expect(at.open()).toBe('a:a');
    expect(at.notified()).toContain('returned:a');
  });

  test('goes where the wait says: to a step, or to a refusal', () => {
    const back = atReview({ onAgainst: 'prev' });
    expect(back.complete('r1', 'against')).toBe('inApproval');
    expect(back.open()).toBe('u1:1');
    expect(atReview({ onAgainst: 'refuse' }).complete('r1', 'against')).toBe('refused');
  });

  test('follows the diagram where it asks for pass', () => {
    const lines = ['s>a', 'a>u1', 'u1>w1', 'w1>x1', 'x1>u2?${pass}', 'x1>u3!', 'u2>e', 'u3>e'];
    const at = atReview({}, {}, lines);
    expect(at.complete('r1', 'against')).toBe('inApproval');
    expect(at.open()).toBe('u3:3');
  });

  test('at an end refuses', () => {
    const lines = ['s>a', 'a>u1', 'u1>w1', 'w1>x1', 'x1>u2?${pass}', 'x1>e!', 'u2>e'];
    expect(atReview({}, {}, lines).complete('r1', 'against')).toBe('refused');
  });

  test('leads to no step that is not there', () => {
    const { problems } = checkDiagram(
      diagramFromLines(reviewed, { w1: { matter: 'review', onAgainst: 'u9' } }),
    );
    expect(problems.map(({ text }) => text[0])).toEqual([
      '节点【w1】不同意时退回的节点【u9】不存在',
    ]);
  });
});

describe('after a return', () => {
  const lines = ['s>a', 'a>x1', 'x1>u1?${amount > 5}', 'x1>u1!', 'u1>w1', 'w1>u2', 'u2>e'];
  const returned = (nodes: NodeSettings, direct: boolean) => {
    const at = route(lines, { w1: { matter: 'review', ...nodes } });
    at.know({ amount: 3 });
    at.start();
    at.agree('1');
    at.complete('r1', 'agree', { score: 86 });
    at.back('2', 'u1', 'why', direct);
    return at;
  };

  test('the outcome is used again while its basis is unchanged, also after a full one', () => {
    for (const direct of [true, false]) {
      const at = returned({}, direct);
      at.agree('1');
      expect(at.open()).toBe('u2:2');
      expect(at.said()).toContain('此前已同意，判断依据未变');
      expect(at.now().snapshot.visits.findLast(({ node }) => node === 'w1')).toMatchObject({
        status: 'SKIP',
        verdict: 'agree',
        outcome: { score: 86 },
      });
    }
  });

  test('on another basis the matter is asked for again, and the old completion does not count', () => {
    const at = returned({}, true);
    at.know({ amount: 9 });
    at.agree('1');
    expect(at.open()).toBe('');
    expect(at.complete('r1')).toBe('inApproval');
    expect(at.open()).toBe('');
    at.complete('r2');
    expect(at.open()).toBe('u2:2');
  });

  test('a wait that asks again does so once a return has gone back over it', () => {
    const full = returned({ again: 'ask' }, false);
    full.agree('1');
    expect(full.open()).toBe('');
    const direct = returned({ again: 'ask' }, true);
    direct.agree('1');
    expect(direct.open()).toBe('u2:2');
  });

  test('a drawn way back asks for it again', () => {
    const loop = [
      's>a',
      'a>x2',
      'x2>u1',
      'u1>w1',
      'w1>u3',
      'u3>x1',
      'x1>x2?${!pass}',
      'x1>u2!',
      'u2>e',
    ];
    const at = route(loop);
    at.start();
    at.agree('1');
    at.complete('r1');
    at.disagree('3');
    at.agree('1');
    expect(at.open()).toBe('');
    expect(at.complete('r2')).toBe('inApproval');
    expect(at.open()).toBe('u3:3');
  });
});

describe('once somebody deals with the matter', () => {
  test('the approval before it is not taken back, and the record not recalled', () => {
    const at = route(['s>a', 'a>w1', 'w1>u2', 'u2>e']);
    at.start();
    at.touch();
    expect(at.tell({ is: 'recall' }, 'a')).toBe('流程已被处理，不能撤回');
    const approved = route(reviewed);
    approved.start();
    const task = approved.task();
    approved.agree('1');
    approved.touch();
    expect(approved.tell({ is: 'withdraw', task }, '1')).toBe('下一环节已处理，不能取回');
  });

  test('before that both may be, and the wait is cancelled', () => {
    const recalled = route(['s>a', 'a>w1', 'w1>u2', 'u2>e']);
    recalled.start();
    expect(recalled.tell({ is: 'recall' }, 'a')).toBe('recalled');
    const at = route(reviewed);
    at.start();
    const task = at.task();
    at.agree('1');
    expect(at.tell({ is: 'withdraw', task }, '1')).toBe('inApproval');
    expect(at.now().snapshot.visits.find(({ node }) => node === 'w1')?.status).toBe('CANCEL');
    expect(at.complete('r1')).toBe('该环节已处理');
  });

  test('a completed matter counts as handled', () => {
    const at = route(['s>a', 'a>w1', 'w1>u2', 'u2>e']);
    at.start();
    at.complete('r1');
    expect(at.tell({ is: 'recall' }, 'a')).toBe('流程已被处理，不能撤回');
  });
});

test('a chain says what it waits for by its name', () => {
  const diagram = shippedDiagramOf({
    kind: 'k',
    label: ['k', 'k'],
    category: 'flow_1',
    steps: [
      { key: 'rd', label: ['审核', 'Check'], candidates: ['role:rd'] },
      {
        key: 'review',
        label: ['专家评审', 'Expert review'],
        wait: 'review',
        editable: ['score'],
        condition: '${amount > 5}',
      },
    ],
    facts: {},
    parameters: {},
    promisedDays: 3,
  });
  expect(compile(diagram).nodes.review).toMatchObject({
    type: 'wait',
    matter: 'review',
    editable: ['score'],
    name: '专家评审',
    english: 'Expert review',
  });
});
