import type { Actor } from '@keyan/kernel/access/actor.ts';
import {
  anyScope,
  departmentScope,
  everyone,
  handles,
  member,
  own,
  permission,
  withCode,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { dept, user } from '@keyan/kernel/definition/field/base-fields.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { ledgersOf } from '@keyan/kernel/definition/ledger/ledgers.ts';
import { parameterFact, recordNamedBy, writerFact } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { dictionary, treeDictionary } from '@keyan/kernel/values/dictionary.ts';
import pino, { type Logger } from 'pino';
import { Secrets } from '../base/secrets.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Behaviour } from '../records/behaviour.ts';
import { Database } from '../store/connection/database.ts';
import type { NotificationListener } from '../store/connection/notifications.ts';
import { definedDictionaries } from '../store/dictionaries.ts';
import { createIds } from '../store/schema/ids.ts';
import { ledgerTables } from '../store/schema/ledger-tables.ts';
import { createNumbers } from '../store/schema/numbers.ts';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { deployChains } from '../workflow/drawings/definitions.ts';
import { createWorkflow } from '../workflow/runtime/runtime.ts';
import { noFiles, noJobs } from './absent.ts';
import type { TestDatabase } from './database.ts';

/** A small world for tests of the engine: every type of field, with and without approval. */
const colour = dictionary(
  'sampleColour',
  ['颜色', 'Colour'],
  [
    ['r', '红', 'Red'],
    ['g', '绿', 'Green'],
    ['b', '蓝', 'Blue'],
  ],
);

const branch = treeDictionary(
  'sampleBranch',
  ['分支', 'Branch'],
  [
    { code: '1', label: ['一', 'One'], children: [{ code: '11', label: ['一一', 'One one'] }] },
    { code: '2', label: ['二', 'Two'] },
  ],
);

export const place = face('samplePlace', ['地点', 'Place'], {
  name: f.text(['名称', 'Name']).requiredInDraft().max(50).searchable(),
  code: f.text(['代码', 'Code']).max(20).unique().searchable(),
});
const sampleRef = face('sample', ['样品', 'Sample'], {
  title: f.text(['题名', 'Title']).requiredInDraft().max(100).searchable(),
});

export const people = defineResource({
  key: user.key,
  label: user.label,
  table: 'users',
  path: 'blade-user/sample',
  title: 'realName',
  fields: { account: f.text(['账号', 'Account']), realName: f.text(['姓名', 'Name']) },
  list: { columns: ['realName'], filters: [], sort: 'account' },
  form: [],
  access: { read: everyone(), write: permission('nobody'), choose: everyone() },
});

export const departments = defineResource({
  key: dept.key,
  label: dept.label,
  table: 'dept',
  path: 'blade-system/sample',
  title: 'deptName',
  fields: { deptName: f.text(['名称', 'Name']), parentId: f.ref(['上级', 'Parent'], dept) },
  list: { columns: ['deptName'], filters: [], sort: 'createTime', tree: 'parentId' },
  form: [],
  access: { read: everyone(), write: permission('nobody'), choose: everyone() },
});

/** Sample kind without approval: saving is final. */
export const places = defineResource({
  key: place.key,
  label: place.label,
  path: 'sample/places',
  title: 'name',
  fields: {
    ...place.fields,
    within: f.ref(['上级', 'Within'], place),
  },
  list: { columns: ['name', 'code'], filters: ['name'], sort: 'name', tree: 'within' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name', 'code', 'within'] }],
  views: {
    all: {
      label: ['地点', 'Places'],
      code: 'place',
      path: '/places',
      scope: everyone(),
      actions: ['add', 'edit', 'delete', 'view', 'history'],
    },
  },
  access: { read: everyone(), write: everyone(), choose: everyone() },
});

export const maxSamplesParameter = parameter(
  'sample.most',
  f.integer(['最大数量', 'Largest count']).between(1, 1000),
  1000,
);

/** Sample kind with approval, facts, a sub-table, attachments, a number, a unique and a secret field. */
export const samples = defineResource({
  key: 'sample',
  label: ['样品', 'Sample'],
  path: 'sample/samples',
  title: 'title',
  number: { field: 'no', pattern: 'YP${yyyy}${seq4}' },
  fields: {
    no: f.text(['编号', 'No.']).computed(),
    ...sampleRef.fields,
    mark: f.text(['标记', 'Mark']).max(40).unique(),
    note: f.note(['说明', 'Note']),
    story: f.rich(['正文', 'Story']),
    count: f.integer(['数量', 'Count']).between(0, 1000),
    ratio: f.decimal(['比率', 'Ratio'], 4),
    price: f.money(['金额', 'Price']).required(),
    made: f.year(['年度', 'Year']),
    day: f.date(['日期', 'Day']).alsoNamed('theDay'),
    moment: f.time(['时间', 'Moment']),
    colour: f.dict(['颜色', 'Colour'], colour).required().initial('r').alsoNamed('tint'),
    branches: f.dicts(['分支', 'Branches'], branch),
    placeId: f.ref(['地点', 'Place'], place),
    stops: f.refs(['停留地点', 'Stops'], place).max(5),
    placeCode: f.copy('placeId', place, 'code', ['地点代码', 'Code of the place']),
    deskId: f.ref(['本人地点', 'Own place'], place).among(own()),
    deskCode: f.copy('deskId', place, 'code', ['本人地点代码', 'Code of their own place']),
    sourceId: f.ref(['来源样品', 'Source'], sampleRef),
    unitId: f.ref(['部门', 'Unit'], dept).initial((writer) => writer.departments[0] ?? null),
    phone: f.text(['电话', 'Phone']).max(20).secret('sample_phone'),
    total: f.money(['合计', 'Total']).computed(),
    whereabouts: f.text(['位置', 'Whereabouts']).computed(),
    parts: f.rows(['部件', 'Parts'], {
      userId: f.ref(['人员', 'Person'], user),
      label: f.text(['名称', 'Name']).required().max(50),
      cost: f.money(['费用', 'Cost']),
      at: f.time(['时间', 'Moment']),
      tags: f.dicts(['标签', 'Tags'], colour),
      hands: f.refs(['经手人', 'Hands'], user),
    }),
    papers: f.files(['附件', 'Attachments'], [attachmentCategory('01', ['正文', 'Text'])]),
  },
  list: {
    columns: ['title', 'price', 'day'],
    totals: ['price'],
    filters: ['title', 'colour', 'branches', 'day'],
    sort: '-day',
  },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['title', 'mark', 'price', 'colour', 'placeId', 'parts', 'papers'],
    },
  ],
  validators: [
    {
      fields: ['count'],
      check: (row) =>
        row.count === 13 ? ['【数量】不能为 13', 'Count must not be 13'] : undefined,
    },
    {
      fields: ['count'],
      check: (row, { facts }) =>
        (row.count ?? 0) > facts.most
          ? fill(['【数量】不能超过 {most}', 'Count: at most {most}'], { most: facts.most })
          : null,
    },
    {
      fields: ['placeId'],
      check: (_row, { facts }) =>
        facts.place.code === 'SHUT' ? ['该地点已关闭', 'The place is shut'] : null,
    },
  ],
  facts: {
    source: recordNamedBy('sourceId', sampleRef),
    place: recordNamedBy('placeId', place),
    most: parameterFact(maxSamplesParameter),
    author: writerFact(),
  },
  compute: (row, _before, { facts }) => ({
    whereabouts: facts.place.name && `${facts.place.name} ${facts.author.roles.join()}`.trim(),
    total: sum([row.price, ...(row.parts ?? []).map((line) => line.cost)]),
  }),
  views: {
    register: {
      label: ['登记', 'Mine'],
      code: 'sample',
      path: '/samples',
      scope: anyScope(own(), member('parts', 'userId')),
      actions: ['add', 'edit', 'delete', 'submit', 'recall', 'copy', 'history'],
    },
    audit: {
      label: ['审核', 'To do'],
      code: 'sampleAudit',
      path: '/samplesAudit',
      scope: handles('todo'),
      done: handles('done'),
      actions: ['audit', 'backDraft', 'abolish', 'delete'],
    },
    lib: {
      label: ['库', 'Library'],
      code: 'sampleLib',
      path: '/samplesLib',
      scope: withStatus('2'),
      actions: ['view'],
    },
  },
  access: {
    read: anyScope(own(), member('parts', 'userId'), departmentScope('unitId'), handles()),
    write: anyScope(own(), permission('sampleAudit_delete')),
    // Green ones are nobody else's business.
    copies: withCode('colour', 'r'),
  },
  department: 'unitId',
  concerned: ['parts', 'userId'],
  processes: [
    defineProcess(
      'sample',
      ['样品登记', 'Sample'],
      [
        {
          key: 'office',
          label: ['办公室审核', 'Office'],
          candidates: ['role:office'],
          editable: ['count', 'mark'],
        },
      ],
    ),
  ],
});

