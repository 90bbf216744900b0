import { dayText } from '@keyan/kernel/values/time.ts';
import { declareInfo } from '../project/declaration/declare-info.ts';
import { project } from '../project/project.ts';
import { handleOpenTask, holderOf } from './handle-task.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const hour = 3_600_000;
/** No route of ours has more steps. */
const mostSteps = 10;

const stateOf = async ({ engine }: SeedParts, id: string): Promise<string | undefined> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<{ state: string }>(
      'select declare_status as state from declare_info where tenant_id = $1 and id = $2',
      [tenantId, id],
    ),
  );
  return found?.state;
};

/** Makes the asked people agree until the declaration has the wanted state. */
const agreeUntil = async (parts: SeedParts, id: string, wanted: string): Promise<boolean> => {
  for (let step = 0; step < mostSteps; step += 1) {
    if ((await stateOf(parts, id)) === wanted) return true;
    parts.clock.now = new Date(parts.clock.now.getTime() + hour);
    const comment = '材料齐全，同意';
    if (!(await handleOpenTask(parts, id, (task) => ({ is: 'agree', task, comment })))) break;
  }
  return (await stateOf(parts, id)) === wanted;
};

const waiting = ({ engine }: SeedParts): Promise<readonly { id: string; reviewed: boolean }[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<{ id: string; reviewed: boolean }>(
      `select d.id::text, p.need_review = '1' as reviewed
         from declare_info d join declare_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
        where d.tenant_id = $1 and d.is_deleted = 0 and d.audit_status = '1' order by d.id`,
      [tenantId],
    ),
  );

/** Declarations at each stage behind the department, one refused in the end, and one that becomes a project. */
const decideDeclarations = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  const open = await waiting(parts);
  const [reviewed] = open.filter((one) => one.reviewed);
  if (reviewed) await agreeUntil(parts, reviewed.id, '40');
  const [recommended, checked, refused] = open.filter((one) => !one.reviewed);
  if (recommended) await agreeUntil(parts, recommended.id, '20');
  if (checked) await agreeUntil(parts, checked.id, '30');
  if (refused && (await agreeUntil(parts, refused.id, '30'))) {
    const comment = '研究基础不足，本年度不予立项。';
    await handleOpenTask(parts, refused.id, (task) => ({ is: 'refuse', task, comment }));
  }
  const office = engine.as(await holderOf(parts, 'rd_admin'));
  const [approved] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from declare_info
        where tenant_id = $1 and is_deleted = 0 and declare_status = '50' order by id limit 1`,
      [tenantId],
    ),
  );
  if (approved) await office.performAll(declareInfo, 'convert', [approved.id]);
};

/** One project is suspended, and one goes back to waiting for its approval. */
const holdProjects = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  const office = engine.as(await holderOf(parts, 'rd_admin'));
  const projects = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from program where tenant_id = $1 and is_deleted = 0 and status = '20'
        order by end_date desc, id limit 2`,
      [tenantId],
    ),
  );
  const acts = [
    ['suspend', { reason: '负责人赴国外访学一年，申请暂停。' }],
    ['pend', {}],
  ] as const;
  for (const [index, [name, input]] of acts.entries()) {
    const id = projects[index]?.id ?? '0';
    const { version } = (await office.read(project, id)).row;
    await office.perform(project, name, id, { ...input, version });
  }
};

/** Projects whose end has passed are overdue, as the clock would have it each morning. */
const expireProjects = async (parts: SeedParts): Promise<void> => {
  const { engine, clock } = parts;
  const over = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from program where tenant_id = $1 and is_deleted = 0
          and status in ('20', '21') and end_date < $2 order by id`,
      [tenantId, dayText(clock.now)],
    ),
  );
  const system = engine.asSystem('演示数据', tenantId);
  for (const { id } of over) await system.perform(project, 'expire', id);
};

/** Outcomes of declarations and projects, which no specimen shows. */
export const demoProjectOutcomes = async (parts: SeedParts, now: Date): Promise<void> => {
  parts.clock.now = new Date(now.getTime() - 60 * hour);
  await decideDeclarations(parts);
  await holdProjects(parts);
  await expireProjects(parts);
  parts.clock.now = now;
};
