import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { ComponentType } from 'react';
import { FilesBlock } from '../fields/FilesBlock.tsx';
import { RowsBlock, RowsTools } from '../fields/rows/RowsBlock.tsx';
import type { BlockProps, FormPartProps } from '../presentation/present.ts';

interface Block {
  readonly Body: ComponentType<BlockProps>;
  /** Buttons beside the title of the block. */
  readonly Tools?: ComponentType<FormPartProps>;
}

/**
 * Editor of each field type that takes the width of a section; null for types with a control in a
 * line.
 */
export const blockEditors: Readonly<Record<FieldType, Block | null>> = {
  text: null,
  note: null,
  rich: null,
  integer: null,
  decimal: null,
  money: null,
  percent: null,
  year: null,
  date: null,
  time: null,
  dict: null,
  dicts: null,
  ref: null,
  refs: null,
  rows: { Body: RowsBlock, Tools: RowsTools },
  files: { Body: FilesBlock },
};
