import type { Actor } from '@keyan/kernel/access/actor.ts';
import { everyone, handles, own } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import type { LogEntry } from '@keyan/kernel/workflow/state.ts';
import { brokenInvariants } from '@keyan/kernel/workflow/testing/invariants.ts';
import pino from 'pino';
import { Secrets } from '../base/secrets.ts';
import { createEngine, type Engine } from '../engine.ts';
import { createLive, type LivePages } from '../messages/live.ts';
import { createMessages, type MessageService } from '../messages/service.ts';
import { type Behaviour, defineBehaviour } from '../records/behaviour.ts';
import { Database } from '../store/connection/database.ts';
import { Notifications } from '../store/connection/notifications.ts';
import { definedDictionaries } from '../store/dictionaries.ts';
import { createIds } from '../store/schema/ids.ts';
import { createNumbers } from '../store/schema/numbers.ts';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { noFiles, noJobs } from '../testing/absent.ts';
import type { TestDatabase } from '../testing/database.ts';
import { deployChains } from './drawings/definitions.ts';
import { defineMatter } from './runtime/matters.ts';
import { loadSnapshot } from './runtime/rows.ts';
import { createWorkflow, type Runtime } from './runtime/runtime.ts';

/** Where a request stands in its own words; `3` and `7` are said by its steps. */
const stage = dictionary(
  'stage',
  ['阶段', 'Stage'],
  [
    ['0', '起草', 'Being written'],
    ['1', '已送', 'Sent'],
    ['3', '部门已审', 'Passed by the head'],
    ['5', '已批', 'Granted'],
    ['6', '已退', 'Sent back'],
    ['7', '审查不过', 'Failed the office'],
    ['8', '未批', 'Not granted'],
    ['9', '已撤', 'Recalled'],
    ['10', '已废', 'Void'],
  ],
);

const basis = face('assessment', ['评估', 'Assessment'], {
  requestId: f.text(['申请', 'Request']).required(),
  score: f.integer(['分数', 'Score']),
  grade: f.text(['级别', 'Grade']),
});

const mostOfRequest = parameter('request.limit', f.money(['限额', 'Limit']), '50000');

/** A made-up resource whose records go through two steps, or three when they are large. */
export const testRequestKind: Resource = defineResource({
  key: 'request',
  label: ['申请', 'Request'],
  path: 'made-up/requests',
  title: 'subject',
  fields: {
    subject: f.text(['事由', 'Subject']).required().max(100),
    amount: f.money(['金额', 'Amount']).required(),
    unit: f.text(['部门', 'Unit']),
    grade: f.text(['级别', 'Grade']).max(10),
    /** Follows from the grade, like totals and years follow from what is typed. */
    rank: f.text(['档次', 'Rank']).computed(),
    /** The assessment that it is based on: its parent. */
    basis: f.ref(['依据', 'Based on'], basis),
    helpers: f.rows(['协助人', 'Helpers'], { userId: f.text(['人员', 'Person']) }),
    stage: f.dict(stage.label, stage).computed(),
  },
  facts: { based: recordNamedBy('basis', basis) },
  compute: (row) => ({ rank: row.grade === 'A' ? 'top' : 'plain' }),
  list: { columns: ['subject', 'amount'], filters: [], sort: '-createTime' },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['subject', 'amount', 'unit', 'grade', 'helpers'],
    },
  ],
  views: {
    register: {
      label: ['登记', 'Mine'],
      code: 'request',
      path: '/requests',
      scope: everyone(),
      actions: ['add', 'edit', 'submit', 'recall', 'delete', 'backDraft', 'abolish', 'copy'],
    },
    audit: {
      label: ['审核', 'Review'],
      code: 'requestAudit',
      path: '/requestsAudit',
      scope: handles('todo'),
      done: handles('done'),
      actions: ['audit', 'backDraft'],
    },
  },
  access: { read: everyone(), write: own(), copies: 'all' },
  department: 'unit',
  concerned: ['helpers', 'userId'],
  processes: [
    defineProcess(
      'request',
      ['申请登记', 'Request'],
      [
        {
          key: 'head',
          label: ['部门审核', 'Head'],
          candidates: ['role:head@applicantDept^'],
          refuse: false,
          tag: 'headed',
        },
        {
          key: 'large',
          label: ['大额审核', 'Large amounts'],
          candidates: ['role:board'],
          condition: '${amount >= 50000}',
        },
        {
          key: 'office',
          label: ['办公室审核', 'Office'],
          candidates: ['role:office'],
          editable: ['grade'],
          tag: 'checked',
        },
      ],
      'flow_1',
      {
        facts: {
          round: { type: { is: 'boolean' }, of: ({ amount }) => String(amount).endsWith('000.00') },
        },
        parameters: { limit: mostOfRequest },
      },
    ),
  ],
  states: {
    field: 'stage',
    phases: {
      draft: ['0'],
      inApproval: ['1', '3'],
      approved: ['5'],
      returned: ['6'],
      refused: ['8', '7'],
      recalled: ['9'],
      void: ['10'],
    },
    steps: { headed: { passed: '3' }, checked: { refused: '7' } },
  },
}) as unknown as Resource;

