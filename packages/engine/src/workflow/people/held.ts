import type { Label } from '@keyan/kernel/label.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { isApplicants, visitedNode } from '@keyan/kernel/workflow/graph.ts';
import type { Session } from '../../store/connection/database.ts';
import { graphsOf } from '../drawings/definitions.ts';

/** Holder of a task of an open step, and the time since when. */
export interface TaskHolder {
  readonly id: string;
  /** Null until one of the candidates has taken it. */
  readonly assignee: string | null;
  /** The assignee, or everybody who may take it: at most 20. */
  readonly names: readonly string[];
  readonly since: Date;
}

/** An open step or wait of a process. */
export interface OpenStep {
  readonly visit: string;
  readonly node: string;
  readonly name: Label;
  readonly since: Date;
  /** Is it a wait, at which nobody is asked? */
  readonly waits: boolean;
  /** Does it lie with the applicant? Nobody else moves or reassigns it then. */
  readonly withApplicant: boolean;
  /** The applicant's account is stopped: a manager gives the record to somebody else. */
  readonly stranded: boolean;
  /** End of a wait for a time; null for anything else. */
  readonly until: Date | null;
  /** Tasks at the step; a wait has none. */
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

/** People who may act on the task `t`, at most 20: its assignee, or everybody who may take it. */
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

/** Words for whoever acts in the name of an absent owner, behind the name. */
export const inNameOfNote: Label = ['（代{owner}）', ' (for {owner})'];

/** Addition to the name of whoever acts for the owner of the task `t`, in the reader's language. */
const inNameOfOwner = `coalesce((
    select said(replace('${inNameOfNote[0]}', '{owner}', o.real_name),
        replace('${inNameOfNote[1]}', '{owner}', o.real_name))
      from users o
     where o.tenant_id = t.tenant_id and o.id = t.owner_id), '')`;

/** Names of the people who hold tasks, regardless of row scopes: whoever may see the process sees its holders. */
export const holdersText = holdersBy('u.real_name', inNameOfOwner);

/** Ids of the people who hold tasks, as text. */
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

/** Open steps and waits of each of these processes, by id of the process: since when, and the holders of their tasks. */
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
