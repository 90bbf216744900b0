import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { processOver } from '../project/changes/process-over.ts';
import { declareInfo } from '../project/declaration/declare-info.ts';
import { sponsorLimit } from '../project/limits/sponsor-limit.ts';
import type { projectSource } from '../project/program/sources.ts';
import { project } from '../project/project.ts';
import { continueRecord } from './chapters.server.ts';
import { attachedFile } from './funds.server.ts';
import { actorByAccount, handleOpenTask } from './handle-task.server.ts';
import { projectBegin } from './papers.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const hour = 3_600_000;
/** Maximum number of approval steps per record in the demo. */
const maxApprovalSteps = 10;

const stateOf = async ({ engine }: SeedParts, id: string): Promise<string | undefined> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<{ state: string }>(
      'select declare_status as state from declare_info where tenant_id = $1 and id = $2',
      [tenantId, id],
    ),
  );
  return found?.state;
};

/** Approves as the asked people until the declaration has the wanted state. */
const agreeUntil = async (parts: SeedParts, id: string, wanted: string): Promise<boolean> => {
  for (let step = 0; step < maxApprovalSteps; step += 1) {
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

/** Advances declarations to each stage after the department; one is rejected, and one becomes a project. */
const decideDeclarations = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  const open = await waiting(parts);
  const [reviewed] = open.filter((one) => one.reviewed);
  const agreed = (one: { readonly id: string } | undefined, state: string) =>
    one && continueRecord(parts, one.id, () => agreeUntil(parts, one.id, state));
  await agreed(reviewed, '40');
  const [recommended, checked, refused] = open.filter((one) => !one.reviewed);
  await agreed(recommended, '20');
  await agreed(checked, '30');
  if (refused && (await agreeUntil(parts, refused.id, '30'))) {
    const comment = '研究基础不足，本年度不予立项。';
    await handleOpenTask(parts, refused.id, (task) => ({ is: 'refuse', task, comment }));
  }
  const office = engine.as(await actorByAccount(parts, 'rd_admin'));
  const [approved, lost] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from declare_info
        where tenant_id = $1 and is_deleted = 0 and declare_status = '50' order by id limit 2`,
      [tenantId],
    ),
  );
  if (approved) await office.performAll(declareInfo, 'convert', [approved.id]);
  if (lost) await office.performAll(declareInfo, 'decline', [lost.id]);
};

/** Suspends one project, and returns one to the state before approval. */
const holdProjects = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  const office = engine.as(await actorByAccount(parts, 'rd_admin'));
  const projects = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from program where tenant_id = $1 and is_deleted = 0 and status = '20'
          and program_kind <> 'surplus'
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
    await continueRecord(parts, id, async () => {
      const { version } = (await office.read(project, id)).row;
      await office.perform(project, name, id, { ...input, version });
    });
  }
};

/** Marks ended projects as overdue, as the nightly job does. */
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
  for (const { id } of over)
    await continueRecord(parts, id, () => system.perform(project, 'expire', id));
};

/** Writes outcomes of declarations and projects, which specimens do not have. */
export const demoProjectOutcomes = async (parts: SeedParts, now: Date): Promise<void> => {
  parts.clock.now = new Date(now.getTime() - 60 * hour);
  await decideDeclarations(parts);
  await holdProjects(parts);
  await expireProjects(parts);
  parts.clock.now = now;
};

/** Keys of the resources that this part fills, so that they need no specimens. */
export const limitKinds: readonly string[] = [sponsorLimit.key];

const both = ['1', '2'] as const;

/** Limit rules of two sponsors, as in their guides; an office confirms them each year. */
const rules = [
  {
    limitName: '申请和承担国家自然科学基金项目（高级职称）',
    resource: '1003',
    parts: both,
    ranks: '1',
    applying: both,
    holding: both,
    endsFree: '1',
    joinedSince: 2020,
    most: 2,
  },
  {
    limitName: '申请和承担国家自然科学基金项目（非高级职称）',
    resource: '1003',
    parts: ['1'],
    ranks: '2',
    applying: ['1'],
    holding: ['1'],
    endsFree: '1',
    most: 1,
  },
  {
    limitName: '同年申请同类型国家自然科学基金项目',
    resource: '1003',
    parts: ['1'],
    applying: ['1'],
    sameType: '1',
    most: 1,
  },
  {
    limitName: '主持申请和承担国家社会科学基金项目',
    resource: '1004',
    parts: ['1'],
    applying: ['1'],
    holding: ['1'],
    most: 1,
  },
  {
    limitName: '参与申请国家社会科学基金项目',
    resource: '1004',
    parts: ['2'],
    applying: both,
    most: 2,
  },
] as const;

const guideOf: Readonly<Record<string, string>> = {
  '1003': '国家自然科学基金项目指南（限项申请规定）',
  '1004': '国家社会科学基金项目申报公告',
} satisfies Readonly<Partial<Record<CodeOf<typeof projectSource>, string>>>;

/** Writes 限项规则 of sponsors, after all declarations, which the rules might otherwise refuse. */
export const demoSponsorLimits = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(sponsorLimit.key)) return;
  const office = engine.as(await actorByAccount(parts, 'rd_project'));
  for (const rule of rules) {
    await office.save(sponsorLimit, {
      ranks: '0',
      sameType: '0',
      endsFree: '0',
      itself: '1',
      level: '1',
      document: guideOf[rule.resource],
      ...rule,
    });
  }
  const old = await office.save(sponsorLimit, {
    ...rules[2],
    limitName: '同年申请同类型国家自然科学基金项目（2024 年度）',
    planYear: 2024,
    ranks: '0',
    endsFree: '0',
    itself: '1',
    level: '1',
    document: '2024 年度国家自然科学基金项目指南',
  });
  await office.performAll(sponsorLimit, 'disable', [old.id]);
};

/** Projects by state of R-201, for the states in which the account `teacher` has none. */
const wanted: readonly {
  readonly state: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}[] = [
  { state: '10', name: '面向慢病随访的中文医疗大模型评测', from: 1, to: 37 },
  { state: '20', name: '电子病历时间线的自动重建', from: -14, to: 22 },
  { state: '21', name: '中文临床术语的跨机构归一', from: -40, to: 8 },
  { state: '22', name: '面向基层医院的病历质控方法', from: -30, to: -2 },
  { state: '30', name: '医学问答中的证据检索与排序', from: -34, to: 2 },
  { state: '40', name: '病历文本脱敏方法及其评价', from: -60, to: -24 },
  { state: '50', name: '多院区检验数据的联合建模', from: -20, to: 16 },
  { state: '60', name: '可穿戴设备心电信号的弱监督标注', from: -44, to: -8 },
  { state: '61', name: '门诊语音转写与结构化', from: -50, to: -14 },
  { state: '90', name: '方言语音病历的采集与标注', from: -12, to: 24 },
];

interface Teacher {
  readonly id: string;
  readonly department: string;
  readonly states: readonly string[];
}

const teacherOf = async ({ engine }: SeedParts): Promise<Teacher | undefined> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<Teacher>(
      `select u.id::text, u.dept_id::text as department,
              coalesce((select json_agg(distinct p.status) from program p
                where p.tenant_id = u.tenant_id and p.program_leader = u.id and p.is_deleted = 0
                  and p.program_kind <> 'surplus'), '[]') as states
         from users u where u.tenant_id = $1 and u.account = 'teacher'`,
      [tenantId],
    ),
  );
  return found;
};

/** Codes of states that an import may set. */
const imported: readonly string[] = ['10', '21', '22', '40', '60', '61', '90'];

/** Processes that bring a running project to the states that only processes reach. */
const filings: Readonly<
  Record<
    string,
    (parts: SeedParts, teacher: Actor, programId: string, today: string) => Promise<unknown>
  >
> = {
  '30': async (parts, teacher, programId, today) =>
    parts.engine.as(teacher).submit(processConclusion, {
      programId,
      conclusionType: '03',
      applyDate: today,
      realEndDate: today,
      isSecretResult: '0',
      summary: '<p>按任务书完成检索、排序与评价三部分工作，方法在两家医院试用。</p>',
      resultSummary: '发表论文两篇，公开评测集一个。',
      targetFinish: '考核指标全部完成。',
      results: [{ bizType: 'paper', title: '医学问答的证据排序', isMarked: '1' }],
      attachments: [
        ...(await attachedFile(parts, teacher, '08', '结题报告')),
        ...(await attachedFile(parts, teacher, '10', '经费决算表')),
      ],
    }),
  '50': async (parts, teacher, programId, today) =>
    parts.engine.as(teacher).submit(processOver, {
      programId,
      overType: '01',
      overDate: today,
      overReason: '合作医院停止提供数据，研究无法按计划继续，申请终止。',
      finished: '完成数据规范与单院区模型，形成技术报告一份。',
      fundsHandle: '停止支出，余额按规定退回。',
      surplusHandle: '04',
      attachments: await attachedFile(parts, teacher, '28', '终止说明'),
    }),
};

/** Writes projects of the account `teacher` in every state. */
export const demoProjectStates = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine } = parts;
  const teacher = await teacherOf(parts);
  const actor = teacher && (await cachedActor(engine, teacher.id));
  if (!teacher || !actor) return;
  const office = engine.as(await actorByAccount(parts, 'rd_admin'));
  const today = dayText(now);
  for (const [at, { state, name, from, to }] of wanted.entries()) {
    if (teacher.states.includes(state)) continue;
    const startDate = addMonths(today, from);
    // Entered by the office at the start; a future project was approved today.
    const entered = from < 0 ? startDate : today;
    parts.clock.now = from < 0 ? projectBegin(startDate) : now;
    const made = await office.save(
      project,
      {
        programName: name,
        programNum: `Z${entered.slice(0, 4)}3109${String(at + 1).padStart(3, '0')}`,
        programKind: 'vertical',
        level: '02',
        resource: '2005',
        projectType: '200501',
        approvalNum: `${startDate.slice(0, 4)}AFB${310 + at}`,
        approvalDate: addMonths(startDate, -1),
        programLeader: teacher.id,
        departmentId: teacher.department,
        startDate,
        endDate: addMonths(today, to),
        fundMode: '1',
        funds: '80000.00',
        budget: [
          { itemCode: '10201', amount: '50000.00' },
          { itemCode: '10301', amount: '30000.00' },
        ],
        members: [
          { sort: 1, personType: '01', userId: teacher.id, memberRole: '01', task: '主持项目' },
        ],
        ...(imported.includes(state) ? { status: state } : {}),
      },
      { imported: true },
    );
    parts.clock.now = now;
    await filings[state]?.(parts, actor, made.id, today);
  }
};
