import { setTimeout } from 'node:timers/promises';
import type { Engine } from '@keyan/engine/engine.ts';
import { anyVersion } from '@keyan/engine/records/versions.ts';
import { user } from '../system/accounts/user.ts';
import { postNames } from '../system/posts/dictionaries.ts';
import { post } from '../system/posts/post.ts';
import { actorByAccount } from './handle-task.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

interface DemoPost {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly category: '1' | '2' | '3' | '4';
  /** Account names. */
  readonly holders: readonly string[];
}

const demoPosts: readonly DemoPost[] = (
  [
    ['fxz', '分管科研副校长', 'Vice-president for research', '1', 'school_leader'],
    ['kyc-cz', '科研处处长', 'Head of the research office', '2', 'rd_leader rd_admin'],
    ['kyc-kz', '科研处科长', 'Section head, research office', '2', 'rd_project rd_achieve rd_fund'],
    ['xy-fyz', '科研副院长', 'Vice-dean for research', '2', 'dept_leader'],
    ['ky-ms', '科研秘书', 'Research secretary', '3', 'dept_secretary'],
    ['zr-js', '专任教师', 'Full-time teacher', '3', 'dept_leader teacher'],
    ['xt-gly', '系统管理岗', 'System administrator', '3', 'admin'],
    ['pszj', '校外评审专家', 'External reviewer', '4', 'expert'],
    ['xy-yz', '学院院长', 'Dean', '1', ''],
    ['kyc-fcz', '科研处副处长', 'Deputy head of the research office', '2', ''],
    ['cwc-kz', '财务处科研经费科科长', 'Section head, research funds', '2', 'finance'],
    ['gjc-kz', '国际合作处科长', 'Section head, international office', '2', 'intl'],
    ['xcb-kz', '宣传部科长', 'Section head, publicity office', '2', 'propaganda'],
    ['flsw', '法律事务岗', 'Legal officer', '3', 'legal'],
    ['xsw-ms', '学术委员会秘书', 'Secretary of the academic board', '3', ''],
    ['sys-zr', '实验室主任', 'Head of a laboratory', '3', ''],
    ['jys-zr', '教研室主任', 'Head of a teaching section', '3', ''],
    ['zz-ky', '专职科研岗', 'Full-time researcher', '3', ''],
    ['bsh', '博士后研究人员', 'Postdoctoral researcher', '4', ''],
    ['fwxz', '访问学者', 'Visiting scholar', '4', ''],
  ] as const
).map(([code, name, english, category, holders]) => ({
  code,
  name,
  english,
  category,
  holders: holders.split(' ').filter(Boolean),
}));

/** Waits until the server knows new posts, which the database announces after the commit. */
const knownToServer = async (engine: Engine, ids: readonly string[]): Promise<void> => {
  const known = async (): Promise<boolean> => {
    const { entries } = (await engine.dictionaries.of(tenantId))(postNames);
    return ids.every((id) => entries.some(({ code }) => code === id));
  };
  while (!(await known())) await setTimeout(20);
};

/** Writes the posts of the demo university. */
export const demoPostsOffered = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(post.key)) return;
  const office = engine.as(await actorByAccount(parts, 'admin'));
  for (const [index, { code, name, english, category }] of demoPosts.entries()) {
    await office.save(post, {
      postCode: code,
      postName: name,
      postNameEn: english,
      category,
      sort: index + 1,
    });
  }
};

/** Assigns the posts, some people two of them. Does nothing if anybody holds a post. */
export const demoHeldPosts = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  const office = engine.as(await actorByAccount(parts, 'admin'));
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; code: string }>(
      `select id::text, post_code as code from ${post.table} where tenant_id = $1 and is_deleted = 0
          and not exists (select from users where tenant_id = $1 and cardinality(posts) > 0)`,
      [tenantId],
    ),
  );
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  const held = new Map<string, readonly string[]>();
  for (const { code, holders } of demoPosts) {
    const id = ids.get(code);
    if (id === undefined) continue;
    for (const account of holders) held.set(account, [...(held.get(account) ?? []), id]);
  }
  await knownToServer(engine, [...held.values()].flat());
  for (const [account, posts] of held) {
    const { id } = await actorByAccount(parts, account);
    await office.save(user, { id, posts, version: anyVersion });
  }
};
