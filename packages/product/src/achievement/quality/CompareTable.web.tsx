import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import type { ComparedField, ComparedRecord, RecordComparison } from './quality.ts';
import { RecordStatusTag } from './quality-columns.web.tsx';
import './compare.web.css';
import './quality.web.css';

/** Side of a comparison: first or second record. */
export type ComparedSide = 'one' | 'other';
/** Side whose value is kept; `both` merges lines. */
export type ChosenSides = ComparedSide | 'both';

const sides: readonly ComparedSide[] = ['one', 'other'];
export const otherSide = (side: ComparedSide): ComparedSide => (side === 'one' ? 'other' : 'one');

/** Returns the default choice: the kept record's value, or the other's if the kept record has none. */
export const defaultChoice = (field: ComparedField, keep: ComparedSide): ChosenSides =>
  field[keep].length === 0 && field[otherSide(keep)].length > 0 ? otherSide(keep) : keep;

/** Renders the head of one record with its approval status. */
const RecordHead = ({
  record,
  named,
}: {
  readonly record: ComparedRecord;
  /** True if the head names the resource. */
  readonly named: boolean;
}) => {
  const label = useLabel();
  return (
    <div className="ky-compare-record">
      <TabLink to={record.link} className="ky-link">
        {record.number || label(['打开', 'Open'])}
      </TabLink>
      <RecordStatusTag record={record} />
      <span className="ky-note">
        {[
          named ? record.kind : '',
          record.registrant,
          record.submitTime.slice(0, 10),
          record.department,
          record.step,
        ]
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
  readonly keep: ComparedSide;
  readonly chosen: ChosenSides | undefined;
  readonly onChoose: (chosen: ChosenSides) => void;
  /** True if values can be chosen. */
  readonly open: boolean;
  /** True if equal fields are also shown, so that differing ones are marked. */
  readonly marked: boolean;
}

/** Renders a field of both records; if they differ, with the choice of the value. */
const FieldRow = ({ field, keep, chosen, onChoose, open, marked }: FieldRowProps) => {
  const label = useLabel();
  const value = chosen ?? defaultChoice(field, keep);
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
            {label(['两边都要', 'Keep both'])}
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

const FilesRow = ({ comparison }: { readonly comparison: RecordComparison }) => {
  const label = useLabel();
  return (
    <tr>
      <th scope="row">
        {label(['附件', 'Files'])}
        <span className="ky-note">{label(['合并后都保留', 'All kept after merging'])}</span>
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
  readonly comparison: RecordComparison;
  readonly keep: ComparedSide;
  readonly chosen: Readonly<Record<string, ChosenSides>>;
  readonly open: boolean;
  readonly onKeep: (side: ComparedSide) => void;
  readonly onChoose: (name: string, chosen: ChosenSides) => void;
}

/** Renders both records field by field, with the choices of the kept record and of its values. */
export const CompareTable = ({ comparison, keep, chosen, open, onKeep, onChoose }: TableProps) => {
  const label = useLabel();
  const [all, setAll] = useState(false);
  const isOneKind = comparison.one.resource === comparison.other.resource;
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
              <th scope="col">{isOneKind ? comparison.one.kind : label(['字段', 'Field'])}</th>
              {sides.map((side) => (
                <th key={side} scope="col" data-kept={(open && keep === side) || undefined}>
                  {open && comparison[side].mayStay && (
                    <Radio checked={keep === side} onChange={() => onKeep(side)}>
                      {label(['保留这一条', 'Keep this one'])}
                    </Radio>
                  )}
                  <RecordHead record={comparison[side]} named={!isOneKind} />
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
