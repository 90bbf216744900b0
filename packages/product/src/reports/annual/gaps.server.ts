import type { CommandTransaction } from '@keyan/engine/commands/context.ts';
import { fieldsHiddenFrom } from '@keyan/engine/records/rights.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import { fillOneByOne, fillWhatIsMissing, isPlainField } from '../../missing/fill.server.ts';
import type { FillingOutcome, GapFilling, GapRow } from '../../missing/missing.ts';
import type { GapsAnswer } from './answers.ts';
import { titlesOf } from './cells.server.ts';
import { changeReport, openReport } from './changing.server.ts';
import { type GapKind, gapGroups, gapLabels } from './gaps.ts';
import { type AnnualReader, mayFill, readReport, reportPartOf } from './reading.server.ts';

interface StoredGap {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly fields: readonly string[];
  readonly total: number;
}

/** Field with the responsible person, by kind. */
const personAt: Readonly<Record<string, string>> = {
  personnel: 'userId',
  programInfo: 'programLeader',
  team: 'leaderId',
} satisfies Readonly<Record<GapKind, string>>;

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
    rows: await session.query<StoredGap>(
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
      const open = fields.filter((field) => isPlainField(resource, field) && !hidden.has(field));
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

/** Note for the record’s history. */
const gapsFilledLabel: Label = ['统计年报：补填缺项', 'Annual report: missing items completed'];

/**
 * Locks all reports that are not issued, in order of id: completing records changes their gaps, and
 * computations lock reports first too.
 */
const lockReports = ({ tx }: CommandTransaction): Promise<readonly { readonly id: string }[]> =>
  tx.query(
    `select id::text from annual_report where tenant_id = $1 and is_deleted = 0 and status <> '3'
      order by id for update`,
    [tx.tenantId],
  );

/** Fills in missing fields of a record; other fields are unchanged. */
const fillIn = async (
  transaction: CommandTransaction,
  asked: AnnualReader,
  reportId: string,
  { resource, id, version, values }: GapFilling,
): Promise<void> => {
  const { tx } = transaction;
  const kind = asked.engine.resources.get(resource);
  if (!kind) throw new Missing();
  await lockReports(transaction);
  const filledIn = await fillWhatIsMissing(
    transaction,
    asked.actor,
    kind,
    { id, version, values },
    async () => {
      const gaps = await tx.query<{ field: string }>(
        'select field from annual_gap where tenant_id = $1 and report_id = $2 and resource = $3 and record_id = $4',
        [tx.tenantId, reportId, resource, id],
      );
      return { fields: gaps.map(({ field }) => field), catalogs: [], note: gapsFilledLabel };
    },
  );
  await tx.query(
    `delete from annual_gap where tenant_id = $1 and resource = $2 and record_id = $3 and field = any($4::text[])
       and report_id in (select id from annual_report where tenant_id = $1 and status <> '3')`,
    [tx.tenantId, resource, id, filledIn],
  );
};

/** Completes several records; a fault of one does not affect others. */
export const fillGaps = async (
  asking: AnnualReader,
  id: string,
  fillings: readonly GapFilling[],
): Promise<readonly FillingOutcome[]> => {
  await openReport(asking, id, mayFill);
  const done = await fillOneByOne(asking, fillings, (transaction, one) =>
    fillIn(transaction, asking, id, one),
  );
  await changeReport(asking, id, async () => undefined, mayFill);
  return done;
};

/**
 * Reminds people of their incomplete records, one message each.
 * @returns number of messages
 */
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
          `Missing items in your file, projects or outputs counted in the annual report (${count}); please complete them.`,
        ],
        link: '/personel/file',
        to: [person],
      })),
    );
    return asked.length;
  });
};
