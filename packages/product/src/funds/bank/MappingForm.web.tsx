import { useLabel } from '@keyan/console/i18n/language.ts';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { columnNames, isReadable, type StatementMapping } from './columns.ts';
import { columnKinds } from './headings.ts';

interface MappingFormProps {
  readonly headings: readonly string[];
  readonly mapping: StatementMapping;
  readonly busy: boolean;
  readonly onDone: (mapping: StatementMapping) => void;
}

/**
 * Form that assigns the columns of a bank statement; shown once per bank, since the mapping is
 * stored with the first import.
 */
export const MappingForm = ({ headings, mapping, busy, onDone }: MappingFormProps) => {
  const label = useLabel();
  const [given, setGiven] = useState<StatementMapping>(mapping);
  const options = headings.flatMap((heading, value) =>
    heading === '' ? [] : [{ value, label: heading }],
  );
  return (
    <fieldset className="ky-statement-mapping">
      <legend>
        {label([
          '各列对应（登记后记住，下次不再询问）',
          'Column mapping (remembered once registered, not asked again)',
        ])}
      </legend>
      <div>
        {columnKinds.map((kind) => {
          const id = `ky-statement-${kind}`;
          return (
            <label key={kind} htmlFor={id}>
              <span>{label(columnNames[kind])}</span>
              {kind === 'memo' ? (
                <Select
                  id={id}
                  mode="multiple"
                  allowClear
                  value={[...given.memo]}
                  options={options}
                  onChange={(memo: number[]) => setGiven({ ...given, memo })}
                />
              ) : (
                <Select
                  id={id}
                  allowClear
                  {...(given[kind] === undefined ? {} : { value: given[kind] })}
                  options={options}
                  onChange={(value: number | undefined) => {
                    const { [kind]: _, ...rest } = given;
                    setGiven(
                      (value === undefined ? rest : { ...rest, [kind]: value }) as StatementMapping,
                    );
                  }}
                />
              )}
            </label>
          );
        })}
      </div>
      <Button
        type="primary"
        loading={busy}
        disabled={!isReadable(given)}
        onClick={() => onDone(given)}
      >
        {label(['按此读取', 'Read with this mapping'])}
      </Button>
    </fieldset>
  );
};
