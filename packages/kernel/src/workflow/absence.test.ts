import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { diagramFromLines } from './testing/drawn.ts';
import { stageOf } from './testing/stage.ts';

const two = compile(diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e']));

test('a task for somebody absent goes to who stands in, through three absences and no circle', () => {
  const at = stageOf(two, { people: { u1: ['1'], u2: ['2'] } });
  at.absent({ 1: '3', 3: '4', 4: '5' });
  at.start();
  expect(at.open()).toBe('u1:5');
  expect(at.todo()[0]).toMatchObject({ assignee: '5', owner: '1' });
  const longer = stageOf(two, { people: { u1: ['1'], u2: ['2'] } });
  longer.absent({ 1: '3', 3: '4', 4: '5', 5: '6' });
  longer.start();
  expect(longer.open()).toBe('u1:1');
  const circle = stageOf(two, { people: { u1: ['1'], u2: ['2'] } });
  circle.absent({ 1: '3', 3: '1' });
  circle.start();
  expect(circle.open()).toBe('u1:1');
});

test.each([
  ['whom the record names', { concerned: ['3'] }, '3'],
  ['who has left', {}, 'gone'],
  ['who applied', {}, 'a'],
])('the person keeps the task where the proxy is one %s', (_, more, proxy) => {
  const at = stageOf(two, { people: { u1: ['1'], u2: ['2'] }, ...more });
  at.absent({ 1: proxy });
  at.start();
  expect(at.open()).toBe('u1:1');
});

test('nobody has two words on a step by standing in', () => {
  const all = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: { multi: { sequential: false } } }),
  );
  const at = stageOf(all, { people: { u1: ['1', '2', '3'] } });
  at.absent({ 1: '9', 2: '9' });
  at.start();
  expect(at.open()).toBe('u1:2 u1:3 u1:9');
  expect(at.tell({ is: 'transfer', task: at.task(), to: '1' }, '9')).toBe('inApproval');
});

test('nobody has two words on a step, nor by being represented', () => {
  const turn = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>e'], { u1: { multi: { sequential: true } } }),
  );
  const at = stageOf(turn, { people: { u1: ['1', '2'] } });
  at.absent({ 1: '9' });
  at.start();
  at.absent({ 2: '1' });
  at.agree('9');
  expect(at.open()).toBe('u1:2');
});

test('a pool leaves out the absent while another is there, and passing over looks at the owner', () => {
  const pool = stageOf(two, { people: { u1: ['1', '2'], u2: ['3'] } });
  pool.absent({ 1: '3' });
  pool.start();
  expect(pool.open()).toBe('u1:2');
  // The proxy of the first step is the person of the second: they have not spoken for themselves.
  const at = stageOf(two, { people: { u1: ['1'], u2: ['3'] } });
  at.absent({ 1: '3' });
  at.start();
  at.agree('3');
  expect(at.open()).toBe('u2:3');
  const owner = stageOf(two, { people: { u1: ['1'], u2: ['1'] } });
  owner.absent({ 1: '3' });
  owner.start();
  expect(owner.agree('3')).toBe('approved');
});

test('the owner takes an open task back, and only the owner', () => {
  const at = stageOf(two, { people: { u1: ['1'], u2: ['2'] } });
  at.absent({ 1: '3' });
  at.start();
  expect(at.tell({ is: 'reclaim', task: at.task() }, '3')).toBe('只能收回由他人代您办理的待办');
  expect(at.tell({ is: 'unclaim', task: at.task() }, '3')).toBe('代他人办理的任务不能取消签收');
  at.tell({ is: 'reclaim', task: at.task() }, '1');
  expect(at.notified()).toEqual(['reclaimed:3']);
  expect(at.open()).toBe('u1:1');
  expect(at.todo()[0]?.owner).toBe(null);
});
