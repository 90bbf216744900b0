import { join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import { planMigration } from '@keyan/engine/store/schema/plan.ts';
import { tablesOf } from '@keyan/engine/store/schema/schema.ts';
import { indexSql } from '@keyan/engine/store/schema/schema-sql.ts';
import { testDatabase } from '@keyan/engine/testing/database.ts';
import { application } from '@keyan/product/index.ts';
import { afterAll, expect, test } from 'vitest';

const database = await testDatabase();
afterAll(() => database.drop());

test('law 14: the migrations make the tables that the definitions ask for', async () => {
  expect(await planMigration(application.resources, database.query)).toBe('');
});

/** Indexes of tables of records that no definition asks for, and why. */
const byHand: Readonly<Record<string, string>> = {
  dept_code: 'two departments have no code in common',
  dept_code_caseless: 'rows of a workbook find a department, whatever the case of its code',
  journal_abbr_key: 'papers name their journal by its abbreviation',
  journal_edition: 'a journal has one edition a year',
  journal_name_caseless: 'rows of a workbook find a journal, whatever the case of its name',
  journal_name_en_key: 'papers name their journal in English',
  journal_name_key: 'papers name their journal, with or without marks',
  paper_art_name_likeness: 'finds titles that are nearly the same',
  register_guest_waiting: 'of an account one application waits at a time',
  role_alias: 'candidates of a step name a role by its alias',
  score_result_biz_id: 'the scores of one output in all batches are summed up',
  users_account: 'people sign in by it, whatever the case of its letters',
  users_code: 'people are found by their staff number',
};

/** An index without its own name and that of its table. */
const definitionOf = (sql: string): string =>
  sql.replace(/^(CREATE (?:UNIQUE )?INDEX) \S+ ON \S+/, '$1');

test('law 14: a table of records has the indexes that its definition asks for, and no others', async () => {
  const indexesOn = async (table: string) => {
    const rows = await database.query<{ name: string; sql: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as sql
         from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = $1::regclass and not i.indisprimary`,
      [table],
    );
    return Object.fromEntries(rows.map(({ name, sql }) => [name, definitionOf(sql)]));
  };
  const others: string[] = [];
  for (const { name, indexes } of application.resources.flatMap(tablesOf)) {
    const there = await indexesOn(name);
    // PostgreSQL itself says how it writes down what the definition asks for.
    await database.query(`create table asked_for (like ${name})`);
    for (const index of indexes) {
      await database.query(
        indexSql('asked_for', { ...index, name: `_${index.name}`.slice(0, 63) }),
      );
    }
    const asked = Object.entries(await indexesOn('asked_for')).map(([key, sql]) => [
      key.slice(1),
      sql,
    ]);
    await database.query('drop table asked_for');
    expect(there).toMatchObject(Object.fromEntries(asked));
    others.push(...Object.keys(there).filter((key) => !asked.some(([known]) => known === key)));
  }
  expect(others.sort()).toEqual(Object.keys(byHand));
});

/** Tables that no tenant owns, and why. */
const shared: Readonly<Record<string, string>> = {
  call_rate: 'counted before anybody is known',
  captcha: 'asked before anybody is known',
  id_worker: 'leases of the numbers that ids are made with',
  installation: 'whose database this is',
  process_lease: 'processes, which work for all tenants',
  schema_migration: 'which migrations ran',
  sign_in_attempt: 'counted before anybody is known',
  tenant: 'the tenants themselves',
  tenant_arrival: 'only the owner reads and writes it, when it moves tenants',
  tenant_home: 'where tenants live, read before anybody is known',
};

test('every other table has the wall between tenants, and the application cannot step over it', async () => {
  const tables = await database.query<{ name: string; forced: boolean; policies: number }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
            (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
  );
  const open = tables.filter((table) => !table.forced || table.policies === 0);
  expect(open.map((table) => table.name)).toEqual(
    tables.map((table) => table.name).filter((name) => Object.hasOwn(shared, name)),
  );
  const [role] = await database.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    `select rolsuper, rolbypassrls from pg_roles where rolname = 'keyan_app'`,
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
});

test('what happened cannot be rewritten by the application', async () => {
  const grants = await database.query<{ table: string; right: string }>(
    `select table_name as table, privilege_type as right from information_schema.role_table_grants
      where grantee = 'keyan_app' and table_name in ('history', 'security_event', 'wf_log')
      order by 1, 2`,
  );
  expect(new Set(grants.map(({ table }) => table)).size).toBe(3);
  for (const { table, right } of grants) {
    expect([table, right]).toEqual([table, expect.stringMatching(/^(SELECT|INSERT)$/)]);
  }
});

test('rows of before a migration are carried along, each tenant with its own', async () => {
  const older = await testDatabase({ empty: true });
  const all = await readMigrations(join(import.meta.dirname, '../apps/api/migrations'));
  await migrate(
    older.ownerUrl,
    all.filter(({ name }) => name < '0075'),
  );
  await older.query(
    `insert into role (tenant_id, id, role_name, role_alias, is_deleted)
     values ('100001', 1, '教师', 'teacher', 0), ('100001', 2, '秘书', 'secretary', 1),
            ('100002', 3, '教师', 'lecturer', 0)`,
  );
  await older.query(
    `insert into register_guest (tenant_id, id, role_name, create_user, create_time, update_user,
       update_time)
     select tenant, id, roles, 0, now(), 0, now()
       from (values ('100001', 1, '教师、秘书、别的'), ('100002', 2, '教师'), ('100002', 3, null))
         as given (tenant, id, roles)`,
  );
  const rows = [
    { row: 3, input: { a: 1 }, faults: [] },
    { row: 4, input: { a: 2 }, faults: [] },
    { row: 5, input: { a: 3 }, faults: [] },
    { row: 6, input: { a: 4 }, faults: [{ path: 'a' }] },
  ];
  await older.query(
    `insert into import_batch (tenant_id, id, resource, file_name, rows, create_user, create_time)
     values ('100001', 9, 'papersapp', 'x.xlsx', $1, 1, now())`,
    [JSON.stringify(rows)],
  );
  await older.query(
    `insert into import_mark (tenant_id, batch_id, row_no, record_id, fault)
     values ('100001', 9, 3, 70, null), ('100001', 9, 4, null, '编号已存在')`,
  );
  // Lines of approvals, of processes without a route.
  await older.query(
    `do $$ begin
       perform set_config('session_replication_role', 'replica', true);
       insert into users (tenant_id, id, account, name, real_name)
         values ('100001', 7, 'a7', '甲', '王芳'), ('100002', 7, 'b7', '乙', '李敏');
       insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id,
           variables, status, suspended, revision, started)
         select tenant, 1, 1, 'x', 1, 'x', 7, '{}', 'DONE', false, 1, now()
           from unnest(array['100001', '100002']) as tenant;
       insert into wf_log (tenant_id, id, instance_id, revision, line, operation, actor_id, comment,
           target, at)
         values ('100001', 1, 1, 1, 1, 'transfer', 7, '', '7', now()),
                ('100002', 2, 1, 1, 1, 'back', 7, '', 'office', now()),
                ('100002', 3, 1, 2, 1, 'skip', null, '', null, now());
       -- A process under way: handed in twice, then in two branches, with one word against.
       insert into wf_log (tenant_id, id, instance_id, revision, line, operation, actor_id, act_id,
           comment, at)
         values ('100001', 4, 1, 2, 1, 'disagree', 7, 14, '', now());
       insert into wf_scope (tenant_id, id, instance_id, fork, expected, arrived, status)
         values ('100001', 5, 1, 'p', 3, 1, 'OPEN');
       insert into wf_act (tenant_id, id, instance_id, seq, node, scope_id, previous_id, return_to,
           status, total, done, people, flows, entered)
         select '100001', act.id, 1, act.id - 10, act.node, act.scope, act.previous, act.direct,
             act.status, 1, 1, '[]', '[]', now()
           from (values (11, 'apply', null, null, null, 'DONE'),
                        (12, 'apply', null, null, 'z', 'DONE'),
                        (13, 'a', 5, 12, null, 'DONE'),
                        (14, 'b', 5, 12, null, 'DONE'),
                        (15, 'c', 5, 14, null, 'ACTIVE'))
             as act(id, node, scope, previous, direct, status);
     end $$`,
  );
  await older.query(
    `insert into saved_view (tenant_id, id, owner_id, resource, view, name, content, create_time, update_time)
     select '100001', id, 7, resource, 'manage', id::text, jsonb_build_object('query', query), saved, saved
       from (values (1, 'sms', 'smsCode=a1&status=1', date '2020-01-01'), (2, 'oss', 'status=0', '2020-01-01'),
                    (3, 'oss', 'status=1', '2999-01-01'), (4, 'mail', 'status=1%2C0&q=1', '2999-01-01'),
                    (5, 'journal', 'status=1', '2020-01-01'), (6, 'mail', 'mailCode=0', '2020-01-01'))
         as given (id, resource, query, saved)`,
  );
  await migrate(older.ownerUrl, all);
  // Codes of before are moved, in filters of the status alone.
  expect(
    await older.query(`select content ->> 'query' as query from saved_view order by id`),
  ).toEqual(
    [
      'smsCode=a1&status=2',
      'status=1',
      'status=1',
      'status=2%2C1&q=1',
      'status=1',
      'mailCode=0',
    ].map((query) => ({ query })),
  );
  expect(await older.query('select actor_name, target_name from wf_log order by id')).toEqual([
    { actor_name: '王芳', target_name: '王芳' },
    { actor_name: '李敏', target_name: null },
    { actor_name: null, target_name: null },
    { actor_name: '王芳', target_name: null },
  ]);
  // Verdicts still count, those that were gone back over do not; their basis is unknown.
  expect(
    await older.query(
      `select id::text, previous_ids::text[] as previous, verdict, basis, void
         from wf_act order by id`,
    ),
  ).toEqual([
    { id: '11', previous: [], verdict: 'agree', basis: null, void: true },
    { id: '12', previous: [], verdict: 'agree', basis: null, void: false },
    { id: '13', previous: ['12'], verdict: 'agree', basis: null, void: false },
    { id: '14', previous: ['12'], verdict: 'against', basis: null, void: false },
    { id: '15', previous: ['14'], verdict: null, basis: null, void: false },
  ]);
  expect(await older.query('select arrivals, partial from wf_scope')).toEqual([
    // Its definition is not there: no branch can be named.
    { arrivals: [], partial: false },
  ]);
  expect(
    await older.query(
      `select r.row_no, r.input ->> 'a' as a, r.record_id::text, r.failure ->> 0 as failure,
              b.total, b.valid, b.confirm_time is not null as confirmed
         from import_row r join import_batch b on b.id = r.batch_id order by 1`,
    ),
  ).toEqual(
    [
      { row_no: 3, a: '1', record_id: '70', failure: null },
      { row_no: 4, a: '2', record_id: null, failure: '编号已存在' },
      { row_no: 5, a: '3', record_id: null, failure: null },
      { row_no: 6, a: '4', record_id: null, failure: null },
    ].map((row) => ({ ...row, total: 4, valid: 3, confirmed: true })),
  );
  expect(await older.query('select id, roles from register_guest order by id')).toEqual([
    { id: '1', roles: ['teacher', 'secretary', '别的'] },
    { id: '2', roles: ['lecturer'] },
    { id: '3', roles: null },
  ]);
  await older.drop();
});

test('rows that were stored wrongly are repaired', async () => {
  const older = await testDatabase({ empty: true });
  const all = await readMigrations(join(import.meta.dirname, '../apps/api/migrations'));
  await migrate(
    older.ownerUrl,
    all.filter(({ name }) => name < '0721'),
  );
  await older.query(
    `do $$ begin
       perform set_config('session_replication_role', 'replica', true);
       insert into patent (tenant_id, id, patent_type, apply_num, audit_status, create_user, create_time, update_user,
           update_time)
         select '100001', id, type, number, '2', 7, now(), 7, now()
           from (values (1, '01', '202211369997'), (2, '02', '202211369997.9'), (3, '03', '01123456'),
                        (4, '04', '202211369997')) as given (id, type, number);
       insert into program (tenant_id, id, program_name, program_kind, program_leader, status, create_user, create_time,
           update_user, update_time)
         select tenant, id, name, 'vertical', 7, '20', 7, now(), 7, now()
           from (values ('100001', 1, '湿地'), ('100001', 2, '湿地结余'), ('100002', 2, '别的项目'))
             as given (tenant, id, name);
       insert into process_surplus (tenant_id, id, program_id, surplus_program_id, audit_status, create_user,
           create_time, update_user, update_time)
         values ('100001', 1, 1, 2, '2', 7, now(), 7, now());
     end $$`,
  );
  await migrate(older.ownerUrl, all);
  // The check character that imports cut off (public M7); numbers of other offices have none.
  expect(await older.query('select apply_num as number from patent order by id')).toEqual(
    ['202211369997.9', '202211369997.9', '01123456.3', '202211369997'].map((number) => ({
      number,
    })),
  );
  // Accounts of surpluses are no projects under way (office F8).
  expect(
    await older.query('select program_kind as kind from program order by tenant_id, id'),
  ).toEqual(['vertical', 'surplus', 'vertical'].map((kind) => ({ kind })));
  await older.drop();
});
