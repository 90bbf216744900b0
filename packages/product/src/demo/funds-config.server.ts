import { fundsConfig } from '../funds/config/funds-config.ts';
import { deptMapping } from '../funds/exchange/dept-mapping.ts';
import { actorByAccount } from './handle-task.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Values of the funds configurations that differ from the defaults of their project kind. */
const configs = [
  {
    configName: '横向经费（一般）',
    programKind: 'horizontal',
    manageRate: '8',
    performanceRate: '40',
    collegeRate: '30',
    remarks: '校横向科研经费管理办法第十二条',
  },
  {
    configName: '横向经费（专利权转让）',
    programKind: 'horizontal',
    contractType: '0201',
    manageRate: '5',
    performanceRate: '70',
    collegeRate: '30',
    remarks: '促进科技成果转化实施办法第九条',
  },
  {
    configName: '国家自然科学基金',
    programKind: 'vertical',
    resource: '1003',
    manageRate: '40',
    indirectRate: '30',
    collegeRate: '20',
    items: [{ itemCode: '10101', isRequired: '0', maxRate: '50' }],
    remarks: '国家自然科学基金资助项目资金管理办法',
  },
  {
    configName: '纵向经费（一般）',
    programKind: 'vertical',
    manageRate: '50',
    indirectRate: '30',
    collegeRate: '20',
    remarks: '校纵向科研经费管理办法第八条',
  },
  {
    configName: '校级项目',
    programKind: 'school',
    manageRate: '0',
    remarks: '校级项目不提管理费',
  },
  {
    configName: '横向经费（一般，征求意见稿）',
    programKind: 'horizontal',
    manageRate: '8',
    manageSteps: [{ upTo: '500000', rate: '8' }, { rate: '6' }],
    remarks: '拟自明年起施行，未启用',
    isDraft: true,
  },
] as const;

/**
 * Writes the finance office's department codes; the university itself and one laboratory have none. Does nothing if
 * codes exist.
 */
export const demoDeptMapping = async (parts: SeedParts): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(deptMapping.key)) return;
  const office = engine.as(await actorByAccount(parts, 'finance'));
  const departments = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; code: string; name: string }>(
      `select id::text, dept_code as code, dept_name as name from dept
        where tenant_id = $1 and is_deleted = 0 and parent_id is not null and dept_name not like '%重点实验室'
        order by dept_code`,
      [tenantId],
    ),
  );
  for (const { id, code, name } of departments) {
    await office.save(deptMapping, {
      deptId: id,
      financeDeptCode: `1${code}00`,
      financeDeptName: name,
      hrDeptCode: `RS${code}`,
    });
  }
};

/** Writes 经费配置, all but one in force. Does nothing if some exist. */
export const demoFundsConfig = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine } = parts;
  if (!(await emptyResources(engine)).includes(fundsConfig.key)) return;
  const office = engine.as(await actorByAccount(parts, 'rd_fund'));
  const startDate = `${now.getUTCFullYear()}-01-01`;
  for (const { isDraft, ...config } of configs.map((one) => ({ isDraft: false, ...one }))) {
    const { id, version } = await office.save(fundsConfig, { ...config, startDate });
    if (isDraft) continue;
    await office.perform(fundsConfig, 'enable', id, { version });
  }
};
