import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { fieldEditors } from '@keyan/console/fields/editors.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { englishQuantity } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination, Segmented, Select } from 'antd';
import { Suspense, useId, useState } from 'react';
import type { PanelProps } from './AnnualTable.web.tsx';
import { annualService, type GapRow, type GapsAnswer } from './answers.ts';
import { PasteGapsDialog } from './PasteGapsDialog.web.tsx';

const size = 20;

interface FilledAnswer {
  readonly resource: string;
  readonly id: string;
  readonly fault: { readonly path: string; readonly message: string } | null;
}

const keyOf = ({ resource, id }: Pick<GapRow, 'resource' | 'id'>): string => `${resource}/${id}`;

interface RowProps {
  readonly row: GapRow;
  readonly values: RowLike;
  readonly fault: FilledAnswer['fault'] | undefined;
  readonly mayFill: boolean;
  readonly onChange: (values: RowLike) => void;
  readonly onRemind: () => void;
}

/** A record with the fields that it lacks, as its own definition has them. */
const GapLine = ({ row, values, fault, mayFill, onChange, onRemind }: RowProps) => {
  const label = useLabel();
  const resource = useDefinition(row.resource);
  const id = useId();
  return (
    <tr>
      <th scope="row">
        <RecordLink resource={row.resource} id={row.id}>
          {row.title || '–'}
        </RecordLink>
        <small>{[row.dept, row.personName].filter(Boolean).join(' · ')}</small>
      </th>
      <td>
        <div className="ky-annual-gap-fields">
          {row.fields.map((name) => {
            const spec = resource?.fields[name]?.spec;
            const Editor = spec && fieldEditors[spec.kind];
            if (!Editor) return null;
            const isFaulty = fault?.path === name;
            return (
              <div key={name}>
                <label htmlFor={`${id}-${name}`}>{label(spec.label)}</label>
                {mayFill ? (
                  <Suspense>
                    <Editor
                      id={`${id}-${name}`}
                      name={name}
                      spec={spec}
                      value={values[name] ?? null}
                      row={values}
                      faulty={isFaulty}
                      describedBy={`${id}-fault`}
                      onChange={(value, more) => onChange({ ...values, ...more, [name]: value })}
                    />
                  </Suspense>
                ) : (
                  <em>{label(['缺', 'missing'])}</em>
                )}
              </div>
            );
          })}
          {row.others.length > 0 && (
            <p className="ky-note">
              {label(['在记录中补填：', 'To be completed in the record: '])}
              {row.others.join(label(['、', ', ']))}
            </p>
          )}
        </div>
        {fault && (
          <p id={`${id}-fault`} className="ky-annual-fault" role="alert">
            {fault.message}
          </p>
        )}
      </td>
      <td>
        {mayFill && row.person && row.person !== '0' && (
          <Button size="small" onClick={onRemind}>
            {label(['提醒', 'Remind'])}
          </Button>
        )}
      </td>
    </tr>
  );
};

interface BulkProps {
  readonly rows: readonly GapRow[];
  readonly onFill: (field: string, value: unknown) => void;
}

/** One value for a field that many records on the page lack. */
const BulkFill = ({ rows, onFill }: BulkProps) => {
  const label = useLabel();
  const [first] = rows;
  const resource = useDefinition(first?.resource);
  const [field, setField] = useState<string>();
  const [value, setValue] = useState<unknown>(null);
  const id = useId();
  const fields = [...new Set(rows.flatMap((row) => row.fields))].filter((name) => {
    const spec = resource?.fields[name]?.spec;
    return spec && fieldEditors[spec.kind];
  });
  const chosen = field !== undefined && fields.includes(field) ? field : fields[0];
  const spec = chosen === undefined ? undefined : resource?.fields[chosen]?.spec;
  const Editor = spec && fieldEditors[spec.kind];
  if (!chosen || !Editor) return null;
  const count = rows.filter((row) => row.fields.includes(chosen)).length;
  return (
    <div className="ky-annual-bulk">
      <label htmlFor={`${id}-field`}>{label(['批量填写', 'Fill in many'])}</label>
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
      <span className="ky-annual-bulk-value">
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
        {label([`填入本页 ${count} 条`, `Put into ${count} on this page`])}
      </Button>
    </div>
  );
};

/**
 * Data that records lack for the report, filled in for many at once; a fault in one does not affect the others.
 *
 * Long because it holds the typed values, saves them, reminds people, and does the whole layout.
 */
