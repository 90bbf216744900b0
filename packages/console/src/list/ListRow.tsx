import { Dropdown } from 'antd';
import { memo } from 'react';
import { StatusTag } from '../components/StatusTag.tsx';
import type { WireRow } from '../data/calls.ts';
import { cells } from '../fields/values.tsx';
import { useLabel } from '../i18n/language.ts';
import type { Presentation } from '../presentation/present.ts';
import { fieldOf } from '../presentation/resources.tsx';
import { type Looker, type VerbName, verbLabel, verbs, verbsFor } from '../records/actions.ts';
import { PlaceCell } from './CurrentStepCell.tsx';
import { type Column, pinStyle } from './columns.ts';

/** How many verbs stand in the row itself. */
const inRow = 2;

export interface ListRowProps {
  readonly row: WireRow;
  readonly id: string;
  readonly columns: readonly Column[];
  readonly looker: Looker;
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
  readonly onVerb: (verb: VerbName, id: string) => void;
  /** When the page was read, milliseconds since the epoch: stay times count to it. */
  readonly now: number;
}

/** One record. It is drawn again only when something of its own changes. */
export const ListRow = memo((props: ListRowProps) => {
  const { row, id, columns, looker, presentation, detailOf, status, place, selectable } = props;
  const { selected, active, at, now } = props;
  const label = useLabel();
  const title = String(row[looker.resource.title] ?? '');
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
            data-verb="select"
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
        if (name === looker.resource.title) {
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
                data-verb="view"
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
          <PlaceCell resource={looker.resource} row={row} now={now} />
        </td>
      )}
      <td className="ky-col-verbs">
        <RowVerbs {...props} />
      </td>
    </tr>
  );
});
ListRow.displayName = 'ListRow';

const RowVerbs = ({ row, looker, presentation, menu, onMenuClose, onVerb }: ListRowProps) => {
  const label = useLabel();
  const { RowTools } = presentation;
  const fit = verbsFor(row, looker);
  // A verb of the product's own takes the place of one of ours: the column keeps its width.
  const room = RowTools ? inRow - 1 : inRow;
  const direct = fit.filter((name) => !verbs[name].rare).slice(0, room);
  const more = fit.filter((name) => !direct.includes(name));
  const offered = menu === 'all' ? fit : more;
  const faces = (
    <span className="ky-verbs">
      {RowTools && <RowTools row={row} view={looker.view} />}
      {direct.map((name) => (
        <button key={name} type="button" className="ky-link" data-verb={name} tabIndex={-1}>
          {label(verbLabel(name, row))}
        </button>
      ))}
      {more.length > 0 && (
        <button
          type="button"
          className="ky-link"
          data-verb="more"
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
          label: label(verbLabel(name, row)),
          danger: verbs[name].danger,
        })),
        onClick: ({ key }) => {
          onMenuClose();
          onVerb(key as VerbName, row.id);
        },
      }}
    >
      {faces}
    </Dropdown>
  );
};
