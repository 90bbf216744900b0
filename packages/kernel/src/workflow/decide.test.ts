import { describe, expect, test } from 'vitest';
import type { Step } from '../definition/life/process.ts';
import { defineProcess } from '../definition/life/process.ts';
import { shippedDiagramOf } from './chain.ts';
import type { Command } from './command.ts';
import { compile } from './compile.ts';
import type { Decision } from './decide.ts';
import { decide } from './decide.ts';
import type { Settings } from './decision-input.ts';
import { forecast } from './forecast/forecast.ts';
import { diagramMarksOf } from './marks.ts';
import { nextSteps } from './predict.ts';
import { diagramFromLines } from './testing/drawn.ts';
import { stageOf } from './testing/stage.ts';

const first: Step = { key: 's1', label: ['初审', 'First'], candidates: ['role:first'], tag: 'f' };
const second: Step = { key: 's2', label: ['终审', 'Second'], candidates: ['role:second'] };

/** A chain of steps with its people on the stage. */
const stage = (
  people: Readonly<Record<string, readonly string[]>>,
  steps: readonly Step[] = [first, second],
  settings: Partial<Settings> = {},
) =>
  stageOf(compile(shippedDiagramOf(defineProcess('k', ['名', 'Name'], steps))), {
    people,
    settings,
  });

