import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { OwnDialogProps } from '@keyan/console/presentation/present.ts';
import { DialogField } from '@keyan/console/records/DialogField.tsx';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { isRequired, validateForm } from '@keyan/kernel/records/validate.ts';
import { minus, plus } from '@keyan/kernel/values/amounts.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQueries } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { declareInfo } from './declare-info.ts';
import './approve-all.web.css';

const resource = untypedResource(declareInfo);

/** Format of amounts: at most two decimals. */
const amountFormat = /^\d{1,12}(\.\d{1,2})?$/;

interface ApprovalLine {
  readonly funds: string;
  readonly num: string;
  readonly doc: string;
}

type Lines = Readonly<Record<string, ApprovalLine>>;

const { lines: _perDeclaration, ...form } = declareInfo.actions?.approveAll?.form ?? {};

/**
 * Grant per project by call for proposals; null if the call names no amount or is still loading.
 */
const useGrants = (rows: readonly WireRow[]): ReadonlyMap<string, string | null> => {
  const client = useClient();
  const plans = [...new Set(rows.map(({ planId }) => String(planId)))];
  const found = useQueries({
    queries: plans.map((id) => ({
      queryKey: ['declarePlan', 'grant', id],
      queryFn: () =>
        client.get<WireRow>('/kh-edu-research/declarePlan/detail', { id }, { quiet: true }),
    })),
  });
  return new Map(
    plans.map((id, at) => [id, (found[at]?.data?.defaultFunds as string | null) || null]),
  );
};

interface LineRowProps {
  readonly row: WireRow;
  readonly line: ApprovalLine;
  readonly proposed: string;
  readonly fault: string | undefined;
  readonly onChange: (line: ApprovalLine) => void;
}

const LineRow = ({ row, line, proposed, fault, onChange }: LineRowProps) => {
  const label = useLabel();
  const name = String(row.programName);
  return (
    <tr data-faulty={fault !== undefined || undefined}>
      <td>
        {name} <span className="ky-note">{String(row.programLeaderName ?? '')}</span>
        {fault !== undefined && (
          <div className="ky-approve-fault" role="alert">
            {fault}
          </div>
        )}
      </td>
      <td className="ky-approve-amount" data-label={label(['申请经费', 'Requested'])}>
        {groupDigits(String(row.applyFunds ?? '0.00'))}
      </td>
      <td data-label={label(['立项经费', 'Granted'])}>
        <Input
          value={line.funds}
          placeholder={proposed}
          inputMode="decimal"
          aria-label={label(fill(['立项经费：{name}', 'Granted: {name}'], { name }))}
          onChange={({ target }) => onChange({ ...line, funds: target.value.trim() })}
        />
      </td>
      <td data-label={label(['立项编号', 'Grant no.'])}>
        <Input
          value={line.num}
          maxLength={50}
          placeholder={String(row.declareNum ?? '')}
          aria-label={label(fill(['立项编号：{name}', 'Grant no.: {name}'], { name }))}
          onChange={({ target }) => onChange({ ...line, num: target.value })}
        />
      </td>
      <td data-label={label(['立项文件号', 'Approval document'])}>
        <Input
          value={line.doc}
          maxLength={50}
          placeholder={label(['同上', 'Same as above'])}
          aria-label={label(fill(['立项文件号：{name}', 'Approval document: {name}'], { name }))}
          onChange={({ target }) => onChange({ ...line, doc: target.value })}
        />
      </td>
    </tr>
  );
};

const emptyLine: ApprovalLine = { funds: '', num: '', doc: '' };

/** Input of the action: common values, and a line for each deviating declaration. */
const inputOf = (values: RowLike, lines: Lines): RowLike => ({
  ...values,
  lines: Object.entries(lines)
    .filter(([, { funds, num, doc }]) => funds !== '' || num !== '' || doc !== '')
    .map(([id, { funds, num, doc }]) => ({
      id,
      grantFunds: funds || null,
      grantNum: num || null,
      grantDoc: doc || null,
    })),
});

interface Approval {
  readonly values: RowLike;
  readonly lines: Lines;
  /** Faults by field of the action and by declaration. */
  readonly faults: Readonly<Record<string, string>>;
  readonly sending: boolean;
  /** Sum of all amounts; null if an amount is invalid. */
  readonly sum: string | null;
  readonly proposedFor: (row: WireRow) => string;
  readonly change: (changed: RowLike) => void;
  readonly setLine: (id: string, line: ApprovalLine) => void;
  readonly send: () => Promise<void>;
}

