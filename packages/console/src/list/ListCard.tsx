import { statuses } from '@keyan/kernel/access/status.ts';
import type { WireRow } from '../data/calls.ts';
import { titleOf } from '../data/title.ts';
import { valueText } from '../fields/values.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { viewAddresses } from '../presentation/resources.tsx';
import type { ActionContext } from '../records/actions.ts';
import { RecordStatus } from '../records/RecordStatus.tsx';
import { CurrentStepCell } from './CurrentStepCell.tsx';
import { type Column, cardColumns } from './columns.ts';
import { showsStatus } from './systemColumns.ts';
import { TreeToggle } from './TreeToggle.tsx';
import type { ListTree } from './useTree.ts';

interface ListCardProps {
  readonly row: WireRow;
  readonly columns: readonly Column[];
  readonly context: ActionContext;
  /** Time when the row was fetched, milliseconds since the epoch. */
  readonly now: number;
  /** Tree of the list, if it has one; cards are indented. */
  readonly tree: ListTree | undefined;
}

/** Renders a record on a phone: two lines that open it. */
const ListCard = ({ row, columns, context, now, tree }: ListCardProps) => {
  const label = useLabel();
  const language = useLanguage();
  const { resource, view } = context;
  const name = titleOf(resource, row) || label(['（未填题目）', '(untitled)']);
  const filled = columns.filter(
    ({ name: field, spec }) => field !== resource.title && valueText(field, spec, row, language),
  );
  const notes = cardColumns(filled).map(({ name: field, spec, align }) => {
    const text = valueText(field, spec, row, language);
    // A number needs the label of its column.
    return align === 'right' ? `${label(spec.label)} ${text}` : text;
  });
  return (
    <li
      className={tree && 'ky-tree-card'}
      data-void={row.auditStatus === statuses.void || undefined}
    >
      {tree && <TreeToggle tree={tree} id={row.id} onToggle={() => tree.toggle(row.id)} />}
      <TabLink to={viewAddresses(view).detail(row.id)} title={name} className="ky-row-card">
        <span className="ky-row-card-title">{name}</span>
        <span className="ky-row-card-facts">
          {showsStatus(context) && <RecordStatus resource={resource} row={row} />}
          <span className="ky-row-card-notes">{notes.join(' · ')}</span>
          {row.auditStatus === statuses.inApproval && (
            <CurrentStepCell resource={resource} row={row} now={now} />
          )}
        </span>
      </TabLink>
    </li>
  );
};

export default ListCard;
