import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Status } from '@keyan/kernel/access/status.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import {
  type Choice,
  type ComparedField,
  type ComparedRecord,
  type Comparison,
  type FindingRow,
  mergeCode,
  qualityService,
  settleCode,
} from './quality.ts';
import './compare.web.css';
import './quality.web.css';

type Side = 'one' | 'other';
type Chosen = Side | 'both';

const sides: readonly Side[] = ['one', 'other'];
const opposite = (side: Side): Side => (side === 'one' ? 'other' : 'one');

/** The better one to keep: what is in the library, else what was registered first. */
const keptFirst = ({ one, other }: Comparison): Side =>
  one.status !== '2' && other.status === '2' ? 'other' : 'one';

/** What stays unless somebody chooses otherwise: the kept record's own, and where it has none the other's. */
const usual = (field: ComparedField, keep: Side): Chosen =>
  field[keep].length === 0 && field[opposite(keep)].length > 0 ? opposite(keep) : keep;

/** The choices as the call takes them. */
const choicesOf = (
  fields: readonly ComparedField[],
  keep: Side,
  chosen: Readonly<Record<string, Chosen>>,
): Readonly<Record<string, Choice>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (!field.differs || field.isFixed) return [];
      const choice = chosen[field.name] ?? usual(field, keep);
      if (choice === keep) return [];
      return [[field.name, choice === 'both' ? 'both' : 'other'] as const];
    }),
  );

/** One of the two, with where it stands in its process. */
const RecordHead = ({ record }: { readonly record: ComparedRecord }) => {
  const label = useLabel();
  return (
    <div className="ky-compare-record">
      <TabLink to={record.link} className="ky-link">
        {record.number || label(['打开', 'Open'])}
      </TabLink>
      <StatusTag status={record.status as Status} />
      <span className="ky-note">
        {[record.registrant, record.submitTime.slice(0, 10), record.department, record.step]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {record.hindrance && (
        <span className="ky-compare-hindrance">
          <Glyph name="warning" size={12} /> {record.hindrance}
        </span>
      )}
    </div>
  );
};

const Texts = ({ texts }: { readonly texts: readonly string[] }) => {
  if (texts.length === 0) return <span className="ky-note">–</span>;
  return texts.length === 1 ? (
    texts[0]
  ) : (
    <ol className="ky-compare-lines">
      {texts.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a record that does not change here
        <li key={place}>{text}</li>
      ))}
    </ol>
  );
};

interface FieldRowProps {
  readonly field: ComparedField;
  readonly keep: Side;
  readonly chosen: Chosen | undefined;
  readonly onChoose: (chosen: Chosen) => void;
  /** May anything be chosen? */
  readonly open: boolean;
  /** Fields that agree are shown, too: those that differ say so. */
  readonly marked: boolean;
}

/** A field of both; where they differ, whose value stays. */
const FieldRow = ({ field, keep, chosen, onChoose, open, marked }: FieldRowProps) => {
  const label = useLabel();
  const value = chosen ?? usual(field, keep);
  const isChoice = open && field.differs && !field.isFixed;
  return (
    <tr data-differs={field.differs || undefined}>
      <th scope="row">
        {field.label}
        {marked && field.differs && (
          <span className="ky-compare-mark">{label(['不同', 'differs'])}</span>
        )}
        {isChoice && field.isList && (
          <Checkbox
            checked={value === 'both'}
            onChange={({ target }) => onChoose(target.checked ? 'both' : keep)}
          >
            {label(['两边都要', 'Both'])}
          </Checkbox>
        )}
      </th>
      {sides.map((side) => (
        <td
          key={side}
          data-chosen={(isChoice && (value === side || value === 'both')) || undefined}
        >
          {isChoice ? (
            <Radio
              checked={value === side}
              disabled={value === 'both'}
              aria-label={`${field.label} ${side === 'one' ? label(['左', 'left']) : label(['右', 'right'])}`}
              onChange={() => onChoose(side)}
            >
              <Texts texts={field[side]} />
            </Radio>
          ) : (
            <Texts texts={field[side]} />
          )}
        </td>
      ))}
    </tr>
  );
};

const FilesRow = ({ comparison }: { readonly comparison: Comparison }) => {
  const label = useLabel();
  return (
    <tr>
      <th scope="row">
        {label(['附件', 'Files'])}
        <span className="ky-note">{label(['合并后都保留', 'All are kept'])}</span>
      </th>
      {sides.map((side) => (
        <td key={side}>
          <Texts texts={comparison[side].files.map(({ name }) => name)} />
        </td>
      ))}
    </tr>
  );
};