const fen = (text: string | null | undefined): bigint => BigInt((text ?? '0').replace('.', ''));
const sum = (amounts: readonly (string | null)[]): string | null => {
  const total = amounts
    .reduce((all, one) => all + fen(one), 0n)
    .toString()
    .padStart(3, '0');
  return amounts.every((one) => one === null) ? null : `${total.slice(0, -2)}.${total.slice(-2)}`;
};

export const tenant = '000000';
export const stranger = '100000';

/** Departments: 21 and 22 under 20. */
const units = [
  ['20', '学校', null],
  ['21', '甲院', '20'],
  ['22', '乙院', '20'],
] as const;

/** Writers 31 and 32 of unit 21, 33 of unit 22; 34 approves; 35 oversees everything. */
const cast = [
  ['31', '张明', '21', []],
  ['32', '李敏', '21', []],
  ['33', '王芳', '22', []],
  ['34', '赵强', '22', ['office']],
  ['35', '周平', '22', ['manager']],
] as const;

const roles = ['office', 'manager'] as const;

const common = ['sample', 'sample_add', 'sample_edit', 'sample_delete', 'sample_submit'];
const writing = [...common, 'sample_recall', 'sample_copy', 'sample_history', 'place'];

const permissionsBy: Readonly<Record<string, readonly string[]>> = {
  '34': [...writing, 'sampleAudit', 'sampleAudit_audit'],
  '35': [...permissionsOf(samples), ...permissionsOf(places), 'sample_phone'],
};

