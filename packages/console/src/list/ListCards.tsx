import { StatusTag } from '../components/StatusTag.tsx';
import type { WireRow } from '../data/calls.ts';
import { textOf } from '../fields/values.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { pagesOf } from '../presentation/resources.tsx';
import type { ActionContext } from '../records/actions.ts';
import { CurrentStepCell } from './CurrentStepCell.tsx';
import type { Column } from './columns.ts';
import { showsStatus } from './systemColumns.ts';

/** Facts under a title. */
const facts = 2;

interface ListCardsProps {
  readonly rows: readonly WireRow[];
  readonly columns: readonly Column[];
  readonly context: ActionContext;
  readonly now: number;
  readonly refreshing: boolean;
}

/** The list on a phone: two lines a record, opened by a touch. */
export const ListCards = ({ rows, columns, context, now, refreshing }: ListCardsProps) => {
  const label = useLabel();
  const language = useLanguage();
  const pages = pagesOf(context.view);
  const { title } = context.resource;
  const says = showsStatus(context);
  return (
    <ul className="ky-cards" aria-busy={refreshing}>
      {rows.map((row) => {
        const name = String(row[title] ?? '') || label(['（未填题目）', '(untitled)']);
        const notes = columns
          .filter((column) => column.name !== title)
          .map((column) => textOf(column.name, column.spec, row, language))
          .filter(Boolean)
          .slice(0, facts);
        return (
          <li key={row.id} data-void={row.auditStatus === '6' || undefined}>
            <TabLink to={pages.detail(row.id)} title={name} className="ky-row-card">
              <span className="ky-row-card-title">{name}</span>
              <span className="ky-row-card-facts">
                {row.auditStatus && says && <StatusTag status={row.auditStatus} />}
                <span className="ky-row-card-notes">{notes.join(' · ')}</span>
                {row.auditStatus === '1' && (
                  <CurrentStepCell resource={context.resource} row={row} now={now} />
                )}
              </span>
            </TabLink>
          </li>
        );
      })}
    </ul>
  );
};
