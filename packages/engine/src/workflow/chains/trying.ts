import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { concernedBy } from '@keyan/kernel/records/concerned.ts';
import { buildGraph } from '@keyan/kernel/workflow/build.ts';
import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { drawChain } from '@keyan/kernel/workflow/chain/draw-chain.ts';
import { checkDiagram } from '@keyan/kernel/workflow/check.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { forecast } from '@keyan/kernel/workflow/forecast/forecast.ts';
import { currentValidationContext } from '../../records/facts.ts';
import { fieldsHiddenFrom } from '../../records/rights.ts';
import type { Session } from '../../store/connection/database.ts';
import { type ForecastForPeople, forecastForPeople } from '../lists/foreseen.ts';
import { factNamingOf, sourceFieldsIn } from '../runtime/fact-words.ts';
import { factsToFreeze, recordFacts } from '../runtime/facts.ts';
import type { WorkflowServices } from '../runtime/port.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { departmentOf, processOf, processTitleOf } from '../runtime/subject.ts';

/** Record of a kind with which a route can be tried. */
export interface TrialRecord {
  readonly business: string;
  readonly title: string;
  readonly applicant: string;
  readonly applicantName: string;
  readonly startedAt: Date;
}

/** Returns submitted records of a kind, newest first, by a part of their title. */
export const listTrialRecords = (
  session: Session,
  kind: string,
  text: string,
): Promise<readonly TrialRecord[]> =>
  session.query<TrialRecord>(
    `select business_id::text as business, title, applicant_id::text as applicant,
            u.real_name as "applicantName", started as "startedAt"
       from (select distinct on (business_id) business_id, title, applicant_id, started, id
               from wf_instance where tenant_id = $1 and kind = $2 and title ilike $3
              order by business_id, id desc) i
       join users u on u.tenant_id = $1 and u.id = i.applicant_id
      order by i.id desc limit 30`,
    [session.tenantId, kind, `%${text.replace(/[\\%_]/g, '\\$&')}%`],
  );

interface Applicant {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly roles: readonly string[];
}

/**
 * Returns the person who submitted a record last, with departments and roles for the route, and no rights.
 * @throws Missing for a record that was never submitted
 */
export const applicantOf = async (
  session: Session,
  kind: string,
  business: string,
): Promise<Actor> => {
  const [found] = await session.query<Applicant>(
    `select u.id::text, u.account, u.real_name as name,
            array_remove(u.dept_id::text || array(select ud.dept_id::text from user_dept ud
              where ud.tenant_id = $1 and ud.user_id = u.id), null) as departments,
            array(select r.role_alias from user_role ur
              join role r on r.tenant_id = $1 and r.id = ur.role_id and r.is_deleted = 0
             where ur.tenant_id = $1 and ur.user_id = u.id) as roles
       from wf_instance i join users u on u.tenant_id = $1 and u.id = i.applicant_id
      where i.tenant_id = $1 and i.kind = $2 and i.business_id = $3 order by i.id desc limit 1`,
    [session.tenantId, kind, business],
  );
  if (!found) throw new Missing(['记录没有提交过', 'The record has never been submitted']);
  return {
    ...found,
    tenantId: session.tenantId,
    permissions: new Set(),
    departmentScope: [],
  };
};

/** Record with which a route is tried, and the people of the trial. */
export interface RouteTrial {
  readonly resource: Resource;
  readonly business: string;
  /** Person who tries it, with whose rights the record is read. */
  readonly reader: Actor;
  /** Person who submitted the record. */
  readonly applicant: Actor;
}

/**
 * Returns the path of a stored record along a chain that is not deployed: who would be asked, and why, if everybody
 * agrees. Nothing is stored.
 * @throws Missing for a record that the reader may not read; Refused for a chain that cannot run, or for a record with
 *   another kind of approval.
 */
export const predictChain = async (
  runtime: Runtime,
  engine: WorkflowServices,
  chain: Chain,
  { resource, business, reader, applicant }: RouteTrial,
): Promise<ForecastForPeople> => {
  const diagram = drawChain(chain);
  const [problem] = checkDiagram(diagram).problems;
  if (problem) throw new Refused(problem.text);
  const graph = buildGraph(diagram);
  const { row } = await engine.as(reader).read(resource, business);
  const process = processOf(resource, row);
  if (!process) throw new Refused(['该记录不走审批流程', 'This record has no approval process']);
  const dictionaries = await engine.dictionaries.of(reader.tenantId);
  return engine.database.read(reader.tenantId, async (session) => {
    const facts = await recordFacts(engine, session, graph, resource, row);
    const department = departmentOf(resource, row, applicant);
    const concerned = concernedBy(resource, row);
    const { kind } = process;
    const subject = { snapshot: null, graph, kind, department, concerned, facts };
    const prepared = await runtime.world(session, engine, applicant, subject);
    const frozen = await factsToFreeze(runtime.cache, session, graph, process, applicant);
    const command: Command = {
      is: 'start',
      definition: '0',
      kind: process.kind,
      business,
      title: processTitleOf(resource, row),
      department,
      frozen,
    };
    const context = { engine, actor: applicant };
    const judged = await currentValidationContext(context, session, resource, row, row);
    const sources = sourceFieldsIn({ resource, process }, row, judged.facts ?? {});
    const foreseen = forecast(null, command, prepared, sources);
    const naming = factNamingOf(
      { resource, process },
      dictionaries,
      frozen,
      fieldsHiddenFrom(resource, reader),
    );
    return forecastForPeople(foreseen, {
      graph,
      directory: prepared.directory,
      naming,
      pace: new Map(),
      missing: () => [],
    });
  });
};
