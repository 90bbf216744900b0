import { openTestDemo, type TestDemo } from '@keyan/api/testing/demo.ts';
import { listRows } from '@keyan/engine/commands/read.ts';
import { opensPage } from '@keyan/engine/records/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** One account of each set of roles that the demo has, and the one that visitors sign in with. */
const accounts = [
  ...new Map(
    demoPeople()
      .toReversed()
      .map(({ account, roles }) => [roles.toSorted().join(), account]),
  ).values(),
];

/** Kinds whose records are everybody's to read, although pages show them to some. */
const everybodys: readonly string[] = [
  // Released bibliography; whom the system asked about it is hidden (`matches`).
  'collectionThesis',
];

let demo: TestDemo;
beforeAll(async () => {
  demo = await openTestDemo();
});
afterAll(() => demo.close());

const most = 10_000;

/** The ids that a call lists: without a page, or as a page, open or handled. */
const listed = async (
  actor: Actor,
  resource: Resource,
  page: { readonly view?: string; readonly done?: boolean } = {},
): Promise<readonly string[]> => {
  const query = { where: [], sort: [], fields: ['id'], page: 1, size: most, ...page };
  const { records } = await listRows({ engine: demo.parts.engine, actor }, resource, query);
  return records.map(({ id }) => id);
};

/** Rows that an actor reads otherwise: those that they made, have a task on (or a proxy has), or hold a copy of. */
const otherwise = async (actor: Actor, resource: Resource): Promise<ReadonlySet<string>> => {
  const rows = await demo.database.query<{ id: string }>(
    `select id::text from ${resource.table} where tenant_id = $2 and create_user = $1
     union select business_id::text from wf_task where tenant_id = $2
       and (actor_id = $1 or assignee_id = $1 or owner_id = $1 or candidates && wf_groups($2, $1))
     union select i.business_id::text from wf_cc k
       join wf_instance i on i.tenant_id = k.tenant_id and i.id = k.instance_id
      where k.tenant_id = $2 and k.user_id = $1`,
    [actor.id, actor.tenantId],
  );
  return new Set(rows.map(({ id }) => id));
};

test.each(accounts)(
  'what a call without a page lists for %s is what their pages show',
  { timeout: 300_000 },
  async (account) => {
    const actor = demo.actor(account);
    const beyond: string[] = [];
    for (const resource of demo.parts.engine.resources.values()) {
      const pages = Object.entries(resource.views).filter(([, { code }]) =>
        actor.permissions.has(code),
      );
      const { pageless, readers } = resource.access;
      // An actor who decides on records of departments reads those of their departments, whatever becomes of them.
      if (pages.some(([, { actions }]) => actions.includes('audit'))) continue;
      if (everybodys.includes(resource.key)) continue;
      // An actor whom the definition lets read without a page reads more than pages show.
      const isOpen = pageless || readers?.some((code) => actor.permissions.has(code));
      if (pages.length === 0 || isOpen || !opensPage(resource, actor)) continue;
      const shown = new Set<string>();
      for (const [view, { done }] of pages) {
        for (const id of await listed(actor, resource, { view })) shown.add(id);
        if (!done) continue;
        for (const id of await listed(actor, resource, { view, done: true })) shown.add(id);
      }
      const others = (await listed(actor, resource)).filter((id) => !shown.has(id));
      if (others.length === 0) continue;
      const known = await otherwise(actor, resource);
      const left = others.filter((id) => !known.has(id));
      if (left.length > 0) beyond.push(`${resource.key}: ${left.length} beyond ${shown.size}`);
    }
    expect(beyond).toEqual([]);
  },
);
