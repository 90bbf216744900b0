import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refused } from '../errors.ts';
import { compile } from './compile.ts';
import { decide } from './decide.ts';
import type { LogEntry, Snapshot, WorkflowEvent } from './state.ts';
import { diagramFromLines } from './testing/drawn.ts';
import { brokenInvariants } from './testing/invariants.ts';
import { castOf, directoryOf, scenarios } from './testing/scenario.ts';
import { playAloud } from './testing/simulate.ts';
import { stageOf } from './testing/stage.ts';

const straight = ['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e'];
const forked = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>u4', 'u4>e'];

/** A route whose steps are each one person's, with a process that was submitted. */
const started = (
  lines: readonly string[],
  more: Parameters<typeof stageOf>[1] = { people: {} },
) => {
  const graph = compile(diagramFromLines(lines));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  const people = { ...Object.fromEntries(own.map((id) => [id, [id.slice(1)]])), ...more.people };
  const stage = stageOf(graph, { settings: { skipSame: 'none' }, ...more, people });
  stage.start();
  const visitAt = (node?: string): string =>
    stage
      .now()
      .snapshot.visits.find((visit) => visit.status === 'ACTIVE' && (!node || visit.node === node))
      ?.id ?? '';
  return {
    ...stage,
    jump: (to: string, from?: string, comment = 'why', by = 'admin') =>
      stage.tell({ is: 'jump', visit: visitAt(from), to, comment }, by),
    lines: () =>
      stage
        .now()
        .events.flatMap((event) =>
          event.type === 'log' ? [`${event.entry.operation} ${event.entry.node ?? ''}`] : [],
        ),
    valid: () =>
      stage
        .now()
        .snapshot.visits.filter((visit) => visit.verdict === 'agree' && !visit.void)
        .map((visit) => visit.node),
  };
};

