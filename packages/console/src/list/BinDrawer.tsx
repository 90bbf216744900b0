import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, resourceCalls } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import './bin.css';

interface BinDrawerProps {
  readonly resource: Resource;
  /** Resolves to true if the records were restored. */
  readonly onRestore: (ids: readonly string[]) => Promise<boolean>;
  readonly onClose: () => void;
}

const Removed = ({ resource, onRestore }: Omit<BinDrawerProps, 'onClose'>) => {
  const client = useClient();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeysOf(resource).bin,
    queryFn: () => resourceCalls(client, resource).removed(),
  });
  /** Ids being restored: a second click must not send a second request. */
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const restore = async (id: string) => {
    setAsked((before) => new Set(before).add(id));
    if (await onRestore([id])) return;
    setAsked((before) => new Set([...before].filter((each) => each !== id)));
  };
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={48} />;
  if (data.length === 0) {
    return <Empty>{label(['近 30 天没有删除过', 'Nothing deleted in the last 30 days'])}</Empty>;
  }
  return (
    <ul className="ky-bin">
      {data.map(({ id, text, removeTime }) => (
        <li key={id}>
          <span className="ky-bin-text" title={text}>
            {text}
          </span>
          <time className="ky-note">{removeTime}</time>
          <button
            type="button"
            className="ky-link"
            aria-label={label([`恢复 ${text}`, `Restore ${text}`])}
            disabled={asked.has(id)}
            onClick={() => void restore(id)}
          >
            {label(['恢复', 'Restore'])}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Renders 回收站: the records that the user deleted lately, each with a button to restore it. */
const BinDrawer = ({ onClose, ...props }: BinDrawerProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  return (
    <Drawer
      open
      onClose={onClose}
      size={narrow ? 'large' : 480}
      placement={narrow ? 'bottom' : 'right'}
      title={label(['回收站', 'Recycle bin'])}
    >
      <p className="ky-note">
        {label([
          '我近 30 天删除的记录；审批过的恢复为草稿',
          'Records that you deleted in the last 30 days. Those in approval are restored as drafts',
        ])}
      </p>
      <Removed {...props} />
    </Drawer>
  );
};

export default BinDrawer;
