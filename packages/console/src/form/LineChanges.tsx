import { useLabel } from '../i18n/language.ts';
import type { LineChange } from './lineChanges.ts';
import './line-changes.css';

/** The lines of a sub-table that are new, gone or changed, each by its name. */
export const LineChanges = ({ lines }: { readonly lines: readonly LineChange[] }) => {
  const label = useLabel();
  return (
    <ul className="ky-line-changes">
      {lines.map(({ name, is, fields }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may share a name, and never move here
        <li key={index}>
          {is === 'added' && <ins>+ {name}</ins>}
          {is === 'removed' && <del>{name}</del>}
          {is === 'changed' && name}
          {fields.map((field) => (
            <span key={field.label[0]}>
              {' '}
              {label(field.label)}{' '}
              {field.before ? <del>{field.before}</del> : label(['空', 'empty'])}
              <span aria-hidden="true"> → </span>
              <ins>{field.after || label(['空', 'empty'])}</ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
};
