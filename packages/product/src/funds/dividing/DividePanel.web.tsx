import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { choicesFor } from '@keyan/console/data/values.ts';
import { RefEditor } from '@keyan/console/fields/ref.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/kinds.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { atMost, minus, plus } from '@keyan/kernel/values/amounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { fundingArrive } from '../funding-arrive.ts';
import { fundingDivide } from '../funding-divide.ts';
import { divideFace } from '../refs.ts';
import { preselectedProject, type SuspectOfArrival } from '../suspects.ts';
import { type DivisionOutcome, divideCall } from './wire.ts';
import './divide.web.css';

/** A line of the form: a project and what it gets. */
interface Line {
  readonly key: number;
  readonly programId: string | null;
  readonly name: string;
  readonly amount: string;
  /** The year for which it is meant; empty for that of the arrival. */
  readonly year: string;
}

/** Decision of the reader about a claim; nothing yet leaves it open. */
interface Decided {
  readonly granted?: boolean;
  readonly amount?: string;
  readonly reason?: string;
}

const waiting = '9';
const plainAmount = /^\d{1,10}(?:\.\d{1,2})?$/;
const tidied = (text: string): string => text.normalize('NFKC').replace(/[\s,¥￥元]/g, '');
const sumOf = (amounts: readonly string[]): string =>
  plus('0.00', ...amounts.map(tidied).filter((one) => plainAmount.test(one)));

/** Claims that wait, and projects that the arrival may belong to; they are known once both are read. */
const useArrival = (row: WireRow) => {
  const client = useClient();
  const { data: claims = [], isSuccess: hasClaims } = useQuery({
    queryKey: [fundingDivide.key, 'list', 'waiting', row.id],
    queryFn: async () => {
      const asked = { arriveId: String(row.id), status: waiting, size: '100' };
      const page = await client.get<{ readonly records: readonly WireRow[] }>(
        `/${fundingDivide.path}/list`,
        asked,
        { quiet: true },
      );
      return page.records;
    },
  });
  const { data: suspects = [], isSuccess: hasSuspects } = useQuery({
    queryKey: [fundingArrive.key, 'detail', row.id, 'suspects'],
    queryFn: () =>
      client.get<readonly SuspectOfArrival[]>(
        `/${fundingArrive.path}/suspects`,
        { id: String(row.id) },
        { quiet: true },
      ),
  });
  return { claims, suspects, isKnown: hasClaims && hasSuspects };
};

interface ClaimLineProps {
  readonly claim: WireRow;
  readonly decided: Decided;
  readonly fault: string | undefined;
  readonly onChange: (decided: Decided) => void;
}

const ClaimLine = ({ claim, decided, fault, onChange }: ClaimLineProps) => {
  const label = useLabel();
  const choice = decided.granted === undefined ? 'open' : decided.granted ? 'grant' : 'refuse';
  return (
    <li>
      <span className="ky-divide-who">
        <strong>{String(claim.programName ?? '')}</strong>
        <span className="ky-note">
          {String(claim.divideNum ?? '')} {String(claim.programLeaderName ?? '')}{' '}
          {label(
            fill(['申请 {amount} 元', 'asks for {amount} yuan'], {
              amount: groupDigits(String(claim.divideAmount ?? '0')),
            }),
          )}
        </span>
      </span>
      <Segmented
        size="small"
        value={choice}
        options={[
          { value: 'open', label: label(['暂不裁定', 'Later']) },
          { value: 'grant', label: label(['采纳', 'Grant']) },
          { value: 'refuse', label: label(['不采纳', 'Turn down']) },
        ]}
        onChange={(next) =>
          onChange(
            next === 'open'
              ? {}
              : {
                  ...decided,
                  granted: next === 'grant',
                  amount: decided.amount ?? String(claim.divideAmount ?? ''),
                },
          )
        }
      />
      {choice === 'grant' && (
        <Input
          className="ky-divide-amount"
          aria-label={label(['采纳金额', 'Granted amount'])}
          value={decided.amount ?? ''}
          suffix={label(['元', 'yuan'])}
          onChange={({ target }) => onChange({ ...decided, amount: target.value })}
        />
      )}
      {choice === 'refuse' && (
        <Input
          className="ky-divide-reason"
          aria-label={label(['未采纳原因', 'Reason'])}
          placeholder={label(['原因（告知认领人）', 'Reason, as the claimant reads it'])}
          value={decided.reason ?? ''}
          onChange={({ target }) => onChange({ ...decided, reason: target.value })}
        />
      )}
      {fault && <p className="ky-fault-text">{fault}</p>}
    </li>
  );
};

