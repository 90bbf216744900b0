import { describe, expect, test } from 'vitest';
import type { Service } from '../../definition/life/process.ts';
import { compile } from '../compile.ts';
import type { Settings } from '../decision-input.ts';
import { routesWithoutApprover } from '../deployment/approver.ts';
import { forecast } from '../forecast/forecast.ts';
import { diagramFromLines, type NodeSettings } from '../testing/drawn.ts';
import { stageOf } from '../testing/stage.ts';
import { countingCopies } from './copies.ts';

const copyTo = (...people: string[]): Service => ({ is: 'cc', people });

/** Steps `u1`, `u2`, … are each one person's; `d1` is a service. */
const route = (
  lines: readonly string[],
  nodes: Readonly<Record<string, NodeSettings>>,
  settings: Partial<Settings> = {},
  copiable = true,
) => {
  const graph = compile(diagramFromLines(lines, nodes));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  const people = {
    ...Object.fromEntries(own.map((id) => [id, [id.slice(1)]])),
    readers: ['x', 'y'],
  };
  const at = stageOf(graph, { people, settings, copiable });
  return {
    ...at,
    /** People who have a copy that counts. */
    copies: () =>
      countingCopies(at.now().snapshot)
        .map(({ user }) => user)
        .sort()
        .join(),
    /** People who were told of a copy in this command. */
    told: () => at.notified().filter((text) => text.startsWith('copied')),
  };
};

const chain = ['s>a', 'a>u1', 'u1>d1', 'd1>u2', 'u2>u3', 'u3>e'];
const copying = { d1: { service: copyTo('role:readers') } };

describe('a service that copies', () => {
  test('gives the record to its people in passing, with one message and one line', () => {
    const at = route(chain, copying);
    at.start();
    expect(at.copies()).toBe('');
    expect(at.agree('1')).toBe('inApproval');
    expect(at.open()).toBe('u2:2');
    expect(at.copies()).toBe('x,y');
    expect(at.told()).toEqual(['copied:x,y']);
    const lines = at
      .now()
      .events.flatMap((event) =>
        event.type === 'log' && event.entry.operation === 'cc' ? [event.entry] : [],
      );
    expect(lines).toMatchObject([{ actor: null, target: 'x,y', node: 'd1' }]);
  });

  test('takes the copies back with the visit, and gives them again without a second message', () => {
    const at = route(chain, copying);
    at.start();
    at.agree('1');
    at.back('2', 'applicant');
    expect(at.copies()).toBe('');
    at.agree('a');
    at.agree('1');
    expect(at.copies()).toBe('x,y');
    expect(at.told()).toEqual([]);
  });

  test('is not done again by a direct return, and its copies last', () => {
    const at = route(chain, copying);
    at.start();
    at.agree('1');
    at.agree('2');
    at.back('3', 'u1', 'why', true);
    expect(at.copies()).toBe('x,y');
    at.agree('1');
    expect(at.said()).toContain('退回前已执行，不再重复');
    expect(at.copies()).toBe('x,y');
    expect(at.open()).toBe('u3:3');
  });

  test('keeps nobody from withdrawing the approval before it, which takes the copies back', () => {
    const at = route(chain, copying);
    at.start();
    const task = at.task();
    at.agree('1');
    expect(at.tell({ is: 'withdraw', task }, '1')).toBe('inApproval');
    expect(at.copies()).toBe('');
    expect(at.open()).toBe('u1:1');
    at.agree('1');
    expect(at.copies()).toBe('x,y');
    expect(at.told()).toEqual([]);
  });

  test('copies a secret record to nobody, says so, and goes on', () => {
    const at = route(chain, copying, {}, false);
    at.start();
    expect(at.agree('1')).toBe('inApproval');
    expect(at.copies()).toBe('');
    expect(at.said()).toEqual(['涉密记录不能抄送']);
  });

  test('that cannot find its people refuses the command', () => {
    const at = route(chain, { d1: { service: copyTo('var:nobody') } });
    at.start();
    expect(at.agree('1')).toBe('流程条件【d1】无法判断：【nobody】没有值，请联系管理员');
    expect(at.open()).toBe('u1:1');
  });

  test('is looked through: to the step before, by dedupe, by `pass`, and by the forecast', () => {
    const back = route(chain, copying);
    back.start();
    back.agree('1');
    expect(back.back('2', 'prev')).toBe('inApproval');
    expect(back.open()).toBe('u1:1');

    const same = route(['s>a', 'a>u1', 'u1>d1', 'd1>u2', 'u2>e'], {
      ...copying,
      u2: { people: ['role:u1'] },
    });
    same.start();
    expect(same.agree('1')).toBe('approved');

    const judged = ['s>a', 'a>u1', 'u1>d1', 'd1>x1', 'x1>u2?${pass}', 'x1>e2!', 'u2>e'];
    const pass = route(judged, copying);
    pass.start();
    expect(pass.disagree('1')).toBe('refused');

    const ahead = route(chain, copying);
    ahead.start();
    const { steps } = forecast(ahead.now().snapshot, null, ahead.input('1'));
    expect(steps.map(({ node }) => node)).toEqual(['a', 'u1', 'u2', 'u3']);
  });

  test('approves nothing', () => {
    const graph = compile(diagramFromLines(['s>a', 'a>d1', 'd1>e'], copying));
    expect(routesWithoutApprover(graph)).toHaveLength(1);
  });
});

describe('the copies of a step', () => {
  const lines = ['s>a', 'a>u1', 'u1>u2', 'u2>e'];

  test('are given when it is agreed to, not when it sends back', () => {
    const at = route(lines, { u1: { cc: ['role:readers'] } });
    at.start();
    at.back('1', 'applicant');
    expect(at.copies()).toBe('');
    at.agree('a');
    at.agree('1');
    expect(at.copies()).toBe('x,y');
  });

  test('that an assignee gives last, also where the record goes back', () => {
    const at = route(lines, {});
    at.start();
    const cc = (to: readonly string[], by = '1') =>
      at.tell({ is: 'cc', task: at.task(), to, comment: 'fyi' }, by);
    expect(cc(['x'], '2')).toBe('您不是该任务的处理人');
    expect(cc([])).toBe('请选择抄送人');
    expect(cc(['1'])).toBe('不能抄送给自己');
    expect(cc(['gone1'])).toBe('抄送人不存在');
    expect(cc(['x'])).toBe('inApproval');
    expect(at.told()).toEqual(['copied:x']);
    expect(cc(['x'])).toBe('所选人员均已可查看，无需抄送');
    expect(cc(['a'])).toBe('所选人员均已可查看，无需抄送');
    expect(cc(['x', 'y'])).toBe('inApproval');
    expect(at.told()).toEqual(['copied:y']);
    at.back('1', 'applicant');
    expect(at.copies()).toBe('x,y');
    expect(cc(['x'], 'a')).toBe('申请环节不能抄送');
  });

  test('of a secret record are refused', () => {
    const at = route(lines, {}, {}, false);
    at.start();
    expect(at.tell({ is: 'cc', task: at.task(), to: ['x'] }, '1')).toBe('涉密记录不能抄送');
  });

  test('give nobody a task', () => {
    const at = route(lines, {});
    at.start();
    at.tell({ is: 'cc', task: at.task(), to: ['x'] }, '1');
    expect(at.open()).toBe('u1:1');
    expect(at.agree('x')).toBe('您不是该任务的处理人');
  });
});
