import { useScreen } from '@keyan/console/base/useScreen.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { queryKeysOf, resourceCalls } from '@keyan/console/data/calls.ts';
import { ChangeLine } from '@keyan/console/form/ChangeLine.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { HistoryRow } from '@keyan/kernel/wire/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Select } from 'antd';
import { useState } from 'react';
import { project } from '../project.ts';
import { versionDifferences, versionEntriesIn } from './versions.ts';
import '@keyan/console/form/dialogs.css';

const ledger = project as Resource;

interface CompareProps {
  readonly versions: readonly HistoryRow[];
}

/** Compares two versions, showing only differences. */
const Compare = ({ versions }: CompareProps) => {
  const label = useLabel();
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(versions.length - 1);
  const options = versions.map(({ time, actorName }, value) => ({
    value,
    label: `V${value + 1} · ${time.slice(0, 16)} ${actorName}`,
  }));
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const changes = versionDifferences(ledger, versions, first, last);
  return (
    <div className="ky-history">
      <div className="ky-project-compared">
        <Select
          aria-label={label(['较早版本', 'Earlier version'])}
          value={from}
          options={options}
          onChange={setFrom}
        />
        <Select
          aria-label={label(['较新版本', 'Later version'])}
          value={to}
          options={options}
          onChange={setTo}
        />
      </div>
      {changes.length === 0 ? (
        <Empty>{label(['两个版本没有差异', 'The two versions are the same'])}</Empty>
      ) : (
        <dl>
          {changes.map((change) => (
            <ChangeLine key={change.path} resource={ledger} change={change} />
          ))}
        </dl>
      )}
    </div>
  );
};

interface VersionsProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Dialog 版本对比: compares any two versions of a project field by field. */
const Versions = ({ id, onClose }: VersionsProps) => {
  const label = useLabel();
  const client = useClient();
  const isNarrow = useScreen() === 0;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeysOf(ledger).history(id),
    queryFn: () => resourceCalls(client, ledger).history(id),
  });
  const versions = versionEntriesIn(data ?? []);
  return (
    <Drawer
      open
      size={isNarrow ? 'large' : 640}
      placement={isNarrow ? 'bottom' : 'right'}
      title={label(['版本对比', 'Compare versions'])}
      onClose={onClose}
    >
      {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && versions.length === 0 && (
        <Empty>{label(['还没有版本记录', 'There are no versions yet'])}</Empty>
      )}
      {versions.length > 0 && <Compare versions={versions} />}
    </Drawer>
  );
};

export default Versions;
