import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { shortTime } from '@keyan/console/i18n/time.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListText } from '@keyan/console/list/filters.tsx';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import { approvalsCode, approvalsService, matterKind, type PendingMatter } from './approvals.ts';

const conditions = { title: '', bizKind: '' };

const keyOf = ({ resource, id }: PendingMatter): string => `${resource}/${id}`;

const columnsOf = (
  label: (text: Text) => string,
  now: number,
): readonly DataColumn<PendingMatter>[] => [
  {
    key: 'title',
    head: ['事项', 'Matter'],
    isRowHead: true,
    cell: ({ resource, id, title }) => (
      <RecordLink resource={resource} id={id}>
        {title || '–'}
      </RecordLink>
    ),
    cellAttributes: ({ title }) => ({ title }),
  },
  {
    key: 'kind',
    width: 150,
    head: ['类型', 'Kind'],
    cell: ({ bizKindName }) => label(bizKindName),
  },
  {
    key: 'applicant',
    width: 120,
    head: ['提交人', 'Applicant'],
    cell: ({ applicant }) => applicant || '–',
  },
  {
    key: 'dept',
    width: 180,
    head: ['部门', 'Department'],
    cell: ({ fkDeptIdName }) => fkDeptIdName || '–',
  },
  {
    key: 'status',
    width: 120,
    head: ['状态', 'Status'],
    cell: ({ statusName }) => label(statusName),
  },
  {
    key: 'time',
    width: 130,
    head: ['提交时间', 'Submitted'],
    cell: ({ applyTime }) => shortTime(applyTime, now),
    cellAttributes: ({ applyTime }) => ({ title: applyTime }),
  },
];

/** Card of one pending decision on a narrow screen. */
const MatterCard = ({ row, now }: { readonly row: PendingMatter; readonly now: number }) => {
  const label = useLabel();
  return (
    <li className="ky-row-card-line">
      <div className="ky-row-card">
        <span className="ky-row-card-title">
          <RecordLink resource={row.resource} id={row.id}>
            {row.title || '–'}
          </RecordLink>
        </span>
        <span className="ky-row-card-facts">
          {label(row.bizKindName)} · {label(row.statusName)}
        </span>
        <span className="ky-row-card-facts">
          {row.applicant} {row.fkDeptIdName} · {shortTime(row.applyTime, now)}
        </span>
      </div>
    </li>
  );
};

/**
 * Renders 计分审批: pending decisions of scoring and assessment, oldest first; each row links to
 * the page where it is decided.
 */
const ApprovalsPage = () => {
  const label = useLabel();
  const list = useListController<PendingMatter, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: ['scoreApproval'],
    path: `/${approvalsService}/list`,
    query: ({ title, bizKind }) => ({ title, bizKind }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={approvalsCode} />;
  const now = list.fetchedAt;
  return (
    <ListPage
      title={label(['计分审批', 'Scoring approvals'])}
      context={label([
        '申诉、调整、减免、奖励和业绩分配中待处理的事项，最早提交的在前',
        'Pending appeals, adjustments, exemptions, rewards and allocations, oldest first',
      ])}
      list={list}
      filters={
        <div className="ky-filters">
          <ListText isSearch list={list} name="title" label={['事项', 'Matter']} />
          <ChoiceFilter
            value={list.state.bizKind}
            label={label(['类型', 'Kind'])}
            options={matterKind.entries.map(({ code, label: name }) => ({
              value: code,
              label: label(name),
            }))}
            onChange={(bizKind) => list.change({ bizKind: bizKind || '' })}
          />
        </div>
      }
      empty={<Empty>{label(['没有待处理的事项', 'Nothing is pending'])}</Empty>}
    >
      <DataList<PendingMatter>
        frame="region"
        caption={label(['计分审批', 'Scoring approvals'])}
        minWidth={900}
        keyOf={keyOf}
        columns={columnsOf(label, now)}
        card={(row) => <MatterCard key={keyOf(row)} row={row} now={now} />}
      />
    </ListPage>
  );
};

export default ApprovalsPage;
