import type { ComponentType } from 'react';
import { useForm } from '../form-store/store.ts';
import type { EditorProps, FormPartProps } from './present.ts';

type Given = EditorProps & Partial<FormPartProps>;

/**
 * Returns an editor that reads other fields of the record, which an editor in a form does not
 * receive: its choices depend on earlier ones.
 * @param names other fields to add to the editor's row
 */
export const withOtherFields = (
  names: readonly string[],
  Editor: ComponentType<EditorProps>,
): ComponentType<Given> => {
  const InForm = ({ form, path: _path, ...props }: EditorProps & FormPartProps) => {
    // A text is equal as long as no value changes, so that the editor does not render again.
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
