import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import {
  type FieldNameOf,
  type Resource,
  untypedResource,
  type View,
} from '@keyan/kernel/definition/resource.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ComponentType, ReactNode } from 'react';
import type { WireRow } from '../data/calls.ts';
import type { Lookup, Option } from '../data/values.ts';
import type { FormStore } from '../form-store/store.ts';

/**
 * Props of an editor. `onChange` may pass further values, for example the name beside a reference.
 */
export interface EditorProps {
  readonly id: string;
  /** Name of the field in its row or line. */
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  /** The row or line of the field, for names beside codes. */
  readonly row: RowLike;
  readonly onChange: (value: unknown, more?: RowLike) => void;
  readonly onBlur?: () => void;
  readonly faulty?: boolean;
  readonly describedBy?: string;
  /** Accessible name where there is no label, in the language of the reader. */
  readonly caption?: string;
  /** Fills a cell of a sub-table: no border, opens at once. */
  readonly inCell?: boolean;
  /** Example of the format, shown while the field is empty. */
  readonly placeholder?: string;
  /** Announced as required to screen readers. */
  readonly required?: boolean;
  /** At the end inside the control: a button that fetches or checks. */
  readonly suffix?: ReactNode;
  /** Values that choosing a reference fills beside it. */
  readonly chosen?: (option: Option) => RowLike;
  /** The call that answers what a reference may choose; without it, every record of its target. */
  readonly lookup?: Lookup;
}

/** Props of a cell or a read-only value. */
export interface ValueProps {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly row: RowLike;
  /** Record that a read line belongs to. */
  readonly record?: RowLike;
}

/** Props of a part of a form: the form and the path of its field. */
export interface FormPartProps {
  readonly form: FormStore;
  readonly path: string;
}

/** Props of a control that is a block of the form. `Field` draws a field of a line inside it. */
export interface BlockProps extends FormPartProps {
  readonly Field: ComponentType<FormPartProps>;
}

/** How one field differs from others of its kind. All properties are optional. */
export interface FieldPresentation {
  /** Width in the form, of four columns. */
  readonly span?: 1 | 2 | 3 | 4;
  readonly Cell?: ComponentType<ValueProps>;
  readonly Text?: ComponentType<ValueProps>;
  /** Languages in which the history tells its changes; none where another field says the same in words. */
  readonly toldIn?: readonly Language[];
  /** One of its values in the history, where there is no record around it. */
  readonly Past?: ComponentType<{ readonly value: unknown }>;
  readonly Editor?: ComponentType<EditorProps & Partial<FormPartProps>>;
  /** Control of a sub-table in place of its table, without buttons beside its title. */
  readonly Block?: ComponentType<BlockProps>;
  /** The line under the control while it has no error. */
  readonly Help?: ComponentType<FormPartProps>;
  /** At the end inside the control. */
  readonly Suffix?: ComponentType<FormPartProps>;
  /** Values that choosing a reference fills beside it. */
  readonly chosen?: (option: Option) => RowLike;
  /** Another call to look up references, which returns more about each. */
  readonly lookup?: Lookup;
  /** Default width of its column in a list or a sub-table, in pixels. */
  readonly width?: number;
  /** Visible columns of a sub-table in order; the others are in the drawer of a line. */
  readonly columns?: readonly string[];
  /** Column of a sub-table that names a line, on cards and in questions. */
  readonly head?: string;
  /** Buttons beside the title of a sub-table. */
  readonly Tools?: ComponentType<FormPartProps>;
  /** Row with the totals at the foot of a sub-table. */
  readonly Foot?: ComponentType<FormPartProps>;
  /** Initial values of a new line of a sub-table. */
  readonly blank?: (lines: readonly RowLike[]) => RowLike;
  /** Word for one line of a sub-table, on its button. */
  readonly line?: Label;
}

/** A further action in the head of a list: a button, or an entry of 更多 on a narrow screen. */
export interface ToolbarPanel {
  readonly key: string;
  readonly label: Label;
  readonly icon: ReactNode;
  /** The permission code of whoever has it; left out, whoever may add records. */
  readonly code?: string;
  /** The pages on which it stands, by their codes; left out, all of them. */
  readonly views?: readonly string[];
  /** Panel that it opens over the list. */
  readonly Panel: ComponentType<ListPanelProps>;
}

/** Another form than a workbook in which the records of a list go out. */
export interface ExportForm {
  readonly key: string;
  readonly label: Label;
  /** Shown in the dialog in place of the columns. */
  readonly Form: ComponentType<ExportFormProps>;
}

export interface ExportFormProps {
  readonly resource: Resource;
  /** The question that finds the records, as the resource's calls take it. */
  readonly query: Readonly<Record<string, string>>;
}

