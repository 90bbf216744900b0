/**
 * Measures assigning 1,000 records of a review to 300 experts with the co-authors of five years out
 * of 100,000 outputs: `npm run bench:reviews [-- --records 1000 --experts 300 --outputs 100000]`.
 * Fills a separate database, plans the assignment, and has the background job write
 * it. The baseline takes for each record the first experts with room, without matches, conflicts or
 * spread, from the same pairs in memory.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts } from '@keyan/api/parts.ts';
import { setUpTenant } from '@keyan/api/tenants.ts';
import { removeDataDir, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { createYielder } from '@keyan/engine/base/yielding.ts';
import { assignReview } from '@keyan/product/review/assign-job.server.ts';
import { assignmentPlanOf } from '@keyan/product/review/assigning.server.ts';
import { reviewSet } from '@keyan/product/review/review-set.ts';
import type { StoredSet } from '@keyan/product/review/rows.server.ts';
import { createPeople } from '@keyan/product/testing.ts';
import pg from 'pg';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000' },
    experts: { type: 'string', default: '300' },
    outputs: { type: 'string', default: '100000' },
  },
});
const [records, experts, outputs] = [values.records, values.experts, values.outputs].map(
  Number,
) as [number, number, number];
/** Maximum seconds for the plan and its writing (budget of the product). */
const budget = 20;
const perRecord = 5;
const maxRecordsPerExpert = Math.ceil((records * perRecord * 1.2) / experts);
/** Number of people who write outputs; the first of them are the experts. */
const people = 5000;
const authors = 5;
const tenant = '000000';
const first = 800_000_000;
const setId = '799000001';

const dataDir = temporaryDataDir();
const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEVELOP: 'off' }, dataDir);
const database = await openMigrated(env, true);
const parts = await openParts(env, database);
await setUpTenant(parts.engine, { tenantId: tenant, name: '江陵大学' });
await createPeople(parts.engine, tenant);
const admin = new pg.Client(database.ownerUrl);
admin.on('error', () => undefined);
await admin.connect();
await admin.query(`set app.tenant = '${tenant}'`);

const stamp = '0, now(), 0, now()';
const stamped = 'create_user, create_time, update_user, update_time';

/**
 * Inserts people, experts with three disciplines, outputs of five years with five authors, and
 * declarations to review.
 */
