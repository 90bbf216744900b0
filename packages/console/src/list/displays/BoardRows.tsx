import { actionsBetween } from '@keyan/kernel/definition/page/displays.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import type { WireRow } from '../../data/calls.ts';
import { useEntries } from '../../data/dictionary.ts';
import { useGroupCounts } from '../../data/groupCounts.ts';
import { countText } from '../../i18n/format.ts';
import { useLabel } from '../../i18n/language.ts';
import { recordActionOf } from '../../records/actions.ts';
import { filterQuery } from '../state.ts';
import { BoardCard, type BoardColumn } from './BoardCard.tsx';
import type { DisplayProps } from './displayProps.ts';
import { maxDisplayedRows, useDisplayed } from './useDisplayed.ts';

/** A record moved to a column to which several actions lead. */
interface Choice {
  readonly row: WireRow;
  readonly names: readonly string[];
  readonly to: BoardColumn;
}

const codesOf = (row: WireRow, field: string): string => String(row[field] ?? '');

/** Returns the columns with records, and those to which records can be moved. */
const useColumns = ({ list }: DisplayProps, field: string) => {
  const { resource, viewName, state } = list;
  const { view: _view, ...conditions } = filterQuery(viewName, state);
  const counts = useGroupCounts(resource, viewName, [field], conditions);
  const { entries } = useEntries(resource.fields[field]?.spec.dictionary);
  const targets = new Set(Object.values(resource.actions ?? {}).map(({ to }) => to));
  const isNarrowed = conditions[field] !== undefined;
  const columns = entries.flatMap(({ code, label }): readonly BoardColumn[] => {
    const total = counts.data?.find(({ keys }) => keys[0] === code)?.total ?? 0;
    return total > 0 || (targets.has(code) && !isNarrowed) ? [{ code, label, total }] : [];
  });
  return { counts, columns: counts.data ? columns : undefined };
};

const noActionText: Label = [
  '没有操作能把这条记录从“{from}”变为“{to}”',
  'No action available to you moves a record from “{from}” to “{to}”',
];

/**
 * Renders records in columns by a code. Moving a card, by dragging or by its menu, performs the
 * action that leads to the column; several actions are offered to choose from. Long because cards,
 * columns and the choice of an action share the moved card.
 */
export const BoardRows = ({ list }: DisplayProps) => {
  const label = useLabel();
  const { resource, actions } = list;
  const field = resource.list.displays?.board ?? '';
  const [dragged, setDragged] = useState<WireRow>();
  const [choice, setChoice] = useState<Choice>();
  const { counts, columns } = useColumns({ list }, field);
  const filled = (columns ?? []).filter(({ total }) => total > 0);
  const answers = useDisplayed(
    list,
    filled.map(({ code }) => ({ [field]: code })),
    [field, ...resource.list.columns.slice(0, 4)],
  );
  if (counts.error) {
    return <ErrorPanel fault={counts.error} onRetry={() => void counts.refetch()} />;
  }
  if (!columns) return <SkeletonRows height={64} />;
  const namesTo = (row: WireRow, to: string) =>
    actionsBetween(resource, field, {
      from: codesOf(row, field),
      to,
      offered: row.abilities ?? [],
    });
  const move = (row: WireRow, to: BoardColumn) => {
    const from = columns.find(({ code }) => code === codesOf(row, field));
    if (!from || from.code === to.code) return;
    const names = namesTo(row, to.code);
    const [only] = names;
    if (only === undefined) {
      toast.warning(fill(noActionText, { from: from.label, to: to.label }));
    } else if (names.length === 1) actions.run(only, row);
    else setChoice({ row, names, to });
  };
  return (
    <>
      <div className="ky-board">
        {columns.map((column) => {
          const at = filled.findIndex(({ code }) => code === column.code);
          const rows = answers[at]?.data?.records ?? [];
          const mayDrop = dragged !== undefined && namesTo(dragged, column.code).length > 0;
          return (
            <section
              key={column.code}
              aria-label={label(column.label)}
              data-open={mayDrop || undefined}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged) move(dragged, column);
                setDragged(undefined);
              }}
            >
              <h2>
                {label(column.label)} <span className="ky-note">{countText(column.total)}</span>
              </h2>
              <ul>
                {rows.map((row) => (
                  <BoardCard
                    key={row.id}
                    list={list}
                    row={row}
                    field={field}
                    targets={columns.filter(({ code }) => namesTo(row, code).length > 0)}
                    onMove={(to) => move(row, to)}
                    onDrag={setDragged}
                  />
                ))}
              </ul>
              {column.total > maxDisplayedRows && (
                <p className="ky-note">
                  {label([
                    `只显示前 ${maxDisplayedRows} 条`,
                    `Only the first ${maxDisplayedRows} are shown`,
                  ])}
                </p>
              )}
            </section>
          );
        })}
      </div>
      <Modal
        open={choice !== undefined}
        title={choice && label(fill(['变为“{to}”', 'To “{to}”'], { to: choice.to.label }))}
        footer={null}
        onCancel={() => setChoice(undefined)}
      >
        <div className="ky-board-choice">
          {choice?.names.map((name) => (
            <Button
              key={name}
              onClick={() => {
                actions.run(name, choice.row);
                setChoice(undefined);
              }}
            >
              {label(recordActionOf(resource, name).label)}
            </Button>
          ))}
        </div>
      </Modal>
    </>
  );
};
