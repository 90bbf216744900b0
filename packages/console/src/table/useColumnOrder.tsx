import { usePreference } from '../storage/preferences.ts';
import type { DataColumn, HeaderCells } from './column.ts';
import { inChosenOrder, withKeyMoved } from './columnOrder.ts';
import { MovableHead } from './MovableHead.tsx';

/**
 * Returns columns in the order that a user dragged them into, stored for this table.
 * @param name key of the preference
 * @param isFixed returns true for columns that do not move: the title at the left, the actions at
 * the right
 */
export const useColumnOrder = <Row,>(
  name: string,
  columns: readonly DataColumn<Row>[],
  isFixed: (key: string) => boolean,
): { readonly columns: readonly DataColumn<Row>[]; readonly headCells: HeaderCells } => {
  const [chosen = [], setChosen] = usePreference<readonly string[]>(`order:${name}`);
  const movable = columns.filter(({ key }) => !isFixed(key));
  const keys = inChosenOrder(
    movable.map(({ key }) => key),
    chosen,
  );
  const byKey = new Map(movable.map((column) => [column.key, column]));
  const moved = keys.flatMap((key) => byKey.get(key) ?? []);
  const next = moved.values();
  const ordered = columns.map((column) =>
    isFixed(column.key) ? column : (next.next().value ?? column),
  );
  // Columns that only other rows have, such as fields of a kind, stay in their chosen position.
  const move = (key: string, to: string) => {
    const now = withKeyMoved(keys, key, to);
    setChosen([...now, ...chosen.filter((one) => !now.includes(one))]);
  };
  const reset = chosen.length > 0 ? () => setChosen(undefined) : undefined;
  return {
    columns: ordered,
    headCells: Object.fromEntries(
      moved.map((column, at) => [
        column.key,
        <MovableHead
          key={column.key}
          column={column}
          left={keys[at - 1]}
          right={keys[at + 1]}
          onMove={move}
          onReset={reset}
        />,
      ]),
    ),
  };
};