/** A made-up record whose completion ends the wait of a request's process, in one transaction. */
export const testAssessmentKind: Resource = defineResource({
  key: 'assessment',
  label: ['评估', 'Assessment'],
  path: 'made-up/assessments',
  title: 'requestId',
  fields: basis.fields,
  list: { columns: ['requestId'], filters: [], sort: '-createTime' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['requestId', 'score', 'grade'] }],
  views: {
    register: {
      label: ['评估', 'Assessments'],
      code: 'assessment',
      path: '/assessments',
      scope: everyone(),
      actions: ['add', 'edit'],
    },
  },
  access: { read: everyone(), write: everyone() },
}) as unknown as Resource;

/** Matter that a route may wait for here. Its items lie in a table of their own, written with each step. */
const assessed = defineMatter('assessment', {
  label: ['评估结果', 'Assessment'],
  facts: { score: { is: 'number', nullable: true } },
  responsible: ['role:board'],
  begin: async ({ visit, business }, { tx }) => {
    await tx.query(`insert into made_up_item values ($1, $2, $3, 'open')`, [
      tx.tenantId,
      visit,
      business,
    ]);
  },
  cancel: async ({ visit }, { tx }) => {
    await tx.query(
      `update made_up_item set state = 'cancelled' where tenant_id = $1 and visit = $2`,
      [tx.tenantId, visit],
    );
  },
  touched: async (visits, session) => {
    const rows = await session.query<{ visit: string }>(
      `select visit::text from made_up_item
        where tenant_id = $1 and visit = any($2::bigint[]) and state = 'begun'`,
      [session.tenantId, visits],
    );
    return rows.map(({ visit }) => visit);
  },
});

/** An assessment with a score ends the wait: 60 and more is agreement. */
const assessing = (workflow: Runtime): Behaviour =>
  defineBehaviour(testAssessmentKind, {
    complete: async (row, transaction) => {
      const { requestId, score, grade } = row as unknown as Record<string, string | null>;
      if (score === null || score === undefined) return {};
      await workflow.resume(transaction, {
        resource: testRequestKind,
        id: requestId as string,
        matter: 'assessment',
        key: `assessment ${requestId} ${score}`,
        verdict: Number(score) >= 60 ? 'agree' : 'against',
        facts: { score: Number(score) },
        values: { grade },
      });
      return {};
    },
  });

export const tenant = '000000';
export const stranger = '100000';

/** id, name, department, roles. 21 lies under 20; 22 beside it. */
const people = [
  ['31', '张明', '21', []],
  ['32', '李敏', '20', ['head']],
  ['33', '王芳', '22', ['office']],
  ['34', '赵强', '22', ['office']],
  ['35', '周平', '22', ['board']],
  ['36', '吴静', '22', ['manager']],
  ['37', '郑华', '22', ['manager', 'leader']],
  ['38', '孙丽', '22', ['auditor']],
] as const;

const roles = ['head', 'office', 'board', 'manager', 'leader', 'auditor'] as const;

const seed = async ({ query }: TestDatabase, tenantId: string): Promise<void> => {
  await query(
    `insert into dept (tenant_id, id, dept_name, full_name, dept_code, parent_id, dept_category)
     values ($1, 20, '学校', '学校', '000', null, '1'), ($1, 21, '学院', '学院', '310', 20, '2'),
            ($1, 22, '机关', '机关', '101', 20, '2')`,
    [tenantId],
  );
  for (const [index, alias] of roles.entries()) {
    await query('insert into role (tenant_id, id, role_name, role_alias) values ($1, $2, $3, $3)', [
      tenantId,
      11 + index,
      alias,
    ]);
  }
  for (const [id, name, department, held] of people) {
    await query(
      `insert into users (tenant_id, id, account, name, real_name, dept_id)
       values ($1, $2::bigint, 'a' || $3, $3, $3, $4)`,
      [tenantId, id, name, department],
    );
    for (const role of held) {
      await query('insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
        tenantId,
        id,
        11 + roles.indexOf(role),
      ]);
    }
  }
};

