import type { Engine } from '@keyan/engine/engine.ts';
import type { Session, Statement } from '@keyan/engine/store/connection/database.ts';
import { fileLink } from '@keyan/engine/wire/files/endpoints.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { isZero } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { funds } from '../../project/budget/funds.ts';
import {
  type EntryLine,
  type EntrySource,
  type Figure,
  figureKeys,
  type ProjectEntriesAnswer,
} from './figures.ts';
import { figureSql } from './sums.server.ts';

/** Filter of a project’s ledger entries. */
export interface EntriesQuery {
  readonly programId: string;
  /** Budget item; null for all. */
  readonly item: string | null;
  /** Figure that the entries must change; null for all. */
  readonly figure: Figure | null;
  /** First day of the span, and first day after it; null for no limit. */
  readonly span: { readonly from: string; readonly before: string } | null;
  readonly page: number;
  readonly size: number;
}

const stored = Object.keys(funds.measures) as readonly Figure[];

interface FoundEntry extends RowLike {
  readonly id: string;
  readonly day: string;
  readonly time: Date;
  readonly item: string;
  readonly source: string;
  readonly sourceId: string;
  readonly action: string;
  readonly actor: string | null;
  readonly balance: string;
  readonly total: number;
  readonly sum: string;
}

const statementOf = (tenantId: string, asked: EntriesQuery): Statement => {
  const { programId, item, figure, span, page, size } = asked;
  const parameters: unknown[] = [tenantId, programId];
  const at = (value: unknown): string => `$${parameters.push(value)}`;
  const amount = figureSql(figure ?? 'available', 'e');
  const within = item === null ? '' : ` and e.account = ${at(item)}`;
  const conditions = [
    ...(figure ? [`(${amount}) <> 0`] : []),
    ...(span ? [`e.on_day >= ${at(span.from)}::date and e.on_day < ${at(span.before)}::date`] : []),
  ];
  return {
    sql: `select e.id::text, e.on_day::text as day, e.time, e.account as item, e.source, e.source_id::text as "sourceId", e.action,
             u.real_name as actor, e.balance::text, ${stored.map((one) => `e.${snakeCase(one)}::text as ${snakeCase(one)}`).join(', ')},
             count(*) over ()::int as total, (sum(${amount}) over ())::text as sum
        from (select e.*, sum(${amount}) over (order by e.id) as balance from ledger_funds e
               where e.tenant_id = $1 and e.owner_id = $2${within}) e
        left join users u on u.tenant_id = $1 and u.id = e.actor_id
       ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
       order by e.id desc limit ${at(size)} offset ${at((page - 1) * size)}`,
    parameters,
  };
};

interface FoundApproval {
  readonly record: string;
  readonly step: string;
  readonly name: string | null;
  readonly time: Date;
}

/** Approvers of the given records, in order of the steps. */
const approvalsOf = (session: Session, ids: readonly string[], language: Language) =>
  session.query<FoundApproval>(
    `select i.business_id::text as record, case when $3 = 'en' then t.node_name_en else t.node_name end as step,
            u.real_name as name, t.finished as time
       from wf_instance i join wf_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id
       left join users u on u.tenant_id = t.tenant_id and u.id = t.actor_id
      where i.tenant_id = $1 and i.business_id = any($2::bigint[]) and t.status = 'DONE' and t.actor_id is not null
        and t.actor_id <> t.applicant_id
      order by t.finished`,
    [session.tenantId, ids, language],
  );

/** Path of a page on which the actor may open records of a resource; empty if none. */
const pageOf = (resource: Resource, actor: Actor): string => {
  const view = Object.values(resource.views).find(({ code }) => actor.permissions.has(code));
  return view ? `${view.path}/detail` : '';
};

