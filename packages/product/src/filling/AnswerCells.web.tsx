import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { fieldEditors } from '@keyan/console/fields/editors.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { Suspense, useId, useState } from 'react';
import type { AnsweredCell, AskedCellAnswer, AskedRecord, QuestionAnswer } from './answers.ts';
import { fillQuestion } from './fill-question.ts';
import { fillService } from './fill-table.ts';
import './filling.web.css';

const keys = queryKeysOf(untypedResource(fillQuestion));

const keyOf = ({ row, column }: { readonly row: number; readonly column: number }): string =>
  `${row}/${column}`;

interface CellProps {
  readonly record: AskedRecord;
  readonly cell: AskedCellAnswer;
  readonly value: unknown;
  readonly fault: string;
  readonly onChange: (value: unknown) => void;
}

/** Cell with the editor of its field. */
const AskedCell = ({ record, cell, value, fault, onChange }: CellProps) => {
  const label = useLabel();
  const id = useId();
  const resource = useDefinition(record.resource);
  const field = cell.field === null ? undefined : resource?.fields[cell.field];
  // Reference fields are answered in words: their lookup needs the rights of a form.
  const Editor = field && !field.spec.target ? fieldEditors[field.spec.type] : null;
  return (
    <div className="ky-fill-question">
      <label htmlFor={id}>{cell.heading}</label>
      {Editor && field ? (
        <Suspense>
          <Editor
            id={id}
            name={cell.field ?? ''}
            spec={field.spec}
            value={value ?? null}
            row={{}}
            faulty={fault !== ''}
            describedBy={`${id}-note`}
            onChange={onChange}
          />
        </Suspense>
      ) : (
        <Input
          id={id}
          value={String(value ?? '')}
          maxLength={500}
          status={fault ? 'error' : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <small id={`${id}-note`} data-fault={fault !== '' || undefined}>
        {fault ||
          cell.note ||
          (cell.isAnswered
            ? label(fill(['已答：{value}', 'Answered: {value}'], { value: cell.value }))
            : label(
                cell.isWritable
                  ? ['填入表，同时写入您的记录', 'Fill into the table and write to your record']
                  : ['填入表', 'Fill into the table'],
              ))}
      </small>
    </div>
  );
};

interface AnswerProps {
  readonly id: string;
  readonly person: string;
}

/**
 * Form with all cells that a table asks of one person, saved in one call. Long because it holds and
 * sends all answers.
 */
const AnswerCells = ({ id, person }: AnswerProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { userId } = useUser();
  const [given, setGiven] = useState<Readonly<Record<string, unknown>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'cells', id],
    queryFn: () => client.get<QuestionAnswer>(`/${fillService}/question`, { id }, { quiet: true }),
    enabled: person === userId,
  });
  if (person !== userId) {
    return (
      <p className="ky-note">
        {label(['答复显示在反向填报的表中', 'The answers are in the table'])}
      </p>
    );
  }
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} height={56} />;
  const asked = data.records.flatMap(({ cells }) => cells);
  const answers = asked.flatMap(({ row, column }) => {
    const value = given[keyOf({ row, column })];
    return value === undefined || value === null || value === '' ? [] : [{ row, column, value }];
  });
  const send = async () => {
    setBusy(true);
    try {
      const done = await client.post<readonly AnsweredCell[]>(`/${fillService}/answer`, {
        id,
        answers,
      });
      const refused = done.filter(({ fault }) => fault !== '');
      setFaults(Object.fromEntries(refused.map((one) => [keyOf(one), one.fault])));
      const kept = new Set(refused.map(keyOf));
      setGiven(Object.fromEntries(Object.entries(given).filter(([key]) => kept.has(key))));
      if (done.length > refused.length) {
        toast.success([
          `已提交 ${done.length - refused.length} 项`,
          `${done.length - refused.length} answered`,
        ]);
      }
      await queries.invalidateQueries({ queryKey: keys.all });
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ky-fill-questions">
      {data.records.map((record) => (
        <fieldset key={`${record.resource}/${record.id}/${record.title}`}>
          <legend>
            {record.id ? (
              <RecordLink resource={record.resource} id={record.id}>
                {record.title || '–'}
              </RecordLink>
            ) : (
              record.title
            )}
          </legend>
          {record.cells.map((cell) => (
            <AskedCell
              key={keyOf(cell)}
              record={record}
              cell={cell}
              value={given[keyOf(cell)]}
              fault={faults[keyOf(cell)] ?? ''}
              onChange={(value) => setGiven({ ...given, [keyOf(cell)]: value })}
            />
          ))}
        </fieldset>
      ))}
      {data.isOpen && (
        <Button
          type="primary"
          loading={busy}
          disabled={answers.length === 0}
          onClick={() => void send()}
        >
          {label(['提交答复', 'Submit answers'])}
        </Button>
      )}
    </div>
  );
};

export default AnswerCells;