/** State of the form and its submission. */
const useApproval = (rows: readonly WireRow[], onGo: OwnDialogProps['onGo']): Approval => {
  const label = useLabel();
  const grants = useGrants(rows);
  const [values, setValues] = useState<RowLike>({});
  const [lines, setLines] = useState<Lines>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [sending, setSending] = useState(false);
  const common = typeof values.grantFunds === 'string' ? values.grantFunds : null;
  const proposedFor = (row: WireRow): string =>
    common ??
    grants.get(String(row.planId)) ??
    minus(String(row.applyFunds ?? '0.00'), String(row.matchFunds || '0.00'));
  const amounts = rows.map((row) => lines[row.id]?.funds || proposedFor(row));
  const wrong = rows.filter((_row, at) => !amountFormat.test(amounts[at] ?? ''));
  const send = async () => {
    const found = validateForm(form, {}, values, dictionariesAsDefined).faults;
    const unread = label(['请填写金额，最多两位小数', 'Enter an amount with at most two decimals']);
    const marked = Object.fromEntries([
      ...found.map(({ path, message }) => [path, label(message)] as const),
      ...wrong.map(({ id }) => [id, unread] as const),
    ]);
    setFaults(marked);
    if (Object.keys(marked).length > 0) return;
    setSending(true);
    try {
      const refused = await onGo(inputOf(values, lines));
      setFaults(Object.fromEntries(refused.map(({ id, message }) => [id, message])));
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      setFaults(Object.fromEntries(fault.fields.map(({ path, message }) => [path, message])));
    } finally {
      setSending(false);
    }
  };
  return {
    values,
    lines,
    faults,
    sending,
    sum: wrong.length > 0 ? null : plus('0.00', ...amounts),
    proposedFor,
    change: (changed) => setValues((before) => ({ ...before, ...changed })),
    setLine: (id, line) => setLines((before) => ({ ...before, [id]: line })),
    send,
  };
};

const LineTable = ({
  rows,
  act,
}: {
  readonly rows: readonly WireRow[];
  readonly act: Approval;
}) => {
  const label = useLabel();
  return (
    <div className="ky-approve-lines">
      <table>
        <thead>
          <tr>
            <th scope="col">{label(['申报', 'Application'])}</th>
            <th scope="col">{label(['申请经费（元）', 'Requested (yuan)'])}</th>
            <th scope="col">{label(['立项经费（元）', 'Granted (yuan)'])}</th>
            <th scope="col">{label(['立项编号', 'Grant no.'])}</th>
            <th scope="col">{label(['立项文件号', 'Approval document'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LineRow
              key={row.id}
              row={row}
              line={act.lines[row.id] ?? emptyLine}
              proposed={act.proposedFor(row)}
              fault={act.faults[row.id] ?? (rows.length === 1 ? act.faults.grantFunds : undefined)}
              onChange={(line) => act.setLine(row.id, line)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

/**
 * Dialog 批量立项: common values for all declarations, and lines for deviating amounts, numbers or
 * documents.
 */
const ApproveAllDialog = ({ rows, onCancel, onGo }: OwnDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const act = useApproval(rows, onGo);
  const name = label(['批量立项', 'Approve projects']);
  return (
    <Modal
      open
      width={920}
      title={name}
      okText={name}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={act.sending}
      onCancel={onCancel}
      onOk={() => void act.send()}
    >
      <div className="ky-approve-all">
        {Object.entries(form).map(([key, { spec }]) => (
          <DialogField
            key={key}
            resource={resource}
            name={key}
            path={key}
            spec={spec}
            values={act.values}
            fault={act.faults[key]}
            required={isRequired(spec, act.values)}
            onChange={act.change}
          />
        ))}
      </div>
      <LineTable rows={rows} act={act} />
      <p className="ky-approve-sum" role="status">
        {label(
          fill(['共 {count} 项，立项经费合计 {sum} 元', 'Projects: {count}, {sum} yuan in all'], {
            count: rows.length,
            sum: act.sum === null ? '—' : groupDigits(act.sum),
          }),
        )}
      </p>
    </Modal>
  );
};

export default ApproveAllDialog;
