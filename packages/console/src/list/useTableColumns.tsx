import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useCallback, useMemo, useRef } from 'react';
import { ResubmittedMark } from '../components/ResubmittedMark.tsx';
import type { WireRow } from '../data/calls.ts';
import { titleOf } from '../data/title.ts';
import { cellByType } from '../fields/values.tsx';
import { useLabel } from '../i18n/language.ts';
import { fieldPresentation, usePresentation, viewAddresses } from '../presentation/resources.tsx';
import { actionsFor, type RecordActionName } from '../records/actions.ts';
import { RecordStatus } from '../records/RecordStatus.tsx';
import type { DataColumn } from '../table/column.ts';
import { CurrentStepCell } from './CurrentStepCell.tsx';
import { pinnedColumnStyle } from './columns.ts';
import { RowActions } from './RowActions.tsx';
import type { SystemColumn } from './systemColumns.ts';
import { TreeToggle } from './TreeToggle.tsx';
import type { ResourceListController } from './useResourceList.ts';

interface TitleCellProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly href: string;
}

/** Renders the title of a record as a link to its page. */
const TitleCell = ({ resource, row, href }: TitleCellProps) => {
  const label = useLabel();
  const title = titleOf(resource, row);
  return (
    <a className="ky-link" href={href} data-action="view" tabIndex={-1} title={title}>
      {title || label(['（未填题目）', '(untitled)'])}
    </a>
  );
};

/** Returns the columns of a list for the table; the same array until rows have to render again. */
export const useTableColumns = (
  list: ResourceListController,
  systemWidths: Readonly<Record<SystemColumn, number>>,
): readonly DataColumn<WireRow>[] => {
  const { resource, view, context, fetchedAt, tree } = list;
  const { shown } = list.columns;
  const { status, step, actions } = systemWidths;
  const presentation = usePresentation(resource);
  const latest = useRef(list.actions.run);
  latest.current = list.actions.run;
  const run = useCallback(
    (action: RecordActionName, row: WireRow) => latest.current(action, row),
    [],
  );
  return useMemo(() => {
    const statusColumn: DataColumn<WireRow> = {
      key: ':status',
      width: status,
      className: 'ky-col-status',
      head: ['状态', 'Status'],
      cell: (row) => <RecordStatus resource={resource} row={row} />,
    };
    const stepColumn: DataColumn<WireRow> = {
      key: ':step',
      width: step,
      head: ['当前环节', 'Current step'],
      cell: (row) => <CurrentStepCell resource={resource} row={row} now={fetchedAt} />,
    };
    const actionsColumn: DataColumn<WireRow> = {
      key: ':actions',
      width: actions,
      className: 'ky-col-actions',
      head: ['操作', 'Actions'],
      cell: (row, info) => (
        <RowActions row={row} context={context} presentation={presentation} onRun={run} {...info} />
      ),
    };
    const pages = viewAddresses(view);
    /** A draft opens in the form, any other record on its page. */
    const pageOf = (row: WireRow): string =>
      row.auditStatus === statuses.draft && actionsFor(row, context).includes('edit')
        ? pages.edit(row.id)
        : pages.detail(row.id);
    const { TitleNote } = presentation;
    const fieldColumns = shown.map((column): DataColumn<WireRow> => {
      const { name, spec, align, pin, edge } = column;
      const isTitle = name === resource.title;
      const Show = fieldPresentation(presentation, name).Cell ?? cellByType[spec.type];
      const classes = [isTitle && 'ky-col-title', pin !== undefined && 'ky-pin'].filter(Boolean);
      return {
        key: name,
        head: spec.label,
        className: classes.join(' ') || undefined,
        align: isTitle ? undefined : align,
        attributes: { 'data-edge': edge || undefined },
        style: pinnedColumnStyle(column),
        cell: (row) =>
          isTitle ? (
            <span className="ky-title-cell">
              {tree && <TreeToggle tree={tree} id={row.id} />}
              {row.again && <ResubmittedMark />}
              {TitleNote && <TitleNote row={row} />}
              <TitleCell resource={resource} row={row} href={pageOf(row)} />
            </span>
          ) : (
            <Show name={name} spec={spec} value={row[name]} row={row} />
          ),
      };
    });
    return [
      ...(status > 0 ? [statusColumn] : []),
      ...fieldColumns,
      ...(step > 0 ? [stepColumn] : []),
      actionsColumn,
    ];
  }, [resource, view, context, fetchedAt, shown, status, step, actions, presentation, run, tree]);
};
