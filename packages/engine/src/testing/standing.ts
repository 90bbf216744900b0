/**
 * A small world of effects for tests: extensions and changes write on projects, a project writes on
 * its programme, and a prize creates an award.
 */
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { minus } from '@keyan/kernel/values/amounts.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { Engine } from '../engine.ts';
import type { Runtime } from '../workflow/runtime/runtime.ts';
import { actorOf } from './sample.ts';

const stage = dictionary(
  'madeStage',
  ['阶段', 'Stage'],
  [
    ['run', '在研', 'Running'],
    ['late', '延期', 'Extended'],
    ['halt', '暂停', 'Halted'],
  ],
);

const programme = face('madeProgramme', ['计划', 'Programme'], {
  title: f.text(['名称', 'Title']).requiredInDraft().max(50),
  lastEnd: f.date(['最晚结束', 'Last end']),
});

const project = face('madeProject', ['课题', 'Project'], {
  title: f.text(['名称', 'Title']).requiredInDraft().max(50),
  endDate: f.date(['结束日期', 'End']).required(),
  funds: f.money(['经费', 'Funds']),
  stage: f.dict(stage.label, stage).initial('run').computed(),
});

const award = face('madeAward', ['奖励', 'Award'], {
  title: f.text(['名称', 'Title']).requiredInDraft().max(50),
});

const view = (code: string, actions: readonly string[]) => ({
  all: { label: ['全部', 'All'] as const, code, path: `/${code}`, scope: everyone(), actions },
});

const plain = ['add', 'edit', 'delete', 'view', 'history'];
const ofApprovals = [...plain, 'submit', 'recall', 'audit', 'backDraft', 'abolish'];

const office = [
  { key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'] },
] as const;

const open = {
  read: everyone(),
  write: everyone(),
  choose: everyone(),
  copies: 'all' as const,
};

const common = (columns: readonly ['title']) => ({
  title: 'title' as const,
  list: { columns, filters: [], sort: 'createTime' as const },
  access: open,
});

export const programmes = defineResource({
  ...common(['title']),
  key: programme.key,
  label: programme.label,
  path: 'sample/madeProgramme',
  fields: programme.fields,
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title', 'lastEnd'] }],
  views: view('madeProgramme', plain),
});

export const projects = defineResource({
  ...common(['title']),
  key: project.key,
  label: project.label,
  path: 'sample/madeProject',
  fields: { ...project.fields, programmeId: f.ref(['计划', 'Programme'], programme) },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['title', 'endDate', 'funds', 'programmeId'],
    },
  ],
  states: { field: 'stage', initial: 'run' },
  actions: {
    extend: { label: ['延期', 'Extend'], from: ['run', 'late'], to: 'late', by: 'effect' },
  },
  validators: [
    {
      fields: ['endDate'],
      check: ({ endDate }) =>
        endDate && endDate > '2099-12-31' ? ['结束日期过晚', 'The end is too late'] : null,
    },
  ],
  effects: ({ during, write }) => [
    during(
      ['run', 'late'],
      write('programmeId', programme, { set: ({ endDate }) => ({ lastEnd: endDate }) }),
    ),
  ],
  views: view('madeProject', plain),
});

export const extensions = defineResource({
  ...common(['title']),
  key: 'madeExtension',
  label: ['延期申请', 'Extension'],
  path: 'sample/madeExtension',
  fields: {
    title: f.text(['名称', 'Title']).requiredInDraft().max(50),
    projectId: f.ref(['课题', 'Project'], project).required(),
    newEndDate: f.date(['延期至', 'New end']).required(),
  },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title', 'projectId', 'newEndDate'] }],
  effects: ({ during, write }) => [
    during(
      'approved',
      write('projectId', project, {
        action: 'extend',
        set: ({ newEndDate }) => ({ endDate: newEndDate }),
      }),
    ),
  ],
  processes: [defineProcess('madeExtension', ['延期申请', 'Extension'], office)],
  views: view('madeExtension', ofApprovals),
});

export const prizes = defineResource({
  ...common(['title']),
  key: 'madePrize',
  label: ['获奖申报', 'Prize'],
  path: 'sample/madePrize',
  fields: {
    title: f.text(['名称', 'Title']).requiredInDraft().max(50),
    awardId: f.ref(['奖励', 'Award'], award).computed(),
  },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title'] }],
  effects: ({ during, create }) => [
    during('approved', create(award, { into: 'awardId', values: ({ title }) => ({ title }) })),
  ],
  processes: [defineProcess('madePrize', ['获奖申报', 'Prize'], office)],
  views: view('madePrize', ofApprovals),
});

/** Expenses of projects; no more than their funds. */
export const spending = defineLedger('madeSpending', ['课题支出', 'Spending'], {
  owner: project,
  measures: { spent: 'money' },
  limits: [
    {
      of: 'owner',
      room: ({ spent }, { owner }) => minus(owner.funds, spent),
      words: ['余额不足：差 {lack} 元', '{lack} yuan short'],
    },
  ],
});

export const expenses = defineResource({
  ...common(['title']),
  key: 'madeExpense',
  label: ['支出', 'Expense'],
  path: 'sample/madeExpense',
  fields: {
    title: f.text(['名称', 'Title']).requiredInDraft().max(50),
    projectId: f.ref(['课题', 'Project'], project).required(),
    amount: f.money(['金额', 'Amount']).required(),
  },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title', 'projectId', 'amount'] }],
  effects: ({ during, post }) => [
    during(
      ['inApproval', 'approved'],
      post(spending, ({ projectId, amount }) => [{ owner: projectId, spent: amount }]),
    ),
  ],
  processes: [defineProcess('madeExpense', ['支出', 'Expense'], office)],
  views: view('madeExpense', ofApprovals),
});

export const awards = defineResource({
  ...common(['title']),
  key: award.key,
  label: award.label,
  path: 'sample/madeAward',
  fields: { ...award.fields, note: f.note(['说明', 'Note']) },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title', 'note'] }],
  processes: [defineProcess('madeAward', ['奖励', 'Award'], office)],
  views: view('madeAward', ofApprovals),
});

export const standingResources: readonly Resource[] = [
  programmes,
  projects,
  extensions,
  expenses,
  prizes,
  awards,
];

/** Somebody of the sample world who may do everything here. */
export const actorForEverything = (id: string): Actor => {
  const actor = actorOf(id);
  return {
    ...actor,
    permissions: new Set([...actor.permissions, ...standingResources.flatMap(permissionsOf)]),
  };
};

/** The office decides on a record that waits for it. */
export const officeDecides = async (
  engine: Engine,
  id: string,
  is: 'agree' | 'refuse' | 'back',
): Promise<void> => {
  const actor = actorForEverything('34');
  const [task] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from wf_task where tenant_id = $1 and business_id = $2 and status = 'TODO'`,
      [actor.tenantId, id],
    ),
  );
  const named = task?.id ?? '0';
  const decision = { task: named, comment: '意见' };
  await (engine.workflow as Runtime).execute(engine, actor, {
    on: { task: named },
    command: is === 'back' ? { ...decision, is, to: 'applicant' } : { ...decision, is },
    form: {},
  });
};
