import { expect, test } from 'vitest';
import type { SignKind } from '../command.ts';
import { compile } from '../compile.ts';
import type { DiagramUser } from '../diagram.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { stageOf } from '../testing/stage.ts';

const people = { u1: ['1', '2'], u2: ['9'] };
const all = { sequential: false };

const at = (settings: Partial<DiagramUser> = { people: ['user:1'] }) => {
  const graph = compile(diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'], { u1: settings }));
  const stage = stageOf(graph, { people });
  stage.start();
  const taskOf = (who: string, status = 'TODO') =>
    stage.now().snapshot.tasks.findLast((task) => task.assignee === who && task.status === status)
      ?.id ?? '';
  return {
    ...stage,
    ask: (by: string, how: SignKind, ...to: string[]) =>
      stage.tell({ is: 'addSign', task: taskOf(by), how, to }, by),
    agree: (by: string) => stage.agree(by, taskOf(by)),
    without: (by: string, who: string) => stage.tell({ is: 'removeSign', task: taskOf(who) }, by),
    takeBack: (by: string) => stage.tell({ is: 'withdraw', task: taskOf(by, 'DONE') }, by),
    word: (is: 'disagree' | 'refuse', by: string) =>
      stage.tell({ is, task: taskOf(by), comment: 'no' }, by),
  };
};

test('those who are asked before somebody speak first, and have no vote', () => {
  const stage = at();
  stage.ask('1', 'B', '5', '6');
  expect(stage.open()).toBe('u1:5 u1:6');
  expect(stage.agree('1')).toBe('任务不存在');
  stage.agree('5');
  expect(stage.open()).toBe('u1:6');
  stage.agree('6');
  expect(stage.notified()).toEqual(['todo:1']);
  expect(stage.now().snapshot.visits.at(-1)).toMatchObject({ done: 0, total: 1 });
  stage.agree('1');
  expect(stage.open()).toBe('u2:9');
});

test('one who is asked beside another has a vote, and may be done without', () => {
  const stage = at({ people: ['user:1', 'user:2'], multi: all });
  stage.ask('1', 'P', '5');
  stage.agree('1');
  stage.agree('2');
  expect(stage.open()).toBe('u1:5');
  expect(stage.without('2', '5')).toBe('只能减去由您加签且未办理的人员');
  stage.without('1', '5');
  expect(stage.notified()).toContain('removed:5');
  expect(stage.open()).toBe('u2:9');
});

test('one who is asked first may return the record, one who is asked for an opinion may not', () => {
  const first = at();
  first.ask('1', 'B', '5');
  expect(first.word('disagree', '5')).toBe('returned');
  const opinion = at();
  opinion.ask('1', 'D', '5');
  for (const word of ['disagree', 'refuse'] as const) {
    expect(opinion.word(word, '5')).toBe('受委派人只能填写意见，由委派人办理');
  }
  opinion.agree('5');
  expect(opinion.open()).toBe('u1:1');
});

test('where votes are counted, a word of somebody who was asked first is an opinion', () => {
  const stage = at({
    people: ['user:1', 'user:2'],
    multi: { sequential: false, agree: 60, against: 'count' },
  });
  stage.ask('1', 'B', '5');
  expect(stage.word('disagree', '5')).toBe('inApproval');
  expect(stage.open()).toBe('u1:1 u1:2');
});

test('an opinion is taken back while who asked has not gone on', () => {
  const stage = at();
  stage.ask('1', 'B', '5');
  stage.agree('5');
  stage.takeBack('5');
  expect(stage.open()).toBe('u1:5');
  expect(stage.notified()).toEqual(['takenBack:1']);
  stage.agree('5');
  stage.agree('1');
  expect(stage.takeBack('5')).toBe('下一环节已处理，不能取回');
  const several = at({ people: ['user:1', 'user:2'], multi: all });
  several.ask('1', 'B', '5');
  several.agree('5');
  several.agree('1');
  expect(several.takeBack('5')).toBe('下一环节已处理，不能取回');
});

test('nobody is asked twice, nor three levels down, nor whom the record names', () => {
  const stage = at();
  expect(stage.ask('1', 'B', '1')).toBe('加签人与现有审批人重复');
  expect(stage.ask('1', 'B', 'a')).toBe('不能加签给申请人或记录涉及的人员');
  expect(stage.ask('1', 'B', 'gone')).toBe('加签人不存在');
  stage.ask('1', 'B', '5');
  expect(stage.ask('5', 'P', '6')).toBe('只能由本环节审批人并加签');
  stage.ask('5', 'B', '6');
  stage.ask('6', 'D', '7');
  expect(stage.ask('7', 'B', '8')).toBe('加签不能超过 3 层');
  // Done without, and whoever they had asked in turn.
  stage.without('1', '5');
  expect(stage.without('admin', '7')).toBe('inApproval');
});
