import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import {
  type ChosenSides,
  type ComparedSide,
  CompareTable,
  defaultChoice,
  otherSide,
} from './CompareTable.web.tsx';
import {
  type ComparedField,
  type FindingRow,
  mergeCode,
  qualityService,
  type RecordComparison,
  type SideChoice,
  settleFindingsCode,
} from './quality.ts';

/** Returns the side to keep by default: a side that may be kept, else the approved one, else the older one. */
const keptFirst = ({ one, other }: RecordComparison): ComparedSide => {
  if (one.mayStay !== other.mayStay) return one.mayStay ? 'one' : 'other';
  return one.status !== '2' && other.status === '2' ? 'other' : 'one';
};

/** Returns the choices in the call's format, by fields of the kept record. */
const choicesOf = (
  fields: readonly ComparedField[],
  keep: ComparedSide,
  chosen: Readonly<Record<string, ChosenSides>>,
): Readonly<Record<string, SideChoice>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (!field.differs || field.isFixed) return [];
      const choice = chosen[field.name] ?? defaultChoice(field, keep);
      if (choice === keep) return [];
      const name = keep === 'one' ? field.name : field.otherName;
      return [[name, choice === 'both' ? 'both' : 'other'] as const];
    }),
  );

/** Returns the function that sends the decision; refusals are shown in the dialog. */
const useDecision = (onClose: () => void) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const send = async (call: 'merge' | 'differ', body: object) => {
    setBusy(true);
    try {
      await client.post(`/${qualityService}/${call}`, body);
      toast.success(
        call === 'merge' ? ['已合并', 'Merged'] : ['已记录，不再提示', 'Recorded; not shown again'],
      );
      onClose();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
};

interface DeskProps {
  readonly comparison: RecordComparison;
  readonly onClose: () => void;
}

/** Text about the effect of a merge on the other record. */
const moves: Label = [
  '合并后另一条作废；作者确认、附件、认领与引用都转到保留的一条',
  'The other record is voided on merging; confirmations, attachments, claims and references move to the one kept',
];
const movesAcross: Label = [
  '合并后另一条作废；作者确认与附件转到保留的一条，只有另一类别才有的内容不转',
  'The other record is voided on merging; confirmations and attachments move over, but content that only its kind has does not',
];

const movesInto: Label = [
  '合并后收录信息并入论文，题录记为已认领；有误时可在收录论文库撤销并入',
  'The indexing data are added to the paper and the record counts as claimed; if wrong, undo the merge in the collected papers',
];

/** Returns the text about what is moved, by resources of the two records. */
const movesOf = ({ one, other }: RecordComparison): Label => {
  if (one.resource === other.resource) return moves;
  return one.mayStay && other.mayStay ? movesAcross : movesInto;
};

const Reason = ({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const label = useLabel();
  const id = useId();
  return (
    <>
      <label className="ky-compare-reason" htmlFor={id}>
        {label(['说明（2–500 字）', 'Reason (2–500 characters)'])}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
};

const Decision = ({ comparison, onClose }: DeskProps) => {
  const label = useLabel();
  const permissions = usePermissions();
  const { busy, send } = useDecision(onClose);
  const [keep, setKeep] = useState(() => keptFirst(comparison));
  const [chosen, setChosen] = useState<Readonly<Record<string, ChosenSides>>>({});
  const [reason, setReason] = useState('');
  const { one, other, fields } = comparison;
  const open = permissions.has(mergeCode) && !one.hindrance && !other.hindrance;
  const [kept, dropped] = [comparison[keep], comparison[otherSide(keep)]];
  const hasReason = reason.trim().length >= 2;
  const merge = () =>
    send('merge', {
      resource: kept.resource,
      keep: kept.id,
      keepVersion: kept.version,
      dropResource: dropped.resource,
      drop: dropped.id,
      dropVersion: dropped.version,
      choices: choicesOf(fields, keep, chosen),
      reason,
    });
  const differ = () =>
    send('differ', {
      resource: one.resource,
      one: one.id,
      otherResource: other.resource,
      other: other.id,
      reason,
    });
  return (
    <>
      <CompareTable
        comparison={comparison}
        keep={keep}
        chosen={chosen}
        open={open}
        onKeep={(side) => {
          setKeep(side);
          setChosen({});
        }}
        onChoose={(name, choice) => setChosen((known) => ({ ...known, [name]: choice }))}
      />
      <Reason value={reason} onChange={setReason} />
      <div className="ky-quality-foot">
        <span className="ky-note">{open && label(movesOf(comparison))}</span>
        <Button onClick={onClose}>{label(['取消', 'Cancel'])}</Button>
        {permissions.has(settleFindingsCode) && (
          <Button disabled={!hasReason || busy} onClick={() => void differ()}>
            {label(['不是重复', 'Not duplicates'])}
          </Button>
        )}
        {permissions.has(mergeCode) && (
          <Button
            type="primary"
            loading={busy}
            disabled={!hasReason || !open}
            onClick={() => void merge()}
          >
            {label(['合并', 'Merge'])}
          </Button>
        )}
      </div>
    </>
  );
};

/** Renders two records side by side, to merge them with chosen values or to declare them different. */
const CompareDialog = ({
  row,
  onClose,
}: {
  readonly row: FindingRow;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const asked = {
    resource: row.resource,
    one: row.record.id,
    otherResource: row.otherResource,
    other: row.other?.id ?? '',
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'compare', asked],
    queryFn: () =>
      client.get<RecordComparison>(`/${qualityService}/compare`, asked, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      open
      width={1120}
      title={label(['对比疑似重复的记录', 'Compare possible duplicates'])}
      footer={null}
      onCancel={onClose}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Decision comparison={data} onClose={onClose} />
      ) : (
        <SkeletonRows rows={8} height={36} />
      )}
    </Modal>
  );
};

export default CompareDialog;
