import type { Option } from '@keyan/console/data/values.ts';
import { TextEditor } from '@keyan/console/fields/text.tsx';
import type { EditorProps, FieldPresentation } from '@keyan/console/presentation/present.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { isChosen, memberPeople } from './parts.ts';

/** Values that a line takes over from a chosen person. */
export const fromAccount = ({ text, department, personType }: Option): RowLike => ({
  name: text,
  unit: department || null,
  ...(personType ? { personType } : {}),
});

/** A text that is typed of people without an account, and filled in of those who are chosen. */
const TypedEditor = (props: EditorProps) =>
  isChosen(props.row) ? <span>{String(props.value ?? '')}</span> : <TextEditor {...props} />;

/** How members of a project differ from plain lines. @param path the sub-table that holds them */
export const membersAt = (path: string): Readonly<Record<string, FieldPresentation>> => ({
  [`${path}.userId`]: { lookup: { path: memberPeople }, chosen: fromAccount },
  [`${path}.name`]: { Editor: TypedEditor },
  [`${path}.unit`]: { Editor: TypedEditor },
});
