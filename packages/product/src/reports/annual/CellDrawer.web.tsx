import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault, type FieldMessage } from '@keyan/console/client/fault.ts';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input } from 'antd';
import { useId, useState } from 'react';
import { annualService, type CellDetail } from './answers.ts';

/** Position of the opened cell. */
export interface OpenCell {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly title: string;
}

interface CellProps {
  readonly report: string;
  readonly cell: OpenCell;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Form that corrects the cell with a reason. */
const Correction = ({ report, cell, onChanged, detail }: CellProps & { detail: CellDetail }) => {
  const label = useLabel();
  const client = useClient();
  const ids = { value: useId(), reason: useId() };
  const [value, setValue] = useState(detail.value);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<readonly FieldMessage[]>([]);
  const faultOf = (name: string) => wrong.find(({ path }) => path === name)?.message ?? '';
  const { table, row, column } = cell;
  const send = async (given: string) => {
    setBusy(true);
    setWrong([]);
    try {
      const body = { id: report, table, row, column, value: given, reason };
      await client.post(`/${annualService}/enter`, body, { quiet: true });
      setReason('');
      onChanged();
    } catch (fault) {
      const placed = fault instanceof ApiFault && fault.fields.every(({ path }) => path in ids);
      if (placed && fault.fields.length > 0) setWrong(fault.fields);
      else toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ky-annual-correct">
      <LabelledField id={ids.value} label={['更正为', 'Correct to']} fault={faultOf('value')}>
        <Input
          id={ids.value}
          value={value}
          maxLength={200}
          status={faultOf('value') && 'error'}
          aria-describedby={`${ids.value}-help`}
          onChange={({ target }) => setValue(target.value)}
        />
      </LabelledField>
      <LabelledField id={ids.reason} label={['原因', 'Reason']} fault={faultOf('reason')}>
        <Input.TextArea
          id={ids.reason}
          rows={2}
          maxLength={500}
          value={reason}
          status={faultOf('reason') && 'error'}
          aria-describedby={`${ids.reason}-help`}
          placeholder={label([
            '至少 5 个字；手填的栏可不填',
            'At least 5 characters; optional for manual cells',
          ])}
          onChange={({ target }) => setReason(target.value)}
        />
      </LabelledField>
      <div className="ky-annual-buttons">
        <Button type="primary" loading={busy} onClick={() => void send(value.trim())}>
          {label(['保存', 'Save'])}
        </Button>
        {detail.entries[0]?.value && (
          <Button disabled={busy} onClick={() => void send('')}>
            {label(['撤回更正', 'Withdraw correction'])}
          </Button>
        )}
      </div>
    </div>
  );
};

const Facts = ({ detail }: { readonly detail: CellDetail }) => {
  const label = useLabel();
  const facts = [
    [label(['现值', 'Current value']), detail.value],
    [label(['计算值', 'Computed value']), detail.computed],
    [label(['上年', 'Last year']), detail.last],
    [label(['口径', 'Definition']), detail.caliber],
  ].filter(([, text]) => text);
  return (
    <dl className="ky-annual-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
};

const Records = ({ detail }: { readonly detail: CellDetail }) => {
  const label = useLabel();
  if (detail.total === 0) {
    return <p className="ky-note">{label(['没有计入的记录', 'No records counted'])}</p>;
  }
  return (
    <>
      <ul className="ky-annual-records">
        {detail.records.map((one) => (
          <li key={`${one.resource}/${one.id}`}>
            <span>
              <RecordLink resource={one.resource} id={one.id}>
                {one.title || '–'}
              </RecordLink>
              <small>{one.dept}</small>
            </span>
            <b>{one.value}</b>
          </li>
        ))}
      </ul>
      {detail.hidden > 0 && (
        <p className="ky-note">
          {label([
            `另有 ${detail.hidden} 条您不能打开`,
            `${detail.hidden} more that you cannot open`,
          ])}
        </p>
      )}
    </>
  );
};

/** Drawer of a cell: definition, corrections with reasons, and counted records. */
export const CellDrawer = (props: CellProps) => {
  const { report, cell, onClose } = props;
  const label = useLabel();
  const client = useClient();
  const { table, row, column } = cell;
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['annualReport', 'work', report, 'cell', table, row, column, current],
    queryFn: () =>
      client.get<CellDetail>(
        `/${annualService}/cell`,
        { id: report, table, row, column, current: String(current) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  return (
    <Drawer open title={cell.title} size={480} onClose={onClose}>
      {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} height={28} />}
      {data && (
        <>
          <Facts detail={data} />
          {data.entries.length > 0 && (
            <ul className="ky-annual-entries" aria-label={label(['更正记录', 'Corrections'])}>
              {data.entries.map((one) => (
                <li key={one.time}>
                  <b>
                    {one.value ? `${one.seen || '–'} → ${one.value}` : label(['撤回', 'Withdrawn'])}
                  </b>
                  {one.reason}
                  <small>
                    {one.by} {one.time}
                  </small>
                </li>
              ))}
            </ul>
          )}
          {data.enterable && <Correction key={data.value} {...props} detail={data} />}
          <h4>{label([`计入的记录（${data.total}）`, `Records (${data.total})`])}</h4>
          <Records detail={data} />
          {data.total > 100 && (
            <div className="ky-annual-buttons">
              <Button disabled={current === 1} onClick={() => setCurrent(current - 1)}>
                {label(['上一页', 'Previous'])}
              </Button>
              <Button
                disabled={current * 100 >= data.total}
                onClick={() => setCurrent(current + 1)}
              >
                {label(['下一页', 'Next'])}
              </Button>
            </div>
          )}
        </>
      )}
    </Drawer>
  );
};
