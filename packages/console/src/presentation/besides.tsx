import type { ComponentType } from 'react';
import { useForm } from '../form-store/store.ts';
import type { EditorProps, FormPartProps } from './present.ts';

type Given = EditorProps & Partial<FormPartProps>;

/**
 * An editor that follows other fields of the record, which the row of an editor in a form lacks: what one chooses
 * depends on what was chosen before.
 * @param names other fields, which stand in the editor's row
 */
export const withOtherFields = (
  names: readonly string[],
  Editor: ComponentType<EditorProps>,
): ComponentType<Given> => {
  const InForm = ({ form, path: _path, ...props }: EditorProps & FormPartProps) => {
    // A text is equal to another as long as no value changes.
    const beside = useForm(form, ({ values }) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null]))),
    );
    return <Editor {...props} row={{ ...JSON.parse(beside), ...props.row }} />;
  };
  return ({ form, path, ...props }: Given) =>
    form && path !== undefined ? (
      <InForm form={form} path={path} {...props} />
    ) : (
      <Editor {...props} />
    );
};
