import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refused } from '../../errors.ts';
import type { Command } from '../command.ts';
import { compile } from '../compile.ts';
import { decide } from '../decide.ts';
import type { DecisionInput } from '../decision-input.ts';
import type { Diagram } from '../diagram.ts';
import type { Facts, Variable } from '../expression.ts';
import { type NextStep, nextSteps } from '../predict.ts';
import type { Snapshot } from '../state.ts';
import { applicantId } from '../testing/blocks.ts';
import { diagramOfBlock, isService } from '../testing/draw.ts';
import { diagramFromLines } from '../testing/drawn.ts';
import { castOf, directoryOf, groupsOf, type Scenario, scenarios } from '../testing/scenario.ts';
import { stageOf } from '../testing/stage.ts';
import { type Forecast, forecast } from './forecast.ts';

/** Waits on some of the flows of a diagram. */
const withWaits = (diagram: Diagram, places: readonly number[]): Diagram => {
  const at = new Set(places.map((place) => place % diagram.flows.length));
  const inner = diagram.flows.filter((flow, i) => at.has(i) && flow.from !== 'start');
  return {
    ...diagram,
    nodes: [
      ...diagram.nodes,
      ...inner.map(({ id }) => ({
        id: `w${id}`,
        type: 'wait' as const,
        name: '',
        period: 'P2D',
      })),
    ],
    flows: [
      ...diagram.flows.map((flow) =>
        inner.includes(flow) ? { ...flow, to: `w${flow.id}` } : flow,
      ),
      ...inner.map(({ id, to }) => ({ id: `${id}b`, from: `w${id}`, to })),
    ],
  };
};

const startCommand: Command = {
  is: 'start',
  definition: 'd',
  kind: 'k',
  business: 'b',
  title: 't',
  department: '1',
};

/** A process in which everybody agrees, in an order that numbers choose. */
const playing = (scenario: Scenario, places: readonly number[]) => {
  const graph = compile(withWaits(diagramOfBlock(scenario.route), places));
  const cast = castOf(scenario);
  const directory = directoryOf(cast);
  let count = 0;
  const input = (id: string, facts: Facts, now = new Date(0)): DecisionInput => ({
    graph,
    directory,
    actor: { id, groups: groupsOf(cast, id), manages: false },
    settings: scenario.settings,
    facts,
    now,
    nextId: () => {
      count += 1;
      return String(count);
    },
  });
  /** Moves that people who agree, and the clock, could make next. */
  const moves = (at: Snapshot): { by: string; command: Command; now?: Date }[] => [
    ...at.tasks.flatMap((task) => {
      if (task.status !== 'TODO') return [];
      const able =
        task.assignee === null
          ? task.candidates
              .flatMap((reference) => directory.resolve(reference).users)
              .filter((user) => !cast.concerned.has(user))
          : [task.assignee];
      const command: Command = { is: 'agree', task: task.id, comment: '' };
      return able.map((by) => ({ by, command }));
    }),
    ...at.visits.flatMap((visit) =>
      visit.status === 'ACTIVE' && visit.due !== null && graph.nodes[visit.node]?.type === 'wait'
        ? [{ by: '', command: { is: 'elapse' as const, visit: visit.id }, now: visit.due }]
        : [],
    ),
  ];
  return { graph, cast, input, moves };
};

const agreeing = fc.record({
  scenario: scenarios,
  places: fc.array(fc.nat(40), { maxLength: 3 }),
  order: fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 }),
  /** After how many commands the forecast is asked for. */
  after: fc.nat(3),
});

/** The steps that are asked and those that are passed; where that depends on people, `either`. */
const wayOf = (steps: readonly (readonly [node: string, passed: boolean])[], open: Set<string>) =>
  steps.map(([node, passed]) => `${node} ${open.has(node) ? 'either' : passed}`).sort();

