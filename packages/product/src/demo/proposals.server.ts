import { dateOfText, dayText, timeText } from '@keyan/kernel/values/time.ts';
import { declarePlan } from '../project/declaration/declare-plan.ts';
import { proposalObjection } from '../project/declaration/publicity/proposal-objection.ts';
import { readRows } from './call-review.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { cachedActor } from './person-of.server.ts';
import type { SeedParts } from './story-player.server.ts';

const day = 86_400_000;

/** Keys of the resources that this part fills, so that they need no specimens. */
export const proposalKinds: readonly string[] = [proposalObjection.key];

/** Writes a public notice of the declarations to be approved for a call; one objection is decided, another open. */
export const demoProposals = async (parts: SeedParts, now: Date): Promise<void> => {
  const { clock, engine } = parts;
  clock.now = dateOfText(`${dayText(new Date(now.getTime() - 2 * day))} 10:20:00`);
  const [call] = await readRows<{ id: string; num: string; kind: string }>(
    parts,
    `select p.id::text, min(i.declare_num) as num, p.program_kind as kind from declare_plan p
       join declare_info i on i.tenant_id = p.tenant_id and i.plan_id = p.id and i.is_deleted = 0
      where p.tenant_id = $1 and p.status in ('1', '3') and i.declare_status = '50'
      group by p.id, p.program_kind order by count(*) desc, p.id limit 1`,
  );
  if (!call) return;
  const office = await actorByAccount(parts, 'rd_project');
  const shownUntil = `${timeText(new Date(now.getTime() + 7 * day)).slice(0, 10)} 17:00:00`;
  const { version } = (await engine.as(office).read(declarePlan, call.id)).row;
  await engine.as(office).perform(declarePlan, 'publicise', call.id, { shownUntil, version });
  const colleagues = await readRows<{ id: string }>(
    parts,
    `select u.id::text from users u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.role_alias = 'teacher'
      where u.tenant_id = $1 and u.is_deleted = 0
        and not exists (select from declare_info i join declare_info_members m
              on m.tenant_id = i.tenant_id and m.parent_id = i.id
             where i.tenant_id = u.tenant_id and i.plan_id = $2 and m.user_id = u.id)
      order by u.id limit 2`,
    [call.id],
  );
  const words = [
    '该项目与申报人在研项目研究内容相近，请核实是否重复资助。',
    '公示名单中承担单位与申报书所列单位不一致，请核对。',
  ];
  for (const [at, { id: colleague }] of colleagues.entries()) {
    const actor = await cachedActor(engine, colleague);
    if (!actor) continue;
    const { id } = await engine.as(actor).save(proposalObjection, {
      planId: call.id,
      declareNum: call.num,
      content: words[at] ?? '',
    });
    await engine.as(actor).perform(proposalObjection, 'handIn', id);
    if (at > 0) continue;
    clock.now = new Date(clock.now.getTime() + day);
    const { row } = await engine.as(office).read(proposalObjection, id);
    await engine.as(office).perform(proposalObjection, 'reject', id, {
      version: row.version,
      result: '经核对申报书与在研项目任务书，研究目标和内容不同，不属于重复资助。',
    });
  }
  clock.now = now;
};
