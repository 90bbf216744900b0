import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { GroupCountRow } from '@keyan/kernel/wire/records.ts';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { ChartCard } from '../../charts/ChartCard.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useGroupCounts } from '../../data/groupCounts.ts';
import { cellByType } from '../../fields/values.tsx';
import { countText } from '../../i18n/format.ts';
import { useLabel } from '../../i18n/language.ts';
import { filterQuery } from '../state.ts';
import type { ResourceListController } from '../useResourceList.ts';
import { useSums } from '../useRows.ts';
import { groupFields } from './groupFields.ts';
import { shareOf } from './shares.ts';
import './group-sums.css';

/** Path of the call that turns a table into a workbook. */
const workbookPath = '/kh-edu-research/wel/index/v1/exportTable';

/** Maximum number of groups in the chart; the table has all. */
const maxChartGroups = 15;

/** Key of the measure that counts records; the other measures are sums, by field. */
const recordCountMeasure = '';

const countLabel: Label = ['记录数', 'Records'];
const emptyGroupText: Label = ['未填写', 'Not filled in'];

interface Summed {
  readonly name: string;
  readonly spec: FieldSpec;
}

interface GroupSumsDialogProps {
  readonly list: ResourceListController;
  readonly onClose: () => void;
}

/**
 * Renders 分组汇总: how many records of the list share each value of a field, their sums, and their
 * share of the total.
 */
const GroupSumsDialog = ({ list, onClose }: GroupSumsDialogProps) => {
  const { resource } = list;
  const label = useLabel();
  const names = groupFields(resource);
  const [field = '', setField] = useState(names[0]);
  const [measure, setMeasure] = useState(recordCountMeasure);
  const title = label(['分组汇总', 'Group totals']);
  const measures = (resource.list.totals ?? []).filter((name) => resource.fields[name]);
  const labelOf = (name: string) => label(resource.fields[name]?.spec.label ?? name);
  return (
    <Modal open width={960} title={title} footer={null} onCancel={onClose}>
      <div className="ky-groups-bar">
        <Select
          value={field}
          aria-label={label(['分组字段', 'Group by'])}
          options={names.map((name) => ({ value: name, label: labelOf(name) }))}
          onChange={setField}
        />
        <Select
          value={measure}
          aria-label={label(['占比与图表', 'Share and chart of'])}
          options={[
            { value: recordCountMeasure, label: label(countLabel) },
            ...measures.map((name) => ({ value: name, label: labelOf(name) })),
          ]}
          onChange={setMeasure}
        />
        <span className="ky-note">
          {label(['按列表当前的筛选条件', 'With the current filters of the list'])}
        </span>
      </div>
      <Groups
        list={list}
        field={field}
        measure={measure}
        onChosen={(key) => {
          list.change({ filters: { [field]: key } });
          onClose();
        }}
      />
    </Modal>
  );
};

interface GroupsProps {
  readonly list: ResourceListController;
  readonly field: string;
  readonly measure: string;
  readonly onChosen: (key: string) => void;
}

const measuredIn = ({ total, sums }: Pick<GroupCountRow, 'total' | 'sums'>, measure: string) =>
  measure === recordCountMeasure ? total : (sums?.[measure] ?? 0);

/**
 * Renders the groups as a table with its total, and as a chart. Long because table, total and chart
 * use one response.
 */
const Groups = ({ list, field, measure, onChosen }: GroupsProps) => {
  const { resource, viewName, state } = list;
  const label = useLabel();
  const { view: _view, ...conditions } = filterQuery(viewName, state);
  const { data, error, refetch } = useGroupCounts(resource, viewName, [field], {
    ...conditions,
    withSums: '1',
  });
  const all = useSums(resource, viewName, state, true);
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={32} />;
  if (data.length === 0)
    return <Empty>{label(['没有符合条件的记录', 'No matching records'])}</Empty>;
  const sums: readonly Summed[] = (resource.list.totals ?? []).flatMap((name) => {
    const spec = resource.fields[name]?.spec;
    return spec && data[0]?.sums?.[name] !== undefined ? [{ name, spec }] : [];
  });
  // A record with several values is in several groups: the total is that of the list.
  const whole = { total: list.total, sums: all ?? {} };
  const shared = sums.some(({ name }) => name === measure) ? measure : recordCountMeasure;
  const nameOf = ({ keys: [key = ''], names }: GroupCountRow) =>
    key === '' || key === null ? label(emptyGroupText) : (names[0] ?? key);
  const head = label(resource.fields[field]?.spec.label ?? field);
  const measured =
    shared === recordCountMeasure ? countLabel : (resource.fields[shared]?.spec.label ?? '');
  return (
    <>
      <div className="ky-groups">
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" data-align="right">
                {label(countLabel)}
              </th>
              <th scope="col" data-align="right">
                {label(['占比', 'Share'])}
              </th>
              {sums.map(({ name, spec }) => (
                <th key={name} scope="col" data-align={fieldTypeTable[spec.type].align}>
                  {label(spec.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <Group
                key={row.keys[0]}
                row={row}
                name={nameOf(row)}
                sums={sums}
                share={shareOf(measuredIn(row, shared), measuredIn(whole, shared))}
                onChosen={onChosen}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{label(['合计', 'Total'])}</th>
              <td data-align="right">
                {countText(list.total)}
                {list.more && '+'}
              </td>
              <td data-align="right">{shareOf(1, 1)}%</td>
              <Sums values={whole.sums} sums={sums} />
            </tr>
          </tfoot>
        </table>
      </div>
      <ChartCard
        title={label([`${head}：${label(measured)}`, `${label(measured)} by ${head}`])}
        shape="bars"
        most={maxChartGroups}
        empty={label(['没有数据', 'No data'])}
        workbook={workbookPath}
        data={{
          head,
          categories: data.map(nameOf),
          series: [
            { name: label(countLabel), values: data.map(({ total }) => total) },
            ...sums.map(({ name, spec }) => ({
              name: label(spec.label),
              values: data.map((row) => Number(measuredIn(row, name))),
            })),
          ].map((series) => ({ ...series, tableOnly: series.name !== label(measured) })),
        }}
      />
    </>
  );
};

interface SumsProps {
  readonly values: NonNullable<GroupCountRow['sums']>;
  readonly sums: readonly Summed[];
}

const Sums = ({ values, sums }: SumsProps) =>
  sums.map(({ name, spec }) => {
    const Show = cellByType[spec.type];
    return (
      <td key={name} data-align={fieldTypeTable[spec.type].align}>
        <Show name={name} spec={spec} value={values[name]} row={values} />
      </td>
    );
  });

interface GroupProps {
  readonly row: GroupCountRow;
  readonly name: string;
  readonly sums: readonly Summed[];
  /** Share in percent; empty if there is none. */
  readonly share: string;
  readonly onChosen: (key: string) => void;
}

/** Renders one group; its name links to its records in the list. */
const Group = ({ row, name, sums, share, onChosen }: GroupProps) => {
  const [key = ''] = row.keys;
  return (
    <tr>
      <th scope="row">
        {key === '' || key === null ? (
          <span className="ky-note">{name}</span>
        ) : (
          <button type="button" className="ky-link" onClick={() => onChosen(key)}>
            {name}
          </button>
        )}
      </th>
      <td data-align="right">{countText(row.total)}</td>
      <td data-align="right">{share === '' ? '–' : `${share}%`}</td>
      <Sums values={row.sums ?? {}} sums={sums} />
    </tr>
  );
};

export default GroupSumsDialog;