describe('13: the forecast is what happens if nobody edits and everybody agrees', () => {
  test.each([1, 2, 3])('every step, who is asked, and the end (seed %i)', (seed) => {
    let ended = 0;
    let waited = 0;
    let split = 0;
    let varied = 0;
    fc.assert(
      fc.property(agreeing, ({ scenario, places, order, after }) => {
        const { input, moves } = playing(scenario, places);
        const { facts } = scenario;
        let at: Snapshot | null = null;
        let foreseen: Forecast | undefined;
        for (let turn = 0; ; turn += 1) {
          if (turn >= after && !foreseen) {
            foreseen = forecast(at, at ? null : startCommand, input(applicantId, facts));
          }
          if (at && at.instance.status !== 'RUN') break;
          const choices = at ? moves(at) : [{ by: applicantId, command: startCommand }];
          const next = choices[(order[turn % order.length] ?? 0) % choices.length];
          if (!next) return;
          const { by, command, now } = next as { by: string; command: Command; now?: Date };
          const shown = nextSteps(at, command, input(by, facts, now));
          const decision = decide(at, command, input(by, facts, now));
          if (decision instanceof Refused) {
            // Nothing of a process that cannot go on is promised to go on.
            expect(shown).toBeInstanceOf(Refused);
            if (foreseen)
              expect(foreseen.stops.map(({ label }) => label)).toContainEqual(decision.label);
            return;
          }
          if (decision.snapshot.instance.status === 'RUN') {
            const opened = decision.snapshot.visits.filter(
              ({ id, status }) =>
                status === 'ACTIVE' && !at?.visits.some((visit) => visit.id === id),
            );
            expect((shown as readonly NextStep[]).map(({ node }) => node).sort()).toEqual(
              opened.map(({ node }) => node).sort(),
            );
          }
          at = decision.snapshot;
        }
        if (!foreseen || !at) return;
        const real: Snapshot = at;
        expect(foreseen.end?.status).toBe(real.instance.status);
        // A branch that nobody can decide ends everything: how far others came is a matter of time.
        if (real.instance.status === 'REFUSED') return;
        const open = new Set(foreseen.steps.flatMap(({ node, varies }) => (varies ? node : [])));
        const walked = real.visits.filter(
          (visit) => visit.status !== 'CANCEL' && !visit.void && !isService(visit.node),
        );
        expect(
          wayOf(
            foreseen.steps.map(({ node, state }) => [node, state === 'skipped']),
            open,
          ),
        ).toEqual(
          wayOf(
            walked.map(({ node, status }) => [node, status === 'SKIP']),
            open,
          ),
        );
        if (open.size > 0) varied += 1;
        expect(foreseen.stops).toEqual([]);
        for (const step of foreseen.steps) {
          const tasks = real.tasks.filter(({ node }) => node === step.node);
          if (step.varies) continue;
          for (const { actor } of tasks) if (actor !== null) expect(step.users).toContain(actor);
        }
        ended += 1;
        if (real.visits.some(({ due }) => due !== null)) waited += 1;
        if (foreseen.steps.some(({ path }) => path.length > 0)) split += 1;
      }),
      { numRuns: 400, seed },
    );
    expect(ended).toBeGreaterThan(200);
    expect(waited).toBeGreaterThan(50);
    expect(split).toBeGreaterThan(50);
    expect(varied).toBeGreaterThan(10);
    expect(varied).toBeLessThan(ended / 2);
  });
});

/** Steps `u1`, `u2`, … are each one person's; `w1` waits for a day. */
const stage = (lines: readonly string[], nodes: Parameters<typeof diagramFromLines>[1] = {}) => {
  const graph = compile(diagramFromLines(lines, nodes));
  const own = Object.keys(graph.nodes).filter((id) => id.startsWith('u'));
  return stageOf(graph, { people: Object.fromEntries(own.map((id) => [id, [id.slice(1)]])) });
};

const states = ({ steps }: Forecast) => steps.map(({ node, state }) => `${node} ${state}`);

describe('a value that is not known', () => {
  const route = ['s>a', 'a>u1', 'u1>x1', 'x1>u2?${n >= 5}', 'x1>u3!', 'u2>e', 'u3>e'];

  test('stops the forecast, which says which value it is and what is possible', () => {
    const at = stage(route);
    const way = forecast(null, at.startCommand, at.input('a'));
    expect(states(way)).toEqual(['a active', 'u1 coming']);
    expect(way.stops).toMatchObject([
      { unknown: 'n', node: 'u1', possible: [{ node: 'u2' }, { node: 'u3' }] },
    ]);
    expect(way.end).toBeNull();
  });

  test('in one branch does not stop the other', () => {
    const at = stage([
      ...['s>a', 'a>p1', 'p1>u1', 'p1>u4', 'u4>u5', 'u5>p2', 'p2>e'],
      ...['u1>x1', 'x1>u2?${n >= 5}', 'x1>u3!', 'u2>x2', 'u3>x2', 'x2>p2'],
    ]);
    const way = forecast(null, at.startCommand, at.input('a'));
    expect(states(way)).toEqual(['a active', 'u1 coming', 'u4 coming', 'u5 coming']);
    expect(way.stops.map(({ node, unknown }) => [node, unknown])).toEqual([['u1', 'n']]);
    const [, first, second] = way.steps.map(({ path }) => path);
    expect(first).toHaveLength(1);
    expect(second?.[0]?.fork).toBe(first?.[0]?.fork);
    expect(second?.[0]?.branch).not.toBe(first?.[0]?.branch);
  });

  test('that is not asked for does no harm', () => {
    const at = stage(['s>a', 'a>x1', 'x1>u1?${b || n >= 5}', 'x1>u2!', 'u1>e', 'u2>e']);
    at.know({ b: true });
    expect(states(forecast(null, at.startCommand, at.input('a')))).toEqual([
      'a active',
      'u1 coming',
    ]);
  });
});

