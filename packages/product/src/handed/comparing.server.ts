import { createHash } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';
import { fieldsHiddenFrom } from '@keyan/engine/records/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type {
  ContentAnswer,
  DifferenceAnswer,
  HandedRow,
  RecordChange,
  ShownDifference,
} from './answers.ts';
import { differenceOf, type HandedContent, type RowDifference } from './difference.ts';
import { handedAllCode, handedCode } from './handed-out.ts';
import { addReason, contentOf, handedKind, othersOf, reasonsOf } from './store.server.ts';

export interface HandedAsker {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

/** Maximum number of rows in a response. */
const maxRows = 500;

const readEntry = async ({ engine, actor }: HandedAsker, id: string): Promise<RowLike> =>
  (await engine.as(actor).read(handedKind, id)).row as RowLike;

interface Open {
  readonly content: HandedContent;
  /** Titles of records by `resource/id`. */
  readonly titles: ReadonlyMap<string, string>;
  readonly withheld: number;
}

const recordKey = ({ resource, id }: { readonly resource: string; readonly id: string }): string =>
  `${resource}/${id}`;

/** Contents limited to records and fields that the reader may read now. */
const openContents = async (
  { engine, actor }: HandedAsker,
  contents: readonly HandedContent[],
): Promise<readonly Open[]> => {
  const named = contents.flatMap(({ cells, parts }) => [
    ...cells.flatMap(({ record }) => record ?? []),
    ...parts,
  ]);
  const titles = new Map<string, string>();
  const hidden = new Map<string, ReadonlySet<string>>();
  for (const [key, own] of Map.groupBy(named, ({ resource }) => resource)) {
    const resource = engine.resources.get(key);
    if (!resource) continue;
    hidden.set(key, fieldsHiddenFrom(resource, actor));
    const ids = [...new Set(own.map(({ id }) => id))];
    for (const row of await engine.as(actor).readAll(resource, ids, [resource.title])) {
      titles.set(`${key}/${row.id}`, String((row as RowLike)[resource.title] ?? ''));
    }
  }
  return contents.map(({ cells, parts }) => {
    const shown = cells.filter(
      ({ record, column }) =>
        record === null ||
        (titles.has(recordKey(record)) && !hidden.get(record.resource)?.has(column)),
    );
    const rows = new Set(cells.map(({ row }) => row));
    return {
      content: { cells: shown, parts: parts.filter((part) => titles.has(recordKey(part))) },
      titles,
      withheld: rows.size - new Set(shown.map(({ row }) => row)).size,
    };
  });
};

/** Content of a submission: rows by columns. */
export const contentAnswer = async (
  asking: HandedAsker,
  id: string,
  { current, size }: { readonly current: number; readonly size: number },
): Promise<ContentAnswer> => {
  const { engine, actor } = asking;
  await readEntry(asking, id);
  const stored = await engine.database.read(actor.tenantId, (session) => contentOf(session, id));
  const [open] = await openContents(asking, [stored]);
  const cells = open?.content.cells ?? [];
  const columns = [...new Map(cells.map((cell) => [cell.column, cell])).values()].map(
    ({ column, columnLabel, definition }) => ({ key: column, label: columnLabel, definition }),
  );
  const rows = [...Map.groupBy(cells, ({ row }) => row)].map(([row, own]): HandedRow => {
    const [first] = own;
    const values = new Map(own.map(({ column, value }) => [column, value]));
    return {
      row,
      label: first?.rowLabel ?? '',
      resource: first?.record?.resource ?? '',
      id: first?.record?.id ?? '',
      values: columns.map(({ key }) => values.get(key) ?? null),
    };
  });
  return {
    columns,
    rows: rows.slice((current - 1) * size, current * size),
    total: rows.length,
    withheld: open?.withheld ?? 0,
  };
};

/** Values of a row on both sides as one text; a reason is outdated when this text changes. */
const basisOf = ({ cells, kind }: RowDifference): string =>
  createHash('sha256')
    .update(
      JSON.stringify([kind, cells.map(({ column, before, after }) => [column, before, after])]),
    )
    .digest('hex');

const keyOfEntry = (row: RowLike): string => String(row.sourceKey ?? row.id);

interface Compared {
  readonly before: RowLike;
  readonly after: RowLike;
  readonly rows: readonly RowDifference[];
  readonly same: number;
  readonly columns: readonly string[];
  readonly titles: ReadonlyMap<string, string>;
  readonly withheld: number;
}

const compared = async (asking: HandedAsker, id: string, other: string): Promise<Compared> => {
  const { engine, actor } = asking;
  const [after, before] = [await readEntry(asking, id), await readEntry(asking, other)];
  const stored = await engine.database.read(actor.tenantId, async (session) => [
    await contentOf(session, other),
    await contentOf(session, id),
  ]);
  const [old, fresh] = await openContents(asking, stored);
  if (!old || !fresh) throw new Missing();
  return {
    before,
    after,
    ...differenceOf(old.content, fresh.content),
    titles: fresh.titles,
    withheld: Math.max(old.withheld, fresh.withheld),
  };
};

const mayExplain = ({ actor }: HandedAsker): boolean => actor.permissions.has(`${handedCode}_edit`);

/**
 * Differences of a submission from another, by default from the last of the same source.
 * Long because it builds one response.
 */
export const differenceAnswer = async (
  asking: HandedAsker,
  id: string,
  other: string | undefined,
): Promise<DifferenceAnswer> => {
  const { engine, actor } = asking;
  const row = await readEntry(asking, id);
  const others = await engine.database.read(actor.tenantId, (session) =>
    othersOf(session, row, { id: actor.id, isAll: actor.permissions.has(handedAllCode) }),
  );
  const chosen =
    others.find((one) => one.id === other) ??
    others.find((one) => one.isSame && one.handedOn <= String(row.handedOn)) ??
    null;
  const nothing = { added: 0, left: 0, changed: 0 };
  if (!chosen) {
    return {
      others,
      other: null,
      rows: [],
      counts: nothing,
      same: 0,
      columns: [],
      unexplained: 0,
      withheld: 0,
      mayExplain: false,
    };
  }
  const { before, after, rows, same, columns, titles, withheld } = await compared(
    asking,
    id,
    chosen.id,
  );
  const reasons = new Map(
    (
      await engine.database.read(actor.tenantId, (session) =>
        reasonsOf(session, keyOfEntry(before), keyOfEntry(after)),
      )
    ).map((one) => [one.row, one]),
  );
  const shown = rows.map((difference): ShownDifference => {
    const reason = reasons.get(difference.row);
    const record = difference.after ?? difference.before;
    return {
      row: difference.row,
      label: difference.label,
      kind: difference.kind,
      cells: difference.cells.map(({ parts, ...cell }) => ({
        ...cell,
        parts: parts.slice(0, 50).map((part) => ({
          ...part,
          title: titles.get(recordKey(part)) ?? '',
        })),
      })),
      resource: record?.resource ?? '',
      id: record?.id ?? '',
      from: difference.before?.version ?? null,
      to: difference.after?.version ?? null,
      explained: reason
        ? {
            text: reason.text,
            by: reason.by,
            time: timeText(reason.time),
            isCurrent: reason.basis === basisOf(difference),
          }
        : null,
    };
  });
  return {
    others,
    other: chosen,
    rows: shown.slice(0, maxRows),
    counts: {
      added: rows.filter(({ kind }) => kind === 'added').length,
      left: rows.filter(({ kind }) => kind === 'left').length,
      changed: rows.filter(({ kind }) => kind === 'changed').length,
    },
    same,
    columns,
    unexplained: shown.filter(({ explained }) => !explained?.isCurrent).length,
    withheld,
    mayExplain: mayExplain(asking),
  };
};

/**
 * Stores the reason for a row’s difference between two sources; it is shown in later comparisons.
 */
export const explainRow = async (
  asking: HandedAsker,
  id: string,
  given: { readonly other: string; readonly row: string; readonly text: string },
): Promise<void> => {
  const { engine, actor } = asking;
  if (!mayExplain(asking)) throw new Denied();
  const { before, after, rows } = await compared(asking, id, given.other);
  const difference = rows.find(({ row }) => row === given.row);
  if (!difference) {
    throw new Refused(['该行已没有差异，请刷新', 'This row no longer differs; refresh']);
  }
  await engine.database.transaction(actor.tenantId, (tx) =>
    addReason(tx, {
      id: engine.ids.next(),
      from: keyOfEntry(before),
      to: keyOfEntry(after),
      row: given.row,
      text: given.text.trim(),
      basis: basisOf(difference),
      user: actor.id,
      time: engine.clock(),
    }),
  );
};

/** Changes of a row’s record between two submissions, limited to what the reader may read. */
export const changesBetween = async (
  asking: HandedAsker,
  id: string,
  given: { readonly other: string; readonly row: string },
): Promise<readonly RecordChange[]> => {
  const { engine, actor, language, dictionaries } = asking;
  const { rows } = await compared(asking, id, given.other);
  const difference = rows.find(({ row }) => row === given.row);
  const [from, to] = [difference?.before ?? null, difference?.after ?? null];
  const record = to ?? from;
  const resource = record ? engine.resources.get(record.resource) : undefined;
  if (!record || !resource) return [];
  const [least, most] = [from?.version ?? 0, to?.version ?? Number.MAX_SAFE_INTEGER];
  const [lower, upper] = [Math.min(least, most), Math.max(least, most)];
  const fields = listFields(resource);
  const told = (path: string, value: unknown): string => {
    const spec = fields[path]?.spec;
    if (value === null || value === undefined || value === '') return '';
    return spec && spec.type !== 'rows' && spec.type !== 'files' && !spec.target
      ? fieldTypeTable[spec.type].text(value, specIn(spec, dictionaries), language)
      : '…';
  };
  try {
    const history = await engine.as(actor).history(resource, record.id);
    return history
      .filter(({ version, changes }) => version > lower && version <= upper && changes.length > 0)
      .map(({ time, actorName, action, changes }) => ({
        time,
        by: actorName,
        action,
        changes: changes.map(({ path, label, before, after }) => ({
          label: say(label, language),
          before: told(path, before),
          after: told(path, after),
        })),
      }));
  } catch (error) {
    if (error instanceof Denied || error instanceof Missing) return [];
    throw error;
  }
};
