import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { PrintRow } from '@keyan/kernel/wire/prints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Popconfirm } from 'antd';
import { useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import './printed.css';

interface PrintedSheetsProps {
  readonly resource: Resource;
  readonly id: string;
  readonly onClose: () => void;
}

const keyOf = (resource: Resource, id: string) => [resource.key, 'prints', id];

const Sheets = ({ resource, id }: Omit<PrintedSheetsProps, 'onClose'>) => {
  const client = useClient();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(resource, id),
    queryFn: () =>
      client.get<readonly PrintRow[]>(
        '/keyan/prints/list',
        { resource: resource.key, id },
        { quiet: true },
      ),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={48} />;
  if (data.length === 0) {
    return <Empty>{label(['还没有打印过', 'Nothing printed yet'])}</Empty>;
  }
  return (
    <ul className="ky-printed">
      {data.map((row) => (
        <li key={row.id}>
          <span>
            <time>{row.printTime}</time> {row.printedBy}
          </span>
          <span className="ky-note">
            {label([`版本 ${row.version}`, `version ${row.version}`])}
          </span>
          {row.revokeTime ? (
            <span className="ky-note">
              {label([
                `${row.revokedBy} 于 ${row.revokeTime} 作废`,
                `Revoked by ${row.revokedBy}, ${row.revokeTime}`,
              ])}
            </span>
          ) : (
            row.revocable && <Revoke resource={resource} id={id} row={row} />
          )}
        </li>
      ))}
    </ul>
  );
};

const Revoke = ({ resource, id, row }: { resource: Resource; id: string; row: PrintRow }) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await client.post('/keyan/prints/revoke', { id: row.id });
      await queries.invalidateQueries({ queryKey: keyOf(resource, id) });
    } catch {
      // The client has shown the failure.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Popconfirm
      title={label(['作废后，这张打印件将不能通过核验', 'This sheet will no longer verify'])}
      okText={label(['作废', 'Revoke'])}
      cancelText={label(['取消', 'Cancel'])}
      onConfirm={() => void revoke()}
    >
      <Button size="small" loading={busy}>
        {label(['作废核验码', 'Revoke the code'])}
      </Button>
    </Popconfirm>
  );
};

/** Renders the printed sheets of a record, each with a code that may be revoked. */
const PrintedSheets = ({ resource, id, onClose }: PrintedSheetsProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  return (
    <Drawer
      open
      size={narrow ? 'large' : 420}
      placement={narrow ? 'bottom' : 'right'}
      title={label(['打印记录', 'Printed sheets'])}
      onClose={onClose}
    >
      <Sheets resource={resource} id={id} />
    </Drawer>
  );
};

export default PrintedSheets;
