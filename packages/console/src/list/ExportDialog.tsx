import { fill, inSentence, type Label } from '@keyan/kernel/label.ts';
import { Modal, Radio, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useLabel } from '../i18n/language.ts';
import { usePresentation } from '../presentation/resources.tsx';
import { usePreference } from '../storage/preferences.ts';
import { ColumnOrder } from './ColumnOrder.tsx';
import { exportableColumns, exportKey } from './columns.ts';
import { isFiltered, listQuery, withoutConditions } from './state.ts';
import { useExport } from './useExport.ts';
import type { ResourceListController } from './useResourceList.ts';
import './export.css';

/** Rows to export: those matching the conditions, all, or the selected ones. */
type Rows = 'found' | 'all' | 'selected';

/** Labels of the choice of rows, without and with their number. */
const rowChoiceTexts: Readonly<Record<Rows, readonly [plain: Label, counted: Label]>> = {
  selected: [
    ['已选的记录', 'Selected'],
    ['已选的 {count} 条', 'Selected ({count})'],
  ],
  found: [
    ['筛选出的记录', 'Filtered'],
    ['筛选出的 {count} 条', 'Filtered ({count})'],
  ],
  all: [
    ['全部', 'All'],
    ['全部 {count} 条', 'All ({count})'],
  ],
};

const rowsText = (rows: Rows, count: number | undefined): Label => {
  const [plain, counted] = rowChoiceTexts[rows];
  return count === undefined ? plain : fill(counted, { count });
};

/** Maximum number of selected rows, whose ids must fit in an address. */
const maxSelectedRows = 500;

/** Returns the choices of rows, and the query of each. */
const useRowChoice = (list: ResourceListController) => {
  const { state, viewName, selection, total, whole = total, more } = list;
  const { size } = selection.selected;
  const isNarrowed = isFiltered(state);
  const known = more || whole === null ? undefined : whole;
  const choices: readonly (readonly [Rows, number | undefined])[] = [
    ...(size > 0 && size <= maxSelectedRows && !list.everything.isSelected
      ? [['selected', size] as const]
      : []),
    ...(isNarrowed ? [['found', known] as const] : []),
    ['all', isNarrowed ? undefined : known],
  ];
  // Until the user chooses, the conditions decide; they may change while the dialog is open.
  const [wanted, choose] = useState<Rows>();
  const [rows, count] =
    choices.find(([each]) => each === wanted) ?? choices[0] ?? (['all', undefined] as const);
  const everything = listQuery(viewName, withoutConditions(state));
  const queries: Readonly<Record<Rows, Readonly<Record<string, string>>>> = {
    selected: { ...everything, id: [...selection.selected.keys()].join() },
    found: listQuery(viewName, state),
    all: everything,
  };
  return { choices, rows, count, choose, query: queries[rows] };
};

/** Returns the columns of the workbook, stored for the user's next export of this view. */
const useColumnChoice = (list: ResourceListController) => {
  const { resource, view, context } = list;
  const columns = exportableColumns(resource, view, context.permissions);
  const names = columns.map(({ name }) => name);
  const usual = list.columns.chosen.map(({ name }) => name).filter((name) => names.includes(name));
  const [kept, keep] = usePreference<readonly string[]>(exportKey(view));
  const chosen = kept?.filter((name) => names.includes(name)) ?? usual;
  return { columns, names, chosen, keep };
};

interface ExportDialogProps {
  readonly list: ResourceListController;
  readonly onClose: () => void;
}

/** Renders the columns to export, and their order. */
const ColumnChoice = ({ names, columns, chosen, keep, first }: ColumnChoiceProps) => {
  const label = useLabel();
  return (
    <>
      <div className="ky-export-bar">
        <span className="ky-note">
          {label(
            fill(['已选 {chosen} 列，共 {count} 列', '{chosen} of {count} columns'], {
              chosen: chosen.length,
              count: names.length,
            }),
          )}
        </span>
        <button type="button" className="ky-link" onClick={() => keep(undefined)}>
          {label(['按列表的列', 'As in the list'])}
        </button>
        <button
          type="button"
          className="ky-link"
          onClick={() => keep([...chosen, ...names.filter((name) => !chosen.includes(name))])}
        >
          {label(['全选', 'All columns'])}
        </button>
      </div>
      <div className="ky-export-columns">
        <ColumnOrder
          columns={columns}
          chosen={chosen}
          first={first}
          onChoose={(next) => keep(next)}
        />
      </div>
    </>
  );
};

type ColumnChoiceProps = ReturnType<typeof useColumnChoice> & { readonly first: string };

/** Key of the workbook format, which every list offers. */
const workbookForm = 'workbook';

/** Renders the export dialog: which rows, which format, and for a workbook which columns. */
const ExportDialog = ({ list, onClose }: ExportDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const { resource } = list;
  const { exportForms = [] } = usePresentation(resource);
  const { choices, rows, count, choose, query } = useRowChoice(list);
  const columns = useColumnChoice(list);
  const workbook = useExport(resource, onClose);
  const [wanted, want] = useState(workbookForm);
  const other = exportForms.find(({ key }) => key === wanted);
  return (
    <Modal
      open
      width={other ? 720 : 560}
      title={label([`导出${resource.label[0]}`, `Export: ${inSentence(resource.label)}`])}
      okText={label(['导出', 'Export'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={workbook.busy}
      onOk={() => void workbook.run(query, columns.chosen, count)}
      onCancel={onClose}
      {...(other ? { footer: null } : {})}
    >
      {exportForms.length > 0 && (
        <Segmented
          className="ky-export-forms"
          aria-label={label(['导出形式', 'Format'])}
          value={wanted}
          onChange={want}
          options={[
            { value: workbookForm, label: label(['Excel 工作簿', 'Workbook']) },
            ...exportForms.map((form) => ({ value: form.key, label: label(form.label) })),
          ]}
        />
      )}
      <Radio.Group
        className="ky-export-rows"
        aria-label={label(['导出范围', 'Records'])}
        value={rows}
        onChange={(event) => choose(event.target.value)}
        options={choices.map(([value, each]) => ({
          value,
          label: label(rowsText(value, each)),
        }))}
      />
      {other ? (
        <Suspense>
          <other.Form resource={resource} query={query} />
        </Suspense>
      ) : (
        <ColumnChoice {...columns} first={resource.title} />
      )}
    </Modal>
  );
};

export default ExportDialog;
