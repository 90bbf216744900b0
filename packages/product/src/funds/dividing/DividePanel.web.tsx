import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { choicesFor } from '@keyan/console/data/values.ts';
import { RefEditor } from '@keyan/console/fields/ref.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { atMost, minus, plus } from '@keyan/kernel/values/amounts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, type InputRef, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { fundingArrive } from '../funding-arrive.ts';
import { fundingDivide } from '../funding-divide.ts';
import { divideFace } from '../refs.ts';
import { preselectedProject, type SuspectOfArrival } from '../suspects.ts';
import { type Decided, DivideClaims, type Faults } from './DivideClaims.web.tsx';
import { type DivisionOutcome, divideCall } from './wire.ts';
import './divide.web.css';

/** Line of the form: a project and its amount. */
interface DivisionLine {
  readonly key: number;
  readonly programId: string | null;
  readonly name: string;
  readonly amount: string;
  /** Year for which the funds are meant; empty for the year of the arrival. */
  readonly year: string;
}

const waiting = '9';
const plainAmount = /^\d{1,10}(?:\.\d{1,2})?$/;
const tidied = (text: string): string => text.normalize('NFKC').replace(/[\s,¥￥元]/g, '');
const sumOf = (amounts: readonly string[]): string =>
  plus('0.00', ...amounts.map(tidied).filter((one) => plainAmount.test(one)));

/** Pending claims, and suspected projects; undefined until both are loaded. */
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

interface ShareLineProps {
  readonly line: DivisionLine;
  readonly fault: string | undefined;
  readonly onChange: (line: DivisionLine) => void;
  readonly onRemove: () => void;
  /** Callback that adds a line. */
  readonly onNext: () => void;
}

/** DOM id of the project picker of a line. */
const projectBox = ({ key }: DivisionLine): string => `ky-divide-${key}`;

const ShareLine = ({ line, fault, onChange, onRemove, onNext }: ShareLineProps) => {
  const label = useLabel();
  const amount = useRef<InputRef>(null);
  const box = projectBox(line);
  const isOpen = line.programId === null;
  // Focuses the project picker of a new line, and the amount once a project is chosen.
  useEffect(() => {
    if (isOpen) document.getElementById(box)?.focus();
    else amount.current?.focus({ cursor: 'all' });
  }, [isOpen, box]);
  return (
    <li>
      <span className="ky-divide-who">
        <RefEditor
          id={box}
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
        ref={amount}
        aria-label={label(['分配金额', 'Amount'])}
        value={line.amount}
        onPressEnter={onNext}
        suffix={label(['元', 'yuan'])}
        onChange={({ target }) => onChange({ ...line, amount: target.value })}
      />
      <Input
        className="ky-divide-year"
        aria-label={label(['使用年度', 'Year of use'])}
        placeholder={label(['使用年度', 'Year of use'])}
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

interface SharesProps {
  readonly lines: readonly DivisionLine[];
  readonly suspects: readonly SuspectOfArrival[];
  readonly faults: Faults;
  readonly onChange: (lines: readonly DivisionLine[]) => void;
  readonly onAdd: (programId: string | null, name: string) => void;
  /** Callback that adds a line if an amount is left. */
  readonly onNext: () => void;
}

const Shares = ({ lines, suspects, faults, onChange, onAdd, onNext }: SharesProps) => {
  const label = useLabel();
  return (
    <section className="ky-divide">
      <h3>{label(['分配到项目', 'To projects'])}</h3>
      {suspects.length > 0 && (
        <p className="ky-divide-suggested">
          {label(['疑似：', 'Possibly: '])}
          {suspects.map(({ id, number, name, points, reasons }) => (
            <Button key={id} size="small" onClick={() => onAdd(id, `${number} ${name}`)}>
              {number} {name}
              <span className="ky-note">
                {label([`${points} 分`, `${points} points`])} ·{' '}
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
            onNext={onNext}
          />
        ))}
      </ul>
      <Button icon={<PlusOutlined />} onClick={() => onAdd(null, '')}>
        {label(['添加项目', 'Add a project'])}
      </Button>
    </section>
  );
};

/** State of the division form, and its submission. */
const useDivision = (row: WireRow, onClose: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const [lines, setLines] = useState<readonly DivisionLine[]>([]);
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

const isAnyDecided = (decided: ReadonlyMap<string, Decided>): boolean =>
  [...decided.values()].some((one) => one.granted !== undefined);

/**
 * Panel 分配到账: divides an arrival over several projects, with pending claims and suspected
 * projects beside the form.
 */
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
    const chosen = claims.length === 0 ? preselectedProject(suspects) : null;
    if (chosen) add(chosen.id, `${chosen.number} ${chosen.name}`);
    else if (claims.length === 0 && suspects.length === 0) add(null, '');
  }
  const filled = lines.every(
    ({ programId, amount }) => programId && plainAmount.test(tidied(amount)),
  );
  return (
    <Modal
      open
      width={860}
      title={label(['分配到账', 'Allocate the arrival'])}
      okText={label(['确认分配', 'Confirm allocation'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{
        disabled: !filled || !(lines.length > 0 || isAnyDecided(decided)) || !atMost('0', rest),
        loading: busy,
      }}
      onOk={() => void send(claims)}
      onCancel={onClose}
    >
      <p>
        {String(row.fundingSource ?? '')} · {String(row.arriveDate ?? '')} ·{' '}
        {label(fill(['剩余 {left} 元', '{left} yuan left'], { left: groupDigits(left) }))}
      </p>
      <DivideClaims claims={claims} decided={decided} faults={faults} onChange={setDecided} />
      <Shares
        lines={lines}
        suspects={suspects}
        faults={faults}
        onChange={setLines}
        onAdd={add}
        onNext={() => !atMost(rest, 0) && add(null, '')}
      />
      <p role="status" className={atMost('0', rest) ? '' : 'ky-fault-text'}>
        {!atMost('0', rest) && <Glyph name="warning" size={12} />}{' '}
        {label(
          fill(
            atMost('0', rest)
              ? [
                  '本次分配 {granted} 元，分配后剩余 {rest} 元',
                  '{granted} yuan allocated, {rest} yuan left',
                ]
              : [
                  '本次分配 {granted} 元，超出剩余 {rest} 元',
                  '{granted} yuan allocated, which exceeds the remaining {rest} yuan',
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
