import { DiffOutlined } from '@ant-design/icons';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FieldChangeRow } from '@keyan/kernel/wire/records.ts';
import { valueText } from '../fields/values.tsx';
import { LineChanges } from '../form/LineChanges.tsx';
import { lineChanges } from '../form/lineChanges.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';

interface RevisionBandProps {
  readonly resource: Resource;
  /** Current record, with the names of its references. */
  readonly row: RowLike;
  readonly revisions: readonly FieldChangeRow[];
  readonly only: boolean;
  readonly onOnly: (only: boolean) => void;
}

const filesOf = (value: unknown): readonly AttachedFile[] =>
  (Array.isArray(value) ? value : []) as readonly AttachedFile[];

/** Returns the names of files that are in one list and not in the other. */
const missingIn = (list: unknown, other: unknown): string =>
  filesOf(list)
    .filter(({ id }) => !filesOf(other).some((file) => file.id === id))
    .map(({ name }) => name)
    .join('、');

/** Renders 退回后改了 n 处: old → new, above all other content. */
export const RevisionBanner = ({ resource, row, revisions, only, onOnly }: RevisionBandProps) => {
  const label = useLabel();
  const language = useLanguage();
  const empty = label(['空', 'empty']);
  const change = ({ path, before, after }: FieldChangeRow) => {
    const spec = resource.fields[path]?.spec;
    if (spec?.type === 'files') {
      const added = missingIn(after, before);
      const gone = missingIn(before, after);
      return (
        <>
          {added && <ins>+ {added}</ins>} {gone && <del>{gone}</del>}
        </>
      );
    }
    const lines = spec?.type === 'rows' ? lineChanges(spec, before, after, language) : [];
    if (lines.length > 0) return <LineChanges resource={resource} path={path} lines={lines} />;
    const text = (value: unknown, names: RowLike) =>
      spec ? valueText(path, spec, { ...names, [path]: value }, language) : String(value ?? '');
    if (spec?.type === 'rows') return <ins>{text(after, {})}</ins>;
    const gone = text(before, {});
    return (
      <>
        {gone ? <del>{gone}</del> : empty}
        <span aria-hidden="true"> → </span>
        <ins>{text(after, row) || empty}</ins>
      </>
    );
  };
  return (
    <div className="ky-revisions">
      <b>
        <DiffOutlined />
        {label([
          `退回后改了 ${revisions.length} 处`,
          `Changes since the return: ${revisions.length}`,
        ])}
      </b>
      <ul>
        {revisions.map((revision) => (
          <li key={revision.path}>
            {label(revision.label)} {change(revision)}
          </li>
        ))}
      </ul>
      <button type="button" className="ky-link" aria-pressed={only} onClick={() => onOnly(!only)}>
        {only ? label(['看全部', 'Show all']) : label(['只看改动', 'Only changes'])}
      </button>
    </div>
  );
};
