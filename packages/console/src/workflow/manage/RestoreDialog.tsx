import type { RouteRow } from '@keyan/kernel/wire/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useClient } from '../../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { ReasonField, reasonFault } from '../../form/ReasonField.tsx';
import '../../form/dialogs.css';
import '../../form/field.css';
import { useLabel } from '../../i18n/language.ts';
import { workKeys } from '../calls.ts';
import { managerCalls } from './calls.ts';
import { Differences } from './Differences.tsx';
import { versionInForce } from './whatFollows.ts';

interface RestoreDialogProps {
  readonly route: RouteRow;
  readonly onClose: () => void;
}

/** Fetches how the version in force would change; undefined until that version is known. */
const useReplacement = (route: RouteRow) => {
  const client = useClient();
  const versions = useQuery({
    queryKey: workKeys.versions(route.key),
    queryFn: () => managerCalls(client).versions(route.key),
  });
  const now = versionInForce(versions.data ?? []);
  const compared = useQuery({
    queryKey: [...workKeys.versions(route.key), 'compare', now?.id, route.id],
    queryFn: () => managerCalls(client).compareRoutes(now?.id ?? '', route.id),
    enabled: now !== undefined && now.id !== route.id,
  });
  return { versions, compared, now };
};

interface ReplacedProps {
  readonly route: RouteRow;
  readonly replacement: ReturnType<typeof useReplacement>;
}

/** Renders the change in words, or why there is none. */
const Replaced = ({ route, replacement }: ReplacedProps) => {
  const label = useLabel();
  const { versions, compared, now } = replacement;
  const fault = versions.error ?? compared.error;
  return fault ? (
    <ErrorPanel
      fault={fault}
      onRetry={() => void (versions.error ? versions.refetch() : compared.refetch())}
    />
  ) : now?.id === route.id ? (
    <p>
      {label([
        `v${now.version} 是最新的版本且已挂起，激活后即可使用`,
        `Version ${now.version} is the newest and is suspended: activate it to use it`,
      ])}
    </p>
  ) : !compared.data || !now ? (
    <SkeletonRows rows={3} height={40} />
  ) : (
    <>
      <div className="ky-label">
        {label([
          `与目前的 v${now.version} 相比`,
          `Compared with version ${now.version}, now in use`,
        ])}
      </div>
      <div className="ky-dialog-lead">
        <Differences rows={compared.data} />
      </div>
    </>
  );
};

/**
 * Renders 恢复使用: an earlier version is deployed again as the next one. The changes are shown first,
 * in words.
 */
export const RestoreDialog = ({ route, onClose }: RestoreDialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  useFocusReturn();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const replacement = useReplacement(route);
  const { compared, now } = replacement;
  const restore = async (baseId: string) => {
    setBusy(true);
    try {
      await managerCalls(client).restoreRoute(route.id, baseId, reason.trim());
      toast.success(['已恢复使用', 'Restored']);
      onClose();
    } catch (refusal) {
      toast.fault(refusal);
    } finally {
      setBusy(false);
      // If another version took effect meanwhile, the comparison starts again with that one.
      await queries.invalidateQueries({ queryKey: workKeys.routes });
    }
  };
  return (
    <Modal
      open
      width={720}
      title={label([
        `恢复使用【${route.name}】v${route.version}`,
        `Restore “${route.name}” v${route.version}`,
      ])}
      okText={label(['恢复使用', 'Restore'])}
      okButtonProps={{ disabled: !compared.data, loading: busy }}
      cancelText={label(['取消', 'Cancel'])}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => {
        setAsked(true);
        if (now && !reasonFault(true, reason)) void restore(now.id);
      }}
    >
      <p className="ky-dialog-lead">
        {label([
          `v${route.version} 的内容将部署为新版本。之后提交的记录按它办理；正在办理的记录仍按原版本，可迁移`,
          `Version ${route.version} is deployed again as the next version. Records submitted from now on follow it; those under way keep theirs and can be moved`,
        ])}
      </p>
      <Replaced route={route} replacement={replacement} />
      <ReasonField
        value={reason}
        required
        asked={asked}
        hint={label(['显示在版本列表中', 'Shown in the list of versions'])}
        onChange={setReason}
      />
    </Modal>
  );
};
