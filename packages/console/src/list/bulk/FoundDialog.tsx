import { englishQuantity, inSentence, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useClient } from '../../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { queryKeysOf, type WireRow } from '../../data/calls.ts';
import { useLabel } from '../../i18n/language.ts';
import { actionLabel, applicableRows, recordActionOf } from '../../records/actions.ts';
import type { FoundRecords } from '../../records/useEditAll.ts';
import type { ResourceListController } from '../useResourceList.ts';
import './found.css';

/** Maximum number of records handled together, as on the server for one action. */
const maxRecords = 200;

interface FoundResponse {
  readonly records: readonly WireRow[];
  readonly total: number;
}

/** Fetches the records that match the conditions now; no other records are changed. */
const useFound = (list: ResourceListController, { found }: FoundRecords) => {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeysOf(list.resource).list, 'found', found],
    queryFn: () =>
      client.get<FoundResponse>(
        `/${list.resource.path}/list`,
        { ...found.query, current: '1', size: String(maxRecords) },
        { quiet: true },
      ),
    // Rows must not change while the user decides about them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
};

const countChangedText = (seen: number, count: number): Label => [
  `筛选出的记录已由 ${seen} 条变为 ${count} 条，请刷新列表后再试`,
  `The filter found ${seen} records and now finds ${count}; refresh the list and try again`,
];

const tooManyRecordsText = (count: number): Label => [
  `筛选出 ${count} 条，一次最多处理 ${maxRecords} 条，请缩小筛选范围`,
  `The filter finds ${count} records, and at most ${maxRecords} are handled at once; narrow the filter`,
];

interface LinesProps {
  readonly list: ResourceListController;
  readonly rows: readonly WireRow[];
  readonly ready: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<string>;
  readonly reason: string;
  readonly onToggle: (id: string) => void;
}

/**
 * Renders each record with a checkbox; those to which the action does not apply come last, with the
 * reason.
 */
const Lines = ({ list, rows, ready, leftOut, reason, onToggle }: LinesProps) => {
  const label = useLabel();
  return (
    <ul className="ky-found" aria-label={label(['将处理的记录', 'Records to be handled'])}>
      {rows.map((row) => (
        <li key={row.id}>
          <Checkbox
            checked={ready.has(row.id) && !leftOut.has(row.id)}
            disabled={!ready.has(row.id)}
            onChange={() => onToggle(row.id)}
          >
            {String(row[list.resource.title] ?? '') || '—'}
            {!ready.has(row.id) && <small>{reason}</small>}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
};

interface FoundDialogProps extends FoundRecords {
  readonly list: ResourceListController;
  readonly name: string;
  readonly onClose: () => void;
  /** Continues with these records, as if they had been selected. */
  readonly onGo: (rows: readonly WireRow[]) => void;
}

/**
 * Renders all matching records before an action that needs input: to which it applies, which it
 * skips, and why. If the number of matching records changed meanwhile, nothing is done (decision
 * 0581).
 */
const FoundDialog = ({ list, found, name, onClose, onGo }: FoundDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const { data, error, refetch } = useFound(list, { found });
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const action = actionLabel(list.resource, name);
  const isWhole = data !== undefined && data.total === found.count && data.total <= maxRecords;
  const rows = isWhole ? data.records : [];
  const applicable = applicableRows(name, rows, list.context);
  const ready = new Set(applicable.map(({ id }) => id));
  const chosen = applicable.filter(({ id }) => !leftOut.has(id));
  const toggle = (id: string) =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const skipped = rows.length - applicable.length;
  return (
    <Modal
      open
      width={720}
      title={label([
        `${action[0]} ${chosen.length} 条`,
        `${action[1]}: ${englishQuantity(chosen.length, 'record')}`,
      ])}
      okText={label([`${action[0]} ${chosen.length} 条`, `${action[1]} ${chosen.length}`])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{
        disabled: chosen.length === 0,
        danger: recordActionOf(list.resource, name).danger ?? false,
      }}
      onCancel={onClose}
      onOk={() => onGo(chosen)}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} height={32} />
      ) : !isWhole ? (
        <p role="alert">
          {label(
            data.total > maxRecords
              ? tooManyRecordsText(data.total)
              : countChangedText(found.count, data.total),
          )}
        </p>
      ) : (
        <>
          <p className="ky-found-sum" role="status">
            {label(
              skipped === 0
                ? [`筛选出的 ${rows.length} 条都可以${action[0]}`, `Ready: all ${rows.length}`]
                : [
                    `${applicable.length} 条可以${action[0]}，${skipped} 条将跳过`,
                    `Ready: ${applicable.length}; to be skipped: ${skipped}`,
                  ],
            )}
          </p>
          <Lines
            list={list}
            rows={[...applicable, ...rows.filter(({ id }) => !ready.has(id))]}
            ready={ready}
            leftOut={leftOut}
            reason={label([
              `当前状态或权限不能${action[0]}`,
              `Its status or your rights do not allow: ${inSentence(action)}`,
            ])}
            onToggle={toggle}
          />
        </>
      )}
    </Modal>
  );
};

export default FoundDialog;
