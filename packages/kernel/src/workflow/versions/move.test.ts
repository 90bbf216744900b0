import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refused } from '../../errors.ts';
import { compile } from '../compile.ts';
import { decide } from '../decide.ts';
import type { Graph } from '../graph.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { castOf, directoryOf, scenarios } from '../testing/scenario.ts';
import { playAloud } from '../testing/simulate.ts';
import { stageOf } from '../testing/stage.ts';
import { whyNotMovable } from './move.ts';

const people = Object.fromEntries(['u1', 'u2', 'u3', 'u4', 'u5'].map((id) => [id, [id.slice(1)]]));

/** A process that was submitted on a route, and what becomes of it on another one. */
const started = (lines: readonly string[]) => {
  const graph = compile(diagramFromLines(lines));
  const cast = { people, settings: { skipSame: 'none' } } as const;
  const stage = stageOf(graph, cast);
  stage.start();
  return {
    ...stage,
    /** Moves it and goes on on the new version; the refusal where it does not fit. */
    move: (to: readonly string[], map: Readonly<Record<string, string>> = {}, by = 'admin') => {
      const version = compile(diagramFromLines(to));
      const before = stage.now().snapshot;
      const command = { is: 'move', definition: 'd2', graph: version, map, comment: '' } as const;
      const decided = decide(before, command, stage.input(by));
      if (decided instanceof Refused) return decided.message;
      expect(whyNotMovable(before, graph, { graph: version, map })).toBeUndefined();
      const after = stageOf(version, { ...cast, firstId: 1000 });
      after.take(decided);
      return after;
    },
  };
};

type Moved = ReturnType<typeof stageOf>;

const moved = (result: Moved | string): Moved => {
  if (typeof result === 'string') throw new Error(result);
  return result;
};

const elsewhere = (step: string): string => `实例停在【${step}】，新版本中位置不同，请先退回或跳转`;

test('tasks stay, and the steps of the new version follow', () => {
  const at = started(['s>a', 'a>u1', 'u1>u2', 'u2>e']);
  const own = at.task();
  const after = moved(at.move(['s>a', 'a>u1', 'u1>u3', 'u3>u2', 'u2>e']));
  expect(after.task()).toBe(own);
  expect(after.now().snapshot.instance.definition).toBe('d2');
  after.agree('1');
  expect(after.open()).toBe('u3:3');
  after.agree('3');
  expect(after.agree('2')).toBe('approved');
});

test('a branch that arrived stays arrived, and a new step behind the join is asked', () => {
  const at = started(['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e']);
  at.agreeOn('u1', '1');
  const longer = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u4', 'u4>u3', 'u3>e'];
  const after = moved(at.move(longer));
  expect(after.open()).toBe('u2:2');
  after.agree('2');
  expect(after.open()).toBe('u4:4');
});

test('a step that lies in another place is named', () => {
  const forked = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'];
  const at = started(forked);
  at.agreeOn('u1', '1');
  expect(at.move(['s>a', 'a>u1', 'u1>u3', 'u3>e'])).toBe(elsewhere('u2'));
  // The branch that arrived is gone: its fork could not close.
  const without = ['s>a', 'a>p1', 'p1>u2', 'p1>u4', 'u2>p2', 'u4>p2', 'p2>u3', 'u3>e'];
  expect(at.move(without)).toBe(elsewhere('p1'));
  // The same steps in each other's branches.
  const swapped = started(['s>a', 'a>u1', 'u1>u2', 'u2>e']);
  expect(swapped.move(['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>e'])).toBe(
    elsewhere('u1'),
  );
});

test('what has another name is found by the map', () => {
  const at = started(['s>a', 'a>u1', 'u1>u2', 'u2>e']);
  const other = ['s>a', 'a>u3', 'u3>u2', 'u2>e'];
  expect(at.move(other)).toBe(elsewhere('u1'));
  const after = moved(at.move(other, { u1: 'u3' }));
  expect(after.open()).toBe('u3:1');
  after.agree('1');
  expect(after.agree('2')).toBe('approved');
});

test('the applicant’s step is the applicant’s step, whatever it is called', () => {
  const at = started(['s>a', 'a>u1', 'u1>e']);
  at.back('1', 'applicant');
  const after = moved(at.move(['s>a2', 'a2>u1', 'u1>e']));
  expect(after.now().position).toBe('returned');
  expect(after.open()).toBe('a2:a');
});

test('approvals of steps that are gone count no more; returns look through them', () => {
  const at = started(['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e']);
  at.agree('1');
  at.agree('2');
  const after = moved(at.move(['s>a', 'a>u1', 'u1>u3', 'u3>e']));
  const { visits } = after.now().snapshot;
  expect(visits.filter((visit) => visit.void).map(({ node }) => node)).toEqual(['u2']);
  after.back('3', 'prev');
  expect(after.open()).toBe('u1:1');
});

test('is a manager’s, and once', () => {
  const lines = ['s>a', 'a>u1', 'u1>e'];
  const at = started(lines);
  expect(at.move(lines, {}, '1')).toBe('您没有此操作权限');
  const after = moved(at.move(lines));
  const again = { is: 'move', definition: 'd2', graph: after.graph, map: {}, comment: '' } as const;
  expect(after.tell(again, 'admin')).toBe('流程已在该版本上运行');
});

test('on the same route it changes nothing that anybody sees, wherever a process is', () => {
  let moves = 0;
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const { graph, decisions } = playAloud(scenario, 0);
      const same: Graph = structuredClone(graph);
      for (const { snapshot, position } of decisions) {
        const command = {
          is: 'move',
          definition: 'd2',
          graph: same,
          map: {},
          comment: '',
        } as const;
        const decided = decide(snapshot, command, {
          graph,
          directory: directoryOf(castOf(scenario)),
          actor: { id: '21', groups: new Set(), manages: 'all' },
          settings: scenario.settings,
          facts: scenario.facts,
          now: new Date(1),
          nextId: () => 'line',
        });
        if (decided instanceof Refused) continue;
        moves += 1;
        const { instance, ...rest } = decided.snapshot;
        const { instance: before, ...others } = snapshot;
        expect(rest).toEqual(others);
        expect(instance).toEqual({ ...before, definition: 'd2', revision: before.revision + 1 });
        expect(decided.position).toBe(position);
      }
    }),
    { numRuns: 300, seed: 5 },
  );
  expect(moves).toBeGreaterThan(500);
});
