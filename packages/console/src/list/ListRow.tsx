import { Dropdown } from 'antd';
import { memo } from 'react';
import { StatusTag } from '../components/StatusTag.tsx';
import type { WireRow } from '../data/calls.ts';
import { cells } from '../fields/values.tsx';
import { useLabel } from '../i18n/language.ts';
import type { Presentation } from '../presentation/present.ts';
import { fieldOf } from '../presentation/resources.tsx';
import {
  type ActionContext,
  actionLabel,
  actionsFor,
  type RecordActionName,
  recordActions,
} from '../records/actions.ts';
import { CurrentStepCell } from './CurrentStepCell.tsx';
import { type Column, pinStyle } from './columns.ts';

/** How many verbs stand in the row itself. */
const inRow = 2;

export interface ListRowProps {
  readonly row: WireRow;
  readonly id: string;
  readonly columns: readonly Column[];
  readonly context: ActionContext;
  readonly presentation: Presentation;
  readonly detailOf: (id: string) => string;
  /** The status has a column. */
  readonly status: boolean;
  /** The step has a column. */
  readonly place: boolean;
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly active: boolean;
  /** Its place in the table, counted from the head as 1: of a long page only a part is drawn. */
  readonly at: number;
  /** What the open menu of the row offers: what stands in no button, or all that fits the row. */
  readonly menu: 'more' | 'all' | undefined;
  readonly onMenuClose: () => void;
  readonly onVerb: (verb: RecordActionName, id: string) => void;
  /** When the page was read, milliseconds since the epoch: stay times count to it. */
  readonly now: number;
}

/** One record. It is drawn again only when something of its own changes. */
export const ListRow = memo((props: ListRowProps) => {
  const { row, id, columns, context, presentation, detailOf, status, place, selectable } = props;
  const { selected, active, at, now } = props;
  const label = useLabel();
  const title = String(row[context.resource.title] ?? '');
  return (
    <tr
      id={id}
      data-row={row.id}
      aria-rowindex={at}
      data-active={active || undefined}
      data-void={row.auditStatus === '6' || undefined}
      aria-selected={selectable ? selected : undefined}
    >
      {selectable && (
        <td className="ky-col-check">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            data-action="select"
            aria-label={label([`选择 ${title}`, `Choose ${title}`])}
            readOnly
          />
        </td>
      )}
      {status && (
        <td className="ky-col-status">
          {row.auditStatus && <StatusTag status={row.auditStatus} />}
        </td>
      )}
      {columns.map((column) => {
        const { name, spec, align, pin, edge } = column;
        const pinned = pin === undefined ? '' : ' ky-pin';
        const value = row[name];
        if (name === context.resource.title) {
          return (
            <td
              key={name}
              className={`ky-col-title${pinned}`}
              data-edge={edge || undefined}
              style={pinStyle(column)}
            >
              <a
                className="ky-link"
                href={detailOf(row.id)}
                data-action="view"
                tabIndex={-1}
                title={title}
              >
                {title || label(['（未填题目）', '(untitled)'])}
              </a>
            </td>
          );
        }
        const Show = fieldOf(presentation, name).Cell ?? cells[spec.kind];
        return (
          <td
            key={name}
            className={pinned.trim() || undefined}
            data-align={align}
            data-edge={edge || undefined}
            style={pinStyle(column)}
          >
            <Show name={name} spec={spec} value={value} row={row} />
          </td>
        );
      })}
      {place && (
        <td>
          <CurrentStepCell resource={context.resource} row={row} now={now} />
        </td>
      )}
      <td className="ky-col-actions">
        <RowActions {...props} />
      </td>
    </tr>
  );
});
ListRow.displayName = 'ListRow';

const RowActions = ({ row, context, presentation, menu, onMenuClose, onVerb }: ListRowProps) => {
  const label = useLabel();
  const { ExtraRowActions } = presentation;
  const fit = actionsFor(row, context);
  // A verb of the product's own takes the place of one of ours: the column keeps its width.
  const room = ExtraRowActions ? inRow - 1 : inRow;
  const direct = fit.filter((name) => !recordActions[name].rare).slice(0, room);
  const more = fit.filter((name) => !direct.includes(name));
  const offered = menu === 'all' ? fit : more;
  const faces = (
    <span className="ky-row-actions">
      {ExtraRowActions && <ExtraRowActions row={row} view={context.view} />}
      {direct.map((name) => (
        <button key={name} type="button" className="ky-link" data-action={name} tabIndex={-1}>
          {label(actionLabel(name, row))}
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
  if (menu === undefined) return faces;
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(open) => !open && onMenuClose()}
      menu={{
        items: offered.map((name) => ({
          key: name,
          label: label(actionLabel(name, row)),
          danger: recordActions[name].danger,
        })),
        onClick: ({ key }) => {
          onMenuClose();
          onVerb(key as RecordActionName, row.id);
        },
      }}
    >
      {faces}
    </Dropdown>
  );
};
