import { EditOutlined } from '@ant-design/icons';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { isPageOfRow } from '@keyan/kernel/definition/variants.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Switch, Tooltip } from 'antd';
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react';
import { useLastResult } from '../base/useLastGood.ts';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { isTemporary } from '../client/fault.ts';
import { Card, Page, PageHeader } from '../components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, resourceCalls, type WireRow } from '../data/calls.ts';
import { titleOf } from '../data/title.ts';
import { RecordHistory } from '../form/HistoryDrawer.tsx';
import { useLabel } from '../i18n/language.ts';
import { useTab, useTabParams } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { usePresentation, viewAddresses, viewFor } from '../presentation/resources.tsx';
import { RecordStatus } from '../records/RecordStatus.tsx';
import { currentStep } from '../records/steps.ts';
import { WatchButton } from '../records/WatchButton.tsx';
import { TalkCard } from '../talk/TalkCard.tsx';
import './detail.css';
import { PrintButton } from './PrintButton.tsx';
import { PrintSeals } from './PrintSeals.tsx';
import { RecordDetail } from './RecordDetail.tsx';
import { ReferringRecords } from './ReferringRecords.tsx';
import { usePrinting } from './usePrinting.ts';

export interface DetailPageProps {
  readonly resource: Resource;
  readonly view: View;
  /** Content at the right, above the history: route and timeline of the approval. */
  readonly side?: ComponentType<{ row: WireRow }>;
  /** Buttons in the header: the actions permitted on the record now. */
  readonly actions?: ComponentType<{ row: WireRow; view: View }>;
}

/**
 * Redirects to the page of the record's own variant, if a link without a variant led to another
 * page.
 */
const useOwnPage = (resource: Resource, view: View, row: WireRow | undefined): void => {
  const { close } = useTab();
  const own = row && !isPageOfRow(resource, view, row) ? viewFor(resource, row) : undefined;
  const elsewhere = row && own && viewAddresses(own).detail(row.id);
  useEffect(() => {
    if (elsewhere) close(elsewhere);
  }, [elsewhere, close]);
};

/** Renders the page of a record, read-only, with its approval and history at the right. */
export const DetailPage = ({ resource, view, side: Side, actions: Actions }: DetailPageProps) => {
  const client = useClient();
  const label = useLabel();
  const tab = useTab();
  const { id = '' } = useTabParams();
  const pages = viewAddresses(view);
  const { Status } = usePresentation(resource);
  const empties = useId();
  const narrow = useScreen() === 0;
  const permissions = usePermissions();
  const [all, setAll] = useState(false);
  const read = useQuery({
    queryKey: queryKeysOf(resource).detail(id),
    queryFn: () => resourceCalls(client, resource).detail(id),
  });
  const data = useLastResult(read.data);
  const title = data ? titleOf(resource, data) : '';
  const { setTitle } = tab;
  useEffect(() => {
    if (title) setTitle(title, resource.label);
  }, [title, resource, setTitle]);
  useOwnPage(resource, view, data);
  const printing = usePrinting(resource, data);
  // A temporary failure does not replace a shown record by an error.
  if (read.error && !(data && isTemporary(read.error))) {
    return <ErrorPanel fault={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!data) return <SkeletonRows height={28} />;
  const number = resource.number ? String(data[resource.number.field] ?? '') : '';
  return (
    <Page
      header={
        <PageHeader
          title={title}
          status={
            data.auditStatus ? (
              <RecordStatus resource={resource} row={data} />
            ) : (
              Status && <Status row={data} />
            )
          }
          facts={<Facts row={data} resource={resource} number={number} />}
          onBack={() => tab.close(pages.list)}
          actions={
            <>
              <label className="ky-switch" htmlFor={empties}>
                <Switch id={empties} size="small" checked={all} onChange={setAll} />
                {label(['显示空字段', 'Empty fields'])}
              </label>
              <Watching resource={resource} row={data} />
              {!narrow && <PrintButton resource={resource} row={data} printing={printing} />}
              {isEdited(resource) && (
                <EditButton row={data} onEdit={() => tab.open(pages.edit(data.id))} />
              )}
              {Actions && <Actions row={data} view={view} />}
            </>
          }
        />
      }
    >
      <DetailLayout
        side={
          <>
            {Side && <Side row={data} />}
            <TalkCard resource={resource} id={data.id} />
            {grantsAction(resource, permissions, 'history', data) && (
              <Card className="ky-noprint" title={label(['修改历史', 'History'])}>
                <RecordHistory resource={resource} id={data.id} beside={Side !== undefined} />
              </Card>
            )}
          </>
        }
      >
        <RecordDetail resource={resource} row={data} all={all} />
        <ReferringRecords resource={resource} id={data.id} />
      </DetailLayout>
      <PrintSeals resource={resource} row={data} sheet={printing.sheet} />
    </Page>
  );
};

/** Renders 关注 for a record that is or was in approval. */
const Watching = ({ resource, row }: { readonly resource: Resource; readonly row: WireRow }) =>
  hasProcess(resource) && row.processInstanceId != null && <WatchButton businessId={row.id} />;

interface DetailLayoutProps {
  readonly children: ReactNode;
  readonly side: ReactNode;
  /** Gives the right column nearly half of the width, for a file beside the fields. */
  readonly wideSide?: boolean;
}

/**
 * Renders the record at the left and 364 pixels of approval and history at the right, or below on a
 * small screen.
 */
export const DetailLayout = ({ children, side, wideSide = false }: DetailLayoutProps) => (
  <div className="ky-read-layout" data-wide-side={wideSide || undefined}>
    <div className="ky-read-main">{children}</div>
    <aside className="ky-read-side">{side}</aside>
  </div>
);

interface FactsProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly number: string;
}

/** Renders author, kind, number, time and current step in one line under the title. */
const Facts = ({ resource, row, number }: FactsProps) => {
  const label = useLabel();
  const facts = [
    row.createUserName,
    [label(resource.label), number].filter(Boolean).join(' '),
    row.updateTime && `${label(['更新于', 'Updated'])} ${row.updateTime.slice(0, 16)}`,
    row.currentNode &&
      [label(currentStep(resource, row)), row.currentAssignee].filter(Boolean).join(' · '),
  ].filter(Boolean);
  return facts.map((fact) => <span key={String(fact)}>{fact}</span>);
};

/**
 * Returns true if a view of the resource has a form; some records are only received and decided.
 */
const isEdited = (resource: Resource): boolean =>
  Object.values(resource.views).some(({ actions }) => actions.includes('edit'));

/**
 * Renders 编辑: absent if the record is never editable, disabled with the reason if it is not
 * editable now.
 */
const EditButton = ({ row, onEdit }: { row: WireRow; onEdit: () => void }) => {
  const label = useLabel();
  const permission = row.permissions?.edit;
  if (!permission) return null;
  const button = (
    <Button icon={<EditOutlined />} disabled={!permission.allowed} onClick={onEdit}>
      {label(['编辑', 'Edit'])}
    </Button>
  );
  return permission.allowed ? button : <Tooltip title={permission.reason}>{button}</Tooltip>;
};

/** Returns a page component for one view of a resource, for the route table. */
export const detailPage = (props: DetailPageProps): ComponentType => {
  const Bound = () => <DetailPage {...props} />;
  return Bound;
};
