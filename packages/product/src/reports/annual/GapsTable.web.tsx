import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { englishQuantity } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { GapSheet, SaveGaps } from '../../missing/GapSheet.web.tsx';
import type { FillingOutcome } from '../../missing/missing.ts';
import { type GapSheetState, useGapSheet } from '../../missing/useGapSheet.web.ts';
import type { PanelProps } from './AnnualTable.web.tsx';
import { annualService, type GapsAnswer } from './answers.ts';

const size = 20;

interface BarProps {
  readonly groups: GapsAnswer['groups'];
  readonly kind: string;
  readonly sheet: GapSheetState;
  readonly mayFill: boolean;
  readonly onKind: (kind: string) => void;
  readonly onRemind: () => void;
}

/** Filter by kind of record, with buttons for saving and reminding. */
const GapsBar = ({ groups, kind, sheet, mayFill, onKind, onRemind }: BarProps) => {
  const label = useLabel();
  return (
    <div className="ky-annual-bar">
      <Segmented
        value={kind}
        options={[
          { value: '', label: label(['全部', 'All']) },
          ...groups.map((group) => ({
            value: group.resource,
            label: label([
              `${group.label} ${group.count} 条`,
              `${group.label}: ${englishQuantity(group.count, 'record')}`,
            ]),
          })),
        ]}
        onChange={(chosen) => onKind(String(chosen))}
      />
      {mayFill && (
        <>
          <Button onClick={onRemind}>{label(['提醒全部', 'Remind everybody'])}</Button>
          <SaveGaps sheet={sheet} />
        </>
      )}
    </div>
  );
};

/**
 * Missing data of records for the report, editable in bulk; a fault of one record does not affect
 * others.
 */
export const GapsTable = ({ overview, onChanged }: PanelProps) => {
  const label = useLabel();
  const client = useClient();
  const [kind, setKind] = useState('');
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['annualReport', 'work', overview.id, 'gaps', kind, current],
    queryFn: () =>
      client.get<GapsAnswer>(
        `/${annualService}/gaps`,
        { id: overview.id, kind, current: String(current), size: String(size) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  const sheet = useGapSheet(data?.records ?? [], async (records) => {
    const body = { id: overview.id, records };
    const done = await client.post<readonly FillingOutcome[]>(`/${annualService}/fill`, body);
    onChanged();
    return done;
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} />;
  if (data.groups.length === 0) {
    return <p className="ky-note">{label(['资料齐全，没有缺项', 'Nothing is missing'])}</p>;
  }
  const remind = async (people: string) => {
    try {
      const count = await client.post<number>(`/${annualService}/remind`, {
        id: overview.id,
        ...(people ? { people } : {}),
      });
      toast.success([`已提醒 ${count} 人`, `People reminded: ${count}`]);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <>
      <GapsBar
        groups={data.groups}
        kind={kind}
        sheet={sheet}
        mayFill={overview.may.fill}
        onKind={(chosen) => {
          setKind(chosen);
          setCurrent(1);
        }}
        onRemind={() => void remind('')}
      />
      <GapSheet
        key={`${kind} ${current}`}
        rows={data.records}
        sheet={sheet}
        isOpen={overview.may.fill}
        onRemind={overview.may.fill ? (row) => void remind(row.person) : undefined}
      />
      {data.total > size && (
        <Pagination
          current={current}
          pageSize={size}
          total={data.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </>
  );
};