export interface ListPanelProps {
  readonly view: View;
  readonly onClose: () => void;
}

/** A field that a record shows. */
export interface ShownField {
  readonly name: string;
  readonly spec: FieldSpec;
}

/** A section of a record: fields in lines first, then those that take the whole width. */
export interface ShownSection {
  readonly key: string;
  readonly title: Label;
  readonly facts: readonly ShownField[];
  /** Things of several parts, each with the parts that have a value. */
  readonly wholes: readonly { readonly of: Label; readonly parts: readonly ShownField[] }[];
  readonly blocks: readonly ShownField[];
}

/** Props of a section of a record that is read. */
export interface OwnSectionProps {
  readonly section: ShownSection;
  readonly resource: Resource;
  readonly row: RowLike;
  readonly presentation: Presentation;
  /** Fields that this step may change; they need `form`. */
  readonly editable?: readonly string[];
  readonly form?: FormStore;
  /** Fields that changed since the record came back. */
  readonly changed?: ReadonlySet<string>;
}

/** A record to which an action was not done, and why. */
export interface RefusedRow {
  readonly id: string;
  readonly message: string;
}

/** Props of a dialog that asks for an action in a way of its own. */
export interface OwnDialogProps {
  readonly rows: readonly WireRow[];
  readonly onCancel: () => void;
  /**
   * Sends what was entered; the dialog goes once it is done.
   * @returns the records that refuse; the dialog stays
   * @throws ApiFault that names fields
   */
  readonly onGo: (input: RowLike) => Promise<readonly RefusedRow[]>;
}

/** Differences of the pages of a resource from the pages of any other. */
export interface Presentation {
  readonly resource: Resource;
  /** By path without line numbers: `artName`, `authors.userId`. */
  readonly fields: Readonly<Record<string, FieldPresentation>>;
  /** Buttons in the header of the form. */
  readonly FormTools?: ComponentType<{ form: FormStore }>;
  /** Further ways to add records, in the header of a list with the action `add`. */
  readonly toolbarPanels?: readonly ToolbarPanel[];
  /** Other forms than a workbook in which the records of a list go out. */
  readonly exportForms?: readonly ExportForm[];
  /** Fields that `ExtraRowActions` or a cell of another field reads: lists fetch them, too. */
  readonly rowFields?: readonly string[];
  /** Further actions on one record, before the usual ones in its row of the list. */
  readonly ExtraRowActions?: ComponentType<{ row: WireRow; view: View }>;
  /** Further actions on one record, as buttons in the header of its page. */
  readonly ExtraRecordActions?: ComponentType<{ row: WireRow; view: View }>;
  /** Beside the title of the record: its own status, where it has no approval. */
  readonly Status?: ComponentType<{ row: WireRow }>;
  /** In lists, before the title of a record: what the record asks of the reader. */
  readonly TitleNote?: ComponentType<{ row: WireRow }>;
  /** Above the fields of a record that is read: what it asks of the reader, with the answers. */
  readonly Question?: ComponentType<{ row: WireRow }>;
  /** Sections of a record that is read, by key, which show their fields in a way of their own. */
  readonly sections?: Readonly<Record<string, ComponentType<OwnSectionProps>>>;
  /** Dialogs of actions, by their names, that ask in a way of their own. */
  readonly dialogs?: Readonly<Record<string, ComponentType<OwnDialogProps>>>;
  /** Dialog over the form once it is saved: what the new values mean for others. It closes itself where they mean nothing. */
  readonly AfterSave?: ComponentType<{ row: WireRow; onClose: () => void }>;
  /** Question before a save or a submission; false keeps the person at the form. */
  readonly consent?: (values: RowLike, ask: AskUser) => Promise<boolean>;
}

/** Asks the user; resolves to whether they confirmed. */
export type AskUser = (question: {
  readonly title: Label;
  readonly text: Label;
  /** Text of the button that confirms: a verb, not 确定. */
  readonly go: Label;
}) => Promise<boolean>;

type PathOf<R extends Resource> =
  | FieldNameOf<R['fields']>
  | `${FieldNameOf<R['fields']>}.${string}`;

/** `export const paperPresentation = present(paper, { fields: { doi: { Suffix: FetchDoi } } })` */
export const present = <R extends Resource>(
  resource: R,
  given: Omit<Presentation, 'resource' | 'fields' | 'rowFields'> & {
    readonly rowFields?: readonly FieldNameOf<R['fields']>[];
    readonly fields?: { readonly [P in PathOf<R>]?: FieldPresentation };
  },
): Presentation => ({ fields: {}, ...given, resource: untypedResource(resource) }) as Presentation;