/** The codes of those who manage processes: of every kind, or of those of their office. */
const managing: Readonly<Record<string, readonly string[]>> = {
  manager: ['flow_follow_delete', 'flow_manager_state'],
  board: ['flow_follow_office'],
  auditor: ['flow_follow_office'],
};

/** A person of the cast, signed in. */
export const actorOf = (id: string, tenantId = tenant): Actor => {
  const person = people.find(([other]) => other === id);
  return {
    id,
    tenantId,
    account: id,
    name: person?.[1] ?? id,
    departments: [person?.[2] ?? '22'],
    roles: person?.[3] ?? [],
    permissions: new Set([
      ...permissionsOf(testRequestKind),
      ...permissionsOf(testAssessmentKind),
      ...((person?.[3] ?? []) as readonly string[]).flatMap((role) => managing[role] ?? []),
    ]),
    departmentScope: 'all',
  };
};

/** One process of the program on the test's database. */
export interface TestProgram {
  readonly engine: Engine;
  readonly workflow: Runtime;
  readonly messages: MessageService;
  readonly live: LivePages;
  /** Moves the program's clock on, or back; the database's stays. */
  later(hours: number): void;
  close(): Promise<void>;
}

export const startProgram = async (
  database: TestDatabase,
  worker: number,
  connections = 6,
): Promise<TestProgram> => {
  const store = new Database(database.appUrl, { connections });
  const notifications = new Notifications(database.appUrl, { heartbeat: 500 });
  await notifications.start();
  const ids = createIds(worker);
  let ahead = 0;
  const clock = (): Date => new Date(Date.now() + ahead);
  const live = createLive(store, notifications);
  const messages = createMessages({ ids, clock, live });
  const workflow = createWorkflow(
    {
      substitutes: ['role:leader'],
      deputies: ['role:head@applicantDept^'],
      escalation: ['manager'],
      administrators: 'role:manager',
      outside: ['4'],
      platform: { tenantId: tenant, role: 'leader' },
    },
    notifications,
    [assessed],
  );
  const engine = createEngine({
    database: store,
    resources: [testRequestKind, testAssessmentKind],
    behaviours: [assessing(workflow)],
    clock,
    ids,
    numbers: createNumbers(store),
    dictionaries: definedDictionaries,
    workflow,
    messages,
    files: noFiles,
    jobs: noJobs,
    secrets: new Secrets(Buffer.alloc(32, 2)),
    log: pino({ level: 'silent' }),
  });
  return {
    engine,
    workflow,
    messages,
    live,
    later: (hours) => {
      ahead += hours * 3_600_000;
    },
    close: async () => {
      await live.close();
      await notifications.close();
      await store.close();
    },
  };
};

/** Tables, people of two tenants and the deployed route. */
export const furnish = async (database: TestDatabase, program: TestProgram): Promise<void> => {
  const tables = [...tablesOf(testRequestKind), ...tablesOf(testAssessmentKind)];
  for (const table of tables) await database.query(tableSql(table));
  await database.query(`create table made_up_item
    (tenant_id varchar(12), visit bigint, business bigint, state text)`);
  await database.query('grant select, insert, update on made_up_item to keyan_app');
  for (const tenantId of [tenant, stranger]) {
    await seed(database, tenantId);
    await program.engine.database.transaction(tenantId, async (tx) => {
      await deployChains(tx, program.engine.ids, testRequestKind.processes, new Date());
    });
  }
};

/** Every broken invariant of every process of a tenant, on the stored rows. */
export const brokenRows = (program: TestProgram, tenantId = tenant): Promise<string[]> =>
  program.engine.database.read(tenantId, async (session) => {
    const instances = await session.query<{ id: string; graph: Graph }>(
      `select i.id::text, d.graph from wf_instance i
         join wf_definition d on d.tenant_id = i.tenant_id and d.id = i.definition_id
        where i.tenant_id = $1`,
      [tenantId],
    );
    const broken: string[] = [];
    for (const { id, graph } of instances) {
      const snapshot = await loadSnapshot(session, { instance: id });
      const logs = await session.query<LogEntry>(
        `select operation, actor_id::text as actor, act_id::text as act from wf_log
          where tenant_id = $1 and instance_id = $2`,
        [tenantId, id],
      );
      if (!snapshot) broken.push(`${id} is gone`);
      else broken.push(...brokenInvariants(snapshot, graph, logs).map((text) => `${id}: ${text}`));
    }
    return broken;
  });