describe('why the way goes there', () => {
  const route = ['s>a', 'a>u1', 'u1>x1', 'x1>u2?${n >= 5}', 'x1>e!', 'u2>e'];
  const nodes = { u1: { editable: ['n'] } };

  test('a step has the parts of the conditions that led to it', () => {
    const at = stage(route);
    at.know({ n: 7 });
    const { steps, end } = forecast(null, at.startCommand, at.input('a'));
    expect(steps.map(({ why }) => why.map(({ holds }) => holds))).toEqual([[], [], [true]]);
    expect(end).toMatchObject({ status: 'DONE', why: [] });
  });

  test('and so has the end', () => {
    const at = stage(route);
    at.know({ n: 1 });
    const { end } = forecast(null, at.startCommand, at.input('a'));
    expect(end?.why.map(({ holds }) => holds)).toEqual([false]);
  });

  test('a branch that is always walked has no reason, whatever its sisters ask', () => {
    const at = stage(['s>a', 'a>i1', 'i1>u1', 'i1>u2?${n >= 5}', 'u1>i2', 'u2>i2', 'i2>e']);
    at.know({ n: 7 });
    const { steps } = forecast(null, at.startCommand, at.input('a'));
    expect(steps.map(({ node, why }) => `${node} ${why.length}`)).toEqual(['a 0', 'u1 0', 'u2 1']);
  });

  test('a value that a step ahead may change is marked', () => {
    const at = stage(route, nodes);
    at.know({ n: 1 });
    const before = forecast(null, at.startCommand, at.input('a'));
    expect(before.end?.marks).toEqual([{ name: 'n', node: 'u1' }]);
    at.start();
    // Whoever looks on does not know what the assignee will enter; the assignee does.
    const task: Command = { is: 'agree', task: at.task('u1'), comment: '' };
    expect(forecast(at.now().snapshot, null, at.input('1')).end?.marks).toHaveLength(1);
    expect(forecast(at.now().snapshot, task, at.input('1')).end?.marks).toEqual([]);
  });

  test('and so is one that is computed from such a value', () => {
    const at = stage(route, { u1: { editable: ['price'] } });
    at.know({ n: 1 });
    const input = at.input('a');
    const sources = (name: string) => new Set([name, 'price']);
    expect(forecast(null, at.startCommand, input).end?.marks).toEqual([]);
    expect(forecast(null, at.startCommand, input, sources).end?.marks).toEqual([
      { name: 'n', node: 'u1' },
    ]);
  });

  test('what is passed over says why', () => {
    const at = stageOf(compile(diagramFromLines(['s>a', 'a>u1', 'u1>u2', 'u2>e'])), {
      people: { u1: ['1'], u2: ['1'] },
    });
    const { steps } = forecast(null, at.startCommand, at.input('a'));
    expect(steps[2]).toMatchObject({
      state: 'skipped',
      skipped: ['与上一环节办理人相同，自动通过', expect.any(String)],
    });
  });
});

test('waits end one after the other, each by the calendar', () => {
  const at = stage(['s>a', 'a>u1', 'u1>w1', 'w1>w2', 'w2>u2', 'u2>e']);
  const { steps } = forecast(null, at.startCommand, at.input('a'));
  const day = 24 * 3_600_000;
  expect(steps.flatMap(({ until }) => (until ? [until.getTime()] : []))).toEqual([day, 2 * day]);
});

test('what was gone back over is no part of the way', () => {
  const at = stage(['s>a', 'a>u1', 'u1>u2', 'u2>e']);
  at.start();
  at.agree('1');
  at.back('2', 'applicant');
  expect(states(forecast(at.now().snapshot, null, at.input('a')))).toEqual([
    'a active',
    'u1 coming',
    'u2 coming',
  ]);
});

describe('a record that is not filled in yet', () => {
  const play = (known: Facts, unknown: string, scenario: Scenario) => {
    const { input } = playing(scenario, []);
    const partial = Object.fromEntries(
      Object.entries(known).filter(([name]) => name !== unknown),
    ) as Facts;
    return {
      partial: forecast(null, startCommand, input(applicantId, partial)),
      whole: forecast(null, startCommand, input(applicantId, known)),
    };
  };

  test('whatever the value turns out to be, what was foreseen without it comes', () => {
    let stopped = 0;
    fc.assert(
      fc.property(
        scenarios,
        fc.constantFrom('b0', 'b1', 'n', 'kind', 'chosen'),
        (scenario, unknown) => {
          const known = scenario.facts as Readonly<Record<string, Variable>>;
          const { partial, whole } = play(known, unknown, scenario);
          if (whole.end?.status === 'REFUSED') return;
          const coming = whole.steps.map(({ node, state }) => `${node} ${state}`);
          for (const { node, state } of partial.steps) expect(coming).toContain(`${node} ${state}`);
          if (partial.stops.every((stop) => stop.unknown === null)) return;
          stopped += 1;
          // The first step beyond the foreseen ones is among those called possible.
          const foreseen = new Set(['apply', ...partial.steps.map(({ node }) => node)]);
          const next = whole.steps.find(({ node }) => !foreseen.has(node));
          const possible = partial.stops.flatMap((stop) => stop.possible.map(({ node }) => node));
          if (next) expect([...possible, ...foreseen]).toContain(next.node);
        },
      ),
      { numRuns: 600, seed: 5 },
    );
    expect(stopped).toBeGreaterThan(100);
  });
});
