import { fieldEditors } from '@keyan/console/fields/editors.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { Button, Select } from 'antd';
import { Suspense, useId, useState } from 'react';
import { GapLine } from './GapLine.web.tsx';
import type { GapRow } from './missing.ts';
import { PasteGaps } from './PasteGaps.web.tsx';
import type { GapSheetState } from './useGapSheet.web.ts';
import './missing.web.css';

interface BulkProps {
  readonly rows: readonly GapRow[];
  readonly onFill: (field: string, value: unknown) => void;
}

/** Enters one value for a field that several records on the page lack. */
const BulkFill = ({ rows, onFill }: BulkProps) => {
  const label = useLabel();
  const [first] = rows;
  const resource = useDefinition(first?.resource);
  const [field, setField] = useState<string>();
  const [value, setValue] = useState<unknown>(null);
  const id = useId();
  const fields = [...new Set(rows.flatMap((row) => row.fields))].filter((name) => {
    const spec = resource?.fields[name]?.spec;
    // Excludes references and unique fields, whose values differ between records.
    return spec && fieldEditors[spec.type] && !spec.target && !spec.unique;
  });
  const chosen = field !== undefined && fields.includes(field) ? field : fields[0];
  const spec = chosen === undefined ? undefined : resource?.fields[chosen]?.spec;
  const Editor = spec && fieldEditors[spec.type];
  if (!chosen || !Editor) return null;
  const count = rows.filter((row) => row.fields.includes(chosen)).length;
  return (
    <div className="ky-gaps-bulk">
      <label htmlFor={`${id}-field`}>{label(['批量填写', 'Fill in several'])}</label>
      <Select<string>
        id={`${id}-field`}
        value={chosen}
        style={{ minWidth: 140 }}
        options={fields.map((name) => ({
          value: name,
          label: label(resource?.fields[name]?.spec.label ?? [name, name]),
        }))}
        onChange={(name) => {
          setField(name);
          setValue(null);
        }}
      />
      <span className="ky-gaps-bulk-value">
        <Suspense>
          <Editor
            id={`${id}-value`}
            name={chosen}
            spec={spec}
            value={value}
            row={{}}
            faulty={false}
            describedBy={`${id}-field`}
            onChange={setValue}
          />
        </Suspense>
      </span>
      <Button disabled={value === null || value === ''} onClick={() => onFill(chosen, value)}>
        {label([`填入本页 ${count} 条`, `Fill in ${count} on this page`])}
      </Button>
    </div>
  );
};

/** Button that saves the entered values, with the number of changed records. */
export const SaveGaps = ({ sheet }: { readonly sheet: GapSheetState }) => {
  const label = useLabel();
  const count = sheet.entered.length;
  return (
    <Button
      type="primary"
      disabled={count === 0}
      loading={sheet.isBusy}
      onClick={() => void sheet.save()}
    >
      {label([`保存补填（${count}）`, `Save (${count})`])}
    </Button>
  );
};

interface GapSheetProps {
  readonly rows: readonly GapRow[];
  readonly sheet: GapSheetState;
  /** True while values can be entered. */
  readonly isOpen: boolean;
  /** Callback that sends a reminder; undefined if the reader may not remind. */
  readonly onRemind?: ((row: GapRow) => void) | undefined;
}

/**
 * Incomplete records with an editor for each missing field; supports bulk values and pasted ranges.
 */
export const GapSheet = ({ rows, sheet, isOpen, onRemind }: GapSheetProps) => {
  const open = rows.filter((row) => !row.why && row.fields.length > 0);
  const isOneKind = isOpen && new Set(open.map(({ resource }) => resource)).size === 1;
  return (
    <>
      {isOneKind && (
        <div className="ky-gaps-tools">
          <PasteGaps
            rows={open}
            onFill={(values) => {
              for (const row of open) {
                const pasted = values[row.id];
                if (pasted) sheet.change(row, { ...sheet.valuesOf(row), ...pasted });
              }
            }}
          />
          <BulkFill
            rows={open}
            onFill={(field, value) => {
              for (const row of open) {
                if (row.fields.includes(field)) {
                  sheet.change(row, { ...sheet.valuesOf(row), [field]: value });
                }
              }
            }}
          />
        </div>
      )}
      <table className="ky-gaps">
        <tbody>
          {rows.map((row) => (
            <GapLine
              key={`${row.resource}/${row.id}`}
              row={row}
              values={sheet.valuesOf(row)}
              fault={sheet.faultOf(row)}
              isOpen={isOpen}
              onChange={(values) => sheet.change(row, values)}
              onSending={(sending) => sheet.setSending(row, sending)}
              onRemind={
                onRemind && row.person && row.person !== '0' ? () => onRemind(row) : undefined
              }
            />
          ))}
        </tbody>
      </table>
    </>
  );
};
