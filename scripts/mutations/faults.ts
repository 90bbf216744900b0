/** Texts to replace, each occurring once in the file. */
export type Change = readonly (readonly [from: string, to: string])[];

/** Fault to write into a copy of the approval engine, in one file. */
export interface Fault {
  readonly name: string;
  /** Path below packages/kernel/src/workflow. */
  readonly file: string;
  readonly change: Change;
}

/**
 * Fault that no play can detect, of the database or of a rare situation, with the test that detects
 * it.
 */
export interface TestedFault {
  readonly name: string;
  /** Path below packages. */
  readonly file: string;
  readonly change: Change;
  readonly noticedBy: { readonly file: string; readonly test: string };
}

const fault = (name: string, file: string, from: string, to: string): Fault => ({
  name,
  file,
  change: [[from, to]],
});

/**
 * Faults that random plays must detect. When the code changes, these texts must follow. Faults that
 * no play can detect are in `tested.ts`.
 */
export const faults: readonly Fault[] = [
  {
    name: 'an approval that was gone back over counts',
    file: 'valid-approvals.ts',
    change: [
      ['  !visit.void &&\n  !isApplicants', '  !isApplicants'],
      ['if (visit.void || visit.verdict', 'if (visit.verdict'],
    ],
  },
  fault(
    'an approval in a sibling branch passes a step',
    'dedupe.ts',
    'precedingVisits(state, previous).some(approvedIn)',
    'state.visits.some(approvedIn)',
  ),
  fault(
    'the step before a join is the branch that came last',
    'dedupe.ts',
    'before.every(approvedIn)',
    'before.slice(-1).every(approvedIn)',
  ),
  fault(
    'the rule of a step for who has approved before is not looked at',
    'dedupe.ts',
    'step.skipSame ?? state.input.settings.skipSame',
    'state.input.settings.skipSame',
  ),
  fault(
    'an exclusive gateway takes the last flow that holds',
    'gateways.ts',
    'others.find(isOpen)',
    'others.findLast(isOpen)',
  ),
  fault(
    'an inclusive gateway takes its default as well',
    'gateways.ts',
    'open.length > 0 || gateway.default === null ? open : [gateway.default]',
    'gateway.default === null ? open : [...open, gateway.default]',
  ),
  fault(
    'the rule for enough agreements is not looked at',
    'completion.ts',
    '  step.multi?.completion != null &&',
    '  step.multi?.completion === undefined &&',
  ),
  fault(
    'a step in turn begins with the last person',
    'routing.ts',
    'people.slice(0, 1)',
    'people.slice(-1)',
  ),
  fault(
    'a vote against counts as an agreement',
    'command-handlers.ts',
    "verdict: 'against' }, 'DONE');\n      state.log('disagree'",
    "verdict: 'agree' }, 'DONE');\n      state.log('disagree'",
  ),
  fault(
    'a vote waits for others though agreement is out of reach',
    'votes.ts',
    'return outOfReach || (policy',
    'return (!outOfReach && false) || (policy',
  ),
  fault(
    'behind a join only the last branch says whether it passed',
    'verdict.ts',
    '(visit) => visit.verdict === null).every(',
    '(visit) => visit.verdict === null).slice(-1).every(',
  ),
  fault(
    'a gateway that asks for the verdict is found only next to the step',
    'verdict.ts',
    'queue.push(flow.to);',
    'if (id === from) queue.push(flow.to);',
  ),
  fault(
    'a refusal that reaches the end is an approval',
    'verdict.ts',
    "return { result: applicants ? 'withdrawn' : 'refused', by: visit };",
    "return applicants ? { result: 'withdrawn', by: visit } : approved;",
  ),
  fault(
    'an approval stands whatever it was based on',
    'valid-approvals.ts',
    'visit.basis !== null && textOf(visit.basis) === textOf(now)',
    'visit.basis !== null && textOf(now) !== ""',
  ),
  fault(
    'no approval stands',
    'routing.ts',
    "approach === 'forward' ? validApprovalOf(state, step) : undefined",
    'undefined as ReturnType<typeof validApprovalOf>',
  ),
  fault(
    'a reopened fork closes without asking for its other branches',
    'routing.ts',
    'if (isUnsettled(arrived) && settle(state, arrived, picked)) return;',
    '',
  ),
  fault(
    'a return leaves open what it leaves',
    'back.ts',
    'if (left) state.cancelScope(left.id);',
    '',
  ),
  fault(
    'a step that nobody has dealt with is sent back to',
    'back.ts',
    "(visit.status === 'DONE' || visit.status === 'BACK'),",
    'true,',
  ),
  fault(
    'an approval is taken back though the next has claimed the task',
    'withdraw.ts',
    "status === 'TODO' && kind === 'N' && claimed === null && handed === null",
    "status === 'TODO'",
  ),
  fault('taking back one vote drops all', 'withdraw.ts', 'done: visit.done - 1 }', 'done: 0 }'),
  fault(
    'an approval taken back is still counted at the join',
    'withdraw.ts',
    'scope.arrivals.filter((arrival) => arrival.flow !== flow)',
    'scope.arrivals.slice()',
  ),
  fault(
    'the applicant recalls after others have acted',
    'command-handlers.ts',
    "touched && settings.recall === 'untouched' && !atApply(state)",
    'touched && state.tasks.length === 0',
  ),
  fault(
    'what nobody agreed to is approved',
    'routing.ts',
    "if (ending.result === 'approved' && !target.free && !isAgreedTo(state)) throw nobodyAgreed();",
    '',
  ),
  fault(
    'a task is transferred to somebody whom the record names',
    'command-handlers.ts',
    'if (state.concerns(to)) {',
    'if (to === state.instance.id) {',
  ),
  fault(
    'a task is transferred to somebody who left',
    'command-handlers.ts',
    "if (!directory.isActive(to)) throw refusal(['转办人不存在', 'Person not found']);",
    '',
  ),
  fault(
    'a task is transferred to somebody whose turn is to come',
    'command-handlers.ts',
    'visit.people.slice(votesIn(visit) + 1).includes(to)',
    'visit.people.length > 99',
  ),
  fault(
    'a suspended process goes on',
    'guards.ts',
    "if (state.instance.suspended) throw refusal(['流程已挂起",
    "if (state.instance.id === '') throw refusal(['流程已挂起",
  ),
  fault('who lost a task is not told', 'working-state.ts', 'this.notify(kind, others, about);', ''),
  fault(
    'nested forks are not closed',
    'working-state.ts',
    'inside(this.scope(scope).parent)',
    'false',
  ),
  fault(
    'of two who act on one task both succeed',
    'command-handlers.ts',
    "if (task.status !== 'TODO') throw alreadyHandled();",
    '',
  ),
  fault(
    'a join opens one branch early',
    'routing.ts',
    'if (arrivedBranches(arrived) < arrived.expected) return;',
    'if (arrivedBranches(arrived) < arrived.expected - 1) return;',
  ),
  fault(
    'the other tasks of a finished step stay open',
    'working-state.ts',
    'if (isTaskOpen(task)) {',
    "if (isTaskOpen(task) && status !== 'DONE') {",
  ),
  fault(
    'the applicant approves',
    'working-state.ts',
    'return user === this.held.applicant || this.input',
    'return this.input',
  ),
  fault(
    'a drawn way back leaves the approvals behind it',
    'routing.ts',
    'if (again) voidApprovalsFrom(state, step.id);',
    "if (again && step.id === '') voidApprovalsFrom(state, step.id);",
  ),
  fault(
    'a later command changes what a submission has frozen',
    'command-handlers.ts',
    'if (step.id === state.input.graph.apply) {\n        if (command.department',
    'if (step.id !== "") {\n        if (command.department',
  ),
  fault(
    'a submission again keeps what the first has frozen',
    'command-handlers.ts',
    'frozen === undefined ? { submission } : { submission, frozen }',
    '{ submission }',
  ),
  fault(
    'the next people are not told',
    'working-state.ts',
    "this.notify('todo', tell, { visit, task });",
    '',
  ),
  fault(
    'the word of an end is not heard',
    'routing.ts',
    'target.result === null',
    'target.result !== undefined',
  ),
  fault(
    'an end that may be reached freely asks for an approval',
    'routing.ts',
    "ending.result === 'approved' && !target.free &&",
    "ending.result === 'approved' &&",
  ),
  fault(
    'a wait that is over is completed again',
    'waits.ts',
    "if (visit?.status !== 'ACTIVE' || !due) throw alreadyHandled();",
    'if (!visit || !due) throw alreadyHandled();',
  ),
  fault(
    'a wait is completed before its time',
    'waits.ts',
    'if (due > state.input.now) {',
    'if (due > state.input.now && due.getTime() < 0) {',
  ),
  fault(
    'a suspension does not make a wait longer',
    'waits.ts',
    'visit.due.getTime() + lost',
    'visit.due.getTime() + 0 * lost',
  ),
  fault(
    'time that has begun to run is taken back',
    'withdraw.ts',
    '    !isTimer(state, visit) &&\n    state.input',
    '    state.input',
  ),
  fault(
    'a proxy whom the record names acts in the name of others',
    'absence.ts',
    '    state.concerns(proxy) ||\n',
    '',
  ),
  fault(
    'a proxy who acts on the step has a second word',
    'absence.ts',
    '    acting.includes(proxy);',
    '    acting.includes(person + proxy);',
  ),
  fault(
    'a pool asks the absent while others are there',
    'absence.ts',
    'present.length > 0 ? present : users',
    'present.length > users.length ? present : users',
  ),
  fault(
    'passing over looks at who acted, not at the absent person',
    'valid-approvals.ts',
    'representedPersonOf(task) === user',
    'task.actor === user',
  ),
  fault(
    'a step that was handed over stays due',
    'deadlines/deadline.ts',
    '{ ...visit, due: null }',
    '{ ...visit }',
  ),
  fault(
    'nobody hears that the clock has decided',
    'deadlines/deadline.ts',
    "if (state.running) state.notifyLosers('lapsed', { visit: closed });",
    '',
  ),
  fault(
    'a step is dealt with in time only before its last moment',
    'waits.ts',
    "    if (node.type === 'user') {\n      handleDeadline",
    "    if (node.type === 'user' && due < state.input.now) {\n      handleDeadline",
  ),
  fault(
    'the last answer does not bring the task back to who asked',
    'signing/signing.ts',
    "\n  if (asker?.status === 'WAIT') continueAskingTask(state, asker);",
    '',
  ),
  fault(
    'who asked goes on before all have answered',
    'signing/signing.ts',
    '  if (answersOpen(state, asker).length > 0) return;\n',
    '',
  ),
  fault(
    'who was asked beside another has no vote',
    'signing/signing.ts',
    '{ ...visit, total: visit.total + people.length }',
    '{ ...visit }',
  ),
  fault(
    'votes are not counted again when somebody is done without',
    'signing/signing.ts',
    'countVote(state, { ...visit, total: visit.total - 1 }, [])',
    'state.putVisit({ ...visit, total: visit.total - 1 })',
  ),
  fault(
    'who was asked for an opinion refuses the record',
    'command-handlers.ts',
    "  if (kind !== 'D') return;\n",
    "  if (kind !== 'N') return;\n",
  ),
  fault(
    'the word of somebody who was asked first counts as a vote',
    'command-handlers.ts',
    "      if (!isVoter(task)) {\n        giveOpinion(state, task, command.comment, 'agree');\n        return;\n      }\n",
    '',
  ),
  fault(
    'anybody does without a person whom another asked',
    'signing/signing.ts',
    'if (!asked && !actor.manages) {',
    'if (!asked && !actor.manages && task.kind === null) {',
  ),
];
