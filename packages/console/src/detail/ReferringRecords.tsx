import { hasProcess, listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { copiesFrom } from '@keyan/kernel/definition/field/copies.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import type { Page } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { Card, EmptyCard } from '../components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, type WireRow } from '../data/calls.ts';
import { cellByType } from '../fields/values.tsx';
import { useLabel } from '../i18n/language.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { usePermissions } from '../navigation/useMenus.ts';
import {
  fieldPresentation,
  mayOpenView,
  type ReferringList,
  useDefinition,
  usePresentation,
  useReferringLists,
  viewAddresses,
  viewFor,
} from '../presentation/resources.tsx';
import { RecordStatus } from '../records/RecordStatus.tsx';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';

/** Maximum number of shown records, the newest first; the list page has all. */
const maxRecords = 5;
/** Maximum number of columns beside the column that links to the record. */
const maxOtherColumns = 4;

/**
 * Returns the columns that distinguish the listed records; the reference to the current record is
 * omitted.
 */
const columnsOf = (resource: Resource, field: string): readonly string[] => {
  const copies = new Set(copiesFrom(resource, field).map(([name]) => name));
  return resource.list.columns.filter((name) => name !== field && !copies.has(name));
};

const useColumns = (resource: Resource, field: string): readonly DataColumn<WireRow>[] => {
  const presentation = usePresentation(resource);
  const permissions = usePermissions();
  const label = useLabel();
  return useMemo(() => {
    const fields = listFields(resource);
    const columns = columnsOf(resource, field);
    // The column that links to the record is its title, if the list has it.
    const head = columns.includes(resource.title) ? resource.title : (columns[0] ?? resource.title);
    const rest = columns.filter((name) => name !== head);
    const link: DataColumn<WireRow> = {
      key: head,
      head: fields[head]?.spec.label ?? resource.label,
      isRowHead: true,
      cell: (row) => {
        const view = viewFor(resource, row, permissions);
        const text = String(
          row[`${head}Name`] || row[head] || row[resource.title] || label(['查看', 'Open']),
        );
        return view ? <TabLink to={viewAddresses(view).detail(row.id)}>{text}</TabLink> : text;
      },
    };
    const status: DataColumn<WireRow> = {
      key: ':status',
      width: 96,
      head: ['状态', 'Status'],
      cell: (row) => <RecordStatus resource={resource} row={row} />,
    };
    const plain = rest.slice(0, maxOtherColumns).flatMap((name): readonly DataColumn<WireRow>[] => {
      const spec = fields[name]?.spec;
      if (!spec) return [];
      const Show = fieldPresentation(presentation, name).Cell ?? cellByType[spec.type];
      return [
        {
          key: name,
          head: spec.label,
          align: fieldTypeTable[spec.type].align,
          cell: (row) => <Show name={name} spec={spec} value={row[name]} row={row} />,
        },
      ];
    });
    return [link, ...plain, ...(hasProcess(resource) ? [status] : [])];
  }, [resource, field, presentation, label, permissions]);
};

interface ListedCardProps {
  readonly listing: ReferringList;
  readonly id: string;
}

/** Renders a card once the definition of the listed records is loaded. */
const ListedCard = ({ listing, id }: ListedCardProps) => {
  const resource = useDefinition(listing.outline.key);
  return resource && <ListedTable {...listing} resource={resource} id={id} />;
};

interface ListedTableProps extends Omit<ReferringList, 'outline'> {
  readonly resource: Resource;
  readonly id: string;
}

const ListedTable = ({ resource, field, title, id }: ListedTableProps) => {
  const client = useClient();
  const label = useLabel();
  const columns = useColumns(resource, field);
  const query = { [field]: id, size: String(maxRecords) };
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeysOf(resource).list, 'listed', query],
    queryFn: ({ signal }) =>
      client.get<Page<WireRow>>(`/${resource.path}/list`, query, { quiet: true, signal }),
  });
  const view = viewFor(resource, data?.records[0], usePermissions());
  const all = view && data && data.total > maxRecords && (
    <TabLink to={`${viewAddresses(view).list}?${field}=${id}`}>
      {label([`全部 ${data.total} 条`, `All ${data.total}`])}
    </TabLink>
  );
  if (data?.total === 0) {
    return <EmptyCard title={label(title)}>{label(['暂无', 'None yet'])}</EmptyCard>;
  }
  return (
    <Card title={label(title)} count={data?.total} extra={all} flush>
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : (
        <DataTable
          rows={data.records}
          columns={columns}
          keyOf={(row) => row.id}
          caption={label(title)}
          frame="region"
          minWidth={600}
        />
      )}
    </Card>
  );
};

interface ListedRecordsProps {
  readonly resource: Resource;
  readonly id: string;
}

/**
 * Renders records that reference the current record, a card per kind, if the reader has a page of
 * that kind.
 */
export const ReferringRecords = ({ resource, id }: ListedRecordsProps) => {
  const permissions = usePermissions();
  const listings = useReferringLists(resource).filter((listing) =>
    Object.values(listing.outline.views).some((view) => mayOpenView(view, permissions)),
  );
  return listings.map((listing) => (
    <Suspense key={`${listing.outline.key} ${listing.field}`} fallback={<SkeletonRows rows={2} />}>
      <ListedCard listing={listing} id={id} />
    </Suspense>
  ));
};
