import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fieldKindTable } from '@keyan/kernel/definition/field/kinds.ts';
import type { GroupCountRow } from '@keyan/kernel/wire/records.ts';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { Empty, ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useGroupCounts } from '../../data/groupCounts.ts';
import { cellByKind } from '../../fields/values.tsx';
import { countText } from '../../i18n/format.ts';
import { useLabel } from '../../i18n/language.ts';
import { filterQuery } from '../state.ts';
import type { ResourceListController } from '../useResourceList.ts';
import { groupFields } from './groupFields.ts';
import './group-sums.css';

interface GroupSumsDialogProps {
  readonly list: ResourceListController;
  readonly onClose: () => void;
}

/** 分组汇总: how many records that the list finds share each value of a field, and what they add up to. */
const GroupSumsDialog = ({ list, onClose }: GroupSumsDialogProps) => {
  const { resource } = list;
  const label = useLabel();
  const names = groupFields(resource);
  const [field = '', setField] = useState(names[0]);
  const title = label(['分组汇总', 'Group totals']);
  return (
    <Modal open width={720} title={title} footer={null} onCancel={onClose}>
      <div className="ky-groups-bar">
        <Select
          value={field}
          aria-label={label(['分组字段', 'Group by'])}
          options={names.map((name) => ({
            value: name,
            label: label(resource.fields[name]?.spec.label ?? name),
          }))}
          onChange={setField}
        />
        <span className="ky-note">
          {label(['按列表当前的筛选条件', 'With the current filters of the list'])}
        </span>
      </div>
      <Groups
        list={list}
        field={field}
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
  readonly onChosen: (key: string) => void;
}

const Groups = ({ list, field, onChosen }: GroupsProps) => {
  const { resource, viewName, state } = list;
  const label = useLabel();
  const { view: _view, ...conditions } = filterQuery(viewName, state);
  const { data, error, refetch } = useGroupCounts(resource, viewName, [field], {
    ...conditions,
    withSums: '1',
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={32} />;
  if (data.length === 0)
    return <Empty>{label(['没有符合条件的记录', 'No matching records'])}</Empty>;
  const sums = (resource.list.totals ?? []).flatMap((name) => {
    const spec = resource.fields[name]?.spec;
    return spec && data[0]?.sums?.[name] !== undefined ? [{ name, spec }] : [];
  });
  return (
    <div className="ky-groups">
      <table>
        <thead>
          <tr>
            <th scope="col">{label(resource.fields[field]?.spec.label ?? field)}</th>
            <th scope="col" data-align="right">
              {label(['记录数', 'Records'])}
            </th>
            {sums.map(({ name, spec }) => (
              <th key={name} scope="col" data-align={fieldKindTable[spec.kind].align}>
                {label(spec.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <Group key={row.keys[0]} row={row} sums={sums} onChosen={onChosen} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

interface GroupProps {
  readonly row: GroupCountRow;
  readonly sums: readonly { readonly name: string; readonly spec: FieldSpec }[];
  readonly onChosen: (key: string) => void;
}

/** One group; its name leads to its records in the list. */
const Group = ({ row, sums, onChosen }: GroupProps) => {
  const label = useLabel();
  const [key = ''] = row.keys;
  const { sums: values = {} } = row;
  return (
    <tr>
      <th scope="row">
        {key === '' ? (
          <span className="ky-note">{label(['未填写', 'Not filled in'])}</span>
        ) : (
          <button type="button" className="ky-link" onClick={() => onChosen(key)}>
            {row.names[0] || key}
          </button>
        )}
      </th>
      <td data-align="right">{countText(row.total)}</td>
      {sums.map(({ name, spec }) => {
        const Show = cellByKind[spec.kind];
        return (
          <td key={name} data-align={fieldKindTable[spec.kind].align}>
            <Show name={name} spec={spec} value={values[name]} row={values} />
          </td>
        );
      })}
    </tr>
  );
};

export default GroupSumsDialog;
