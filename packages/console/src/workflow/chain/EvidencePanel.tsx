import { englishQuantity } from '@keyan/kernel/label.ts';
import type { ChainPage, EvidenceRow } from '@keyan/kernel/wire/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { processPath } from '../../records/processPaths.ts';
import { recordNameOf } from '../itemNames.ts';
import { chainCalls, chainKeys, type EvidenceGroup } from './calls.ts';

const groups: readonly (readonly [group: EvidenceGroup, text: Text])[] = [
  ['step', ['按环节', 'By step']],
  ['month', ['按月', 'By month']],
  ['person', ['按办理人', 'By person']],
  ['department', ['按部门', 'By department']],
  ['version', ['按流程版本', 'By version']],
];

const headByGroup: Readonly<Record<EvidenceGroup, Text>> = {
  step: ['环节', 'Step'],
  month: ['月份', 'Month'],
  person: ['办理人', 'Person'],
  department: ['部门', 'Department'],
  version: ['流程版本', 'Version'],
};

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Text[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly (string | number)[] }[];
}

const Table = ({ caption, columns, rows }: TableProps) => {
  const label = useLabel();
  return (
    <table className="ky-chain-table">
      <caption className="ky-sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((head) => (
            <th key={label(head)} scope="col">
              {label(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have an order and no name
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Renders the steps that are pending now. */
const Waiting = ({ backlog, promisedDays }: EvidenceRow) => {
  const label = useLabel();
  if (backlog.length === 0) {
    return <p className="ky-note">{label(['目前没有积压', 'Nothing is waiting at present'])}</p>;
  }
  return (
    <Table
      caption={label(['目前积压', 'Waiting now'])}
      columns={[
        ['环节', 'Step'],
        ['待办', 'Open'],
        [`超过 ${promisedDays} 天`, `Over ${promisedDays} days`],
        ['最久（天）', 'Longest (days)'],
      ]}
      rows={backlog.map(({ nodeKey, nodeName, open, late, oldest }) => ({
        key: nodeKey,
        cells: [nodeName, open, late, oldest],
      }))}
    />
  );
};

interface SlowProps {
  readonly kind: string;
  readonly slow: EvidenceRow['slowest'][number];
}

/** Renders a link to a record that took long, by its name without its kind. */
const Slow = ({ kind, slow }: SlowProps) => {
  const label = useLabel();
  const { processInstanceId, businessId, running, days } = slow;
  const name = recordNameOf({ ...slow, kindName: '' });
  return (
    <li>
      <TabLink to={processPath(kind, { taskId: '', processInstanceId, businessId })} title={name}>
        {name}
      </TabLink>
      <span className="ky-note">
        {label(
          running
            ? [`已 ${days} 天，仍在办理`, `${englishQuantity(days, 'day')} so far`]
            : [`${days} 天`, englishQuantity(days, 'day')],
        )}
      </span>
    </li>
  );
};

interface EvidencePanelProps {
  readonly kind: string;
  /** Steps of the route; one may be chosen to compare its versions before and after a change. */
  readonly nodes: ChainPage['nodes'];
}

/**
 * Renders 办理时效: durations by step, month, person, department and version, and where records are
 * pending.
 */
export const EvidencePanel = ({ kind, nodes }: EvidencePanelProps) => {
  const client = useClient();
  const label = useLabel();
  const [group, setGroup] = useState<EvidenceGroup>('step');
  const [node, setNode] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: chainKeys.evidence(kind, group, node),
    queryFn: () => chainCalls(client).evidence(kind, group, node),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return (
    <div className="ky-chain-settings">
      <h3>{label(['目前积压', 'Waiting now'])}</h3>
      <Waiting {...data} />
      <h3>{label(['近一年的办理时间', 'Time taken in the last year'])}</h3>
      <Select
        value={group}
        aria-label={label(['分组', 'Group'])}
        options={groups.map(([key, text]) => ({ value: key, label: label(text) }))}
        onChange={(chosen: EvidenceGroup) => setGroup(chosen)}
      />
      <Select
        value={node}
        aria-label={label(['环节', 'Step'])}
        options={[
          { value: '', label: label(['全部环节', 'All steps']) },
          ...nodes
            .filter(({ type }) => type === 'user')
            .map(({ id, name, english }) => ({
              value: id,
              label: label([name, english || name]),
            })),
        ]}
        onChange={(chosen: string) => setNode(chosen)}
      />
      {data.pace.length === 0 ? (
        <p className="ky-note">{label(['还没有办结的环节', 'No step has been completed yet'])}</p>
      ) : (
        <Table
          caption={label(['办理时间', 'Time taken'])}
          columns={[
            headByGroup[group],
            ['次数', 'Count'],
            ['中位（天）', 'Median (days)'],
            ['九成在（天）内', '90% within (days)'],
          ]}
          rows={data.pace.map(({ key, name, count, median, p90 }) => ({
            key,
            cells: [group === 'version' ? `v${name}` : name || '—', count, median, p90],
          }))}
        />
      )}
      <h3>{label(['用时最长的记录', 'Slowest records'])}</h3>
      <ul className="ky-chain-slow">
        {data.slowest.map((slow) => (
          <Slow key={slow.processInstanceId} kind={kind} slow={slow} />
        ))}
      </ul>
    </div>
  );
};