describe('the usual way', () => {
  const people = { first: ['f'], second: ['s', 't'] };

  test('from submission to the end', () => {
    const at = stage(people);
    expect(at.start()).toBe('inApproval');
    expect(at.todo()).toMatchObject([{ assignee: 'f', candidates: ['role:first'], node: 's1' }]);
    expect(at.notified()).toEqual(['todo:f']);
    expect(at.agree('f')).toBe('inApproval');
    expect(at.outcomes()).toEqual([{ tag: 'f', result: 'approve' }]);
    expect(at.todo()).toMatchObject([{ assignee: null, candidates: ['role:second'] }]);
    expect(at.notified()).toEqual(['todo:s,t']);
    expect(at.agree('t')).toBe('approved');
    expect(at.notified()).toEqual(['approved:a']);
    expect(diagramMarksOf(at.now().snapshot, at.graph)).toEqual({
      done: ['apply', 's1', 's2', 'start', 'end'],
      active: [],
      back: [],
      skipped: [],
      flows: ['start__apply', 'apply__s1', 's1__s2', 's2__end'],
    });
  });

  test('the sender may pick one of several, and nobody else', () => {
    const at = stage({ first: ['f', 'g'], second: ['s'] });
    expect(at.start(['x'])).toBe('选择的办理人不在下一环节的办理人范围内');
    expect(at.start(['g'])).toBe('inApproval');
    expect(at.todo()[0]?.assignee).toBe('g');
  });

  test('returned to the applicant, and submitted again', () => {
    const at = stage(people);
    at.start();
    expect(at.back('f', 'applicant', ' ')).toBe('请填写退回意见');
    expect(at.back('f', 'applicant')).toBe('returned');
    expect(at.notified()).toEqual(['returned:a']);
    expect(at.todo()).toMatchObject([{ assignee: 'a', node: 'apply' }]);
    expect(at.agree('a')).toBe('inApproval');
    expect(at.todo()[0]?.node).toBe('s1');
  });

  test('returned from the second step: again from the start, or straight there', () => {
    for (const [resubmit, node] of [
      ['restart', 's1'],
      ['direct', 's2'],
    ] as const) {
      const at = stage(people, [first, second], { resubmit });
      at.start();
      at.agree('f');
      expect(at.back('s', 'applicant')).toBe('returned');
      at.agree('a');
      expect(at.todo()[0]?.node).toBe(node);
    }
  });

  test('to the step before; from the first step that is the applicant', () => {
    const at = stage(people);
    at.start();
    at.agree('f');
    expect(at.back('s', 'prev')).toBe('inApproval');
    expect(at.todo()).toMatchObject([{ node: 's1', assignee: 'f' }]);
    expect(at.back('f', 's2')).toBe('只能退回到当前节点之前的节点');
    expect(at.back('f', 'nowhere')).toBe('退回的目标节点不存在');
    expect(at.back('f', 's1')).toBe('不能退回到当前节点');
    expect(at.back('f', 'prev')).toBe('returned');
  });

  test('refused; a step may be without that choice', () => {
    const at = stage(people, [{ ...first, refuse: false }, second]);
    at.start();
    const refuse = (by: string, comment: string) =>
      at.tell({ is: 'refuse', task: at.task(), comment }, by);
    expect(refuse('f', 'no')).toBe('节点【初审】不能选择不通过');
    at.agree('f');
    expect(refuse('s', '')).toBe('请填写审批意见');
    expect(refuse('s', 'no')).toBe('refused');
    expect(at.notified()).toEqual(['refused:a']);
  });

  test('a school lets its departments refuse, where their steps have no such choice', () => {
    const ofDepartment = 'role:first@applicantDept^';
    const own = { ...first, candidates: [ofDepartment], refuse: false };
    const other = { ...second, refuse: false };
    const people = { 'first@applicantDept^': ['f'], second: ['s'] };
    const refused = (departmentRefuses: boolean, agreed: boolean) => {
      const at = stage(people, [own, other], { departmentRefuses });
      at.start();
      if (agreed) at.agree('f');
      return at.tell({ is: 'refuse', task: at.task(), comment: '不符' }, agreed ? 's' : 'f');
    };
    expect(refused(false, false)).toBe('节点【初审】不能选择不通过');
    expect(refused(true, false)).toBe('refused');
    expect(refused(true, true)).toBe('节点【终审】不能选择不通过');
  });

  test('recalled while nobody has acted', () => {
    const at = stage(people);
    at.start();
    expect(at.tell({ is: 'recall' }, 'f')).toBe('只有申请人可以撤回');
    at.agree('f');
    expect(at.tell({ is: 'recall' }, 'a')).toBe('流程已被处理，不能撤回');
    at.back('s', 'applicant');
    at.agree('a');
    expect(at.tell({ is: 'recall' }, 'a')).toBe('recalled');
    expect(at.notified()).toEqual(['ended:f']);
  });

  test('an approval is taken back until the next step is touched', () => {
    const at = stage(people);
    at.start();
    const mine = at.task();
    at.agree('f');
    expect(at.tell({ is: 'withdraw', task: mine }, 's')).toBe('只能取回您自己办理的任务');
    expect(at.tell({ is: 'withdraw', task: mine }, 'f')).toBe('inApproval');
    expect(at.todo()).toMatchObject([{ node: 's1', assignee: 'f' }]);
    const again = at.task();
    at.agree('f');
    at.tell({ is: 'claim', task: at.task() }, 's');
    expect(at.tell({ is: 'withdraw', task: again }, 'f')).toBe('下一环节已处理，不能取回');
  });

  test('claim, give back, hand on', () => {
    const at = stage({ first: ['f', 'g'], second: ['s'] });
    at.start();
    const on = (is: 'claim' | 'unclaim', by: string) => at.tell({ is, task: at.task() }, by);
    const hand = (to: string, by: string) => at.tell({ is: 'transfer', task: at.task(), to }, by);
    expect(on('claim', 'x')).toBe('您不是该任务的候选人');
    expect(on('unclaim', 'f')).toBe('任务尚未签收');
    expect(on('claim', 'f')).toBe('inApproval');
    expect(on('claim', 'f')).toBe('任务已由您签收');
    expect(on('claim', 'g')).toBe('任务已被他人签收');
    expect(at.agree('g')).toBe('您不是该任务的处理人');
    expect(on('unclaim', 'f')).toBe('inApproval');
    on('claim', 'f');
    expect(hand('f', 'f')).toBe('不能转办给自己');
    expect(hand('a', 'f')).toBe('不能转办给申请人或记录涉及的人员');
    expect(hand('gone', 'f')).toBe('转办人不存在');
    expect(hand('z', 'f')).toBe('inApproval');
    expect(at.notified()).toEqual(['todo:z']);
    expect(at.agree('f')).toBe('您不是该任务的处理人');
    expect(at.agree('z')).toBe('inApproval');
  });

  test('whoever comes second learns it, even when the process has ended', () => {
    const at = stage({ first: ['f', 'g'] }, [first]);
    at.start();
    const task = at.task();
    expect(at.agree('f', task)).toBe('approved');
    expect(at.agree('g', task)).toBe('该任务已被处理，请刷新后重试');
  });

  test('rows of different tables may share an id', () => {
    const at = stage({ first: ['f', 'g'] }, [first]);
    at.start();
    const { snapshot } = at.now();
    const tasks = snapshot.tasks.map((task) => ({ ...task, id: task.visit }));
    const task = tasks.at(-1)?.id ?? '';
    const command: Command = { is: 'agree', task, comment: '' };
    const decision = decide({ ...snapshot, tasks }, command, at.input('g')) as Decision;
    expect(decision.snapshot.tasks.at(-1)).toMatchObject({ id: task, status: 'DONE' });
    expect(decision.snapshot.visits.at(-1)).toMatchObject({ id: task, status: 'DONE' });
  });

  test('suspended, activated, deleted by a manager', () => {
    const at = stage(people);
    at.start();
    expect(at.tell({ is: 'suspend' }, 'f')).toBe('您没有此操作权限');
    at.tell({ is: 'suspend' }, 'admin');
    expect(at.agree('f')).toBe('流程已挂起，不能操作');
    expect(at.tell({ is: 'suspend' }, 'admin')).toBe('流程已处于挂起状态');
    at.tell({ is: 'activate' }, 'admin');
    expect(at.tell({ is: 'activate' }, 'admin')).toBe('流程已处于激活状态');
    expect(at.tell({ is: 'delete', comment: '' }, 'admin')).toBe('请填写删除原因');
    expect(at.tell({ is: 'delete', comment: 'x' }, 'admin')).toBe('draft');
    expect(at.tell({ is: 'recall' }, 'a')).toBe('流程已结束，不能操作');
  });
});

