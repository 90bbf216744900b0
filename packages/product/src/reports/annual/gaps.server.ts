import { behaviourTransaction, type CommandTransaction } from '@keyan/engine/commands/context.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { fieldsHiddenFrom, scopeValues } from '@keyan/engine/records/rights.ts';
import { withTargetValues } from '@keyan/engine/records/target.ts';
import { assertVersion } from '@keyan/engine/records/versions.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { validateForm } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { GapRow, GapsAnswer } from './answers.ts';
import { titlesOf } from './cells.server.ts';
import { changeReport, openReport } from './changing.server.ts';
import { gapGroups, gapLabels } from './gaps.ts';
import { type AnnualReader, mayFill, readReport, reportPartOf } from './reading.server.ts';

interface Stored {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly fields: readonly string[];
  readonly total: number;
}

/** Field of the person responsible for a record, by kind. */
const personAt: Readonly<Record<string, string>> = {
  personnel: 'userId',
  programInfo: 'programLeader',
  team: 'leaderId',
};

/** Can a grid take the field? */
const isPlain = (resource: Resource, field: string): boolean => {
  const spec = resource.fields[field]?.spec;
  return spec !== undefined && spec.kind !== 'rows' && !spec.readonly;
};

/** Gaps of records for a report, limited to records that the reader may open. */
export const gapsAnswer = async (
  asking: AnnualReader,
  id: string,
  {
    kind,
    current,
    size,
  }: { readonly kind?: string | undefined; readonly current: number; readonly size: number },
): Promise<GapsAnswer> => {
  const { engine, actor, language } = asking;
  await readReport(asking, id);
  const part = reportPartOf(asking);
  const { groups, rows } = await engine.database.read(actor.tenantId, async (session) => ({
    groups: await session.query<{ resource: string; count: number }>(
      `select resource, count(distinct record_id)::int as count from annual_gap
        where tenant_id = $1 and report_id = $2 and ($3::bigint[] is null or dept_id = any($3))
        group by resource order by resource`,
      [actor.tenantId, id, part],
    ),
    rows: await session.query<Stored>(
      `select resource, record_id::text as id, said(d.dept_name, d.dept_name_en) as dept,
              array_agg(field order by field) as fields, count(*) over ()::int as total
         from annual_gap g left join dept d on d.tenant_id = g.tenant_id and d.id = g.dept_id
        where g.tenant_id = $1 and report_id = $2 and ($3::bigint[] is null or dept_id = any($3))
          and ($4::text is null or resource = $4)
        group by resource, record_id, d.dept_name, d.dept_name_en, d.dept_code
        order by resource, d.dept_code, record_id limit $5 offset $6`,
      [actor.tenantId, id, part, kind ?? null, size, (current - 1) * size],
    ),
  }));
  const seen = await titlesOf(asking, rows);
  return {
    groups: groups.map(({ resource, count }) => ({
      resource,
      count,
      label: say(
        gapGroups[resource] ?? engine.resources.get(resource)?.label ?? [resource, resource],
        language,
      ),
    })),
    total: rows[0]?.total ?? 0,
    records: rows.flatMap(({ resource: key, id: recordId, dept, fields }): readonly GapRow[] => {
      const [resource, row] = [engine.resources.get(key), seen.get(`${key}/${recordId}`)];
      if (!(resource && row)) return [];
      const hidden = fieldsHiddenFrom(resource, actor);
      const person = personAt[key] ?? 'createUser';
      const open = fields.filter((field) => isPlain(resource, field) && !hidden.has(field));
      return [
        {
          resource: key,
          id: recordId,
          version: Number(row.version),
          title: String(row[resource.title] ?? ''),
          dept: dept ?? '',
          person: String(row[person] ?? ''),
          personName: String(row[`${person}Name`] ?? ''),
          fields: open,
          others: fields
            .filter((field) => !open.includes(field))
            .map((field) =>
              say(
                gapLabels[field] ?? resource.fields[field]?.spec.label ?? [field, field],
                language,
              ),
            ),
        },
      ];
    }),
  };
};

export interface GapFilling {
  readonly resource: string;
  readonly id: string;
  readonly version: number;
  readonly values: RowLike;
}

/** In the history of the record. */
const filled: Label = ['统计年报：补填缺项', 'Annual report: what was missing'];

/**
 * Locks every report that is not yet reported, in the order of their ids: a filling takes gaps away from all of them,
 * and whoever computes or changes one locks it first.
 */
const lockReports = ({ tx }: CommandTransaction): Promise<readonly { readonly id: string }[]> =>
  tx.query(
    `select id::text from annual_report where tenant_id = $1 and is_deleted = 0 and status <> '3'
      order by id for update`,
    [tx.tenantId],
  );