/** Links and files of records of one resource; records that the reader may not open have none. */
const sourcesOf = async (
  engine: Engine,
  actor: Actor,
  key: string,
  ids: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, EntrySource>> => {
  const resource = engine.resources.get(key);
  const plain = (kind: string): EntrySource => ({
    kind,
    number: '',
    state: '',
    link: '',
    files: [],
    approvals: [],
  });
  if (!resource) return new Map(ids.map((id) => [id, plain(key)]));
  const kind = say(resource.label, language);
  const page = pageOf(resource, actor);
  const rows = await engine
    .as(actor)
    .readAll(resource, ids)
    .catch((error: unknown) => {
      if (error instanceof Denied || error instanceof Missing) return [];
      throw error;
    });
  const read = new Map(rows.map((row) => [row.id, row as RowLike]));
  const { files, approvals } = await engine.database.read(actor.tenantId, async (session) => ({
    files: await engine.files.of(session, resource, [...read.keys()]),
    approvals: Map.groupBy(
      await approvalsOf(session, [...read.keys()], language),
      ({ record }) => record,
    ),
  }));
  const stateField = resource.states?.field;
  const states = stateField ? resource.fields[stateField]?.spec.dictionary : undefined;
  return new Map(
    ids.map((id) => {
      const row = read.get(id);
      if (!row) return [id, plain(kind)];
      const state =
        states && stateField ? entryOf(states, String(row[stateField] ?? '')) : undefined;
      return [
        id,
        {
          kind,
          number: String(
            (resource.number && row[resource.number.field]) || row[resource.title] || '',
          ),
          state: state ? say(state.label, language) : '',
          link: page ? `${page}?id=${id}` : '',
          files: (files.get(id) ?? []).map((file) => ({
            id: file.id,
            name: file.name,
            link: fileLink(file.id, file.name),
          })),
          approvals: (approvals.get(id) ?? []).map(({ step, name, time }) => ({
            step,
            name: name ?? '',
            time: timeText(time),
          })),
        },
      ];
    }),
  );
};

const otherSourceLabel: Label = ['其他', 'Other'];

const actionName = (engine: Engine, { source, action }: FoundEntry): Label =>
  engine.resources.get(source)?.actions?.[action]?.label ?? usual[action] ?? otherSourceLabel;

/** Default names of actions, as shown in histories. */
const usual: Readonly<Record<string, Label>> = {
  add: ['新增', 'Added'],
  save: ['保存', 'Saved'],
  submit: ['提交', 'Submitted'],
  complete: ['办理', 'Handled'],
  approve: ['审批', 'Approved'],
  audit: ['审批', 'Approved'],
  back: ['退回', 'Returned'],
  recall: ['撤回', 'Recalled'],
  refuse: ['不通过', 'Rejected'],
  abolish: ['作废', 'Voided'],
  backDraft: ['退回草稿', 'Revert to draft'],
  remove: ['删除', 'Deleted'],
  import: ['导入', 'Imported'],
  migration: ['系统升级', 'Migration'],
};

/**
 * Ledger entries of a project, newest first, each with record, files and approvers. The caller must
 * have checked the right to see entries.
 */
export const projectEntries = async (
  engine: Engine,
  actor: Actor,
  asked: EntriesQuery,
  language: Language,
): Promise<ProjectEntriesAnswer> => {
  const rows = await engine.database.read(actor.tenantId, (session) => {
    const { sql, parameters } = statementOf(actor.tenantId, asked);
    return session.query<FoundEntry>(sql, parameters);
  });
  const byKind = Map.groupBy(rows, ({ source }) => source);
  const sources = new Map<string, EntrySource>();
  for (const [key, given] of byKind) {
    const ids = [...new Set(given.map(({ sourceId }) => sourceId))];
    for (const [id, source] of await sourcesOf(engine, actor, key, ids, language)) {
      sources.set(`${key} ${id}`, source);
    }
  }
  const lines = rows.map((row): EntryLine => {
    const item = entryOf(budgetItem, row.item);
    const source = sources.get(`${row.source} ${row.sourceId}`);
    if (!source) throw new Error(`no source for entry ${row.id}`);
    return {
      id: row.id,
      day: row.day,
      time: timeText(row.time),
      item: item ? say(item.label, language) : '',
      action: say(actionName(engine, row), language),
      actor: row.actor ?? '',
      amounts: Object.fromEntries(
        stored.flatMap((one) => {
          const amount = String(row[snakeCase(one)]);
          return isZero(amount) || !figureKeys.includes(one) ? [] : [[one, amount]];
        }),
      ),
      balance: row.balance,
      source,
    };
  });
  return { lines, total: rows[0]?.total ?? 0, sum: rows[0]?.sum ?? '0.00' };
};
