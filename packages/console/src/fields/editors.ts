import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { type ComponentType, lazy } from 'react';
import type { EditorProps } from '../presentation/present.ts';
import { DateEditor, TimeEditor, YearEditor } from './date.tsx';
import { DictEditor, DictsEditor } from './dict.tsx';
import { RefEditor } from './ref.tsx';
import { RefsEditor } from './refs.tsx';
import { MoneyEditor, NoteEditor, NumberEditor, TextEditor } from './text.tsx';

/** Loaded when a field needs it: the text editor is large and rarely used. */
const RichEditor = lazy(() => import('./RichEditor.tsx'));

/** Control of each field type; null for types that take the width of a section (`blocks`). */
export const fieldEditors: Readonly<Record<FieldType, ComponentType<EditorProps> | null>> = {
  text: TextEditor,
  note: NoteEditor,
  rich: RichEditor,
  integer: NumberEditor,
  decimal: NumberEditor,
  money: MoneyEditor,
  percent: NumberEditor,
  year: YearEditor,
  date: DateEditor,
  time: TimeEditor,
  dict: DictEditor,
  dicts: DictsEditor,
  ref: RefEditor,
  refs: RefsEditor,
  rows: null,
  files: null,
};
