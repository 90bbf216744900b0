import type { FieldSpec } from '@keyan/kernel/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { NameOf, Resource, View } from '@keyan/kernel/resource.ts';
import type { ComponentType, ReactNode } from 'react';
import type { WireRow } from '../data/calls.ts';
import type { Lookup, Option, Values } from '../data/values.ts';
import type { FormStore } from '../form-store/store.ts';

/** What an editor is given. `onChange` may bring further values: the name beside a reference. */
export interface EditorProps {
  readonly id: string;
  /** Name of the field in its row or line. */
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  /** The row or line that the field stands in, for names beside codes. */
  readonly row: Values;
  readonly onChange: (value: unknown, more?: Values) => void;
  readonly onBlur?: () => void;
  readonly faulty?: boolean;
  readonly describedBy?: string;
  /** What it is called where no label stands beside it, in the reader's language. */
  readonly caption?: string;
  /** Fills a cell of a sub-table: no border of its own, opens at once. */
  readonly inCell?: boolean;
  /** Shown where nothing is filled in, an example of the format. */
  readonly placeholder?: string;
  /** The reader of the screen is told that it must be filled. */
  readonly required?: boolean;
  /** At the end inside the control: a button that fetches or checks. */
  readonly suffix?: ReactNode;
  /** What choosing a reference fills beside it. */
  readonly chosen?: (option: Option) => Values;
  /** The call that answers what a reference may choose; without it, every record of its target. */
  readonly lookup?: Lookup;
}

/** What a cell or a read-only text is given. */
export interface ValueProps {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly row: Values;
}

/** What a piece of a form is given: the form, and the path of the field that it stands at. */
export interface PieceProps {
  readonly form: FormStore;
  readonly path: string;
}

/** Props of a control that is a block of the form. `Field` draws a field of a line inside it. */
export interface BlockProps extends PieceProps {
  readonly Field: ComponentType<PieceProps>;
}

/** How one field differs from what its kind looks like. Every part may be left out. */
export interface FieldPresentation {
  /** Columns of four that it takes in the form. */
  readonly span?: 1 | 2 | 3 | 4;
  readonly Cell?: ComponentType<ValueProps>;
  readonly Text?: ComponentType<ValueProps>;
  readonly Editor?: ComponentType<EditorProps & Partial<PieceProps>>;
  /** The line under the control while nothing is wrong with it. */
  readonly Help?: ComponentType<PieceProps>;
  /** At the end inside the control. */
  readonly Suffix?: ComponentType<PieceProps>;
  /** What choosing a reference fills beside it. */
  readonly chosen?: (option: Option) => Values;
  /** Another call to look references up with, which answers more about each. */
  readonly lookup?: Lookup;
  /** Of a column, in a list or a sub-table: pixels, until the user has dragged its edge. */
  readonly width?: number;
  /** Of a sub-table: the columns in sight, in order; the rest stands in the line's drawer. */
  readonly columns?: readonly string[];
  /** Of a sub-table: the column that names a line, on cards and in questions. */
  readonly head?: string;
  /** Of a sub-table: buttons beside its title. */
  readonly Tools?: ComponentType<PieceProps>;
  /** Of a sub-table: the row at its foot that says what the lines come to. */
  readonly Foot?: ComponentType<PieceProps>;
  /** Of a sub-table: what a new line begins with. */
  readonly blank?: (lines: readonly Values[]) => Values;
  /** Of a sub-table: what one line is called, for its button. */
  readonly line?: Label;
}

/** A further action in the head of a list: a button, or an entry of 更多 on a narrow screen. */
export interface ToolbarPanel {
  readonly key: string;
  readonly label: Label;
  readonly icon: ReactNode;
  /** What it opens over the list. */
  readonly Panel: ComponentType<ListPanelProps>;
}

export interface ListPanelProps {
  readonly view: View;
  readonly onClose: () => void;
}

/** What a resource's pages have that others have not, at the smallest grain that differs. */
export interface Presentation {
  readonly resource: Resource;
  /** By path without numbers: `artName`, `authors.userId`. */
  readonly fields: Readonly<Record<string, FieldPresentation>>;
  /** Buttons in the head of the form. */
  readonly FormTools?: ComponentType<{ form: FormStore }>;
  /** Ways to add records, in the head of a list that they may be added to. */
  readonly toolbarPanels?: readonly ToolbarPanel[];
  /** Further actions on one record: in the row of the list, before the usual ones. */
  readonly ExtraRowActions?: ComponentType<{ row: WireRow; view: View }>;
  /** The same in the head of the record, as buttons. */
  readonly ExtraRecordActions?: ComponentType<{ row: WireRow; view: View }>;
  /** Beside the record's title: its own status, where it goes through no approval. */
  readonly Status?: ComponentType<{ row: WireRow }>;
  /** Asked before a save or a submission; false keeps the person at the form. */
  readonly consent?: (values: Values, ask: Ask) => Promise<boolean>;
}

/** Puts a question to the person; resolves to whether they went on. */
export type Ask = (question: {
  readonly title: Label;
  readonly text: Label;
  /** The button that goes on: a verb, not 确定. */
  readonly go: Label;
}) => Promise<boolean>;

type PathOf<R extends Resource> = NameOf<R['fields']> | `${NameOf<R['fields']>}.${string}`;

/** `export const paperPresentation = present(paper, { fields: { doi: { Suffix: FetchDoi } } })` */
export const present = <R extends Resource>(
  resource: R,
  given: Omit<Presentation, 'resource' | 'fields'> & {
    readonly fields?: { readonly [P in PathOf<R>]?: FieldPresentation };
  },
): Presentation =>
  ({ fields: {}, ...given, resource: resource as unknown as Resource }) as Presentation;
