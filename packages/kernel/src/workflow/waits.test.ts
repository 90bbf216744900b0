import { describe, expect, test } from 'vitest';
import { checkDiagram } from './check.ts';
import { compile } from './compile.ts';
import type { Settings } from './decision-input.ts';
import { forecast } from './forecast/forecast.ts';
import { diagramMarksOf } from './marks.ts';
import { diagramFromLines, type NodeSettings } from './testing/drawn.ts';
import { brokenInvariants } from './testing/invariants.ts';
import { stageOf } from './testing/stage.ts';

/** Steps `u1`, `u2`, … are each one person's; `w1` waits for a day unless it says otherwise. */
const route = (
  lines: readonly string[],
  nodes: Readonly<Record<string, NodeSettings>> = {},
  settings: Partial<Settings> = {},
) => {
  const graph = compile(diagramFromLines(lines, nodes));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  const people = Object.fromEntries(own.map((id) => [id, [id.slice(1)]]));
  return stageOf(graph, { people, settings });
};

const publicity = ['s>a', 'a>u1', 'u1>w1', 'w1>u2', 'u2>e'];

describe('a wait', () => {
  test('holds the process without a task until its time has passed', () => {
    const at = route(publicity);
    at.start();
    at.agree('1');
    expect(at.open()).toBe('');
    const { snapshot } = at.now();
    expect(snapshot.visits.at(-1)).toMatchObject({ node: 'w1', status: 'ACTIVE' });
    expect(snapshot.visits.at(-1)?.due).toEqual(new Date(24 * 3_600_000));
    expect(diagramMarksOf(snapshot, at.graph)).toMatchObject({ active: ['w1'] });
    expect(diagramMarksOf(snapshot, at.graph).done).not.toContain('w1');
    expect(brokenInvariants({ ...snapshot }, at.graph, [])).toEqual([
      // No history is given here.
      expect.stringContaining('7 '),
    ]);
    at.later(23);
    expect(at.elapse()).toBe('等待期限未到');
    at.later(1);
    expect(at.elapse()).toBe('inApproval');
    expect(at.open()).toBe('u2:2');
    expect(at.notified()).toEqual(['todo:2']);
    expect(at.agree('2')).toBe('approved');
  });

  test('is completed once', () => {
    const at = route(publicity);
    at.start();
    at.agree('1');
    at.later(24);
    at.elapse();
    expect(at.elapse()).toBe('该任务已被处理，请刷新后重试');
    expect(at.open()).toBe('u2:2');
  });

  test('does not run while the process is suspended', () => {
    const at = route(publicity);
    at.start();
    at.agree('1');
    at.later(10);
    at.tell({ is: 'suspend' }, 'admin');
    at.later(50);
    expect(at.elapse()).toBe('流程已挂起，不能操作');
    at.tell({ is: 'activate' }, 'admin');
    at.later(13);
    expect(at.elapse()).toBe('等待期限未到');
    at.later(1);
    expect(at.elapse()).toBe('inApproval');
  });

  test('that has begun keeps the approval before it from being withdrawn', () => {
    const at = route(publicity);
    at.start();
    const task = at.task();
    at.agree('1');
    expect(at.tell({ is: 'withdraw', task }, '1')).toBe('下一环节已处理，不能取回');
  });

  test('begins anew after a return, and is no target of one', () => {
    const at = route(publicity, {}, { resubmit: 'direct' });
    at.start();
    at.agree('1');
    at.later(24);
    at.elapse();
    expect(at.back('2', 'w1')).toBe('退回的目标节点不存在');
    expect(at.back('2', 'prev')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    at.agree('1');
    expect(at.open()).toBe('');
    expect(at.elapse()).toBe('等待期限未到');
    at.later(24);
    at.elapse();
    expect(at.open()).toBe('u2:2');
  });

  test('in one branch does not hold the other, and the join waits for both', () => {
    const at = route(['s>a', 'a>pf', 'pf>u1', 'pf>w1', 'u1>pj', 'w1>pj', 'pj>u2', 'u2>e']);
    at.start();
    at.agree('1');
    expect(at.open()).toBe('');
    at.later(24);
    at.elapse();
    expect(at.open()).toBe('u2:2');
  });

  test('that a return out of its block cancels is over', () => {
    const at = route(['s>a', 'a>pf', 'pf>u1', 'pf>w1', 'u1>pj', 'w1>pj', 'pj>u2', 'u2>e']);
    at.start();
    at.back('1', 'applicant');
    expect(at.now().snapshot.visits.find(({ node }) => node === 'w1')?.status).toBe('CANCEL');
    at.later(24);
    expect(at.elapse()).toBe('该任务已被处理，请刷新后重试');
  });

  test('gives no approval: a process that only waits is never approved', () => {
    expect(checkDiagram(diagramFromLines(['s>a', 'a>w1', 'w1>e'])).problems).toEqual([]);
    const at = route(['s>a', 'a>w1', 'w1>e']);
    at.start();
    at.later(24);
    expect(at.elapse()).toBe('流程没有任何人审批，不能通过');
  });

  test('is passed in the forecast, which goes on to the end', () => {
    const at = route(publicity);
    at.start();
    const { steps, stops } = forecast(at.now().snapshot, null, at.input('1'));
    expect(stops).toEqual([]);
    expect(steps.map(({ node, state }) => `${node} ${state}`)).toEqual([
      'a done',
      'u1 active',
      'w1 coming',
      'u2 coming',
    ]);
  });
});

test('a period that cannot be read is refused at deployment', () => {
  const { problems } = checkDiagram(diagramFromLines(publicity, { w1: { period: '5 days' } }));
  expect(problems.map(({ text }) => text)).toEqual([
    [
      '等待节点【w1】的期限【5 days】不能识别，请填写如 5wd（工作日）、P5D、PT48H',
      'The wait “w1”: “5 days” is not a period; write 5wd (working days), P5D or PT48H',
    ],
  ]);
});
