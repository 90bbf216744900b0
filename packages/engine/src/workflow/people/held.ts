import type { Label } from '@keyan/kernel/label.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { isApplicants, visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type { Session } from '../../store/connection/database.ts';
import { graphsOf } from '../drawings/definitions.ts';

/** Holder of a task of an open step, and since when. */
export interface TaskHolder {
  readonly id: string;
  /** Id of the assignee; null until a candidate has claimed the task. */
  readonly assignee: string | null;
  /** Name of the assignee, or names of everybody who may claim the task: at most 20. */
  readonly names: readonly string[];
  readonly since: Date;
}

/** Open step or wait of a process. */
export interface OpenStep {
  readonly visit: string;
  readonly node: string;
  readonly name: Label;
  readonly since: Date;
  /** True for a wait, at which nobody is asked. */
  readonly waits: boolean;
  /** True for a step of the applicant, which nobody else may move or reassign. */
  readonly withApplicant: boolean;
  /** True if the applicant's account is disabled: a manager gives the record to somebody else. */
  readonly stranded: boolean;
  /** End of a timed wait; else null. */
  readonly until: Date | null;
  /** Tasks of the step; empty for a wait. */
  readonly tasks: readonly TaskHolder[];
}

interface Row {
  readonly instance: string;
  readonly definition: string;
  readonly visit: string;
  readonly node: string;
  readonly since: Date;
  readonly until: Date | null;
  readonly stopped: boolean;
  readonly tasks: readonly (Omit<TaskHolder, 'since'> & { readonly since: string })[];
}

/** Returns SQL for people who may act on the task `t`, at most 20: its assignee, or everybody who may claim it. */
const holdersBy = (what: string, inName: string): string => `
  case when t.assignee_id is null then array(
      select distinct ${what}
        from unnest(t.candidates) c
        join role r on r.tenant_id = t.tenant_id and r.is_deleted = 0
         and split_part(c, '@', 1) = 'role:' || r.role_alias
        join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
        join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
         and u.status = '1' and u.is_deleted = 0 and u.id <> t.applicant_id
         and not (u.id = any(t.concerned_ids))
       where strpos(c, '@') = 0 or u.dept_id::text = split_part(c, '@dept:', 2)
          or exists (select 1 from user_dept ud
              where ud.tenant_id = u.tenant_id and ud.user_id = u.id
                and ud.dept_id::text = split_part(c, '@dept:', 2))
       order by ${what} limit 20)
    else array(select ${what} || ${inName} from users u
       where u.tenant_id = t.tenant_id and u.id = t.assignee_id) end`;

/** Suffix of a name: on behalf of an absent owner. */
export const inNameOfNote: Label = ['（代{owner}）', ' (for {owner})'];

/** SQL for the suffix of a proxy's name on task `t`, in the reader's language. */
const inNameOfOwner = `coalesce((
    select said(replace('${inNameOfNote[0]}', '{owner}', o.real_name),
        replace('${inNameOfNote[1]}', '{owner}', o.real_name))
      from users o
     where o.tenant_id = t.tenant_id and o.id = t.owner_id), '')`;

/**
 * SQL for the names of people who hold tasks, without row scopes: everybody who may read the process sees its holders.
 */
export const holdersText = holdersBy('u.real_name', inNameOfOwner);

/** SQL for the ids of people who hold tasks, as text. */
export const holderIdsText = holdersBy('u.id::text', "''");

const heldText = `
  select a.instance_id::text as instance, i.definition_id::text as definition, a.id::text as visit,
      a.node, a.entered as since, a.due_at as until,
      not exists (select 1 from users u where u.tenant_id = i.tenant_id and u.id = i.applicant_id
        and u.status = '1' and u.is_deleted = 0) as stopped,
      (select coalesce(json_agg(json_build_object(
          'id', t.id::text, 'assignee', t.assignee_id::text, 'names', ${holdersText},
          'since', coalesce(t.handed, t.claimed, t.created)) order by t.id), '[]')
         from wf_task t
        where t.tenant_id = a.tenant_id and t.instance_id = a.instance_id and t.act_id = a.id
          and t.status = 'TODO') as tasks
    from wf_act a
    join wf_instance i on i.tenant_id = a.tenant_id and i.id = a.instance_id
   where a.tenant_id = $1 and a.instance_id = any($2::bigint[]) and a.status = 'ACTIVE'
   order by a.seq`;

/** Returns the open steps and waits of these processes, by process id: since when, and the holders of their tasks. */
export const openStepsOf = async (
  session: Session,
  instances: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenStep[]>> => {
  if (instances.length === 0) return new Map();
  const rows = await session.query<Row>(heldText, [session.tenantId, instances]);
  const graphs = await graphsOf(
    session,
    rows.map(({ definition }) => definition),
  );
  const held = new Map<string, OpenStep[]>();
  for (const { instance, definition, tasks, stopped, ...row } of rows) {
    const graph = graphs.get(definition);
    const step = graph && visitedNode(graph, row.node);
    const all = held.get(instance) ?? [];
    all.push({
      ...row,
      waits: step?.type === 'wait',
      withApplicant: step !== undefined && isApplicants(step),
      stranded: stopped && graph !== undefined && row.node === graph.apply,
      name: step ? stepLabel(step) : [row.node, row.node],
      tasks: tasks.map((task) => ({ ...task, since: new Date(task.since) })),
    });
    held.set(instance, all);
  }
  return held;
};
