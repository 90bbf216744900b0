import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { lookupOptions } from '../data/values.ts';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { fieldPresentation, usePresentation } from '../presentation/resources.tsx';
import type { LineChange, LineValue } from './lineChanges.ts';
import { RecordNames } from './RecordNames.tsx';
import './line-changes.css';

interface LineChangesProps {
  readonly resource: Resource;
  /** Path of the sub-table. */
  readonly path: string;
  readonly lines: readonly LineChange[];
}

const isNothing = ({ text, ids }: LineValue): boolean => text === '' && ids.length === 0;

/** Renders the added, removed and changed lines of a sub-table, each by its name. */
export const LineChanges = ({ resource, path, lines }: LineChangesProps) => {
  const label = useLabel();
  const language = useLanguage();
  const presentation = usePresentation(resource);
  const isTold = ({ before: { field } }: LineChange['fields'][number]): boolean =>
    fieldPresentation(presentation, `${path}.${field}`).toldIn?.includes(language) ?? true;
  const said = (value: LineValue) =>
    value.ids.length > 0 ? (
      <RecordNames lookup={lookupOptions(resource, `${path}.${value.field}`)} ids={value.ids} />
    ) : (
      value.text || label(['空', 'empty'])
    );
  const values = ({ is, fields }: LineChange) =>
    fields.filter(isTold).map(({ label: name, before, after }) => (
      <span key={name[0]}>
        {' '}
        {label(name)}{' '}
        {is !== 'added' && (isNothing(before) ? said(before) : <del>{said(before)}</del>)}
        {is === 'changed' && <span aria-hidden="true"> → </span>}
        {is !== 'removed' && <ins>{said(after)}</ins>}
      </span>
    ));
  return (
    <ul className="ky-line-changes">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may share a name, and never move here
        <li key={index}>
          {line.is === 'added' && <ins>+ {said(line.name)}</ins>}
          {line.is === 'removed' && <del>{said(line.name)}</del>}
          {line.is === 'changed' && said(line.name)}
          {values(line)}
        </li>
      ))}
    </ul>
  );
};
