import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { readParameters } from '@keyan/engine/store/statements/parameters.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, say } from '@keyan/kernel/label.ts';
import { atLeast, percent } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import {
  conclusionArrivedParam,
  conclusionChecks,
  conclusionResults,
} from '../../system/parameters/limits.ts';
import { budgetItem } from '../budget/budget-items.ts';
import { processConclusion } from '../changes/process-conclusion.ts';
import { checkReport } from '../checks/check-report.ts';
import { outputKind } from '../common/dictionaries.ts';
import { outputsOfProject } from '../home/outputs.server.ts';
import { project } from '../project.ts';
import { type RegisteredOutput, resultCounts, resultsFromLibrary } from './match.ts';
import { type ResultChoice, resultsService } from './result-lines.ts';

/** Code of `outputKind` by resource key. */
export type ResultKinds = ReadonlyMap<string, string>;

/** Registered outputs that name a project, as results. */
const registeredFor = async (
  services: Pick<RecordServices, 'resources'>,
  session: Session,
  { tenantId, programId }: { readonly tenantId: string; readonly programId: string },
  kinds: ResultKinds,
): Promise<readonly RegisteredOutput[]> => {
  const [numbers] = await session.query<{ own: string | null; granted: string | null }>(
    `select program_num as own, approval_num as granted from program where tenant_id = $1 and id = $2`,
    [tenantId, programId],
  );
  const found = await outputsOfProject(services, session, {
    tenantId,
    id: programId,
    numbers: [numbers?.own ?? null, numbers?.granted ?? null],
  });
  return found.flatMap(({ kind, ...output }) => {
    const bizType = kinds.get(kind);
    return bizType ? [{ ...output, bizType }] : [];
  });
};

interface Project {
  readonly programId: string | null;
  readonly programKind: string | null;
}

interface Missed {
  readonly checks: readonly string[];
  readonly items: readonly { readonly code: string; readonly spent: string }[];
  readonly arrived: string;
  readonly contract: string | null;
}

/**
 * SQL of missing requirements before a conclusion: past checks, items with funds left, arrivals.
 */
const missingRequirementsSql = `
  select (select coalesce(json_agg(c.batch_name order by c.end_time), '[]') from check_batch c
           where c.tenant_id = $1 and c.is_deleted = 0 and c.status in ('1', '3') and c.batch_type = '1'
             and c.end_time < $3 and p.program_kind = any(c.natures)
             and p.start_date <= (c.start_time at time zone 'Asia/Shanghai')::date
             and not exists (select from check_report r where r.tenant_id = c.tenant_id and r.program_id = p.id
               and r.batch_id = c.id and r.is_deleted = 0 and r.audit_status in ('1', '2'))) as checks,
         (select coalesce(json_agg(json_build_object('code', b.account, 'spent', b.spent::text)), '[]')
            from ledger_funds_balance b
           where b.tenant_id = $1 and b.owner_id = p.id and b.account not in ('', '0') and b.spent > 0) as items,
         coalesce((select b.arrived from ledger_funds_balance b
           where b.tenant_id = $1 and b.owner_id = p.id and b.account = ''), 0)::numeric(18,2)::text as arrived,
         case when p.program_kind = 'horizontal' then p.funds::text end as contract
    from program p where p.tenant_id = $1 and p.id = $2`;

type Conclusion = Project & {
  readonly results: Parameters<typeof resultCounts>[0];
  readonly accounts: readonly { readonly itemCode: string | null }[] | null;
};

