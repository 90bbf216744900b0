import type { Resource } from '@keyan/kernel/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useClient } from '../client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { callsOf, type FieldChange, type HistoryEntry, keysOf } from '../data/calls.ts';
import { textOf } from '../fields/values.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { useScreen } from '../shell/useScreen.ts';
import './dialogs.css';

interface HistoryProps {
  readonly resource: Resource;
  readonly id: string;
}

/** What the acts on a record are called. */
const acts: Readonly<Record<string, readonly [string, string]>> = {
  create: ['新建', 'Created'],
  save: ['保存', 'Saved'],
  update: ['修改', 'Changed'],
  submit: ['提交', 'Submitted'],
  advance: ['同意', 'Agreed'],
  approve: ['通过', 'Approved'],
  return: ['退回', 'Returned'],
  refuse: ['不通过', 'Refused'],
  recall: ['撤回', 'Recalled'],
  backDraft: ['退回草稿', 'Set back to draft'],
  abolish: ['作废', 'Made void'],
  remove: ['删除', 'Deleted'],
  copy: ['复制', 'Copied'],
  import: ['导入', 'Imported'],
  confirm: ['确认', 'Confirmed'],
};

/** One field: what stood there before, what stands there since. */
const ChangeLine = ({ resource, change }: { resource: Resource; change: FieldChange }) => {
  const label = useLabel();
  const language = useLanguage();
  const spec = resource.fields[change.path]?.spec;
  const text = (value: unknown) =>
    spec ? textOf(change.path, spec, { [change.path]: value }, language) : String(value ?? '');
  const before = text(change.before);
  const after = text(change.after);
  return (
    <div className="ky-change">
      <dt>{label(change.label)}</dt>
      <dd>
        <del>{before || label(['空', 'empty'])}</del>
        <span aria-hidden="true"> → </span>
        <ins>{after || label(['空', 'empty'])}</ins>
      </dd>
    </div>
  );
};

const Entry = ({ resource, entry }: { resource: Resource; entry: HistoryEntry }) => {
  const label = useLabel();
  const act = acts[entry.action];
  return (
    <li>
      <p className="ky-history-head">
        <b>{entry.actorName}</b>
        <span>{entry.actionName ?? (act ? label(act) : entry.action)}</span>
        <time>{entry.time}</time>
      </p>
      {entry.note && <p className="ky-note">{entry.note}</p>}
      {entry.changes.length > 0 && (
        <dl>
          {entry.changes.map((change) => (
            <ChangeLine key={change.path} resource={resource} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
};

/** Who changed what and when, newest first; for a drawer or the side of a page. */
export const History = ({ resource, id }: HistoryProps) => {
  const client = useClient();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: keysOf(resource).history(id),
    queryFn: () => callsOf(client, resource).history(id),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={48} />;
  if (data.length === 0) return <Empty>{label(['还没有修改记录', 'No changes yet'])}</Empty>;
  return (
    <ol className="ky-history">
      {data.map((entry) => (
        <Entry key={entry.id} resource={resource} entry={entry} />
      ))}
    </ol>
  );
};

/** 修改历史 */
export const HistoryDrawer = ({
  open,
  onClose,
  ...props
}: HistoryProps & { open: boolean; onClose: () => void }) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      destroyOnHidden
      size={narrow ? 'large' : 480}
      placement={narrow ? 'bottom' : 'right'}
      title={label(['修改历史', 'History'])}
    >
      <History {...props} />
    </Drawer>
  );
};
