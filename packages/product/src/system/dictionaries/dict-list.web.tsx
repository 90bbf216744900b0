import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { DebouncedInput } from '@keyan/console/list/filters.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListSection } from '@keyan/console/table/ListPage.tsx';
import { type ListController, useList } from '@keyan/console/table/listController.ts';
import { useSelection } from '@keyan/console/table/useSelection.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { yesNo } from '../../shared/dictionaries.ts';
import { type DictRow, dictEntry } from './dict.ts';
import type { DictAction } from './dict-pages.ts';

/** Filters of a list: code or key, and name. */
export interface DictFilter {
  readonly code: string;
  readonly name: string;
}

export const noFilter: DictFilter = { code: '', name: '' };

/** Rows and paging of one of the two lists, without the selection, which the list manages itself. */
export type DictRows = Omit<ListController<DictRow>, 'selection'>;

interface DictListProps {
  readonly title: ReactNode;
  /** Accessible name of the list. */
  readonly name: Label;
  /** Field in the first column. */
  readonly mark: 'code' | 'dictKey';
  readonly list: DictRows;
  readonly filter: DictFilter;
  readonly onFilter: (filter: DictFilter) => void;
  readonly empty: Label;
  readonly may: (action: DictAction) => boolean;
  /** Id of the row whose entries the other list shows. */
  readonly openId?: string;
  readonly open: { readonly label: Label; readonly run: (row: DictRow) => void };
  readonly onAdd?: () => void;
  readonly onEdit: (row: DictRow) => void;
  readonly onSeal: (row: DictRow) => void;
  readonly onRemove: (rows: readonly DictRow[]) => void;
}

const { fields } = dictEntry;

const useNameOf = () => {
  const label = useLabel();
  return ({ dictValue, dictValueEn }: DictRow) => label([dictValue, dictValueEn || dictValue]);
};

const useSealed = () => {
  const label = useLabel();
  return ({ isSealed }: DictRow) => label(entryOf(yesNo, String(isSealed))?.label ?? '');
};

type RowProps = DictListProps & { readonly row: DictRow };

const RowActions = ({ row, may, open, onEdit, onSeal }: RowProps) => {
  const label = useLabel();
  const name = useNameOf()(row);
  const button = (text: Label, run: (row: DictRow) => void) => (
    <button
      type="button"
      className="ky-link"
      aria-label={`${label(text)} ${name}`}
      onClick={() => run(row)}
    >
      {label(text)}
    </button>
  );
  return (
    <span className="ky-row-actions">
      {button(open.label, open.run)}
      {may('edit') && button(['编辑', 'Edit'], onEdit)}
      {may('edit') && button(row.isSealed === 1 ? ['启用', 'Unseal'] : ['封存', 'Seal'], onSeal)}
    </span>
  );
};

const idOf = (row: DictRow): string => row.id;

/** Returns the columns; columns with class `ky-dict-rare` are hidden at half page width. */
const useColumns = (props: DictListProps): readonly DataColumn<DictRow>[] => {
  const nameOf = useNameOf();
  const sealed = useSealed();
  const { mark, open } = props;
  return [
    {
      key: mark,
      width: 130,
      head: fields[mark].spec.label,
      cell: (row) => row[mark],
      cellAttributes: (row) => ({ title: row[mark] }),
    },
    {
      key: 'name',
      head: fields.dictValue.spec.label,
      cell: (row) => (
        <button type="button" className="ky-link ky-dict-name" onClick={() => open.run(row)}>
          {nameOf(row)}
        </button>
      ),
      cellAttributes: (row) => ({ title: nameOf(row) }),
    },
    {
      key: 'sort',
      width: 80,
      className: 'ky-dict-rare',
      align: 'right',
      head: fields.sort.spec.label,
      cell: ({ sort }) => sort,
    },
    {
      key: 'sealed',
      width: 70,
      className: 'ky-dict-rare',
      head: fields.isSealed.spec.label,
      cell: sealed,
    },
    {
      key: 'actions',
      width: 160,
      className: 'ky-col-actions',
      head: ['操作', 'Actions'],
      cell: (row) => <RowActions row={row} {...props} />,
    },
  ];
};

const Card = (props: RowProps) => {
  const { row, mark, open, openId } = props;
  const label = useLabel();
  const name = useNameOf()(row);
  const { selection } = useList<DictRow>();
  return (
    <li className="ky-dict-card" data-chosen={row.id === openId || undefined}>
      <button type="button" className="ky-link ky-row-card-title" onClick={() => open.run(row)}>
        {name}
      </button>
      <span className="ky-row-card-facts">
        <input
          type="checkbox"
          checked={selection.selected.has(row.id)}
          aria-label={label([`选择 ${name}`, `Select ${name}`])}
          onChange={({ target }) => selection.select([row], target.checked)}
        />
        <span className="ky-row-card-notes">
          {row[mark]}
          {row.isSealed === 1 && ` · ${label(fields.isSealed.spec.label)}`}
        </span>
        <RowActions {...props} />
      </span>
    </li>
  );
};

/** Renders one of the two lists: search, rows, actions on the selected rows, paging. */
export const DictList = (props: DictListProps) => {
  const { title, name, mark, filter, onFilter, empty, may, openId, onAdd, onRemove } = props;
  const isMain = mark === 'code';
  const label = useLabel();
  const nameOf = useNameOf();
  const columns = useColumns(props);
  const selection = useSelection(idOf);
  const { rows = [], total } = props.list;
  const chosen = rows.filter(({ id }) => selection.selected.has(id));
  const remove = () => {
    if (chosen.length > 0) onRemove(chosen);
    else toast.warning(['请选择至少一条数据', 'Select at least one record']);
  };
  const input = (key: keyof DictFilter, field: 'dictValue' | typeof mark) => (
    <DebouncedInput
      className="ky-dict-search"
      value={filter[key]}
      label={label(fields[field].spec.label)}
      onSettled={(text) => onFilter({ ...filter, [key]: text })}
    />
  );
  return (
    <ListSection
      half
      list={{ ...props.list, selection }}
      label={label(name)}
      head={
        <div className="ky-card-head">
          {title}
          {may('add') && (
            <span className="ky-card-extra">
              <Button type={isMain ? 'primary' : 'default'} disabled={!onAdd} onClick={onAdd}>
                {label(['新增', 'Add'])}
              </Button>
            </span>
          )}
        </div>
      }
      filters={
        <div className="ky-filters">
          {input('code', mark)}
          {input('name', 'dictValue')}
        </div>
      }
      empty={<Empty>{label(empty)}</Empty>}
      chosen={chosen.length}
      footActions={
        may('delete') &&
        total > 0 && (
          <Button danger onClick={remove}>
            {label(['删除', 'Delete'])}
          </Button>
        )
      }
    >
      <DataList<DictRow>
        frame="region"
        caption={label(name)}
        minWidth={440}
        keyOf={idOf}
        columns={columns}
        selectName={nameOf}
        rowAttributes={(row) => ({ 'aria-selected': row.id === openId || undefined })}
        card={(row) => <Card key={row.id} row={row} {...props} />}
      />
    </ListSection>
  );
};
