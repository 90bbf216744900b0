import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { processSurplus } from '../project/changes/process-surplus.ts';
import { project } from '../project/project.ts';
import { agreeToAll, attached } from './funds.server.ts';
import { holderOf } from './handle-task.server.ts';
import { beginOf } from './papers.server.ts';
import { personOf } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { fieldWords, topicAt } from './words.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** So many for each college. */
const perCollege = 3;

interface Leader {
  readonly id: string;
  readonly department: string;
  readonly college: string;
}

/** The first teacher of each college: whoever writes its records of kinds that the story does not tell. */
const leadersOf = ({ engine }: SeedParts): Promise<readonly Leader[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Leader>(
      `select distinct on (dept.dept_code) users.id::text, dept.id::text as department,
              dept.dept_code as college
         from users join dept on dept.id = users.dept_id and dept.tenant_id = users.tenant_id
        where users.tenant_id = $1 and dept.dept_code = any($2)
        order by dept.dept_code, users.id`,
      [tenantId, Object.keys(fieldWords)],
    ),
  );

/** Books a part of an arrival for a project, on one item. */
const bookFor = async (
  parts: SeedParts,
  leader: Actor,
  office: Actor,
  { arriveId, programId, amount }: Readonly<Record<'arriveId' | 'programId' | 'amount', string>>,
): Promise<void> => {
  const { engine } = parts;
  const { id: divideId } = await engine
    .as(leader)
    .save(fundingDivide, { arriveId, programId, divideAmount: amount });
  await engine.as(office).perform(fundingDivide, 'assign', divideId);
  const { id } = await engine.as(leader).submit(arrivalBudget, {
    divideId,
    taxAmount: '0.00',
    indirectFee: '0.00',
    items: [{ itemCode: '10201', amount }],
    attachments: await attached(parts, leader, '26', '到账凭证'),
  });
  await agreeToAll(parts, id);
};

/**
 * Projects that were concluded last year and have money left, so that there are surpluses to handle.
 * Nothing happens where surpluses are there already.
 */
export const demoEndedProjects = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(processSurplus.key)) return;
  const [office, director] = [await holderOf(parts, 'rd_fund'), await holderOf(parts, 'rd_admin')];
  const begin = new Date(now.getTime() - 330 * day);
  const year = Number(dayText(now).slice(0, 4)) - 3;
  for (const { id: leaderId, department, college } of await leadersOf(parts)) {
    const leader = await personOf(engine, leaderId);
    if (!leader) continue;
    clock.now = begin;
    const amounts = Array.from({ length: perCollege }, (_, index) => `${index * 3 + 4}600.00`);
    const arrival = await engine.as(office).save(fundingArrive, {
      fundingSource: '省科学技术厅',
      arriveType: '01',
      arriveDate: dayText(begin),
      arriveAmount: '22800.00',
      summary: '项目尾款',
      financeNum: `WK${dayText(begin).replaceAll('-', '')}${college}`,
      isPublic: '1',
    });
    for (const [index, amount] of amounts.entries()) {
      clock.now = beginOf(`${year}-01-01`);
      const { id: programId } = await engine.asSystem('演示数据', tenantId).save(project, {
        programName: topicAt(college, 5000 + index * 17).zh,
        programNum: `Z${year}${college}${String(index + 901).padStart(4, '0')}`,
        programKind: 'vertical',
        level: '02',
        programLeader: leaderId,
        departmentId: department,
        startDate: `${year}-01-01`,
        endDate: dayText(new Date(begin.getTime() + 60 * day)),
        fundMode: '2',
        funds: amount,
      });
      clock.now = new Date(begin.getTime() + index * day);
      await bookFor(parts, leader, office, { arriveId: arrival.id, programId, amount });
      const { row } = await engine.as(director).read(project, programId);
      await engine.as(director).perform(project, 'registerConclusion', programId, {
        version: row.version,
        reason: '上级部门已结题，登记入账',
      });
    }
  }
  clock.now = now;
};
