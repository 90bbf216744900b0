import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Button, Drawer, Input } from 'antd';
import { useId, useState } from 'react';
import { annualService, type LineAnswer, type TableAnswer } from './answers.ts';

/** Editable row or column of the form. */
interface EditableLine {
  readonly code: string;
  readonly shown: string;
  readonly label: string;
}

const linesOf = (lines: readonly LineAnswer[]): readonly EditableLine[] =>
  lines.map(({ code, shown, label }) => ({ code, shown, label }));

/** First unused code among N1, N2 …. */
const freshCode = (lines: readonly EditableLine[]): string => {
  const known = new Set(lines.map(({ code }) => code));
  let number = 1;
  while (known.has(`N${number}`)) number += 1;
  return `N${number}`;
};

interface LinesProps {
  readonly title: string;
  readonly lines: readonly EditableLine[];
  readonly onChange: (lines: readonly EditableLine[]) => void;
}

/** Editor for rows or columns: codes, labels, order, and additional ones. */
const Lines = ({ title, lines, onChange }: LinesProps) => {
  const label = useLabel();
  const set = (at: number, change: Partial<EditableLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  const swap = (at: number, other: number) => {
    const [one, two] = [lines[at], lines[other]];
    if (one && two) onChange(lines.with(at, two).with(other, one));
  };
  const added = freshCode(lines);
  return (
    <fieldset className="ky-annual-lines">
      <legend>{title}</legend>
      {lines.map((line, at) => (
        <div key={line.code}>
          <Input
            value={line.shown}
            maxLength={30}
            aria-label={label([`${line.label} 代码`, `Code of ${line.label}`])}
            onChange={({ target }) => set(at, { shown: target.value })}
          />
          <Input
            value={line.label}
            maxLength={100}
            aria-label={label([`${line.shown} 名称`, `Name of ${line.shown}`])}
            onChange={({ target }) => set(at, { label: target.value })}
          />
          <Button
            size="small"
            disabled={at === 0}
            aria-label={label([`上移 ${line.label}`, `Move ${line.label} up`])}
            onClick={() => swap(at, at - 1)}
          >
            ↑
          </Button>
          <Button
            size="small"
            disabled={at === lines.length - 1}
            aria-label={label([`下移 ${line.label}`, `Move ${line.label} down`])}
            onClick={() => swap(at, at + 1)}
          >
            ↓
          </Button>
          <Button
            size="small"
            danger
            aria-label={label([`删除 ${line.label}`, `Remove ${line.label}`])}
            onClick={() => onChange(lines.filter((_line, index) => index !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        size="small"
        onClick={() => onChange([...lines, { code: added, shown: added, label: '' }])}
      >
        {label(['增加一栏', 'Add a line'])}
      </Button>
    </fieldset>
  );
};

interface AdaptProps {
  readonly report: string;
  readonly table: TableAnswer;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/**
 * Drawer 调整报表: adapts labels, codes and order of a table to the ministry’s form of the year.
 * Long because it holds the typed form, saves it and lays it out.
 */
const AdaptDrawer = ({ report, table, onClose, onChanged }: AdaptProps) => {
  const label = useLabel();
  const client = useClient();
  const ids = { name: useId(), remark: useId() };
  const [name, setName] = useState(table.label);
  const [remark, setRemark] = useState(table.remark);
  const [rows, setRows] = useState(table.shape === 'summary' ? linesOf(table.rows) : []);
  const [columns, setColumns] = useState(linesOf(table.columns));
  const [busy, setBusy] = useState(false);
  const isWhole =
    name.trim() !== '' && [...rows, ...columns].every((line) => line.label.trim() !== '');
  const save = async () => {
    setBusy(true);
    try {
      await client.post(`/${annualService}/adapt`, {
        id: report,
        table: table.code,
        label: name.trim(),
        remark: remark.trim(),
        ...(table.shape === 'summary' ? { rows } : {}),
        columns,
      });
      toast.success(['已保存，此后各年沿用', 'Saved; used in later years too']);
      onChanged();
      onClose();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      open
      size={560}
      title={label([`调整表${table.code}`, `Adjust table ${table.code}`])}
      onClose={onClose}
      footer={
        <Button type="primary" loading={busy} disabled={!isWhole} onClick={() => void save()}>
          {label(['保存', 'Save'])}
        </Button>
      }
    >
      <p className="ky-note">
        {label([
          '按教育部当年报表调整名称、代码、顺序；口径与合计关系不变。新增的栏由科研处填写，以后各年沿用。',
          'Adjust names, codes and order to this year’s form; definitions and totals do not change. Added lines are filled in by the research office and kept in later years.',
        ])}
      </p>
      <div className="ky-annual-correct">
        <label htmlFor={ids.name}>{label(['表名', 'Table title'])}</label>
        <Input
          id={ids.name}
          value={name}
          maxLength={100}
          onChange={({ target }) => setName(target.value)}
        />
        <label htmlFor={ids.remark}>{label(['说明', 'Remark'])}</label>
        <Input.TextArea
          id={ids.remark}
          rows={2}
          value={remark}
          maxLength={300}
          onChange={({ target }) => setRemark(target.value)}
        />
      </div>
      {table.shape === 'summary' && (
        <Lines title={label(['行', 'Rows'])} lines={rows} onChange={setRows} />
      )}
      <Lines title={label(['列', 'Columns'])} lines={columns} onChange={setColumns} />
    </Drawer>
  );
};

export default AdaptDrawer;