/** Faults of a conclusion that lacks the proofs and by parameters. */
const proofFaults = async (
  row: Conclusion,
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
): Promise<readonly FieldFault[]> => {
  if (row.programId === null) return [];
  const asked = (await readParameters(tx, {
    results: conclusionResults,
    checks: conclusionChecks,
    arrived: conclusionArrivedParam,
  })) as { readonly results: number; readonly checks: string; readonly arrived: number };
  const [lacks] = await tx.query<Missed>(missingRequirementsSql, [tx.tenantId, row.programId, now]);
  const faults: FieldFault[] = [];
  const counted = resultCounts(row.results);
  if (counted < asked.results) {
    faults.push({
      path: 'results',
      message: fill(
        [
          '结题须有至少 {least} 项已入库并标注本项目的成果，当前 {counted} 项；未登记的成果请先登记',
          'A closeout requires at least {least} outputs in the library acknowledging this project; there are {counted}. Please register the others first',
        ],
        { least: asked.results, counted },
      ),
    });
  }
  if (asked.checks === '1' && lacks && lacks.checks.length > 0) {
    faults.push({
      path: 'programId',
      message: fill(['缺检查报告：{names}', 'Progress reports are missing: {names}'], {
        names: lacks.checks.map((name) => `【${name}】`).join('、'),
      }),
    });
  }
  const listed = new Set((row.accounts ?? []).map(({ itemCode }) => itemCode));
  for (const { code, spent } of (lacks?.items ?? []).filter((item) => !listed.has(item.code))) {
    faults.push({
      path: 'accounts',
      message: fill(
        [
          '决算与台账不一致：【{item}】已支出 {spent} 元，未列入决算',
          'Final accounts differ from the ledger: {item} has {spent} yuan spent but is not in the accounts',
        ],
        {
          item: entryOf(budgetItem, code)?.label ?? [code, code],
          spent: groupDigits(spent),
        },
      ),
    });
  }
  const due = lacks?.contract ? percent(lacks.contract, asked.arrived) : null;
  if (lacks && due !== null && !atLeast(lacks.arrived, due)) {
    faults.push({
      path: 'programId',
      message: fill(
        [
          '合同到账 {arrived} 元，不足应到账 {due} 元，不能结题',
          'The contract has received {arrived} yuan, below the required {due} yuan; it cannot be closed out',
        ],
        { arrived: groupDigits(lacks.arrived), due: groupDigits(due) },
      ),
    });
  }
  return faults;
};

/**
 * Behaviours of checks and conclusions: match results with registered outputs; a conclusion must
 * prove R-203.
 */
export const resultBehaviours = (kinds: ResultKinds): readonly Behaviour[] => {
  const known = (
    { programId }: Pick<Project, 'programId'>,
    { engine, tx }: Pick<TransactionContext, 'engine' | 'tx'>,
  ): Promise<readonly RegisteredOutput[]> =>
    programId === null
      ? Promise.resolve([])
      : registeredFor(engine, tx, { tenantId: tx.tenantId, programId }, kinds);
  return [
    defineBehaviour(processConclusion, {
      complete: async (row, context) => ({
        // Fills in today’s date with the grade.
        ...(row.conclusionGrade && !row.conclusionDate
          ? { conclusionDate: timeText(context.now).slice(0, 10) }
          : {}),
        ...(row.results?.length
          ? {
              results: [
                ...resultsFromLibrary(row.results, await known(row, context)),
              ] as typeof row.results,
            }
          : {}),
      }),
      check: proofFaults,
    }),
    defineBehaviour(checkReport, {
      complete: async (row, context) =>
        row.results?.length
          ? {
              results: [
                ...resultsFromLibrary(row.results, await known(row, context)),
              ] as typeof row.results,
            }
          : {},
    }),
  ];
};

/** Calls that list results to choose for a project: approved outputs that name it. */
export const resultEndpoints = (kinds: ResultKinds): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: resultsService,
    auth: 'user',
    summary: ['标注本项目的已入库成果', 'Outputs in the library acknowledging a project'],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor, language }): Promise<readonly ResultChoice[]> => {
      await engine.as(actor).read(project, input.id);
      const found = await engine.database.read(actor.tenantId, (session) =>
        registeredFor(engine, session, { tenantId: actor.tenantId, programId: input.id }, kinds),
      );
      return found.map(({ bizType, id: bizId, title, isMarked, isRetracted: retracted }) => ({
        bizType,
        bizTypeName: say(entryOf(outputKind, bizType)?.label ?? ['', ''], language),
        bizId,
        title,
        isMarked: isMarked ? '1' : '0',
        isRetracted: retracted,
      }));
    },
  }),
];
