import type { TestedFault } from './faults.ts';
import { reviewedFaults } from './reviewed.ts';

const unit = 'packages/kernel/src/workflow';
const runtime = 'packages/engine/src/workflow/runtime';
const matters = 'packages/engine/src/workflow/runtime/matters.db.test.ts';
const facts = 'packages/engine/src/workflow/runtime/facts.db.test.ts';
const standing = 'packages/engine/src/records/standing-plays.db.test.ts';

export const testedFaults: readonly TestedFault[] = [
  {
    name: 'one person takes a second vote of a step',
    file: 'kernel/src/workflow/working-state.ts',
    change: [['if (own || this.wordsOn(this.visit(task.visit)).includes(id))', 'if (own)']],
    noticedBy: { file: `${unit}/votes.test.ts`, test: 'takes no second one from the pool' },
  },
  {
    name: 'an edit of what was judged leaves out an approver',
    file: 'kernel/src/workflow/judging/rejudge.ts',
    change: [['if (!step.rejudge || factsBefore === undefined)', 'if (factsBefore !== null)']],
    noticedBy: {
      file: `${unit}/judging/rejudge.test.ts`,
      test: 'asks whom its edit made necessary',
    },
  },
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
      file: `${unit}/judging/standing-approvals.test.ts`,
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
    file: 'engine/src/workflow/runtime/task-commands.ts',
    change: [['graph, resource, edited);', 'graph, resource, row);']],
    noticedBy: { file: `${runtime}/outcomes.db.test.ts`, test: 'conditions see what follows' },
  },
  {
    name: 'a parameter is read anew for every command',
    file: 'kernel/src/workflow/working-state.ts',
    change: [['      ...Object.entries(frozen),\n', '']],
    noticedBy: {
      file: `${runtime}/outcomes.db.test.ts`,
      test: 'a parameter as it was at the submission',
    },
  },
  {
    name: 'a job completes a wait before its time',
    file: 'engine/src/workflow/runtime/waits.ts',
    change: [['a.due_at <= $2', 'a.due_at is not null and $2 is not null']],
    noticedBy: { file: `${runtime}/waits.db.test.ts`, test: 'end by the calendar and the clock' },
  },
  {
    name: 'what is left on nobody stays there',
    file: 'kernel/src/workflow/reassign.ts',
    change: [['    if (held) continue;', '    if (held || !held) continue;']],
    noticedBy: { file: `${runtime}/leavers.db.test.ts`, test: 'whatever is left on nobody' },
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
    noticedBy: {
      file: `${unit}/judging/standing-approvals.test.ts`,
      test: 'a step of the round before',
    },
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
    file: 'engine/src/workflow/drawings/definitions.ts',
    change: [['if (format >= graphFormat) return graph;', 'if (format >= 0) return graph;']],
    noticedBy: {
      file: 'packages/engine/src/workflow/drawings/definitions.db.test.ts',
      test: 'a graph of an older format',
    },
  },
  {
    name: 'a return asks experts again though nothing has changed',
    file: 'kernel/src/workflow/valid-approvals.ts',
    change: [["(node.again !== 'ask' || !visit.void)", '!visit.void']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'the outcome is used again' },
  },
  {
    name: 'a drawn way back uses the outcome of the round before',
    file: 'kernel/src/workflow/valid-approvals.ts',
    change: [['visit.seq > since', 'visit.seq > since * 0']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'a drawn way back asks for it again' },
  },
  {
    name: 'an outcome against goes on',
    file: 'kernel/src/workflow/waits.ts',
    change: [
      ["  if (verdict === 'against') {", "  if (verdict === 'against' && comment === ' ') {"],
    ],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'an outcome against' },
  },
  {
    name: 'a record is recalled though somebody deals with its matter',
    file: 'kernel/src/workflow/command-handlers.ts',
    change: [['acted || isMatterStarted(state, submission)', 'acted']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'once somebody deals with the matter' },
  },
  {
    name: 'an approval is taken back though somebody deals with the matter behind it',
    file: 'kernel/src/workflow/withdraw.ts',
    change: [['    state.input.touched?.has(visit.id) !== true &&\n', '']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'once somebody deals with the matter' },
  },
  {
    name: 'anybody settles a wait',
    file: 'kernel/src/workflow/waits.ts',
    change: [['    assertManager(state);\n', '']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'is settled by a manager' },
  },
  {
    name: 'a completion that counts for nothing changes the record',
    file: 'engine/src/workflow/runtime/task-commands.ts',
    change: [['  if (decided.decision.events.length === 0) return;\n', '']],
    noticedBy: { file: matters, test: 'the same completion again' },
  },
  {
    name: 'the code of a matter is not told that its wait is over',
    file: 'engine/src/workflow/runtime/matters.ts',
    change: [['await matter.cancel?.(wait, transaction);', 'begun.length;']],
    noticedBy: { file: matters, test: 'a wait that is over without its matter' },
  },
  {
    name: 'what a completion says of the record is not stored',
    file: 'engine/src/workflow/runtime/matters.ts',
    change: [['waitOf(graph, visit)?.editable) ?? []', 'waitOf(graph, visit)?.out) ?? []']],
    noticedBy: { file: matters, test: 'another record completes the matter' },
  },
  {
    name: 'outcomes are read as they were at the beginning of the command',
    file: 'kernel/src/workflow/gateways.ts',
    change: [['...state.present, [', '...state.facts, [']],
    noticedBy: { file: `${unit}/outcome-facts.test.ts`, test: 'decides the way' },
  },
  {
    name: 'the votes of a passed step are forgotten',
    file: 'kernel/src/workflow/routing.ts',
    change: [["verdict: 'agree', basis, total, done, against }", "verdict: 'agree', basis }"]],
    noticedBy: { file: `${unit}/outcome-facts.test.ts`, test: 'are kept where the step is passed' },
  },
  {
    name: 'an approval falls by the order in which the database keeps names',
    file: 'kernel/src/workflow/valid-approvals.ts',
    change: [
      [
        'textOf(visit.basis) === textOf(now)',
        'String(JSON.stringify(visit.basis)) === JSON.stringify(now)',
      ],
    ],
    noticedBy: { file: facts, test: 'an approval stands on the values of several facts' },
  },
  {
    name: 'what the parent says is not read',
    file: 'engine/src/workflow/runtime/facts.ts',
    change: [['  ...(await outsideFacts(engine, session, graph, resource, row)),\n', '']],
    noticedBy: { file: facts, test: 'conditions see what the parent says' },
  },
  {
    name: 'in turn, whoever has left is asked',
    file: 'kernel/src/workflow/completion.ts',
    change: [['state.input.directory.isActive(next) && !state.concerns(next)', 'turn >= 0']],
    noticedBy: { file: `${unit}/votes.test.ts`, test: 'whoever has left by then' },
  },
  {
    name: 'a step reached again goes to everybody',
    file: 'kernel/src/workflow/routing.ts',
    change: [['chosen ?? only ?? known ?? first', 'chosen ?? only ?? first']],
    noticedBy: {
      file: `${unit}/judging/standing-approvals.test.ts`,
      test: 'goes to whoever acted on it',
    },
  },
  {
    name: 'the second completion of a matter acts',
    file: 'kernel/src/workflow/waits.ts',
    change: [['    if (told) return;\n', '    if (told && told !== told) return;\n']],
    noticedBy: { file: `${unit}/matters.test.ts`, test: 'is completed once' },
  },
  {
    name: 'an effect does not end when its record leaves the state',
    file: 'engine/src/records/plan.ts',
    change: [
      [
        'should.find((it) => isSame(it, one)) ?? null }',
        'should.find((it) => isSame(it, one)) ?? one }',
      ],
    ],
    noticedBy: { file: standing, test: 'what stands is what the states' },
  },
  {
    name: 'a later write keeps what an earlier one had written when that ends',
    file: 'engine/src/effects/layers.ts',
    change: [
      [
        'standing.push({ id, before: below,',
        'standing.push({ id, before: was ? was.before : below,',
      ],
    ],
    noticedBy: { file: standing, test: 'a play that ends where it began' },
  },
  {
    name: 'an effect stays on the record that its own one named before',
    file: 'engine/src/records/plan.ts',
    change: [['a.effect === b.effect && a.target.id === b.target.id', 'a.effect === b.effect']],
    noticedBy: { file: standing, test: 'what stands is what the states' },
  },
  {
    name: 'a row of proxies may be as long as it likes',
    file: 'kernel/src/workflow/absence.ts',
    change: [['seen.size > maxProxyChainLength', 'seen.size > 99 * maxProxyChainLength']],
    noticedBy: { file: `${unit}/absence.test.ts`, test: 'through three absences' },
  },
  {
    name: 'an absent person has a word beside their proxy',
    file: 'kernel/src/workflow/working-state.ts',
    change: [['holder === null ? [] : (owner ?? [])', '[]']],
    noticedBy: { file: `${unit}/absence.test.ts`, test: 'nor by being represented' },
  },
  {
    name: 'anybody takes back what a proxy has',
    file: 'kernel/src/workflow/command-handlers.ts',
    change: [['task.owner !== actor.id || task.assignee', 'task.owner === null || task.assignee']],
    noticedBy: { file: `${unit}/absence.test.ts`, test: 'and only the owner' },
  },
  {
    name: 'the only approver may be the clock',
    file: 'kernel/src/workflow/deployment/approver.ts',
    change: [[" && step.overdue !== 'agree'", '']],
    noticedBy: {
      file: `${unit}/deadlines/deadlines.test.ts`,
      test: 'the only approver is no clock',
    },
  },
  {
    name: 'an opinion is taken back though who asked has gone on',
    file: 'kernel/src/workflow/withdraw.ts',
    change: [
      [
        "visit.status !== 'ACTIVE' || !asker || !isTaskOpen(asker)",
        "visit.status !== 'ACTIVE' || !asker",
      ],
    ],
    noticedBy: {
      file: `${unit}/signing/signing.test.ts`,
      test: 'an opinion is taken back while who asked has not gone on',
    },
  },
  {
    name: 'who voted against a step counts as one of those who approved it',
    file: 'kernel/src/workflow/valid-approvals.ts',
    change: [
      [
        "task.status === 'DONE' && task.result === 'agree' && isVoter(task)",
        "task.status === 'DONE' && task.result !== null && isVoter(task)",
      ],
    ],
    noticedBy: {
      file: `${unit}/votes.test.ts`,
      test: 'whoever voted against a step is asked again',
    },
  },
  {
    name: 'a direct return leaves the approval of the step that returned the record',
    file: 'kernel/src/workflow/back.ts',
    change: [['[target.id, from.id]', '[target.id]']],
    noticedBy: {
      file: `${unit}/judging/standing-approvals.test.ts`,
      test: 'whoever returned it is asked again',
    },
  },
  {
    name: 'behind a join an applicant who gives it up outweighs a refusal',
    file: 'kernel/src/workflow/verdict.ts',
    change: [
      ["ending.result === 'refused') ??", "ending.result === 'withdrawn') ??"],
      [
        "ending.result === 'withdrawn') ??\n    approved",
        "ending.result === 'refused') ??\n    approved",
      ],
    ],
    noticedBy: { file: `${unit}/outcomes.test.ts`, test: 'behind a join one refusal outweighs' },
  },
  {
    name: 'in turn, as many are asked at the moment as have not voted',
    file: 'kernel/src/workflow/completion.ts',
    change: [['visit.people.length > 0 ? 1 :', 'visit.people.length > 99 ? 1 :']],
    noticedBy: {
      file: `${unit}/outcomes.test.ts`,
      test: 'as many as are asked at the moment',
    },
  },
  {
    name: 'what a reopened fork was settled with stays when its approval is taken back',
    file: 'kernel/src/workflow/withdraw.ts',
    change: [['scope.arrivals[0]?.flow === flow', 'scope.arrivals[0]?.flow !== flow']],
    noticedBy: {
      file: `${unit}/replay.test.ts`,
      test: 'what a reopened fork was settled with goes as well',
    },
  },
  {
    name: 'a route that leads a refusal to an end drawn as approved is deployed',
    file: 'engine/src/workflow/drawings/upload.ts',
    change: [['      ...refusalsApproved(graph),\n', '']],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/deployment.db.test.ts',
      test: 'an end drawn as approved that a refusal reaches',
    },
  },
  ...reviewedFaults,
];
