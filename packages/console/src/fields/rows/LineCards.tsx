import { DeleteOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button } from 'antd';
import { memo } from 'react';
import { Glyph } from '../../components/Glyph.tsx';
import { type FormStore, faultAt, useForm } from '../../form-store/store.ts';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import { valueText } from '../values.tsx';
import type { LineActions } from './useLines.ts';

interface LineCardsProps {
  readonly form: FormStore;
  readonly path: string;
  readonly fields: Fields;
  readonly columns: readonly string[];
  /** Name of the column that gives a card its title. */
  readonly head: string;
  readonly lines: readonly RowLike[];
  readonly actions: LineActions;
  readonly onEdit: (line: number) => void;
}

/** Renders the sub-table on a narrow screen: a card per line; 编辑 opens a sheet from below. */
export const LineCards = ({ lines, form, ...rest }: LineCardsProps) => (
  <ol className="ky-line-cards">
    {lines.map((line, index) => (
      <LineCard key={form.lineKey(line)} form={form} line={line} index={index} {...rest} />
    ))}
  </ol>
);

type LineCardProps = Omit<LineCardsProps, 'lines'> & {
  readonly line: RowLike;
  readonly index: number;
};

/** Renders one card. Memoised: a change of another line does not render it. */
const LineCard = memo((props: LineCardProps) => {
  const { form, path, fields, columns, head, line, index, actions, onEdit } = props;
  const label = useLabel();
  const language = useLanguage();
  const fault = useForm(form, (state) =>
    [...state.faults.keys()]
      .filter((at) => at.startsWith(`${path}.${index}.`))
      .map((at) => faultAt(state, at))
      .find((each) => each !== undefined),
  );
  const textAt = (name: string): string => {
    const spec = fields[name]?.spec;
    return spec ? valueText(name, spec, line, language) : '';
  };
  const parts = columns.filter((name) => name !== head && !fields[name]?.spec.readonly);
  const number = index + 1;
  return (
    <li className="ky-line-card" data-faulty={fault ? true : undefined}>
      <span className="ky-line-card-place">{number}</span>
      <button type="button" className="ky-line-card-text" onClick={() => onEdit(index)}>
        <b>{textAt(head) || label(['未填写', 'Empty'])}</b>
        <span className="ky-note">{parts.map(textAt).filter(Boolean).join(' · ')}</span>
        {fault && (
          <span className="ky-note ky-fault-text">
            <Glyph name="warning" size={12} /> {label(fault.message)}
          </span>
        )}
      </button>
      <Button
        type="text"
        icon={<UpOutlined />}
        disabled={index === 0}
        aria-label={label([`上移第 ${number} 行`, `Move row ${number} up`])}
        onClick={() => actions.move(index, index - 1)}
      />
      <Button
        type="text"
        icon={<DownOutlined />}
        aria-label={label([`下移第 ${number} 行`, `Move row ${number} down`])}
        onClick={() => actions.move(index, index + 1)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={label([`删除第 ${number} 行`, `Delete row ${number}`])}
        onClick={() => actions.remove(index)}
      />
    </li>
  );
});
LineCard.displayName = 'LineCard';