/** Somebody of the cast, signed in; 34 reaches its own unit, 35 everything. */
export const actorOf = (id: string, tenantId = tenant): Actor => {
  const [, name = id, unit = '21', held = []] = cast.find(([other]) => other === id) ?? [];
  return {
    id,
    tenantId,
    account: `a${id}`,
    name,
    departments: [unit],
    roles: held,
    permissions: new Set(permissionsBy[id] ?? writing),
    departmentScope: id === '35' ? 'all' : id === '34' ? ['22'] : [],
  };
};

/** One process of the program over the sample world. */
export const startEngine = (
  database: TestDatabase,
  worker: number,
  options: {
    readonly behaviours?: readonly Behaviour[];
    /** Kinds of the test's own; it creates their tables, or has `furnish` do it. */
    readonly resources?: readonly Resource[];
    readonly clock?: () => Date;
    readonly log?: Logger;
    readonly notifications?: NotificationListener;
  } = {},
): Engine => {
  const store = new Database(database.appUrl, { connections: 8 });
  return createEngine({
    database: store,
    resources: [people, departments, places, samples, ...(options.resources ?? [])],
    behaviours: options.behaviours ?? [],
    clock: options.clock ?? (() => new Date()),
    ids: createIds(worker),
    numbers: createNumbers(store),
    dictionaries: definedDictionaries,
    workflow: createWorkflow({
      substitutes: ['role:manager'],
      deputies: [],
      escalation: ['manager'],
      administrators: 'role:manager',
      outside: ['4'],
      platform: { tenantId: '000000', role: 'manager' },
    }),
    messages: { send: async () => undefined, settle: () => undefined, tellAll: () => undefined },
    files: noFiles,
    jobs: noJobs,
    secrets: new Secrets(Buffer.alloc(32, 2)),
    ...(options.notifications && { notifications: options.notifications }),
    log: options.log ?? pino({ level: 'silent' }),
  });
};

/** Tables, two tenants with the same cast, and the deployed routes; also of further resources. */
export const furnishSamples = async (
  database: TestDatabase,
  engine: Engine,
  further: readonly Resource[] = [],
): Promise<void> => {
  const ledgers = ledgersOf(further).flatMap(ledgerTables);
  for (const table of [...[places, samples, ...further].flatMap(tablesOf), ...ledgers]) {
    await database.query(tableSql(table));
  }
  for (const tenantId of [tenant, stranger]) {
    for (const [id, name, parent] of units) {
      await database.query(
        `insert into dept (tenant_id, id, dept_name, full_name, dept_code, parent_id, dept_category)
         values ($1, $2::bigint, $3, $3, $2::text, $4, '2')`,
        [tenantId, id, name, parent],
      );
    }
    for (const [index, alias] of roles.entries()) {
      await database.query(
        'insert into role (tenant_id, id, role_name, role_alias) values ($1, $2, $3, $3)',
        [tenantId, 11 + index, alias],
      );
    }
    for (const [id, name, unit, held] of cast) {
      await database.query(
        `insert into users (tenant_id, id, account, name, real_name, dept_id)
         values ($1, $2::bigint, 'a' || $2, $3, $3, $4)`,
        [tenantId, id, name, unit],
      );
      for (const role of held) {
        await database.query(
          'insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)',
          [tenantId, id, 11 + roles.indexOf(role)],
        );
      }
    }
    await engine.database.transaction(tenantId, async (tx) => {
      const chains = [samples, ...further].flatMap(({ processes }) => processes);
      await deployChains(tx, engine.ids, chains, new Date());
    });
  }
};
