import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Card, EmptyCard } from '../components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { usePermissions } from '../navigation/useMenus.ts';
import { usePresentation, viewAddresses } from '../presentation/resources.tsx';
import { RecordStatus } from '../records/RecordStatus.tsx';
import { CurrentStepCell } from './CurrentStepCell.tsx';
import './recent.css';
import { rowFields } from './rowFields.ts';
import { initialListState } from './state.ts';
import { useRows } from './useRows.ts';

interface RecentBlockProps {
  readonly resource: Resource;
  /** Name of one of its views. */
  readonly view: string;
  readonly title: Label;
  readonly all: Label;
  /** Text of the link that adds the first record. */
  readonly add: Label;
}

const maxRecords = 6;
const newestFirstState = {
  ...initialListState,
  size: maxRecords,
  sort: { field: 'updateTime', descending: true },
};

/**
 * Renders a block of the home page with the records that changed last, with status and current
 * step.
 */
export const RecentBlock = ({ resource, view: name, title, all, add }: RecentBlockProps) => {
  const label = useLabel();
  const permissions = usePermissions();
  const { data, error, refetch, dataUpdatedAt } = useRows(
    resource,
    name,
    newestFirstState,
    rowFields(usePresentation(resource), []),
  );
  const view = resource.views[name];
  if (!view) return null;
  const pages = viewAddresses(view);
  if (data?.total === 0) {
    return (
      <EmptyCard
        title={label(title)}
        action={
          permissions.has(`${view.code}_add`) && (
            <TabLink to={pages.add} title={add}>
              {label(add)}
            </TabLink>
          )
        }
      >
        {label([`还没有${resource.label[0]}`, 'No records yet'])}
      </EmptyCard>
    );
  }
  return (
    <Card
      title={label(title)}
      count={data?.total}
      extra={<TabLink to={pages.list}>{label(all)}</TabLink>}
      flush
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={maxRecords} />
      ) : (
        <ul className="ky-recent">
          {data.records.slice(0, maxRecords).map((row) => {
            const text = String(row[resource.title] ?? '') || label(['（未填题目）', '(untitled)']);
            return (
              <li key={row.id}>
                <RecordStatus resource={resource} row={row} />
                <TabLink to={pages.detail(row.id)} title={text} className="ky-link ky-recent-title">
                  <span title={text}>{text}</span>
                </TabLink>
                {hasProcess(resource) && (
                  <CurrentStepCell resource={resource} row={row} now={dataUpdatedAt} />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
};