interface ShareLineProps {
  readonly line: Line;
  readonly fault: string | undefined;
  readonly onChange: (line: Line) => void;
  readonly onRemove: () => void;
}

const ShareLine = ({ line, fault, onChange, onRemove }: ShareLineProps) => {
  const label = useLabel();
  return (
    <li>
      <span className="ky-divide-who">
        <RefEditor
          id={`ky-divide-${line.key}`}
          name="programId"
          spec={divideFace.fields.programId.spec}
          value={line.programId}
          row={{ programIdName: line.name }}
          caption={label(['项目', 'Project'])}
          lookup={choicesFor(fundingDivide as Resource, 'programId', '')}
          onChange={(programId, more = {}) =>
            onChange({
              ...line,
              programId: typeof programId === 'string' ? programId : null,
              name: String(more.programIdName ?? ''),
            })
          }
        />
      </span>
      <Input
        className="ky-divide-amount"
        aria-label={label(['分配金额', 'Amount'])}
        value={line.amount}
        suffix={label(['元', 'yuan'])}
        onChange={({ target }) => onChange({ ...line, amount: target.value })}
      />
      <Input
        className="ky-divide-year"
        aria-label={label(['使用年度', 'Year of use'])}
        placeholder={label(['使用年度', 'Year'])}
        maxLength={4}
        value={line.year}
        onChange={({ target }) => onChange({ ...line, year: target.value.replace(/\D/g, '') })}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={label(['删除', 'Remove'])}
        onClick={onRemove}
      />
      {fault && <p className="ky-fault-text">{fault}</p>}
    </li>
  );
};

type Faults = Readonly<Record<string, string>>;

interface ClaimsProps {
  readonly claims: readonly WireRow[];
  readonly decided: ReadonlyMap<string, Decided>;
  readonly faults: Faults;
  readonly onChange: (decided: ReadonlyMap<string, Decided>) => void;
}

const Claims = ({ claims, decided, faults, onChange }: ClaimsProps) => {
  const label = useLabel();
  if (claims.length === 0) return null;
  return (
    <section className="ky-divide">
      <h3>{label(['待裁定的认领', 'Claims'])}</h3>
      <ul>
        {claims.map((claim, index) => (
          <ClaimLine
            key={String(claim.id)}
            claim={claim}
            decided={decided.get(String(claim.id)) ?? {}}
            fault={faults[`claims.${index}.divideAmount`] ?? faults[`claims.${index}.reason`]}
            onChange={(next) => onChange(new Map(decided).set(String(claim.id), next))}
          />
        ))}
      </ul>
    </section>
  );
};

interface SharesProps {
  readonly lines: readonly Line[];
  readonly suspects: readonly SuspectOfArrival[];
  readonly faults: Faults;
  readonly onChange: (lines: readonly Line[]) => void;
  readonly onAdd: (programId: string | null, name: string) => void;
}

const Shares = ({ lines, suspects, faults, onChange, onAdd }: SharesProps) => {
  const label = useLabel();
  return (
    <section className="ky-divide">
      <h3>{label(['分配到项目', 'To projects'])}</h3>
      {suspects.length > 0 && (
        <p className="ky-divide-suggested">
          {label(['疑似：', 'Perhaps: '])}
          {suspects.map(({ id, number, name, points, reasons }) => (
            <Button key={id} size="small" onClick={() => onAdd(id, `${number} ${name}`)}>
              {number} {name}
              <span className="ky-note">
                {label([`${points} 分`, `${points}`])}{' '}
                {reasons.map((reason) => label(reason)).join(label(['，', ', ']))}
              </span>
            </Button>
          ))}
        </p>
      )}
      <ul>
        {lines.map((line, index) => (
          <ShareLine
            key={line.key}
            line={line}
            fault={
              faults[`shares.${index}.programId`] ??
              faults[`shares.${index}.divideAmount`] ??
              faults[`shares.${index}.useYear`]
            }
            onChange={(next) => onChange(lines.map((one) => (one.key === line.key ? next : one)))}
            onRemove={() => onChange(lines.filter((one) => one.key !== line.key))}
          />
        ))}
      </ul>
      <Button icon={<PlusOutlined />} onClick={() => onAdd(null, '')}>
        {label(['添加项目', 'Add a project'])}
      </Button>
    </section>
  );
};

