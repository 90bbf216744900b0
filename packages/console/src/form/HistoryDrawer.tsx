import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { HistoryRow } from '@keyan/kernel/wire/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, resourceCalls } from '../data/calls.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { fieldPresentation, usePresentation } from '../presentation/resources.tsx';
import { ChangeLine } from './ChangeLine.tsx';
import './dialogs.css';

interface HistoryProps {
  readonly resource: Resource;
  readonly id: string;
  /** True if the approval records are shown beside the history, which then omits their entries. */
  readonly beside?: boolean;
}

/** Actions that decide a step; the approval records show them. */
const stepDecisions: ReadonlySet<string> = new Set(['advance', 'approve', 'return', 'refuse']);
const isVerdict = ({ action, changes }: HistoryRow): boolean =>
  stepDecisions.has(action) && changes.every(({ path }) => path === 'auditStatus');

/** Labels of actions on a record. */
const actionLabels: Readonly<Record<string, readonly [string, string]>> = {
  create: ['新建', 'Created'],
  save: ['保存', 'Saved'],
  update: ['修改', 'Changed'],
  submit: ['提交', 'Submitted'],
  advance: ['同意', 'Approved'],
  approve: ['通过', 'Approved'],
  return: ['退回', 'Returned'],
  refuse: ['不通过', 'Rejected'],
  recall: ['撤回', 'Recalled'],
  backDraft: ['退回草稿', 'Reverted to draft'],
  abolish: ['作废', 'Voided'],
  remove: ['删除', 'Deleted'],
  restore: ['恢复', 'Restored'],
  copy: ['复制', 'Copied'],
  import: ['导入', 'Imported'],
  confirm: ['确认', 'Confirmed'],
  remind: ['提醒确认', 'Reminded'],
  effect: ['关联变更', 'Changed by another record'],
  follow: ['同步更新', 'Synchronised'],
  merge: ['合并', 'Merged'],
  distinct: ['确认', 'Confirmed'],
  reveal: ['查看完整值', 'Viewed in full'],
  undone: ['关联变更撤销', 'Reversed'],
  kept: ['后来修改过，未恢复', 'Changed since, left as it is'],
};

/** Number of changes per entry above which they are collapsed, as those of a first save. */
const maxExpandedChanges = 6;

const Entry = ({ resource, entry }: { resource: Resource; entry: HistoryRow }) => {
  const label = useLabel();
  const language = useLanguage();
  const presentation = usePresentation(resource);
  const told = entry.changes.filter(
    ({ path, before, after }) =>
      !(isEmpty(before) && isEmpty(after)) &&
      (fieldPresentation(presentation, path).toldIn?.includes(language) ?? true),
  );
  const [open, setOpen] = useState(told.length <= maxExpandedChanges);
  // Actions without a label, such as those of jobs, are shown as changes.
  const act =
    actionLabels[entry.action] ?? resource.actions?.[entry.action]?.label ?? actionLabels.update;
  const changes = open ? told : told.slice(0, maxExpandedChanges / 2);
  return (
    <li>
      <p className="ky-history-head">
        <b>{entry.actorName}</b>
        <span>{act ? label(act) : entry.action}</span>
        <time>{entry.time}</time>
      </p>
      {entry.note && <p className="ky-note">{entry.note}</p>}
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <ChangeLine key={change.path} resource={resource} change={change} />
          ))}
        </dl>
      )}
      {!open && (
        <button type="button" className="ky-link" onClick={() => setOpen(true)}>
          {label([`展开全部 ${told.length} 项`, `Show all ${told.length}`])}
        </button>
      )}
    </li>
  );
};

/**
 * Renders the changes of a record with author and time, newest first; for a drawer or the side of a
 * page.
 */
export const RecordHistory = ({ resource, id, beside = false }: HistoryProps) => {
  const client = useClient();
  const label = useLabel();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeysOf(resource).history(id),
    queryFn: () => resourceCalls(client, resource).history(id),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={48} />;
  const entries = beside ? data.filter((entry) => !isVerdict(entry)) : data;
  if (entries.length === 0) return <Empty>{label(['还没有修改记录', 'No changes yet'])}</Empty>;
  return (
    <ol className="ky-history">
      {entries.map((entry) => (
        <Entry key={entry.id} resource={resource} entry={entry} />
      ))}
    </ol>
  );
};

/** Renders 修改历史 in a drawer. */
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
      <RecordHistory {...props} />
    </Drawer>
  );
};
