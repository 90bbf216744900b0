import { readParameters } from '@keyan/engine/store/statements/parameters.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { toWire } from '@keyan/engine/wire/rows.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource, Row } from '@keyan/kernel/definition/resource.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { isZero, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { addMonths, daysBetween, dayText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';
import {
  conclusionEarly,
  delayMaxMonths,
  delayMaxOverdue,
  delayMaxTimes,
} from '../../system/parameters/limits.ts';
import { underWayCodes } from '../common/access.ts';
import { expiringApprovals, statementWarnings } from '../compliance/compliance.ts';
import { program } from '../program/program.ts';
import { project } from '../project.ts';
import { projectActsOf } from './acts.ts';
import { type NamingOutput, outputsOfProject, supportedKinds } from './outputs.server.ts';
import type { ProjectProgress } from './progress.ts';
import {
  type DueItem,
  type ProjectEvent,
  type ProjectHome,
  projectHomeService,
} from './project-home.ts';

type Project = Row<typeof project>;

/** Maximum number of events per kind in the timeline; newest first. */
const maxEventsPerKind = 50;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Resources whose records belong to one project, by their field `programId`. */
const kindsAbout = (resources: Iterable<Resource>): readonly Resource[] => {
  const all = [...resources];
  const outputs = new Set(supportedKinds(all));
  return all.filter(
    (one) => !outputs.has(one) && one.fields.programId?.spec.target?.key === program.key,
  );
};

/**
 * Field that names a record on its project’s page: its number, otherwise its title; if that is the
 * project’s name, the first list column of its own, such as the year.
 */
const nameOf = (kind: Resource): string => {
  if (kind.number) return kind.number.field;
  const isOwn = (name: string) => kind.fields[name]?.spec.copyOf === undefined;
  if (isOwn(kind.title)) return kind.title;
  const others = kind.list.columns.filter((name) => kind.fields[name] && name !== 'programId');
  return others.find(isOwn) ?? kind.title;
};

/** Records of a kind that name the project and that the caller may list. */
const eventsOf = async (
  call: ActorCall,
  kind: Resource,
  programId: string,
): Promise<readonly ProjectEvent[]> => {
  const { engine, actor, language, dictionaries } = call;
  const [life] = [kind.states ?? []].flat();
  const status = life?.field ?? 'auditStatus';
  const name = nameOf(kind);
  try {
    const page = await engine.as(actor).list(kind, {
      where: [equals('programId', programId)],
      sort: [{ field: 'createTime', descending: true }],
      fields: [kind.title, 'createTime', status, name],
      page: 1,
      size: maxEventsPerKind,
    });
    return page.records.map((row) => {
      const shown = toWire(kind, row, { language, dictionaries });
      return {
        resource: kind.key,
        id: String(row.id),
        label: say(kind.label, language),
        title: textOf(shown[name]) || textOf(shown[kind.title]),
        day: textOf(shown.createTime).slice(0, 10),
        status: textOf(shown[`${status}Name`]),
      };
    });
  } catch (error) {
    // Without a right to a page of the kind, no records are shown.
    if (error instanceof Denied) return [];
    throw error;
  }
};

interface Around {
  readonly delays: number;
  readonly open: string | null;
  readonly batches: readonly { readonly name: string; readonly day: string }[];
  readonly report: ProjectProgress['report'];
}

/**
 * SQL of a project’s processes, unanswered batches of the office, and last report.
 */
const around = `
  select coalesce((select b.delays from ledger_lifecycle_balance b
           where b.tenant_id = $1 and b.owner_id = $2 and b.account = ''), 0)::int as delays,
         (select l.source from ledger_lifecycle l where l.tenant_id = $1 and l.owner_id = $2
           group by l.source having sum(l.open) > 0 limit 1) as open,
         (select coalesce(json_agg(json_build_object('name', c.batch_name,
                   'day', to_char(c.end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD')) order by c.end_time), '[]')
            from check_batch c where c.tenant_id = $1 and c.is_deleted = 0 and c.status = '1'
             and $3 = any(c.natures)
             and not exists (select from check_report r where r.tenant_id = c.tenant_id and r.batch_id = c.id
               and r.program_id = $2 and r.is_deleted = 0 and r.audit_status in ('1', '2'))
             and not exists (select from process_conclusion r where r.tenant_id = c.tenant_id and r.batch_id = c.id
               and r.program_id = $2 and r.is_deleted = 0 and r.audit_status in ('1', '2'))) as batches,
         (select json_build_object('done', coalesce(r.stage_result, ''), 'next', coalesce(r.next_plan, ''))
            from check_report r where r.tenant_id = $1 and r.program_id = $2 and r.is_deleted = 0
             and r.audit_status = '2' order by r.create_time desc limit 1) as report`;

const isUnderWay = ({ status }: Project): boolean =>
  (underWayCodes as readonly (string | null)[]).includes(status);

