import { expect, test } from 'vitest';
import { timeText } from '../../values/time.ts';
import { checkDiagram } from '../check.ts';
import { compile } from '../compile.ts';
import { routesWithoutApprover } from '../deployment/approver.ts';
import type { DiagramUser } from '../diagram.ts';
import type { Variable } from '../expression.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { stageOf } from '../testing/stage.ts';

const people = { u1: ['1'], u2: ['2'], other: ['8'] };

const at = (settings: Partial<DiagramUser>) => {
  const graph = compile(diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'], { u1: settings }));
  const stage = stageOf(graph, { people });
  stage.start();
  const visit = () => stage.now().snapshot.visits.findLast(({ node }) => node === 'u1');
  const lapse = () => stage.tell({ is: 'elapse', visit: visit()?.id ?? '' }, 'nobody');
  return { ...stage, lapse, visit };
};

test.each([
  ['agree', 'u2:2', ['超时未办理，自动同意']],
  ['refuse', '', ['超时未办理，自动不通过']],
  ['return', 'a:a', ['超时未办理，自动退回申请人']],
] as const)('at its deadline a step does what the route says: %s', (overdue, open, said) => {
  const stage = at({ due: 'PT24H', overdue });
  stage.later(23);
  expect(stage.lapse()).toBe('等待期限未到');
  stage.later(1);
  stage.lapse();
  expect(stage.open()).toBe(open);
  expect(stage.said()).toEqual(said);
  expect(stage.lapse()).not.toBe('inApproval');
});

test('handed over, it is due no more, and both hear of it', () => {
  const stage = at({ due: 'PT24H', overdue: 'handOver', handTo: ['role:other'] });
  stage.later(24);
  stage.lapse();
  expect(stage.open()).toBe('u1:8');
  expect(stage.notified().sort()).toEqual(['lapsed:1', 'todo:8']);
  expect(stage.visit()?.due).toBe(null);
});

test('a step without a rule stays where it is, and what the clock agreed to is no approval', () => {
  const plain = at({ due: 'PT1H' });
  plain.later(2);
  expect(plain.lapse()).toBe('该环节到期后不自动处理');
  const stage = at({ due: 'PT1H', overdue: 'agree' });
  stage.later(1);
  stage.lapse();
  stage.back('2', 'applicant', 'why', true);
  stage.agree('a');
  expect(stage.open()).toBe('u1:1');
});

test('a suspension moves the deadline, and a changed calendar counts it anew', () => {
  const graph = compile(diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: { due: '1wd' } }));
  const stage = stageOf(graph, { people });
  stage.later(24 * 4);
  stage.start();
  const due = () => stage.now().snapshot.visits.at(-1)?.due?.toISOString();
  const before = due();
  stage.tell({ is: 'suspend' }, 'admin');
  stage.later(5);
  stage.tell({ is: 'activate' }, 'admin');
  expect(new Date(due() ?? '').getTime() - new Date(before ?? '').getTime()).toBe(5 * 3_600_000);
  expect(stage.tell({ is: 'reschedule' }, 'nobody')).toBe('期限没有变化');
});

test('a date of the record is the deadline, to its end and never within a work day', () => {
  const graph = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'], {
      u1: { due: 'date:endDate' },
      u2: { due: 'date:plan.endDate', overdue: 'agree' },
    }),
  );
  const dueBy = (facts: Readonly<Record<string, Variable>>) => {
    const stage = stageOf(graph, { people });
    stage.know(facts);
    stage.start();
    const due = () => stage.now().snapshot.visits.at(-1)?.due;
    const first = due();
    stage.agree('1');
    const second = due();
    return [first, second].map((moment) => moment && timeText(moment));
  };
  // The play begins on Thursday, 1 January 1970, at 8:00.
  const plan = { endDate: '1970-01-20' };
  expect(dueBy({ endDate: '1970-01-09', plan })).toEqual([
    '1970-01-10 00:00:00',
    '1970-01-21 00:00:00',
  ]);
  expect(dueBy({ endDate: '1969-12-01', plan: { endDate: null } })).toEqual([
    '1970-01-02 08:00:00',
    null,
  ]);
});

test.each([
  [{ due: 'soon' }, '节点【u1】的期限【soon】不能识别，请填写如 3wd（工作日）、P5D、PT48H'],
  [{ overdue: 'agree' as const }, '节点【u1】指定了超时处理，但没有期限'],
  [
    { due: '3wd', overdue: 'handOver' as const },
    '节点【u1】超时转办需要指定接办人，其他超时处理不能指定',
  ],
])('a wrong deadline is refused: %o', (settings, text) => {
  const { problems } = checkDiagram(diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: settings }));
  expect(problems.map((problem) => problem.text[0])).toEqual([text]);
});

test('the only approver is no clock', () => {
  const settings = { due: '3wd', overdue: 'agree' as const };
  const graph = compile(diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: settings }));
  expect(routesWithoutApprover(graph)).toHaveLength(1);
});