/** Puts values into fields that the report misses; anything else of the record stays its keeper's. */
const fillIn = async (
  transaction: CommandTransaction,
  asked: AnnualReader,
  reportId: string,
  { resource, id, version, values }: GapFilling,
): Promise<void> => {
  const { engine, tx } = transaction;
  const { actor } = asked;
  const kind = asked.engine.resources.get(resource);
  if (!kind) throw new Missing();
  await lockReports(transaction);
  const gaps = await tx.query<{ field: string }>(
    'select field from annual_gap where tenant_id = $1 and report_id = $2 and resource = $3 and record_id = $4',
    [tx.tenantId, reportId, resource, id],
  );
  const scope = readableBy(engine.store.catalog, kind, actor);
  const row = await lockRow(transaction, kind, id, scope, scopeValues(transaction));
  if ((row as RowLike).auditStatus === statuses.inApproval) {
    throw new Refused(['正在审批中，请先办结或退回', 'It is in approval: let that end first']);
  }
  await assertVersion(transaction, tx, kind, row, version);
  const hidden = fieldsHiddenFrom(kind, actor);
  const open = gaps
    .map(({ field }) => field)
    .filter((field) => isPlain(kind, field) && !hidden.has(field) && Object.hasOwn(values, field));
  if (open.length === 0) throw new Missing();
  const form = Object.fromEntries(
    open.flatMap((name) => (kind.fields[name] ? [[name, kind.fields[name]]] : [])),
  );
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const { row: given, faults } = validateForm(form, row as RowLike, values, dictionaries);
  const empty = open.filter((name) => given[name] === null || given[name] === undefined);
  if (faults.length > 0 || empty.length > 0) {
    throw new Invalid([
      ...faults,
      ...empty.map((path) => ({ path, message: ['请填写', 'Fill it in'] as const })),
    ]);
  }
  const after = await withTargetValues(transaction, kind, row, given);
  await commitChange(transaction, {
    resource: kind,
    before: row,
    after,
    action: 'update',
    note: filled,
  });
  await tx.query(
    `delete from annual_gap where tenant_id = $1 and resource = $2 and record_id = $3 and field = any($4::text[])
       and report_id in (select id from annual_report where tenant_id = $1 and status <> '3')`,
    [tx.tenantId, resource, id, open],
  );
};

/** The outcome of a filling, by its record. */
export interface FillingOutcome {
  readonly resource: string;
  readonly id: string;
  readonly fault: { readonly path: string; readonly message: string } | null;
}

/** Fills in what several records lack; a fault of one spoils no other. */
export const fillGaps = async (
  asking: AnnualReader,
  id: string,
  fillings: readonly GapFilling[],
): Promise<readonly FillingOutcome[]> => {
  const { engine, actor, language } = asking;
  await openReport(asking, id, mayFill);
  const done: FillingOutcome[] = [];
  for (const one of fillings) {
    const { resource, id: recordId } = one;
    try {
      await engine.database.transaction(actor.tenantId, (tx) =>
        fillIn(behaviourTransaction({ engine, actor }, tx), asking, id, one),
      );
      done.push({ resource, id: recordId, fault: null });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const [first] = error instanceof Invalid ? error.faults : [];
      done.push({
        resource,
        id: recordId,
        fault: {
          path: first?.path ?? '',
          message: say(first?.message ?? error.label, language),
        },
      });
    }
  }
  await changeReport(asking, id, async () => undefined, mayFill);
  return done;
};

/** Reminds people of what their records lack: one message each. @returns how many */
export const remindOfGaps = async (
  asking: AnnualReader,
  id: string,
  people: readonly string[],
): Promise<number> => {
  const { engine, actor } = asking;
  const row = await readReport(asking, id);
  if (!mayFill(asking, row)) throw new Denied();
  const part = reportPartOf(asking);
  return engine.database.transaction(actor.tenantId, async (tx) => {
    const asked = await tx.query<{ person: string; count: number }>(
      `select person_id::text as person, count(*)::int as count from annual_gap
        where tenant_id = $1 and report_id = $2 and ($3::bigint[] is null or dept_id = any($3))
          and person_id is not null and (cardinality($4::bigint[]) = 0 or person_id = any($4)) group by 1`,
      [tx.tenantId, id, part, people],
    );
    await engine.messages.send(
      tx,
      asked.map(({ person, count }) => ({
        type: '99',
        title: [
          `${row.name}：请补填 ${count} 项资料`,
          `${row.nameEn}: ${count === 1 ? 'a field is' : `${count} fields are`} missing`,
        ],
        content: [
          `${row.name}统计到您的档案、项目或成果缺 ${count} 项，请补全后告知院系秘书。`,
          `The annual report lacks data of your file, projects or outputs (${count}); please complete them.`,
        ],
        link: '/personel/file',
        to: [person],
      })),
    );
    return asked.length;
  });
};