const dueOf = (
  row: Project,
  batches: Around['batches'],
  { today, earlyMonths }: { readonly today: string; readonly earlyMonths: number },
): readonly DueItem[] => {
  if (!isUnderWay(row)) return [];
  const on = (label: Label, day: string): DueItem => ({
    label,
    day,
    days: daysBetween(today, day),
  });
  const early = row.endDate && addMonths(row.endDate, -earlyMonths);
  return [
    ...expiringApprovals(row.compliance).map(({ kind, day }) =>
      on([`${kind[0]}批件到期`, `Approval expires: ${kind[1]}`], day),
    ),
    ...batches.map(({ name, day }) => on([name, name], day)),
    ...(early && early > today ? [on(['可申请结题', 'Closeout can be requested'], early)] : []),
    ...(row.endDate ? [on(['项目到期', 'Project ends'], row.endDate)] : []),
  ].sort((one, other) => one.day.localeCompare(other.day));
};

/** Elapsed part of a project’s term in percent. */
const elapsedOf = ({ startDate, endDate }: Project, today: string): string => {
  if (!startDate || !endDate || endDate <= startDate) return '';
  const [whole, gone] = [daysBetween(startDate, endDate), daysBetween(startDate, today)];
  return proportionalAmount(String(Math.min(Math.max(gone, 0), whole)), '100', String(whole));
};

/** Facts for drafted form texts; retracted outputs are excluded. */
const progressOf = (
  { engine, dictionaries, language }: ActorCall,
  row: Project,
  {
    report,
    outputs,
    rate,
    elapsed,
  }: Pick<ProjectProgress, 'report' | 'rate' | 'elapsed'> & {
    readonly outputs: readonly NamingOutput[];
  },
): ProjectProgress => {
  const forms = specIn(project.fields.resultForms.spec, dictionaries).dictionary;
  return {
    language,
    report,
    start: row.startDate ?? '',
    elapsed,
    rate,
    outputs: outputs
      .filter(({ isRetracted }) => !isRetracted)
      .map(({ kind, title }) => ({
        kind: say(engine.resources.get(kind)?.label ?? ['', ''], language),
        title,
      })),
    expected: (row.resultForms ?? []).map((code) => {
      const entry = forms && entryOf(forms, code);
      return entry ? say(entry.label, language) : code;
    }),
  };
};

/**
 * Data of a project’s page: available actions, due items, events, outputs.
 * @throws Denied or Missing if the caller may not read the project
 */
export const projectHome = async (call: ActorCall, programId: string): Promise<ProjectHome> => {
  const { engine, actor } = call;
  const { row } = await engine.as(actor).read(project, programId);
  const today = dayText(engine.clock());
  const kinds = kindsAbout(engine.resources.values());
  const [[found, chosen, outputs], ...events] = await Promise.all([
    engine.database.read(actor.tenantId, async (session) => {
      const [one] = await session.query<Around>(around, [actor.tenantId, row.id, row.programKind]);
      return [
        one ?? { delays: 0, open: null, batches: [], report: null },
        (await readParameters(session, {
          earlyMonths: conclusionEarly,
          maxTimes: delayMaxTimes,
          maxMonths: delayMaxMonths,
          maxOverdue: delayMaxOverdue,
        })) as Readonly<Record<'earlyMonths' | 'maxTimes' | 'maxMonths' | 'maxOverdue', number>>,
        await outputsOfProject(engine, session, {
          tenantId: actor.tenantId,
          id: row.id,
          numbers: [row.programNum, row.approvalNum],
        }),
      ] as const;
    }),
    ...kinds.map((kind) => eventsOf(call, kind, row.id)),
  ]);
  const open = found.open === null ? null : (engine.resources.get(found.open)?.label ?? null);
  const isLeader = row.programLeader === actor.id;
  const net = row.netFunds ?? '0.00';
  const rate = isZero(net) ? '' : proportionalAmount(row.expendFunds ?? '0.00', '100', net);
  const elapsed = elapsedOf(row, today);
  return {
    acts: isLeader
      ? projectActsOf({
          programKind: row.programKind ?? '',
          status: row.status ?? '',
          endDate: row.endDate,
          delays: found.delays,
          frozenFunds: row.frozenFunds ?? '0.00',
          balance: row.balance ?? '0.00',
          open,
          today,
          progress: progressOf(call, row, { report: found.report, outputs, rate, elapsed }),
          ...chosen,
        })
      : [],
    events: events.flat().sort((one, other) => other.day.localeCompare(one.day)),
    outputs: outputs.map((output) => ({
      resource: output.kind,
      id: output.id,
      label: say(engine.resources.get(output.kind)?.label ?? ['', ''], call.language),
      title: output.title,
      isMarked: output.isMarked,
      isRetracted: output.isRetracted,
    })),
    due: dueOf(row, found.batches, { today, earlyMonths: chosen.earlyMonths }),
    warnings: isUnderWay(row) ? statementWarnings(row, today) : [],
    rate,
    elapsed,
  };
};

export const projectHomeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: projectHomeService,
    auth: 'user',
    summary: [
      '项目主页：可办事项、期限、进程与成果',
      'Project home: available actions, deadlines, history and outputs',
    ],
    input: Type.Object({ id: idParam }),
    run: (input, call) => projectHome(call, input.id),
  }),
];
