import { EyeOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { notice } from './notice.ts';
import type { ReceiptsAnswer } from './receipts.ts';
import './receipts.web.css';

type Shown = '' | '0' | '1';

/** Audience with read receipts. Long because sums, filter, reminder and list share one state. */
const People = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const mayPublish = usePermissions().has('notice_publish');
  const [read, setRead] = useState<Shown>('0');
  const [current, setCurrent] = useState(1);
  const key = [notice.key, 'receipts', id];
  const { data, error, refetch } = useQuery({
    queryKey: [...key, read, current],
    queryFn: () =>
      client.get<ReceiptsAnswer>(
        `/${notice.path}/receipts`,
        { id, read, current: String(current) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={28} />;
  const remind = async () => {
    try {
      const count = await client.post<number>(`/${notice.path}/remind`, { id });
      toast.success([`已提醒 ${count} 人`, `People reminded: ${count}`]);
    } catch (fault) {
      toast.fault(fault);
    }
    void queries.invalidateQueries({ queryKey: key });
  };
  return (
    <>
      <p className="ky-receipts-sum">
        {label([
          `范围内 ${data.audience} 人，已读 ${data.read} 人`,
          `${data.read} of ${data.audience} have read it`,
        ])}
        {data.remindedOn &&
          label([`；${data.remindedOn} 提醒过未读的人`, `; reminded on ${data.remindedOn}`])}
      </p>
      <div className="ky-receipts-bar">
        <Segmented<Shown>
          value={read}
          options={[
            {
              value: '0',
              label: label([
                `未读 ${data.audience - data.read}`,
                `Not read ${data.audience - data.read}`,
              ]),
            },
            { value: '1', label: label([`已读 ${data.read}`, `Read ${data.read}`]) },
            { value: '', label: label(['全部', 'All']) },
          ]}
          onChange={(chosen) => {
            setRead(chosen);
            setCurrent(1);
          }}
        />
        {mayPublish && (
          <Button type="primary" disabled={!data.mayRemind} onClick={() => void remind()}>
            {label(['提醒未读的人', 'Remind unread'])}
          </Button>
        )}
      </div>
      <ul className="ky-receipts">
        {data.records.map((one) => (
          <li key={one.id}>
            <span>
              {one.name}
              <small>{one.dept}</small>
            </span>
            <span>{one.time || label(['未读', 'Unread'])}</span>
          </li>
        ))}
      </ul>
      {data.total > 50 && (
        <Pagination
          current={current}
          pageSize={50}
          total={data.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </>
  );
};

/** Button 阅读回执: lists who has read a notice. */
const Receipts = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const title = label(['阅读回执', 'Receipts']);
  return (
    <>
      <Button icon={<EyeOutlined />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <Drawer open title={title} size={440} onClose={() => setOpen(false)}>
          <People id={id} />
        </Drawer>
      )}
    </>
  );
};

export default Receipts;
