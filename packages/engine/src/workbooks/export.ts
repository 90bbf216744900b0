import type { Actor } from '@keyan/kernel/access/actor.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { mapConcurrently } from '../base/side-by-side.ts';
import { createYielder } from '../base/yielding.ts';
import type { Engine } from '../engine.ts';
import { variantsAllowing } from '../records/variants.ts';
import { bookMakerOf, WorkbookLines, writeBook } from './book.ts';
import { writeCell } from './cell.ts';
import { sheetPlans } from './plan.ts';
import { spellingsFor } from './spelled-references.ts';
import { valueCell } from './value-cell.ts';
import { ColumnWidths, draftWorkbook, tablePlan } from './workbook.ts';

/** Maximum number of rows that are exported in the request; more are exported in the background. */
export const maxRowsExportedAtOnce = 5000;
/** Maximum number of rows of an export. */
const exportMost = 50_000;
/** Maximum number of whole records, with sub-tables, in one workbook. */
const wholeMost = 1000;

/**
 * Limits a query to rows that the actor may export: those of the named page, or of variants with the permission code.
 * @throws Denied
 */
const exportable = (actor: Actor, resource: Resource, query: Query): Query => {
  if (!grantsAction(resource, actor.permissions, 'export')) throw new Denied();
  const { variants } = resource;
  const codes = variantsAllowing(resource, actor, 'export');
  if (!variants || !codes) return query;
  const variant = query.view === undefined ? undefined : resource.views[query.view]?.variant;
  if (variant !== undefined && !codes.includes(variant)) throw new Denied();
  return codes.length === variants.codes.length
    ? query
    : {
        ...query,
        where: [...query.where, { field: variants.field, operator: 'anyOf', value: codes }],
      };
};

/** Returns the number of rows of an export, by the same query as the list. */
export const exportSize = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  query: Query,
): Promise<number> => {
  const asked = exportable(actor, resource, query);
  return (await engine.as(actor).list(resource, { ...asked, page: 1, size: 1 })).total;
};

/** Yields the rows of a query that the actor may export, in order. */
const pages = (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  query: Query,
  most: number,
): AsyncGenerator<readonly RowLike[]> => {
  const {
    page: _page,
    size: _size,
    after: _from,
    ...question
  } = exportable(actor, resource, query);
  return engine.as(actor).pages(resource, question, most);
};

/** Returns the display name beside a reference, as lists contain it. */
const shown = (row: RowLike, name: string, spec: FieldSpec, language: Language): string => {
  const named = spec.target ? row[`${name}Name`] : undefined;
  const given = Array.isArray(named) ? named.filter(Boolean).join('、') : named;
  return typeof given === 'string' && given !== ''
    ? given
    : writeCell(row[name], spec, language, () => undefined);
};

/** Exports the table that the person sees: its columns, filters and order. */
export const exportTable = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  query: Query,
  columns: readonly string[],
  language: Language,
): Promise<Buffer> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const fields = listFields(resource);
  const asked = columns.length > 0 ? columns : resource.list.columns;
  const chosen = asked.flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const secret = field?.spec.secret;
    return field && (!secret || actor.permissions.has(secret))
      ? [{ name, spec: specIn(field.spec, dictionaries) }]
      : [];
  });
  const shownOnly = { ...query, fields: chosen.map(({ name }) => name) };
  const heads = chosen.map(({ spec }) => say(spec.label, language));
  const lines = new WorkbookLines();
  const widths = new ColumnWidths();
  widths.add(heads);
  const pace = createYielder();
  for await (const rows of pages(engine, actor, resource, shownOnly, exportMost)) {
    for (const row of rows) {
      const cells = chosen.map(({ name, spec }) =>
        valueCell(row[name], shown(row, name, spec, language), spec),
      );
      lines.add(0, cells);
      widths.add(cells);
      await pace();
    }
  }
  const plan = tablePlan(say(resource.label, language), heads, widths);
  return writeBook(bookMakerOf(engine, actor), plan, lines);
};

/** Number of whole records read at a time: enough to hide the round trip, not to delay others. */
const wholeAtOnce = 4;

/** Reads a record with its sub-tables; null if it was removed since its page was read. */
const wholeRow = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  id: string,
): Promise<RowLike | null> => {
  try {
    return (await engine.as(actor).read(resource, id)).row as RowLike;
  } catch (error) {
    if (error instanceof Missing) return null;
    throw error;
  }
};

/** Reads these records whole, in order. */
const wholeRows = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  ids: readonly string[],
): Promise<readonly RowLike[]> => {
  const read: (RowLike | null)[] = [];
  await mapConcurrently(
    [...ids.entries()],
    { atOnce: wholeAtOnce, alone: () => false, stopped: () => false },
    async ([at, id]) => {
      read[at] = await wholeRow(engine, actor, resource, id);
    },
  );
  return read.filter((row) => row !== null);
};

/** Exports whole records with their sub-tables, in the layout of the template, which can be imported again. */
export const exportWhole = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  query: Query,
  language: Language,
): Promise<Buffer> => {
  const reader = {
    language,
    dictionaries: await engine.dictionaries.of(actor.tenantId),
    permissions: actor.permissions,
  };
  const { plan, lines } = draftWorkbook(resource, reader);
  const sheets = sheetPlans(resource, reader);
  const pace = createYielder();
  let number = 0;
  // The pages give the ids; each record is then read whole.
  const named = { ...query, fields: [resource.title] };
  for await (const page of pages(engine, actor, resource, named, wholeMost)) {
    const ids = page.map(({ id }) => String(id));
    const rows = await wholeRows(engine, actor, resource, ids);
    const names = await spellingsFor(engine, actor, resource, rows);
    for (const row of rows) {
      number += 1;
      for (const [index, sheet] of sheets.entries()) {
        const own = sheet.rows ? ((row[sheet.rows] as RowLike[] | null) ?? []) : [row];
        for (const line of own) {
          const cells = sheet.columns.map(({ name, spec }) =>
            valueCell(line[name], writeCell(line[name], spec, language, names), spec),
          );
          lines.add(index, [String(number), ...cells]);
        }
      }
      await pace();
    }
  }
  return writeBook(bookMakerOf(engine, actor), plan, lines);
};