/** State of a form of division, and the call that sends it. */
const useDivision = (row: WireRow, onClose: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (claims: readonly WireRow[]) => {
    setBusy(true);
    setFault('');
    setFaults({});
    const ruled = claims.flatMap((claim) => {
      const one = decided.get(String(claim.id)) ?? {};
      if (one.granted === undefined) return [];
      const { granted, amount = '', reason = '' } = one;
      const said = granted ? { divideAmount: tidied(amount) } : { reason };
      return [{ id: String(claim.id), version: Number(claim.version), granted, ...said }];
    });
    try {
      await client.post<DivisionOutcome>(`/${divideCall}`, {
        id: row.id,
        shares: lines.map(({ programId, amount, year }) => ({
          programId,
          divideAmount: tidied(amount),
          ...(year !== '' && { useYear: Number(year) }),
        })),
        claims: ruled,
      });
      await Promise.all(
        [fundingArrive, fundingDivide].map(({ key }) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      );
      onClose();
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFault(error.message);
      setFaults(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  };
  return { lines, setLines, decided, setDecided, faults, fault, busy, send };
};

interface DividePanelProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** 分配到账: one arrival over several projects, with what was claimed and what may be meant beside it. */
const DividePanel = ({ row, onClose }: DividePanelProps) => {
  const label = useLabel();
  const { claims, suspects, isKnown } = useArrival(row);
  const { lines, setLines, decided, setDecided, faults, fault, busy, send } = useDivision(
    row,
    onClose,
  );
  const left = String(row.leftAmount ?? '0.00');
  const granted = sumOf([
    ...lines.map(({ amount }) => amount),
    ...[...decided.values()].map((one) => (one.granted ? (one.amount ?? '') : '')),
  ]);
  const rest = minus(left, granted);
  const add = (programId: string | null, name: string) =>
    setLines([
      ...lines,
      { key: Date.now(), programId, name, amount: atMost(rest, 0) ? '' : rest, year: '' },
    ]);
  const [isOffered, setOffered] = useState(false);
  if (isKnown && !isOffered) {
    setOffered(true);
    const chosen = claims.length === 0 && lines.length === 0 ? preselectedProject(suspects) : null;
    if (chosen) add(chosen.id, `${chosen.number} ${chosen.name}`);
  }
  const filled = lines.every(
    ({ programId, amount }) => programId && plainAmount.test(tidied(amount)),
  );
  const decidedAny = [...decided.values()].some((one) => one.granted !== undefined);
  return (
    <Modal
      open
      width={860}
      title={label(['分配到账', 'Divide the arrival'])}
      okText={label(['确认分配', 'Divide'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{
        disabled: !filled || !(lines.length > 0 || decidedAny) || !atMost('0', rest),
        loading: busy,
      }}
      onOk={() => void send(claims)}
      onCancel={onClose}
    >
      <p>
        {String(row.fundingSource ?? '')} · {String(row.arriveDate ?? '')} ·{' '}
        {label(fill(['剩余 {left} 元', '{left} yuan left'], { left: groupDigits(left) }))}
      </p>
      <Claims claims={claims} decided={decided} faults={faults} onChange={setDecided} />
      <Shares lines={lines} suspects={suspects} faults={faults} onChange={setLines} onAdd={add} />
      <p role="status" className={atMost('0', rest) ? '' : 'ky-fault-text'}>
        {!atMost('0', rest) && <Glyph name="warning" size={12} />}{' '}
        {label(
          fill(
            atMost('0', rest)
              ? [
                  '本次分配 {granted} 元，分配后剩余 {rest} 元',
                  '{granted} yuan allocated, {rest} left',
                ]
              : [
                  '本次分配 {granted} 元，超出剩余 {rest} 元',
                  '{granted} yuan allocated, {rest} more than is left',
                ],
            { granted: groupDigits(granted), rest: groupDigits(rest.replace('-', '')) },
          ),
        )}
      </p>
      {fault && (
        <p className="ky-fault-text" role="alert">
          <Glyph name="warning" size={12} /> {fault}
        </p>
      )}
    </Modal>
  );
};

export default DividePanel;