const fill = async (): Promise<void> => {
  const run = (sql: string) => admin.query(sql);
  await run(`insert into users (tenant_id, id, account, name, real_name, user_type, dept_id, ${stamped})
    select '${tenant}', ${first} + n, 'bench' || n, '人' || n, '人' || n, '2',
      (select d.id from dept d where d.tenant_id = '${tenant}' order by d.id offset n % 20 limit 1), ${stamp}
    from generate_series(1, ${people}) n`);
  await run(`insert into user_role (tenant_id, user_id, role_id)
    select '${tenant}', ${first} + n, r.id from generate_series(1, ${experts}) n, role r
    where r.tenant_id = '${tenant}' and r.role_alias = 'expert'`);
  await run(`insert into expert (tenant_id, id, name, expert_type, user_id, unit, ranks, disciplines, keywords, status, ${stamped})
    select '${tenant}', 810000000 + n, '专家' || n, '1', ${first} + n, '江陵大学', '011',
      array[(array['52040','41340','18044','16015','79000'])[1 + n % 5], (array['52020','41310','18034','16010','79010'])[1 + n % 5]],
      '方法' || n % 40 || '；对象' || n % 25, '1', ${stamp} from generate_series(1, ${experts}) n`);
  await run(`insert into paper (tenant_id, id, art_name, publish_date, audit_status, ${stamped})
    select '${tenant}', 820000000 + n, '论文' || n, current_date - (n % 1800), '2', ${stamp} from generate_series(1, ${outputs}) n`);
  await run(`insert into paper_authors (tenant_id, id, parent_id, sort_order, user_id, name)
    select '${tenant}', 830000000 + n * ${authors} + a, 820000000 + n, a,
      ${first} + 1 + (n * 7919 + a * a * 104729 + a * 31) % ${people}, '人' from generate_series(1, ${outputs}) n, generate_series(0, ${authors - 1}) a`);
  await run(`insert into declare_info (tenant_id, id, program_name, program_leader, audit_status, ${stamped})
    select '${tenant}', 840000000 + n, '申报' || n, ${first} + 301 + n % 4000, '1', ${first} + 301 + n % 4000, now(), 0, now()
    from generate_series(1, ${records}) n`);
  await run(`insert into declare_info_members (tenant_id, id, parent_id, sort_order, user_id, name)
    select '${tenant}', 850000000 + n * 10 + m, 840000000 + n, m, ${first} + 1 + (n * 37 + m * 911) % ${people}, '人'
    from generate_series(1, ${records}) n, generate_series(0, 4) m`);
  await run(`insert into review_item (tenant_id, id, title, biz_kind, status, resource, business_id, department_id, applicant_id,
      subject, keywords, parties, visit, code, experts, handed_in, waits_since, call_id, ${stamped})
    select '${tenant}', 860000000 + n, '申报' || n, '1', '0', 'declareInfo', (840000000 + n)::text, u.dept_id, u.id,
      (array['52040','41340','18044','16015','79000'])[1 + n % 5], '方法' || n % 40 || '；对象' || n % 25,
      (select string_agg(distinct m.user_id::text, ',') from declare_info_members m
        where m.tenant_id = '${tenant}' and m.parent_id = 840000000 + n) || ',' || u.id,
      n::text, 'R' || n, 0, 0, now(), '1', ${stamp}
    from generate_series(1, ${records}) n join users u on u.tenant_id = '${tenant}' and u.id = ${first} + 301 + n % 4000`);
  await run(`insert into review_set (tenant_id, id, set_name, biz_kind, plan_id, review_mode, blind_mode, score_scheme,
      expert_per_item, max_per_expert, reserves, drop_extreme, min_words, end_time, status, seed, ${stamped})
    values ('${tenant}', ${setId}, '千项评审', '1', 1, '1', '2', '1', ${perRecord}, ${maxRecordsPerExpert}, 2, '0', 10,
      now() + interval '30 days', '5', 1, ${stamp})`);
  await run(`insert into review_set_experts (tenant_id, id, parent_id, sort_order, expert_id)
    select '${tenant}', 870000000 + n, ${setId}, n, 810000000 + n from generate_series(1, ${experts}) n`);
  await run('analyze');
};

/** Measures the maximum milliseconds for which the event loop was blocked. */
const watchLoop = () => {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
};

const timed = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
  const began = performance.now();
  const value = await work();
  return [value, (performance.now() - began) / 1000];
};

try {
  await fill();
  const { engine } = parts;
  const { row } = await engine.asSystem('bench', tenant).read(reviewSet, setId);
  const set = row as unknown as StoredSet;
  const heldBy = watchLoop();
  const [plan, planned] = await timed(() =>
    engine.database.read(tenant, (tx) => assignmentPlanOf({ engine, tx }, set, createYielder())),
  );
  const held = heldBy();
  const pairs = plan.planned.reduce((sum, one) => sum + one.pairs.length, 0);
  const lacking = plan.planned.reduce((sum, one) => sum + one.lacking, 0);
  const [, bare] = await timed(async () => {
    const load = new Map<string, number>();
    for (const { item } of plan.planned) {
      const free = plan.panel.filter(({ id }) => (load.get(id) ?? 0) < maxRecordsPerExpert);
      for (const { id } of free.slice(0, perRecord)) load.set(id, (load.get(id) ?? 0) + 1);
      if (item.id === '') throw new Error('a record without an id');
    }
  });
  const signal = new AbortController().signal;
  const [counts, whole] = await timed(() =>
    assignReview.run({ tenantId: tenant, data: { id: setId }, signal }, engine),
  );
  const said = (seconds: number): string => `${seconds.toFixed(2)} s`;
  console.log(`${records} records, ${experts} experts, ${outputs} outputs of ${authors} authors`);
  console.log(`plan                 ${said(planned)}  ${pairs} pairs, ${lacking} places left open`);
  console.log(`baseline             ${said(bare)}  the first with room, in memory`);
  console.log(
    `plan and writing     ${said(whole)}  budget ${budget} s; ${counts.done} records written`,
  );
  console.log(`longest hold of loop ${held.toFixed(0)} ms`);
} finally {
  await admin.end();
  await parts.close();
  await database.close();
  removeDataDir(dataDir);
}
