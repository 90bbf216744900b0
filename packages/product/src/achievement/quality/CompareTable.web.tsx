import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { Checkbox, Radio } from 'antd';
import { useState } from 'react';
import type { ComparedField, ComparedRecord, RecordComparison } from './quality.ts';
import { RecordStatusTag } from './quality-columns.web.tsx';
import './compare.web.css';
import './quality.web.css';

/** Side of a comparison: one of the two records. */
export type ComparedSide = 'one' | 'other';
/** Side whose value of a field stays. */
export type ChosenSides = ComparedSide | 'both';

const sides: readonly ComparedSide[] = ['one', 'other'];
export const otherSide = (side: ComparedSide): ComparedSide => (side === 'one' ? 'other' : 'one');

/** Default choice: the value of the kept record, or the other's where the kept record has none. */
export const defaultChoice = (field: ComparedField, keep: ComparedSide): ChosenSides =>
  field[keep].length === 0 && field[otherSide(keep)].length > 0 ? otherSide(keep) : keep;

/** One of the two, with where it stands in its process. */
const RecordHead = ({
  record,
  named,
}: {
  readonly record: ComparedRecord;
  /** Says of which kind it is. */
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
  /** May anything be chosen? */
  readonly open: boolean;
  /** Fields that agree are shown, too: those that differ say so. */
  readonly marked: boolean;
}

/** A field of both; where they differ, whose value stays. */
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

/** Both records field by field: which one stays, and what it takes of the other. */
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
