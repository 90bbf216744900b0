/**
 * Measures the cost of one decision of the approval engine without a database: `node
 * bench/decide.ts [turns]`.
 *
 * Every shipped route is walked from submission to end with everybody agreeing. All decisions are
 * then repeated; the baseline is `structuredClone` of the snapshots, the cheapest way to make a new
 * state without sharing, so that results of two machines can be compared.
 */
import { performance } from 'node:perf_hooks';
import { shippedDiagramOf } from '@keyan/kernel/workflow/chain.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import { decide } from '@keyan/kernel/workflow/decide.ts';
import type { DecisionInput } from '@keyan/kernel/workflow/decision-input.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import { stageOf } from '@keyan/kernel/workflow/testing/stage.ts';
import { application } from '@keyan/product/index.ts';

const turns = Number(process.argv[2] ?? 2000);

interface Recorded {
  readonly snapshot: Snapshot | null;
  readonly command: Command;
  readonly input: DecisionInput;
}

/**
 * Records the decisions of one walk through a chain, up to the first node that is no step of
 * people.
 */
const walk = (process: (typeof processes)[number]): readonly Recorded[] => {
  const roles = process.steps.flatMap((step) => ('candidates' in step ? step.candidates : []));
  const people = Object.fromEntries(
    roles.map((role, index) => [role.replace('role:', ''), [`p${index}`]]),
  );
  const at = stageOf(compile(shippedDiagramOf(process)), { people });
  at.start();
  const made: Recorded[] = [{ snapshot: null, command: at.startCommand, input: at.input('a') }];
  for (let task = at.todo()[0]; task?.assignee; task = at.todo()[0]) {
    const command: Command = { is: 'agree', task: task.id, comment: '同意' };
    made.push({ snapshot: at.now().snapshot, command, input: at.input(task.assignee) });
    at.tell(command, task.assignee);
  }
  return made;
};

/** Shipped routes with steps of people only, without conditions. */
const processes = application.resources
  .flatMap((resource) => resource.processes)
  .filter(({ steps }) => steps.every((step) => 'candidates' in step && !step.condition));

const walks = processes.flatMap(walk);

const microseconds = (work: (each: Recorded) => unknown): number => {
  for (let turn = 0; turn < turns / 10; turn += 1) walks.forEach(work);
  const begun = performance.now();
  for (let turn = 0; turn < turns; turn += 1) walks.forEach(work);
  return ((performance.now() - begun) * 1000) / (turns * walks.length);
};

const cloned = microseconds(({ snapshot }) => structuredClone(snapshot));
const decided = microseconds(({ snapshot, command, input }) => decide(snapshot, command, input));
process.stdout.write(
  `${processes.length} chains, ${walks.length} decisions, ${turns} turns\n` +
    `decide            ${decided.toFixed(1)} µs (budget 20)\n` +
    `structuredClone   ${cloned.toFixed(1)} µs\n` +
    `ratio             ${(decided / cloned).toFixed(2)}\n`,
);
