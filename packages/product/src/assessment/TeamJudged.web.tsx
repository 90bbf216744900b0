import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { FieldFacts } from '@keyan/console/detail/RecordDetail.tsx';
import { ReadRows } from '@keyan/console/fields/rows/ReadRows.tsx';
import { subTableLines } from '@keyan/console/form-store/path.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { OwnSectionProps } from '@keyan/console/presentation/present.ts';
import ActionDialog from '@keyan/console/records/ActionDialog.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { assessResult } from './assess-result.ts';

const results = untypedResource(assessResult);

const text = (value: unknown): string => String(value ?? '');

/** Dialog that asks for the points of one criterion. */
const MarkDialog = (props: {
  readonly record: WireRow;
  readonly line: RowLike;
  readonly onClose: () => void;
}) => {
  const { record, line, onClose } = props;
  const client = useClient();
  const queries = useQueryClient();
  const mark = results.actions?.mark;
  if (!mark) return null;
  const { criterion: _, ...form } = mark.form ?? {};
  const ask = fill(
    ['{name}，最高 {full} 分。{standard}', '{name}: {full} points at most. {standard}'],
    {
      name: text(line.itemName),
      full: text(line.itemScore),
      standard: text(line.standard),
    },
  );
  return (
    <ActionDialog
      resource={results}
      name="mark"
      action={{ label: mark.label, from: mark.from, ask, form }}
      row={{ ...record, points: line.markedPoints, why: line.markedWhy }}
      onCancel={onClose}
      onGo={async (input) => {
        const given = { ...input, criterion: line.itemName, id: record.id };
        await client.post(`/${results.path}/mark`, given, { quiet: true });
        toast.success(mark.done ?? mark.label);
        onClose();
        await queries.invalidateQueries({ queryKey: queryKeysOf(results).all });
      }}
    />
  );
};

const { fields: lineFields = {} } = assessResult.fields.criteria.spec;

const headOf = (name: string): Label => lineFields[name]?.spec.label ?? ['', ''];

/**
 * Columns of the criteria table.
 * @param onMark called with the criterion to be marked; if undefined, the column with the mark
 * button is left out
 */
const useColumns = (
  onMark: ((line: RowLike) => void) | undefined,
): readonly DataColumn<RowLike>[] => {
  const label = useLabel();
  const columnOf = (
    name: string,
    more: Partial<DataColumn<RowLike>> = {},
  ): DataColumn<RowLike> => ({
    key: name,
    head: headOf(name),
    cell: (line) => text(line[name]),
    cellAttributes: () => ({
      'data-label': label(headOf(name)),
      'data-wraps': name === 'how' || undefined,
    }),
    ...more,
  });
  const numeric = { width: 96, align: 'right' } as const;
  return [
    columnOf('groupName', { width: 120 }),
    columnOf('itemName', { isRowHead: true }),
    columnOf('itemScore', numeric),
    columnOf('points', numeric),
    columnOf('how', {
      width: 320,
      cell: (line) => (
        <>
          {label([text(line.how), text(line.howEn ?? line.how)])}
          {line.standard ? <div className="ky-note">{text(line.standard)}</div> : null}
        </>
      ),
    }),
    ...(onMark
      ? [
          {
            key: ':mark',
            head: ['操作', 'Action'] as const,
            width: 96,
            cell: (line: RowLike) =>
              line.isQuant === '0' && (
                <Button size="small" onClick={() => onMark(line)}>
                  {label(['打分', 'Mark'])}
                </Button>
              ),
          },
        ]
      : []),
  ];
};

/**
 * Renders the judgement of a team: the points of each criterion with their working, and the
 * members.
 */
const TeamJudged = (props: OwnSectionProps) => {
  const { section, ...shared } = props;
  const { row, resource, presentation } = shared;
  const label = useLabel();
  const [marking, setMarking] = useState<RowLike>();
  const record = row as WireRow;
  const mayMark = record.permissions?.mark?.allowed === true;
  const columns = useColumns(mayMark ? setMarking : undefined);
  const members = resource.fields.members?.spec;
  return (
    <>
      {section.facts.length > 0 && <FieldFacts fields={section.facts} {...shared} />}
      <div className="ky-fact-block">
        <h3>{label(resource.fields.criteria?.spec.label ?? ['', ''])}</h3>
        <section className="ky-lines ky-lines-read">
          <DataTable
            frame="plain"
            rows={subTableLines(row, 'criteria')}
            columns={columns}
            keyOf={(line, index) => String(line.id ?? index)}
          />
        </section>
      </div>
      {members && (
        <div className="ky-fact-block">
          <h3>{label(members.label)}</h3>
          <ReadRows path="members" spec={members} row={row} presentation={presentation} />
        </div>
      )}
      {marking && (
        <MarkDialog record={record} line={marking} onClose={() => setMarking(undefined)} />
      )}
    </>
  );
};

export default TeamJudged;