interface TableProps {
  readonly comparison: Comparison;
  readonly keep: Side;
  readonly chosen: Readonly<Record<string, Chosen>>;
  readonly open: boolean;
  readonly onKeep: (side: Side) => void;
  readonly onChoose: (name: string, chosen: Chosen) => void;
}

const CompareTable = ({ comparison, keep, chosen, open, onKeep, onChoose }: TableProps) => {
  const label = useLabel();
  const [all, setAll] = useState(false);
  const shown = comparison.fields.filter(({ differs }) => all || differs);
  return (
    <>
      <Checkbox checked={all} onChange={({ target }) => setAll(target.checked)}>
        {label([
          `显示相同的 ${comparison.fields.length - comparison.fields.filter(({ differs }) => differs).length} 项`,
          'Show fields that agree',
        ])}
      </Checkbox>
      <div className="ky-compare-scroll">
        <table className="ky-compare">
          <thead>
            <tr>
              <th scope="col">{comparison.kind}</th>
              {sides.map((side) => (
                <th key={side} scope="col" data-kept={(open && keep === side) || undefined}>
                  {open && (
                    <Radio checked={keep === side} onChange={() => onKeep(side)}>
                      {label(['保留这一条', 'Keep this one'])}
                    </Radio>
                  )}
                  <RecordHead record={comparison[side]} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                keep={keep}
                chosen={chosen[field.name]}
                open={open}
                marked={all}
                onChoose={(choice) => onChoose(field.name, choice)}
              />
            ))}
            <FilesRow comparison={comparison} />
          </tbody>
        </table>
      </div>
    </>
  );
};

/** Sends the decision; what the server refuses stays on the screen. */
const useDecision = (row: FindingRow, onClose: () => void) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const send = async (call: string, body: object) => {
    setBusy(true);
    try {
      await client.post(`/${qualityService}/${call}`, { resource: row.resource, ...body });
      toast.success(call === 'merge' ? ['已合并', 'Merged'] : ['已记录，不再提示', 'Kept']);
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
  readonly row: FindingRow;
  readonly comparison: Comparison;
  readonly onClose: () => void;
}

const Decision = ({ row, comparison, onClose }: DeskProps) => {
  const label = useLabel();
  const id = useId();
  const permissions = usePermissions();
  const { busy, send } = useDecision(row, onClose);
  const [keep, setKeep] = useState(() => keptFirst(comparison));
  const [chosen, setChosen] = useState<Readonly<Record<string, Chosen>>>({});
  const [reason, setReason] = useState('');
  const { one, other, fields } = comparison;
  const open = permissions.has(mergeCode) && !one.hindrance && !other.hindrance;
  const [kept, dropped] = [comparison[keep], comparison[opposite(keep)]];
  const hasReason = reason.trim().length >= 2;
  const merge = () =>
    send('merge', {
      keep: kept.id,
      keepVersion: kept.version,
      drop: dropped.id,
      dropVersion: dropped.version,
      choices: choicesOf(fields, keep, chosen),
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
      <label className="ky-compare-reason" htmlFor={id}>
        {label(['说明（2–500 字）', 'Reason (2–500 characters)'])}
      </label>
      <Input.TextArea
        id={id}
        value={reason}
        maxLength={500}
        autoSize={{ minRows: 1, maxRows: 4 }}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="ky-quality-foot">
        <span className="ky-note">
          {open &&
            label([
              '合并后另一条作废；作者确认、附件、认领与引用都转到保留的一条',
              'The other becomes void; confirmations, files, claims and references move over',
            ])}
        </span>
        <Button onClick={onClose}>{label(['取消', 'Cancel'])}</Button>
        {permissions.has(settleCode) && (
          <Button
            disabled={!hasReason || busy}
            onClick={() => void send('differ', { one: one.id, other: other.id, reason })}
          >
            {label(['不是重复', 'These differ'])}
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

/** Two records side by side: one is kept with what is chosen of each, or they differ. */
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
  const asked = { resource: row.resource, one: row.record.id, other: row.other?.id ?? '' };
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'compare', asked],
    queryFn: () => client.get<Comparison>(`/${qualityService}/compare`, asked, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      open
      width={1120}
      title={label(['对比疑似重复的记录', 'Compare suspected duplicates'])}
      footer={null}
      onCancel={onClose}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Decision row={row} comparison={data} onClose={onClose} />
      ) : (
        <SkeletonRows rows={8} height={36} />
      )}
    </Modal>
  );
};

export default CompareDialog;
