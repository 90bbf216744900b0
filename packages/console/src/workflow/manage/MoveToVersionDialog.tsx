import type { MovedRow, RouteRow } from '@keyan/kernel/wire/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useClient } from '../../client/context.tsx';
import { FaultList } from '../../components/FaultList.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import '../../form/dialogs.css';
import '../../form/field.css';
import { useLabel } from '../../i18n/language.ts';
import { workKeys } from '../calls.ts';
import { managerCalls, type StepMap } from './calls.ts';
import { processName } from './processName.ts';
import { StepImages } from './StepImages.tsx';
import './manage.css';

interface MoveDialogProps {
  readonly route: RouteRow;
  readonly onClose: () => void;
}

/** Renders processes with a note for each: why it cannot be moved, or who would retain a task. */
const ProcessNotes = ({
  kindName,
  rows,
}: {
  readonly kindName: string;
  readonly rows: readonly (readonly [row: MovedRow, text: string])[];
}) => {
  const label = useLabel();
  return (
    <FaultList>
      {rows.map(([{ processInstanceId, businessName }, text]) => (
        <li key={`${processInstanceId} ${text}`}>
          <b>{label(processName({ businessName, processDefinitionName: kindName }))}</b> {text}
        </li>
      ))}
    </FaultList>
  );
};

/**
 * Renders a dialog that moves running processes from one version to another. A dry run first shows
 * which can be moved, and why others cannot. Long because the choice, the dry run and its result
 * are one form.
 */
export const MoveToVersionDialog = ({ route, onClose }: MoveDialogProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [to, setTo] = useState('');
  const [map, setMap] = useState<StepMap>({});
  const [busy, setBusy] = useState(false);
  const { data: versions = [] } = useQuery({
    queryKey: workKeys.versions(route.key),
    queryFn: () => managerCalls(client).versions(route.key),
  });
  const tried = useQuery({
    queryKey: [...workKeys.versions(route.key), 'move', route.id, to, map],
    queryFn: () => managerCalls(client).moveProcesses(route.id, to, map, true),
    enabled: to !== '',
  });
  const others = versions.filter((version) => version.id !== route.id);
  const unfit = (tried.data ?? []).filter(({ problem }) => problem !== '');
  const fit = (tried.data ?? []).length - unfit.length;
  const kept = (tried.data ?? []).flatMap((row) =>
    row.strangers.map((text): [MovedRow, string] => [row, text]),
  );
  const move = async () => {
    setBusy(true);
    try {
      const moved = await managerCalls(client).moveProcesses(route.id, to, map, false);
      const left = moved.filter(({ problem }) => problem !== '').length;
      const count = moved.length - left;
      toast.success([`已迁移 ${count} 个流程`, `Processes moved: ${count}`]);
      await queries.invalidateQueries({ queryKey: ['live'] });
      if (left === 0) onClose();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label([
        `迁移【${route.name}】v${route.version} 上运行的流程`,
        `Move the processes running on “${route.name}” v${route.version}`,
      ])}
      okText={label([`迁移 ${fit} 个`, `Move ${fit}`])}
      okButtonProps={{ disabled: fit === 0 || tried.isFetching, loading: busy }}
      cancelText={label(['关闭', 'Close'])}
      onCancel={onClose}
      onOk={() => void move()}
    >
      <label className="ky-label" htmlFor={id}>
        {label(['新版本', 'New version'])}
      </label>
      <Select
        id={id}
        className="ky-move-version"
        value={to || null}
        placeholder={label(['请选择版本', 'Choose a version'])}
        options={others.map(({ id: value, version, isMain, deploymentTime }) => ({
          value,
          label: `v${version} · ${deploymentTime}${isMain ? label([' · 使用中', ' · in use']) : ''}`,
        }))}
        onChange={(next) => {
          setTo(next);
          setMap({});
        }}
      />
      <div className="ky-help">
        {label([
          '待办和意见不变；停在新版本中找不到的环节上的流程不迁移',
          'Tasks and comments stay; a process at a step that the new version lacks is not moved',
        ])}
      </div>
      {to !== '' && unfit.length + Object.keys(map).length > 0 && (
        <StepImages from={route.id} to={to} map={map} onChange={setMap} />
      )}
      {tried.error ? (
        <ErrorPanel fault={tried.error} onRetry={() => void tried.refetch()} />
      ) : tried.isFetching ? (
        <SkeletonRows rows={2} />
      ) : (
        tried.data && (
          <div role="status">
            <p>
              {label([
                `可以迁移 ${fit} 个，不能迁移 ${unfit.length} 个`,
                `${fit} can be moved, ${unfit.length} cannot`,
              ])}
            </p>
            {unfit.length > 0 && (
              <ProcessNotes kindName={route.name} rows={unfit.map((row) => [row, row.problem])} />
            )}
            {kept.length > 0 && (
              <>
                <p>
                  {label([
                    `迁移后有 ${kept.length} 条待办不在新版本的办理人手中，请在迁移后转办`,
                    `Tasks held by people whom the new version does not ask: ${kept.length}. Reassign them after the move`,
                  ])}
                </p>
                <ProcessNotes kindName={route.name} rows={kept} />
              </>
            )}
          </div>
        )
      )}
    </Modal>
  );
};
