import { useLabel } from '@keyan/console/i18n/language.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { placePastedGaps } from './gaps-paste.web.ts';
import type { GapRow } from './missing.ts';

interface PasteGapsProps {
  /** Records of one resource. */
  readonly rows: readonly GapRow[];
  readonly onFill: (values: ReturnType<typeof placePastedGaps>['values']) => void;
}

/**
 * Dialog 从 Excel 粘贴: fills records of the page from a copied range, and lists cells that could
 * not be assigned.
 */
export const PasteGaps = ({ rows, onFill }: PasteGapsProps) => {
  const label = useLabel();
  const resource = useDefinition(rows[0]?.resource);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const id = useId();
  if (!resource) return null;
  const fill = () => {
    const pasted = placePastedGaps(text, rows, resource.fields, label);
    setUnknown(pasted.unknown);
    onFill(pasted.values);
    if (pasted.unknown.length > 0) return;
    setText('');
    setOpen(false);
  };
  if (!open) {
    return (
      <Button onClick={() => setOpen(true)}>{label(['从 Excel 粘贴', 'Paste from Excel'])}</Button>
    );
  }
  return (
    <div className="ky-gaps-paste">
      <label htmlFor={id}>
        {label([
          '粘贴区域：首行为表头（字段名称），首列为名称，与本页记录对应',
          'Range: the first row holds field names, the first column record names as on this page',
        ])}
      </label>
      <Input.TextArea
        id={id}
        rows={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {unknown.length > 0 && (
        <p className="ky-gaps-fault" role="alert">
          {label(['未能对应：', 'Could not be matched: '])}
          {unknown.join(label(['、', ', ']))}
        </p>
      )}
      <Button type="primary" disabled={text.trim() === ''} onClick={fill}>
        {label(['填入本页', 'Fill in this page'])}
      </Button>
      <Button onClick={() => setOpen(false)}>{label(['收起', 'Close'])}</Button>
    </div>
  );
};
