import type { Change } from './faults.ts';

/**
 * A fault that no play can notice: of the database, or of a situation too rare for plays. The test
 * that notices it is named.
 */
export interface TestedFault {
  readonly name: string;
  /** In packages. */
  readonly file: string;
  readonly change: Change;
  readonly noticedBy: { readonly file: string; readonly test: string };
}

const unit = 'packages/kernel/src/workflow';
const database = 'packages/engine/src/workflow/runtime.db.test.ts';

export const testedFaults: readonly TestedFault[] = [
  {
    name: 'a step sent back to is passed by an earlier approval of the same person',
    file: 'kernel/src/workflow/routing.ts',
    change: [
      [
        "    approach === 'forward' && found.users.length === 1\n      ? alreadyApproved",
        '    found.users.length === 1\n      ? alreadyApproved',
      ],
    ],
    noticedBy: {
      file: `${unit}/outcomes.test.ts`,
      test: 'an earlier approval passes a step only while it stands',
    },
  },
  {
    name: 'in turn, a withdrawal brings back a task that was cancelled before',
    file: 'kernel/src/workflow/withdraw.ts',
    change: [['visit.people.length > 0 ? [] : state.tasksOf(visit)', 'state.tasksOf(visit)']],
    noticedBy: { file: `${unit}/votes.test.ts`, test: 'in turn' },
  },
  {
    name: 'conditions see the record before what follows from the change',
    file: 'engine/src/workflow/task-commands.ts',
    change: [['graph, resource, edited);', 'graph, resource, row);']],
    noticedBy: { file: database, test: 'conditions see what follows' },
  },
  {
    name: 'a parameter is read anew for every command',
    file: 'kernel/src/workflow/working-state.ts',
    change: [['      ...Object.entries(frozen),\n', '']],
    noticedBy: { file: database, test: 'a parameter as it was at the submission' },
  },
  {
    name: 'a job completes a wait before its time',
    file: 'engine/src/workflow/waits.ts',
    change: [['a.due_at <= $2', 'a.due_at is not null and $2 is not null']],
    noticedBy: { file: database, test: 'end by the calendar and the clock' },
  },
  {
    name: 'what is left on nobody stays there',
    file: 'kernel/src/workflow/reassign.ts',
    change: [['    if (held) continue;', '    if (held || !held) continue;']],
    noticedBy: { file: database, test: 'whatever is left on nobody' },
  },
  {
    name: 'a process moves to a version in which it lies elsewhere',
    file: 'kernel/src/workflow/versions/move.ts',
    change: [
      ['return isAlike ? image : undefined;', 'return isAlike || !isAlike ? image : undefined;'],
    ],
    noticedBy: { file: `${unit}/versions/move.test.ts`, test: 'a step that lies in another place' },
  },
  {
    name: 'a step of the round before is sent back to',
    file: 'kernel/src/workflow/back.ts',
    change: [['visit.node === id && !visit.void', 'visit.node === id']],
    noticedBy: { file: `${unit}/outcomes.test.ts`, test: 'a step of the round before' },
  },
  {
    name: 'turns of those who left are asked',
    file: 'kernel/src/workflow/reassign.ts',
    change: [
      ['changeTurns(state, visit, leavers)) handed += 1;', 'leavers === null) handed += 1;'],
    ],
    noticedBy: { file: `${unit}/outcomes.test.ts`, test: 'whoever has left hands over' },
  },
  {
    name: 'a stored graph of an older format runs as it is',
    file: 'engine/src/workflow/definitions.ts',
    change: [['if (format >= graphFormat) return graph;', 'if (format >= 0) return graph;']],
    noticedBy: {
      file: 'packages/engine/src/workflow/definitions.db.test.ts',
      test: 'a graph of an older format',
    },
  },
  {
    name: 'the second completion of a matter acts',
    file: 'kernel/src/workflow/waits.ts',
    change: [['    if (told) return;\n', '    if (told && told !== told) return;\n']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'is completed once' },
  },
];
