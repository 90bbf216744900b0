import { FieldFacts, FieldValue } from '@keyan/console/detail/RecordDetail.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { OwnSectionProps, ShownField } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Tabs } from 'antd';
import {
  afterFieldName,
  beforeFieldName,
  type ChangeSubject,
  changeSubjects,
} from './change-items.ts';
import './change-tabs.web.css';

const beforeLabel: Label = ['变更前', 'Before'];
const afterLabel: Label = ['变更后', 'After'];

/** Changed items of a file, title or post with values before and after, from the record. */
const changesIn = ({ section, resource }: OwnSectionProps) => {
  const subject = section.key as ChangeSubject;
  const { fields, names } = changeSubjects[subject];
  const shown = new Set([...section.facts, ...section.blocks].map(({ name }) => name));
  return names.flatMap((item) => {
    const [was, is] = [beforeFieldName(subject, item), afterFieldName(subject, item)];
    const label = fields[item]?.spec.label;
    const side = (name: string): ShownField | undefined => {
      const spec = resource.fields[name]?.spec;
      return label && spec && { name, spec: { ...spec, label } };
    };
    const [one, other] = [side(was), side(is)];
    return label && one && other && (shown.has(was) || shown.has(is))
      ? [{ item, label, before: one, after: other, shown }]
      : [];
  });
};

type Changes = ReturnType<typeof changesIn>;

/** Table with both values of every item. */
const Comparison = ({ changes, ...shared }: OwnSectionProps & { changes: Changes }) => {
  const label = useLabel();
  return (
    <table className="ky-comparison">
      <thead>
        <tr>
          <th scope="col">{label(['变更事项', 'Changed item'])}</th>
          <th scope="col">{label(beforeLabel)}</th>
          <th scope="col">{label(afterLabel)}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ item, label: name, before: was, after: is }) => (
          <tr key={item}>
            <th scope="row">{label(name)}</th>
            <td>
              <FieldValue {...was} {...shared} />
            </td>
            <td data-changed={shared.changed?.has(is.name) || undefined}>
              <FieldValue {...is} {...shared} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Items with the values of one side. */
const OneSide = ({
  changes,
  side,
  ...shared
}: OwnSectionProps & { changes: Changes; side: 'before' | 'after' }) => {
  const label = useLabel();
  const fields = changes.flatMap((change) =>
    change.shown.has(change[side].name) ? [change[side]] : [],
  );
  return fields.length === 0 ? (
    <p className="ky-note">{label(['无', 'None'])}</p>
  ) : (
    <FieldFacts fields={fields} {...shared} />
  );
};

/** Tabs of a change: comparison, before, after. */
const ChangeTabs = (props: OwnSectionProps) => {
  const label = useLabel();
  const changes = changesIn(props);
  return (
    <Tabs
      className="ky-change-tabs"
      size="small"
      items={[
        {
          key: 'both',
          label: label(['前后对照', 'Compared']),
          children: <Comparison changes={changes} {...props} />,
        },
        {
          key: 'before',
          label: label(beforeLabel),
          children: <OneSide changes={changes} side="before" {...props} />,
        },
        {
          key: 'after',
          label: label(afterLabel),
          children: <OneSide changes={changes} side="after" {...props} />,
        },
      ]}
    />
  );
};

export default ChangeTabs;
