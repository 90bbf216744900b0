import type { Engine } from '@keyan/engine/engine.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import {
  conclusionArrivedParam,
  conclusionChecks,
  conclusionResults,
} from '../system/parameters/limits.ts';
import { registerGuest } from '../system/registration/registration.ts';
import {
  applyForAccount,
  registrationParam,
} from '../system/registration/registration-apply.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import { demoPeople } from './people.server.ts';
import { chanceOf } from './random.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const hour = 3_600_000;
const day = 24 * hour;

/** Invented people who wait for an account: hours before now, name, account, department, staff no. */
const applicants = [
  [70, '周砚秋', 'zhouyanqiu', '310', '20260117'],
  [26, '唐以宁', 'tangyining', '310', '20260203'],
  [3, '韩书白', 'hanshubai', '310', ''],
] as const;

/** Why applications were refused: days before now, name, account, reason. */
const refused = [
  [151, '钱一诺', 'qianyinuo', '姓名与工号不一致，请核对后重新申请。'],
  [112, '蒋闻笛', 'jiangwendi', '非本校人员，请联系合作导师。'],
  [83, '白若川', 'bairuochuan', '已有账号，请用原账号登录。'],
  [47, '尹照林', 'yinzhaolin', '未填写工号，无法核实身份。'],
  [19, '石清源', 'shiqingyuan', '学生账号由学院统一开通。'],
] as const;

/** Accounts that people asked for themselves. */
const welcomed = 12;

/** Applications that were decided on in the last half-year: each as the calls that decide leave it. */
const demoDecided = async (
  engine: Engine,
  clock: { now: Date },
  now: Date,
  departments: ReadonlyMap<string, string>,
): Promise<void> => {
  const people = demoPeople()
    .filter(({ roles }) => roles.join() === 'teacher')
    .slice(-welcomed);
  const decided = [
    ...refused.map(([daysAgo, name, account, reason]) => ({
      daysAgo,
      name,
      account,
      reason,
      jobNum: null,
      unit: '310',
      action: 'refuse' as const,
    })),
    ...people.map(({ name, account, jobNum, unit }, index) => ({
      daysAgo: 170 - index * 13,
      name,
      account,
      reason: null,
      jobNum,
      unit,
      action: 'accept' as const,
    })),
  ].toSorted((a, b) => b.daysAgo - a.daysAgo);
  const random = chanceOf(97);
  const commands = engine.asSystem('账号注册', tenantId);
  const handlerName = demoPeople().find(({ account }) => account === 'admin')?.name ?? null;
  for (const { daysAgo, unit, action, ...given } of decided) {
    const asked = inOfficeHours(now.getTime() - daysAgo * day, random);
    const handled = new Date(inOfficeHours(asked + random.int(1, 30) * hour, random));
    clock.now = new Date(asked);
    const { id, version } = await commands.save(registerGuest, {
      ...given,
      deptId: departments.get(unit),
      roles: action === 'accept' ? ['teacher'] : null,
      applyTime: timeText(clock.now),
      handlerName,
      handleTime: timeText(handled),
    });
    clock.now = handled;
    await commands.perform(registerGuest, action, id, { version });
  }
};

/** Opens registration, and lets people ask for an account: most were answered, three wait. */
export const demoRegistrations = async (
  engine: Engine,
  clock: { now: Date },
  now: Date,
): Promise<void> => {
  const { known, departments } = await engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `update param set param_value = 'true' where tenant_id = $1 and param_key = $2`,
      [tenantId, registrationParam],
    );
    // Its conclusions were told before their outputs: the demo university asks for no registered ones.
    await tx.query(
      `update param set param_value = '0' where tenant_id = $1 and param_key = any($2)`,
      [tenantId, [conclusionResults.key, conclusionChecks.key, conclusionArrivedParam.key]],
    );
    return {
      known: await tx.query<{ account: string }>(
        'select account from register_guest where tenant_id = $1 and is_deleted = 0',
        [tenantId],
      ),
      departments: await tx.query<{ id: string; code: string }>(
        'select id::text, dept_code as code from dept where tenant_id = $1 and is_deleted = 0',
        [tenantId],
      ),
    };
  });
  const done = new Set(known.map(({ account }) => account));
  if (known.length === 0) {
    const ids = new Map(departments.map(({ id, code }) => [code, id]));
    await demoDecided(engine, clock, now, ids);
  }
  for (const [hours, name, account, unit, jobNum] of applicants) {
    if (done.has(account)) continue;
    clock.now = new Date(now.getTime() - hours * hour);
    const password = `Demo-${account.length}-Keyan`;
    await applyForAccount(
      engine,
      {
        tenantId,
        name,
        account,
        password,
        password2: password,
        deptId: departments.find(({ code }) => code === unit)?.id,
        jobNum,
      },
      { address: '203.0.113.7', userAgent: 'demo' },
    );
  }
  clock.now = now;
};
