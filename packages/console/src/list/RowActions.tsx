import { Dropdown } from 'antd';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import type { Presentation } from '../presentation/present.ts';
import {
  type ActionContext,
  actionLabel,
  actionsFor,
  type RecordActionName,
  recordActionOf,
} from '../records/actions.ts';
import type { CellInfo } from '../table/column.ts';

/** Maximum number of actions that are buttons of the row. */
const inRow = 2;

interface RowActionsProps extends CellInfo {
  readonly row: WireRow;
  readonly context: ActionContext;
  readonly presentation: Presentation;
  readonly onRun: (action: RecordActionName, row: WireRow) => void;
}

/** Renders the actions of a row: the most important ones as buttons, the rest in the menu 更多. */
export const RowActions = (props: RowActionsProps) => {
  const { row, context, presentation, menu, closeMenu, onRun } = props;
  const label = useLabel();
  const { ExtraRowActions } = presentation;
  const offered = actionsFor(row, context);
  // An extra action replaces a usual one: the column keeps its width.
  const room = ExtraRowActions ? inRow - 1 : inRow;
  const plain = offered.filter((name) => !recordActionOf(context.resource, name).rare);
  // The title opens the record already: beside another action, a second link is omitted.
  const first = plain
    .filter((name) => name !== 'view' || (plain.length === 1 && !ExtraRowActions))
    .slice(0, room);
  const rest = offered.filter((name) => !first.includes(name));
  // A menu with one entry becomes a button, if there is room.
  const isAlone = rest.length === 1 && first.length < room;
  const direct = isAlone ? offered : first;
  const more = isAlone ? [] : rest;
  const buttons = (
    <span className="ky-row-actions">
      {ExtraRowActions && <ExtraRowActions row={row} view={context.view} />}
      {direct.map((name) => (
        <button key={name} type="button" className="ky-link" data-action={name} tabIndex={-1}>
          {label(actionLabel(context.resource, name, row))}
        </button>
      ))}
      {more.length > 0 && (
        <button
          type="button"
          className="ky-link"
          data-action="more"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
        >
          {label(['更多', 'More'])}
        </button>
      )}
    </span>
  );
  if (menu === undefined) return buttons;
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(open) => !open && closeMenu()}
      menu={{
        items: (menu === 'all' ? offered : more).map((name) => ({
          key: name,
          label: label(actionLabel(context.resource, name, row)),
          danger: recordActionOf(context.resource, name).danger,
        })),
        onClick: ({ key }) => {
          closeMenu();
          onRun(key, row);
        },
      }}
    >
      {buttons}
    </Dropdown>
  );
};
