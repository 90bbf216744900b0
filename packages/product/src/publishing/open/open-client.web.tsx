import { present } from '@keyan/console/presentation/present.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type Choice, codesEditor, codesText } from './choosing.web.tsx';
import { openClient } from './open-client.ts';
import { openFieldsOf, openResourceOf } from './open-resources.ts';

const all: Choice = { code: '*', label: ['全部可开放字段', 'All open fields'] };

/** Fields that a scope may name for its resource. */
const fieldsOf = ({ resourceKey }: RowLike): readonly Choice[] => {
  const resource = openResourceOf(String(resourceKey ?? ''))?.resource;
  if (!resource) return [];
  const own = openFieldsOf(resource).flatMap((code) => {
    const label = resource.fields[code]?.spec.label;
    return label ? [{ code, label }] : [];
  });
  return [all, ...own];
};

const FieldsEditor = codesEditor(fieldsOf, ['请选择字段', 'Choose fields']);

/** Presentation of clients of the open interface. */
export const openClientPresentation = present(openClient, {
  fields: {
    scopes: { columns: ['resourceKey', 'fields'], head: 'resourceKey', line: ['授权', 'scope'] },
    'scopes.resourceKey': { width: 180 },
    'scopes.fields': { Editor: FieldsEditor, ...codesText(fieldsOf), width: 480 },
  },
});