export const GapsTable = ({ overview, onChanged }: PanelProps) => {
  const label = useLabel();
  const client = useClient();
  const [kind, setKind] = useState('');
  const [current, setCurrent] = useState(1);
  const [given, setGiven] = useState<Readonly<Record<string, RowLike>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, FilledAnswer['fault']>>>({});
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['annualReport', 'work', overview.id, 'gaps', kind, current],
    queryFn: () =>
      client.get<GapsAnswer>(
        `/${annualService}/gaps`,
        { id: overview.id, kind, current: String(current), size: String(size) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} />;
  if (data.groups.length === 0) {
    return <p className="ky-note">{label(['资料齐全，没有缺项', 'Nothing is missing'])}</p>;
  }
  const rows = data.records.filter((row) => {
    const values = given[keyOf(row)];
    return values && row.fields.some((name) => values[name] !== undefined && values[name] !== null);
  });
  const isOneKind =
    overview.may.fill && new Set(data.records.map(({ resource }) => resource)).size === 1;
  const save = async () => {
    setBusy(true);
    try {
      const answers = await client.post<readonly FilledAnswer[]>(`/${annualService}/fill`, {
        id: overview.id,
        records: rows.map((row) => ({
          resource: row.resource,
          id: row.id,
          version: row.version,
          values: Object.fromEntries(
            row.fields.flatMap((name) => {
              const value = given[keyOf(row)]?.[name];
              return value === undefined || value === null ? [] : [[name, value]];
            }),
          ),
        })),
      });
      const refused = answers.filter(({ fault }) => fault !== null);
      setFaults(Object.fromEntries(refused.map((one) => [keyOf(one), one.fault])));
      const done = answers.length - refused.length;
      if (done > 0)
        toast.success([`已补填 ${done} 条`, `${englishQuantity(done, 'record')} completed`]);
      onChanged();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  const remind = async (people: string) => {
    try {
      const count = await client.post<number>(`/${annualService}/remind`, {
        id: overview.id,
        ...(people ? { people } : {}),
      });
      toast.success([`已提醒 ${count} 人`, `${count} people were reminded`]);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return (
    <>
      <div className="ky-annual-bar">
        <Segmented
          value={kind}
          options={[
            { value: '', label: label(['全部', 'All']) },
            ...data.groups.map((group) => ({
              value: group.resource,
              label: label([
                `${group.label} ${group.count} 条`,
                `${group.label}: ${englishQuantity(group.count, 'record')}`,
              ]),
            })),
          ]}
          onChange={(chosen) => {
            setKind(String(chosen));
            setCurrent(1);
          }}
        />
        {overview.may.fill && (
          <>
            <Button onClick={() => void remind('')}>
              {label(['提醒全部', 'Remind everybody'])}
            </Button>
            <Button
              type="primary"
              disabled={rows.length === 0}
              loading={busy}
              onClick={() => void save()}
            >
              {label([`保存补填（${rows.length}）`, `Save (${rows.length})`])}
            </Button>
          </>
        )}
      </div>
      {isOneKind && (
        <PasteGapsDialog
          key={`${kind} ${current}`}
          rows={data.records}
          onFill={(values) =>
            setGiven((before) => ({
              ...before,
              ...Object.fromEntries(
                data.records.flatMap((row) => {
                  const pasted = values[row.id];
                  return pasted ? [[keyOf(row), { ...before[keyOf(row)], ...pasted }]] : [];
                }),
              ),
            }))
          }
        />
      )}
      {isOneKind && (
        <BulkFill
          rows={data.records}
          onFill={(field, value) =>
            setGiven((before) => ({
              ...before,
              ...Object.fromEntries(
                data.records
                  .filter((row) => row.fields.includes(field))
                  .map((row) => [keyOf(row), { ...before[keyOf(row)], [field]: value }]),
              ),
            }))
          }
        />
      )}
      <table className="ky-annual-table ky-annual-gaps">
        <tbody>
          {data.records.map((row) => (
            <GapLine
              key={keyOf(row)}
              row={row}
              values={given[keyOf(row)] ?? {}}
              fault={faults[keyOf(row)] ?? undefined}
              mayFill={overview.may.fill}
              onChange={(values) => setGiven({ ...given, [keyOf(row)]: values })}
              onRemind={() => void remind(row.person)}
            />
          ))}
        </tbody>
      </table>
      {data.total > size && (
        <Pagination
          current={current}
          pageSize={size}
          total={data.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </>
  );
};
