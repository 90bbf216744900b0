import { useScreen } from '@keyan/console/base/useScreen.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TypedInput } from '@keyan/console/list/filters.tsx';
import { CheckPage } from '@keyan/console/table/CheckPage.tsx';
import { ListBody, PageFoot } from '@keyan/console/table/ListFrame.tsx';
import { useSelection } from '@keyan/console/table/useSelection.ts';
import { entryOf } from '@keyan/kernel/dictionary.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { yesNo } from '../../shared/dictionaries.ts';
import { type DictRow, dictEntry } from './dict.ts';
import type { DictAction } from './dict-pages.ts';

/** What a table is searched by: its code or key, and the name. */
export interface DictFilter {
  readonly code: string;
  readonly name: string;
}

export const noFilter: DictFilter = { code: '', name: '' };

/** A page of rows, and where it stands. */
export interface DictPageOf {
  readonly rows: readonly DictRow[] | undefined;
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onPage: (page: number, size: number) => void;
}

interface DictSheetProps {
  readonly title: ReactNode;
  /** Names the table for those who do not see it. */
  readonly name: Label;
  /** What the first column tells rows apart by. */
  readonly mark: 'code' | 'dictKey';
  readonly list: DictPageOf;
  readonly filter: DictFilter;
  readonly onFilter: (filter: DictFilter) => void;
  readonly empty: Label;
  readonly may: (action: DictAction) => boolean;
  /** The row whose entries are shown elsewhere. */
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

const useVerbs = ({ may, open, onEdit, onSeal }: DictSheetProps) => {
  const label = useLabel();
  const nameOf = useNameOf();
  const button = (row: DictRow, word: Label, run: (row: DictRow) => void) => (
    <button
      type="button"
      className="ky-link"
      aria-label={`${label(word)} ${nameOf(row)}`}
      onClick={() => run(row)}
    >
      {label(word)}
    </button>
  );
  return (row: DictRow) => (
    <span className="ky-row-actions">
      {button(row, open.label, open.run)}
      {may('edit') && button(row, ['编辑', 'Edit'], onEdit)}
      {may('edit') &&
        button(row, row.isSealed === 1 ? ['启用', 'Unseal'] : ['封存', 'Seal'], onSeal)}
    </span>
  );
};

const idOf = (row: DictRow): string => row.id;

interface RowsProps {
  readonly sheet: DictSheetProps;
  readonly rows: readonly DictRow[];
  readonly chosen: ReadonlyMap<string, DictRow>;
  readonly onChoose: (rows: readonly DictRow[], on: boolean) => void;
}

const Check = ({ row, chosen, onChoose }: Omit<RowsProps, 'sheet' | 'rows'> & { row: DictRow }) => {
  const label = useLabel();
  const name = useNameOf()(row);
  return (
    <input
      type="checkbox"
      checked={chosen.has(row.id)}
      aria-label={label([`选择 ${name}`, `Choose ${name}`])}
      onChange={({ target }) => onChoose([row], target.checked)}
    />
  );
};

const Table = ({ sheet, rows, chosen, onChoose }: RowsProps) => {
  const { mark, openId, open, name } = sheet;
  const label = useLabel();
  const nameOf = useNameOf();
  const sealed = useSealed();
  const verbs = useVerbs(sheet);
  const rowsOf: Label = [`${name[0]}列表`, `${name[1]}: rows`];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard
    <section className="ky-list-scroll" tabIndex={0} aria-label={label(rowsOf)}>
      <table className="ky-list-table" style={{ minWidth: 440 }} aria-label={label(name)}>
        <colgroup>
          <col style={{ width: 40 }} />
          <col style={{ width: 130 }} />
          <col />
          <col className="ky-dict-rare" style={{ width: 80 }} />
          <col className="ky-dict-rare" style={{ width: 70 }} />
          <col style={{ width: 160 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="ky-col-check">
              <CheckPage
                of={rows.length}
                chosen={rows.filter(({ id }) => chosen.has(id)).length}
                onChange={(on) => onChoose(rows, on)}
              />
            </th>
            <th scope="col">{label(fields[mark].spec.label)}</th>
            <th scope="col">{label(fields.dictValue.spec.label)}</th>
            <th scope="col" className="ky-dict-rare" data-align="right">
              {label(fields.sort.spec.label)}
            </th>
            <th scope="col" className="ky-dict-rare">
              {label(fields.isSealed.spec.label)}
            </th>
            <th scope="col" className="ky-col-actions">
              {label(['操作', 'Actions'])}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row aria-selected={row.id === openId || undefined}>
              <td className="ky-col-check">
                <Check row={row} chosen={chosen} onChoose={onChoose} />
              </td>
              <td title={row[mark]}>{row[mark]}</td>
              <td title={nameOf(row)}>
                <button
                  type="button"
                  className="ky-link ky-dict-name"
                  onClick={() => open.run(row)}
                >
                  {nameOf(row)}
                </button>
              </td>
              <td className="ky-dict-rare" data-align="right">
                {row.sort}
              </td>
              <td className="ky-dict-rare">{sealed(row)}</td>
              <td className="ky-col-actions">{verbs(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Cards = ({ sheet, rows, chosen, onChoose }: RowsProps) => {
  const label = useLabel();
  const nameOf = useNameOf();
  const sealed = useSealed();
  const verbs = useVerbs(sheet);
  return (
    <ul className="ky-cards" aria-label={label(sheet.name)}>
      {rows.map((row) => (
        <li
          key={row.id}
          className="ky-dict-card"
          data-chosen={row.id === sheet.openId || undefined}
        >
          <button
            type="button"
            className="ky-link ky-row-card-title"
            onClick={() => sheet.open.run(row)}
          >
            {nameOf(row)}
          </button>
          <span className="ky-row-card-facts">
            <Check row={row} chosen={chosen} onChoose={onChoose} />
            <span className="ky-row-card-notes">
              {row[sheet.mark]} · {label(fields.isSealed.spec.label)} {sealed(row)}
            </span>
            {verbs(row)}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** One of the two tables: search, rows, what may be done with those that are chosen, pages. */
export const DictSheet = (props: DictSheetProps) => {
  const { title, name, mark, list, filter, onFilter, empty, may, onAdd, onRemove } = props;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { selected, select } = useSelection(idOf);
  const { rows, total, page, size, error } = list;
  const picked = (rows ?? []).filter(({ id }) => selected.has(id));
  const remove = () => {
    if (picked.length > 0) onRemove(picked);
    else toast.warning(['请选择至少一条数据', 'Choose at least one record']);
  };
  const Rows = narrow ? Cards : Table;

  return (
    <section className="ky-card ky-list" aria-label={label(name)}>
      <div className="ky-card-head">
        {title}
        {may('add') && (
          <span className="ky-card-extra">
            <Button type="primary" disabled={!onAdd} onClick={onAdd}>
              {label(['新增', 'Add'])}
            </Button>
          </span>
        )}
      </div>
      <div className="ky-filters">
        <TypedInput
          className="ky-dict-search"
          value={filter.code}
          label={label(fields[mark].spec.label)}
          onSettled={(code) => onFilter({ ...filter, code })}
        />
        <TypedInput
          className="ky-dict-search"
          value={filter.name}
          label={label(fields.dictValue.spec.label)}
          onSettled={(text) => onFilter({ ...filter, name: text })}
        />
      </div>
      <ListBody
        rows={rows}
        error={error}
        onRetry={list.onRetry}
        narrowed={filter.code !== '' || filter.name !== ''}
        onClear={() => onFilter(noFilter)}
        empty={<Empty>{label(empty)}</Empty>}
      >
        {(shown) => <Rows sheet={props} rows={shown} chosen={selected} onChoose={select} />}
      </ListBody>
      <PageFoot
        half
        total={total}
        page={page}
        size={size}
        onPage={list.onPage}
        chosen={picked.length}
      >
        {may('delete') && total > 0 && (
          <Button danger onClick={remove}>
            {label(['删除', 'Delete'])}
          </Button>
        )}
      </PageFoot>
    </section>
  );
};
