import type { TestedFault } from './faults.ts';

const unit = 'packages/kernel/src/workflow';
const offboarding = 'packages/engine/src/workflow/people/offboarding.db.test.ts';
const deployment = 'packages/engine/src/wire/workflow/deployment.db.test.ts';

/** Faults of outcomes, people and deployments that a review found or introduced. */
export const reviewedFaults: readonly TestedFault[] = [
  {
    name: 'a deployment accepts an “against” that leads nowhere',
    file: 'engine/src/workflow/drawings/upload.ts',
    change: [['      ...impossibleReturns(graph),\n', '']],
    noticedBy: { file: deployment, test: 'a step whose “against” has nowhere to lead' },
  },
  {
    name: 'a vote that is lost has nowhere to go',
    file: 'kernel/src/workflow/back.ts',
    change: [['const named = isPossible(state, visit, to);', 'const named = to !== null;']],
    noticedBy: { file: `${unit}/votes.test.ts`, test: 'where the named step was not dealt with' },
  },
  {
    name: 'a returned record keeps the department of its first submission',
    file: 'engine/src/workflow/runtime/record-commands.ts',
    change: [
      [
        '  const subject = { snapshot, graph, department, concerned, copiable, facts, others: picked };',
        '  const held = snapshot.instance.department;\n  const subject = { snapshot, graph, department: held, concerned, copiable, facts, others: picked };',
      ],
    ],
    noticedBy: {
      file: 'packages/engine/src/workflow/runtime/runtime.db.test.ts',
      test: 'the department of a returned record counts anew',
    },
  },
  {
    name: 'a clerk jumps over the step of somebody else',
    file: 'kernel/src/workflow/jump.ts',
    change: [["state.input.actor.manages !== 'all'", 'state.input.actor.manages === false']],
    noticedBy: { file: `${unit}/jump.test.ts`, test: 'over steps of others by managers' },
  },
  {
    name: 'who lost a role keeps what nobody has touched',
    file: 'engine/src/workflow/people/offboarding.ts',
    change: [
      [
        '            union all select instance_id from (${lostTasksText}) lost) open',
        '            ) open',
      ],
    ],
    noticedBy: { file: offboarding, test: 'goes to whoever leads it next' },
  },
  {
    name: 'nobody takes over what a stopped applicant left',
    file: 'kernel/src/workflow/stand-in.ts',
    change: [
      ['if (directory.isActive(state.instance.applicant)) {', 'if (directory.isActive(to)) {'],
    ],
    noticedBy: { file: offboarding, test: 'a returned record of somebody who left' },
  },
  {
    name: 'a deployment says nothing of a gateway that may stand still',
    file: 'engine/src/workflow/drawings/upload.ts',
    change: [['...gatewaysThatMayBlock(graph), ', '']],
    noticedBy: { file: deployment, test: 'of a gateway at which a process may stand still' },
  },
  {
    name: 'a gateway without an open branch is no trouble',
    file: 'kernel/src/workflow/gateways.ts',
    change: [
      [
        'throw new ConditionUndecidable({ node: gateway, fact: null }, noBranch);',
        'throw Object.assign(new Error(noBranch[0]), { label: noBranch });',
      ],
    ],
    noticedBy: {
      file: 'packages/engine/src/workflow/troubles/unjudged.db.test.ts',
      test: 'a gateway of which no branch is open',
    },
  },
  {
    name: 'a holiday counts as a work day',
    file: 'engine/src/workflow/drawings/calendar.ts',
    change: [["kind = '1' as works", "kind <> '' as works"]],
    noticedBy: {
      file: 'packages/engine/src/workflow/runtime/waits.db.test.ts',
      test: 'end by the calendar and the clock',
    },
  },
  {
    name: 'a returned record that its applicant deleted is a trouble',
    file: 'engine/src/workflow/runtime/invariants.ts',
    change: [
      [
        'else r.process_instance_id = p.id and r.is_deleted = 0 and',
        'else r.process_instance_id = p.id and',
      ],
    ],
    noticedBy: {
      file: 'packages/engine/src/workflow/runtime/invariants.db.test.ts',
      test: 'a returned record that its applicant deleted',
    },
  },
  {
    name: 'a move names nobody who would keep a step of others',
    file: 'engine/src/workflow/drawings/versions.ts',
    change: [
      [
        '      wish.dryRun && problem === null\n        ? await',
        '      wish.dryRun && problem !== null\n        ? await',
      ],
    ],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/follow.db.test.ts',
      test: 'is compared in words, and takes over what fits',
    },
  },
  {
    name: 'a suspended version says an older one than the one that comes into use',
    file: 'console/src/workflow/manage/whatFollows.ts',
    change: [['other.version - one.version', 'one.version - other.version']],
    noticedBy: {
      file: 'packages/console/src/workflow/manage/whatFollows.test.ts',
      test: 'reads which one comes into use',
    },
  },
  {
    name: 'the applicant’s secretary votes for an office',
    file: 'kernel/src/workflow/reassign.ts',
    change: [['step.people.some(isOfDepartment) ? directory.deputies : []', 'directory.deputies']],
    noticedBy: {
      file: `${unit}/outcomes.test.ts`,
      test: 'to the successor, the others of the role',
    },
  },
  {
    name: 'nothing that is late is found as overdue',
    file: 'engine/src/workflow/runtime/running.ts',
    change: [['a.due_at <= ${now}', 'a.due_at > ${now}']],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/follow.db.test.ts',
      test: 'is found as overdue when its time is over',
    },
  },
  {
    name: 'waits that cannot go on keep the others waiting',
    file: 'engine/src/workflow/runtime/waits.ts',
    change: [['more = over.length === page;', 'more = false;']],
    noticedBy: {
      file: 'packages/engine/src/workflow/troubles/unjudged.db.test.ts',
      test: 'keep nobody else waiting',
    },
  },
  {
    name: 'nothing is said of a step at which the applicant can only agree',
    file: 'engine/src/workflow/drawings/upload.ts',
    change: [[', ...confirmationOnlySteps(graph)]', ']']],
    noticedBy: { file: deployment, test: 'of a step at which the applicant can only agree' },
  },
  {
    name: 'a date of the record that has passed is over at once',
    file: 'kernel/src/workflow/deadlines/due.ts',
    change: [['Math.max(...ends.map(Number))', 'Number(ends[0])']],
    noticedBy: {
      file: `${unit}/deadlines/deadlines.test.ts`,
      test: 'a date of the record is the deadline',
    },
  },
  {
    name: 'a deadline is read from what is no date',
    file: 'engine/src/workflow/drawings/upload.ts',
    change: [['  if (graph) checkDeadlines(graph, declared, report);\n', '']],
    noticedBy: { file: deployment, test: 'a deadline that is no date of the record' },
  },
  {
    name: 'where a deployment for several tenants fails, some keep it',
    file: 'engine/src/workflow/drawings/upload.ts',
    change: [
      ['(tx) => deleteDefinitions(tx, ids));', '(tx) => deleteDefinitions(tx, ids.slice(99)));'],
    ],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/chains.db.test.ts',
      test: 'for several tenants at once or not at all',
    },
  },
  {
    name: 'an earlier version is restored over one that came into force meanwhile',
    file: 'engine/src/workflow/drawings/definitions.ts',
    change: [['  if (base !== undefined) await checkBaseVersion(tx, kind, base);\n', '']],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/chains.db.test.ts',
      test: 'an earlier version comes back as the next one',
    },
  },
  {
    name: 'the version in force is restored',
    file: 'engine/src/workflow/drawings/definitions.ts',
    change: [['  if (restores !== undefined) await checkRestored(tx, kind, restores);\n', '']],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/chains.db.test.ts',
      test: 'an earlier version comes back as the next one',
    },
  },
  {
    name: 'steps that the applicant fills share one choice',
    file: 'kernel/src/workflow/staffing.ts',
    change: [['name === pickedPeopleFact ? pickedFor(fact, at.id) : fact', 'fact']],
    noticedBy: {
      file: 'packages/engine/src/wire/workflow/uploads.db.test.ts',
      test: 'each has its own',
    },
  },
];
