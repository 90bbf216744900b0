import type { Graph } from '../graph.ts';
import { positionOf } from '../position.ts';
import type { LogEntry, RecordPosition, Snapshot } from '../state.ts';
import { arrivedBranches, isTaskOpen, isVoter, votesIn } from '../state.ts';

/**
 * Checks the numbered invariants of every process after every command, on the pure core and on rows
 * read from the database.
 *
 * Long because each invariant is a few lines over one set of rows.
 * @returns violations, each with its number; empty if valid.
 */
export const brokenInvariants = (
  snapshot: Snapshot,
  graph: Graph,
  logs: readonly Pick<LogEntry, 'operation' | 'actor' | 'visit'>[],
  shown?: RecordPosition,
): readonly string[] => {
  const { instance, scopes, visits, tasks } = snapshot;
  const broken: string[] = [];
  const expect = (holds: boolean, what: string): void => {
    if (!holds) broken.push(what);
  };
  const live = visits.filter((visit) => visit.status === 'ACTIVE');
  const open = scopes.filter((scope) => scope.status === 'OPEN');
  const todo = tasks.filter((task) => task.status === 'TODO');
  const scopeOf = new Map(scopes.map((scope) => [scope.id, scope]));
  const forks = (id: string | null): string[] => {
    const scope = id === null ? undefined : scopeOf.get(id);
    return scope ? [...forks(scope.parent), scope.fork] : [];
  };

  if (instance.status === 'RUN') {
    const waits = live.some((visit) => graph.nodes[visit.node]?.type === 'wait');
    expect(todo.length > 0 || waits, '1 a running process has something to do or waits');
    const tokens =
      live.filter((visit) => visit.scope === null).length +
      open.filter((scope) => scope.parent === null).length;
    expect(tokens === 1, `2 one token at the top, not ${tokens}`);
  } else {
    expect(todo.length + live.length + open.length === 0, '1 an ended process has nothing live');
  }
  for (const scope of open) {
    const inside =
      live.filter((visit) => visit.scope === scope.id).length +
      open.filter((child) => child.parent === scope.id).length;
    expect(
      arrivedBranches(scope) + inside === scope.expected,
      `3 tokens of the fork ${scope.fork}`,
    );
    const parent = scope.parent === null ? undefined : scopeOf.get(scope.parent);
    expect(scope.parent === null || parent?.status === 'OPEN', `3 parent of ${scope.fork}`);
  }
  for (const visit of live) {
    const placed = graph.nodes[visit.node]?.path.map(([fork]) => fork) ?? [];
    expect(forks(visit.scope).join() === placed.join(), `4 forks around ${visit.node}`);
    const mine = tasks.filter(
      (task) => task.visit === visit.id && isTaskOpen(task) && isVoter(task),
    );
    const expected = visit.people.length > 0 ? 1 : visit.total - votesIn(visit);
    expect(mine.length === expected, `5 ${visit.node}: ${mine.length} tasks, not ${expected}`);
  }
  const active = new Set(live.map((visit) => visit.id));
  expect(
    tasks.every((task) => !isTaskOpen(task) || active.has(task.visit)),
    '6 every task to do belongs to a live step',
  );
  for (const { id, status, node } of tasks) {
    const asked = tasks.filter((task) => task.parent === id && !isVoter(task) && isTaskOpen(task));
    expect((status === 'WAIT') === asked.length > 0, `6 ${node}: a task waits for its answers`);
  }
  const words = tasks.flatMap((task) => {
    const { visit, status, assignee, actor } = task;
    const who = status === 'DONE' ? actor : isTaskOpen(task) ? assignee : null;
    return who === null ? [] : [`${visit} ${who}`];
  });
  expect(new Set(words).size === words.length, '6 nobody is in a step twice');
  const served = visits.filter(
    (visit) =>
      graph.nodes[visit.node]?.type === 'service' && visit.status === 'DONE' && !visit.void,
  );
  expect(
    new Set(served.map(({ node }) => node)).size === served.length,
    '14 a service that counts is done once',
  );
  const agreed = ['start', 'submit', 'approve', 'disagree', 'opinion'];
  const withdrawn = logs.filter((entry) => entry.operation === 'withdraw').length;
  const said = logs.filter((entry) => agreed.includes(entry.operation)).length - withdrawn;
  const done = tasks.filter((task) => task.status === 'DONE').length;
  expect(said === done, `7 ${said} approvals in history, ${done} done tasks`);
  if (shown !== undefined) expect(shown === positionOf(snapshot, graph), '8 status of the record');
  expect(
    !logs.some((entry) => entry.operation === 'approve' && entry.actor === instance.applicant),
    'ruling 23: nobody approves what is their own',
  );
  return broken;
};