describe('who acts when the role does not say', () => {
  test('nobody approves what is their own: another holder does', () => {
    const at = stage({ first: ['a', 'f'], second: ['s'] });
    at.start();
    expect(at.todo()[0]).toMatchObject({ assignee: 'f' });
    expect(at.agree('a')).toBe('您不是该任务的处理人');
  });
  test('the applicant alone holds the role: somebody else, and history says why', () => {
    const at = stage({ first: ['a'], second: ['s'], leader: ['a', 'l'] });
    at.start();
    expect(at.todo()[0]).toMatchObject({ assignee: 'l', candidates: ['role:leader'] });
    expect(at.said()).toEqual(['申请人为本环节唯一办理人，转由他人办理']);
  });
  test('no holder: the administrators, or what the step says', () => {
    const at = stage({ second: ['s'] });
    at.start();
    expect(at.todo()[0]).toMatchObject({ assignee: null, candidates: ['role:admin'] });
    expect(at.said()).toEqual(['未配置【初审】办理人，转由管理员办理']);
    const skip = stage({ second: ['s'] }, [{ ...first, empty: 'skip' }, second]);
    skip.start();
    expect(skip.said()).toEqual(['审批人为空，自动通过']);
    expect(skip.todo()[0]?.node).toBe('s2');
    const refuse = stage({}, [{ ...first, empty: 'refuse' }, second]);
    expect(refuse.start()).toBe('refused');
  });
  test('the same person twice running decides once, but not when sent back', () => {
    const at = stage({ first: ['f'], second: ['f'] });
    at.start();
    expect(at.agree('f')).toBe('approved');
    expect(at.said()).toEqual(['与上一环节办理人相同，自动通过']);
    const twice = stage({ first: ['f'], second: ['f'] }, [first, second], { skipSame: 'none' });
    twice.start();
    expect(twice.agree('f')).toBe('inApproval');
  });
});

describe('what lies ahead', () => {
  test('the next step before it is entered', () => {
    const at = stage({ first: ['f', 'g'], second: ['s'] });
    expect(nextSteps(null, at.startCommand, at.input('a'))).toEqual([
      { node: 's1', name: ['初审', 'First'], users: ['f', 'g'], together: false, choose: true },
    ]);
  });
  test('the whole way, up to what is not known', () => {
    const limit: Step = { ...first, key: 's3', condition: '${amount > 1}' };
    const at = stage({ first: ['f'], second: ['s'] }, [first, second, limit]);
    const way = forecast(null, at.startCommand, at.input('a'));
    expect(way.steps.map((step) => [step.node, step.state, step.users.join()])).toEqual([
      ['apply', 'active', 'a'],
      ['s1', 'coming', 'f'],
      ['s2', 'coming', 's'],
    ]);
    expect(way.stops).toMatchObject([
      { unknown: 'amount', node: 's2', possible: [{ node: 's3' }] },
    ]);
    at.start();
    at.agree('f');
    const rest = forecast(at.now().snapshot, null, at.input('s'));
    expect(rest.steps.map((step) => step.state)).toEqual(['done', 'done', 'active']);
  });
});

test('whoever agrees picks a person for each branch', () => {
  const graph = compile(
    diagramFromLines(['s>a', 'a>u0', 'u0>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e']),
  );
  const at = stageOf(graph, { people: { u0: ['9'], u1: ['1', '2'], u2: ['3', '4'] } });
  at.start();
  at.tell({ is: 'agree', task: at.task(), comment: '', picked: ['1', '4'] }, '9');
  expect(at.open()).toBe('u1:1 u2:4');
});