describe('ahead', () => {
  test('the steps between are left out by name, and approved by nobody', () => {
    const at = started(straight);
    expect(at.jump('u3')).toBe('inApproval');
    expect(at.open()).toBe('u3:3');
    expect(at.lines()).toEqual(['jump u1', 'jumped u2']);
    expect(at.valid()).toEqual(['a']);
    expect(at.notified()).toEqual(['todo:3', 'leftOut:a', 'leftOut:a,2', 'cancelled:1']);
    expect(at.agree('3')).toBe('approved');
  });

  test('over steps of others by managers of everything alone', () => {
    const over = '跳转会越过其他人员的环节【u1、u2】，须由流程管理员操作';
    expect(started(straight).jump('u3', 'u1', 'why', 'office')).toBe(over);
    // A clerk who holds what is left out moves it on, and so does one who moves it back.
    const own = started(straight, { people: { 1: ['office'], u1: ['office'], u2: ['office'] } });
    expect(own.jump('u3', 'u1', 'why', 'office')).toBe('inApproval');
    expect(own.notified()).toEqual(['todo:3']);
    expect(own.jump('u1', 'u3', 'why', 'office')).toBe('inApproval');
  });

  test('only a person’s approval lets it end: the one who acts behind', () => {
    const at = started(['s>a', 'a>u1', 'u1>a2', 'a2>e']);
    expect(at.jump('a2')).toBe('inApproval');
    expect(at.agree('a')).toBe('流程没有任何人审批，不能通过');
  });

  test('out of a block cancels what is live in it; the whole block counts as left', () => {
    const at = started(forked);
    expect(at.jump('u4', 'u1')).toBe('inApproval');
    expect(at.open()).toBe('u4:4');
    expect(at.now().snapshot.scopes.map(({ status }) => status)).toEqual(['CANCEL']);
    expect(at.notified()).toContain('cancelled:1,2');
  });

  test('into a block settles it: the branches that are needed are asked, too', () => {
    const at = started(['s>a', 'a>u0', 'u0>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e']);
    expect(at.jump('u1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    at.agree('1');
    expect(at.open()).toBe('u2:2');
    expect(at.agree('2')).toBe('approved');
  });

  test('names the steps of the branch that the values choose, not of the others', () => {
    const at = started([
      ...['s>a', 'a>u0', 'u0>x1', 'x1>u1?${big}', 'x1>u2!', 'u1>u3', 'u2>u3', 'u3>e'],
    ]);
    at.know({ big: true });
    at.jump('u3');
    expect(at.lines()).toEqual(['jump u0', 'jumped u1']);
  });

  test('an approval that is still valid is not left out', () => {
    const at = started(straight);
    at.agree('1');
    at.agree('2');
    at.backFrom('u3', '3', 'u1', true);
    at.jump('u3');
    expect(at.lines()).toEqual(['jump u1']);
  });

  test('nobody takes an approval back over it', () => {
    const at = started(straight);
    const [own] = at.todo();
    at.agree('1');
    at.jump('u3');
    expect(at.tell({ is: 'withdraw', task: own?.id ?? '' }, '1')).toBe('下一环节已处理，不能取回');
  });
});

describe('back', () => {
  test('what followed from the step counts no more, whoever has the task', () => {
    const at = started(straight);
    at.agree('1');
    at.agree('2');
    expect(at.jump('u1')).toBe('inApproval');
    expect(at.open()).toBe('u1:1');
    expect(at.valid()).toEqual(['a']);
    expect(at.lines()).toEqual(['jump u3']);
  });

  test('to the applicant is a return', () => {
    const at = started(straight);
    expect(at.jump('a')).toBe('returned');
    expect(at.notified()).toContain('returned:a');
    expect(at.jump('u2')).toBe('记录在申请人处，不能跳转');
  });
});

test('refuses what no manager may do', () => {
  const at = started(forked);
  expect(at.jump('u4', 'u1', 'why', '1')).toBe('您没有此操作权限');
  expect(at.jump('u4', 'u1', ' ')).toBe('请填写原因');
  expect(at.jump('u2', 'u1')).toBe('目标节点在其他并行分支');
  expect(at.jump('u1', 'u1')).toBe('不能跳转到当前节点');
  expect(at.jump('e', 'u1')).toBe('不能跳转到结束');
  expect(at.jump('p2', 'u1')).toBe('跳转的目标节点不存在');
  expect(at.tell({ is: 'jump', visit: '999', to: 'u4', comment: 'why' }, 'admin')).toBe(
    '该环节已处理，请刷新后重试',
  );
  at.tell({ is: 'suspend' }, 'admin');
  expect(at.jump('u4', 'u1')).toBe('流程已挂起，不能操作');
});

const linesOf = (events: readonly WorkflowEvent[]): LogEntry[] =>
  events.flatMap((event) => (event.type === 'log' ? [event.entry] : []));

test('from wherever random plays come to, every jump keeps the invariants', () => {
  let jumps = 0;
  fc.assert(
    fc.property(scenarios, fc.nat(), (scenario, choice) => {
      const { graph, decisions } = playAloud(scenario, 0);
      const history: LogEntry[] = [];
      const jumpFrom = (from: Snapshot, visit: string, to: string): void => {
        let made = 1_000_000;
        const command = { is: 'jump', visit, to, comment: 'why' } as const;
        const decided = decide(from, command, {
          graph,
          directory: directoryOf(castOf(scenario)),
          actor: { id: '21', groups: new Set(), manages: 'all' },
          settings: scenario.settings,
          facts: scenario.facts,
          now: new Date(1),
          nextId: () => {
            made += 1;
            return String(made);
          },
        });
        if (decided instanceof Refused) return;
        jumps += 1;
        const lines = [...history, ...linesOf(decided.events)];
        expect(brokenInvariants(decided.snapshot, graph, lines, decided.position)).toEqual([]);
      };
      for (const { events, snapshot } of decisions) {
        if (snapshot.instance.revision === 1) history.length = 0;
        history.push(...linesOf(events));
        const targets = Object.keys(graph.nodes);
        const to = targets[choice % targets.length] as string;
        for (const { id, status } of snapshot.visits) {
          if (status === 'ACTIVE') jumpFrom(snapshot, id, to);
        }
      }
    }),
    { numRuns: 300, seed: 5 },
  );
  expect(jumps).toBeGreaterThan(500);
});
