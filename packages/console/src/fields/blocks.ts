import type { FieldKind } from '@keyan/kernel/field.ts';
import type { ComponentType } from 'react';
import type { PieceProps } from '../presentation/present.ts';
import { FilesBlock } from './FilesBlock.tsx';
import { RowsBlock, RowsTools } from './rows/RowsBlock.tsx';

/** A block may hold fields of lines; it is given what draws one, so that neither imports the other. */
export interface BlockProps extends PieceProps {
  readonly Field: ComponentType<PieceProps>;
}

interface Block {
  readonly Body: ComponentType<BlockProps>;
  /** For the line of its title. */
  readonly Tools?: ComponentType<PieceProps>;
}

/** Kinds whose control is a part of the page by itself; null for those with a control in a line. */
export const blocks: Readonly<Record<FieldKind, Block | null>> = {
  text: null,
  note: null,
  rich: null,
  integer: null,
  decimal: null,
  money: null,
  year: null,
  date: null,
  time: null,
  dict: null,
  dicts: null,
  ref: null,
  rows: { Body: RowsBlock, Tools: RowsTools },
  files: { Body: FilesBlock },
};
