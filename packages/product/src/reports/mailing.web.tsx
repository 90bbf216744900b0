import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import {
  type EditorProps,
  type FormPartProps,
  present,
} from '@keyan/console/presentation/present.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { enableStatus } from '../shared/dictionaries.ts';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { RoleNames, RolePicker } from '../shared/role-picker.web.tsx';
import { stateNames } from '../system/delivery/channel-names.ts';
import { type MailedRow, type MailingState, mailingStatusCodes, reportMailing } from './mailing.ts';

const Status = stateTag(enableStatus, {
  [mailingStatusCodes.off]: { tone: 'neutral', glyph: 'draft' },
  [mailingStatusCodes.on]: { tone: 'success', glyph: 'approved' },
});

const path = `/${reportMailing.path}`;

const useMailed = (id: string) => {
  const client = useClient();
  return useQuery({
    queryKey: ['report-mailed', id],
    queryFn: () => client.get<MailingState>(`${path}/mailed`, { id }, { quiet: true }),
  });
};

const states: Readonly<Record<string, Label>> = { ...stateNames, none: ['未发送', 'Not sent'] };

/** Section 发送记录: sent mails, and reasons for failures. */
const Mailed = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const { data, error, refetch } = useMailed(row.id);
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={32} />;
  if (data.rows.length === 0) {
    return <Empty>{label(['还没有发送过', 'Nothing sent yet'])}</Empty>;
  }
  const columns: readonly DataColumn<MailedRow>[] = [
    {
      key: 'slot',
      head: label(['时间', 'Time']),
      isRowHead: true,
      width: 170,
      cell: ({ slot }) => slot,
    },
    { key: 'receiver', head: label(['接收人', 'To']), cell: ({ receiver }) => receiver },
    {
      key: 'state',
      head: label(['状态', 'Status']),
      width: 110,
      cell: ({ state }) => label(states[state] ?? [state, state]),
    },
    { key: 'reason', head: label(['原因', 'Reason']), cell: ({ reason }) => reason || '–' },
  ];
  return (
    <DataTable<MailedRow>
      frame="region"
      caption={label(['发送记录', 'Delivery log'])}
      rows={data.rows}
      columns={columns}
      minWidth={520}
      keyOf={({ id }) => id}
    />
  );
};

/** Button 退订, for readers who receive the report through a role. */
const Leave = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useMailed(row.id);
  if (!data?.isMeant) return null;
  const leave = async () => {
    try {
      await client.post(`${path}/leave`, { id: row.id, back: data.hasLeft });
      toast.success(data.hasLeft ? ['已重新订阅', 'Subscribed again'] : ['已退订', 'Unsubscribed']);
    } catch {
      // The client has already shown the error.
    }
    await queries.invalidateQueries({ queryKey: ['report-mailed', row.id] });
  };
  return (
    <Button onClick={() => void leave()}>
      {label(data.hasLeft ? ['重新订阅', 'Subscribe again'] : ['退订', 'Unsubscribe'])}
    </Button>
  );
};

/** Editor of receiving roles; hidden from people who are not editors of reports. */
const RolesEditor = ({ form: _form, ...props }: EditorProps & Partial<FormPartProps>) => {
  const label = useLabel();
  const keeps = usePermissions().has('report_edit');
  const prompt: Label = ['仅自己', 'Only myself'];
  return keeps || props.value ? (
    <RolePicker {...props} prompt={prompt} />
  ) : (
    <p className="ky-note">{label(prompt)}</p>
  );
};

/** Presentation of subscriptions: sent mails, and a button to unsubscribe. */
export const reportMailingPresentation = present(reportMailing, {
  rowFields: ['status'],
  fields: {
    status: { Cell: Status, Text: Status, width: 96 },
    mailingName: { width: 260 },
    reportId: { span: 2 },
    roles: {
      span: 4,
      Editor: RolesEditor,
      Text: RoleNames,
      Cell: RoleNames,
    },
  },
  Status: ({ row }) => <Status value={row.status} />,
  Question: Mailed,
  ExtraRecordActions: Leave,
});
