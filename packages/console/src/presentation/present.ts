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

/** Props of an editor. `onChange` may pass further values, for example the name of a reference. */
export interface EditorProps {
  readonly id: string;
  /** Name of the field in its row or line. */
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  /** Row or line of the field, for names of codes. */
  readonly row: RowLike;
  readonly onChange: (value: unknown, more?: RowLike) => void;
  readonly onBlur?: () => void;
  readonly faulty?: boolean;
  readonly describedBy?: string;
  /** Accessible name if there is no label, in the language of the reader. */
  readonly caption?: string;
  /** True if the editor fills a cell of a sub-table: no border, opens immediately. */
  readonly inCell?: boolean;
  /** Example of the format, shown while the field is empty. */
  readonly placeholder?: string;
  /** True announces the field as required to screen readers. */
  readonly required?: boolean;
  /** Button at the end of the control, which fetches or checks the value. */
  readonly suffix?: ReactNode;
  /** Returns values of other fields to fill in when a reference is chosen. */
  readonly chosen?: (option: Option) => RowLike;
  /** Lookup call of a reference; every record of its target if absent. */
  readonly lookup?: Lookup;
}

/** Props of a cell or a read-only value. */
export interface ValueProps {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly row: RowLike;
  /** Record that contains the line. */
  readonly record?: RowLike;
}

/** Props of a part of a form: the form and the path of its field. */
export interface FormPartProps {
  readonly form: FormStore;
  readonly path: string;
}

/** Props of a control that is a block of the form. `Field` renders a field of a line inside it. */
export interface BlockProps extends FormPartProps {
  readonly Field: ComponentType<FormPartProps>;
}

/**
 * Presentation of one field that differs from the default of its type. All properties are optional.
 */
export interface FieldPresentation {
  /** Width in the form, in columns of four. */
  readonly span?: 1 | 2 | 3 | 4;
  readonly Cell?: ComponentType<ValueProps>;
  readonly Text?: ComponentType<ValueProps>;
  /**
   * Languages in which the history shows its changes; none if another field has the same content in
   * words.
   */
  readonly toldIn?: readonly Language[];
  /** Renders one of its values in the history, where the record is not available. */
  readonly Past?: ComponentType<{ readonly value: unknown }>;
  readonly Editor?: ComponentType<EditorProps & Partial<FormPartProps>>;
  /** Replaces the table of a sub-table; without buttons beside the title. */
  readonly Block?: ComponentType<BlockProps>;
  /** Renders the line under the control while it has no error. */
  readonly Help?: ComponentType<FormPartProps>;
  /** Renders content at the end of the control. */
  readonly Suffix?: ComponentType<FormPartProps>;
  /** Returns values of other fields to fill in when a reference is chosen. */
  readonly chosen?: (option: Option) => RowLike;
  /** Lookup call that replaces the default one and returns more about each record. */
  readonly lookup?: Lookup;
  /** Default width of its column in a list or a sub-table, in pixels. */
  readonly width?: number;
  /** Visible columns of a sub-table, in order; the others are in the drawer of a line. */
  readonly columns?: readonly string[];
  /** Column that names a line of a sub-table, on cards and in questions. */
  readonly head?: string;
  /** Renders buttons beside the title of a sub-table. */
  readonly Tools?: ComponentType<FormPartProps>;
  /** Renders the totals below a sub-table. */
  readonly Foot?: ComponentType<FormPartProps>;
  /** Returns the initial values of a new line in a sub-table. */
  readonly blank?: (lines: readonly RowLike[]) => RowLike;
  /** Word for one line of a sub-table, on its button. */
  readonly line?: Label;
}

/** A further action in the head of a list: a button, or an entry of 更多 on a narrow screen. */
export interface ToolbarPanel {
  readonly key: string;
  readonly label: Label;
  readonly icon: ReactNode;
  /** Permission code required to see it; by default that of adding records. */
  readonly code?: string;
  /** Codes of the views that have the action; all views if absent. */
  readonly views?: readonly string[];
  /** Panel that the action opens over the list. */
  readonly Panel: ComponentType<ListPanelProps>;
}

/** Export format of a list other than a workbook. */
export interface ExportForm {
  readonly key: string;
  readonly label: Label;
  /** Form in the export dialog, instead of the choice of columns. */
  readonly Form: ComponentType<ExportFormProps>;
}

export interface ExportFormProps {
  readonly resource: Resource;
  /** Conditions of the exported records, as parameters of the resource's calls. */
  readonly query: Readonly<Record<string, string>>;
}

export interface ListPanelProps {
  readonly view: View;
  readonly onClose: () => void;
}

/** A field shown on the page of a record. */
export interface ShownField {
  readonly name: string;
  readonly spec: FieldSpec;
}

/** A section of a record: fields in lines first, then those that take the whole width. */
export interface ShownSection {
  readonly key: string;
  readonly title: Label;
  readonly facts: readonly ShownField[];
  /** Groups of fields, each with the parts that have a value. */
  readonly wholes: readonly { readonly of: Label; readonly parts: readonly ShownField[] }[];
  readonly blocks: readonly ShownField[];
}

/** Props of a component that replaces a section of a read-only record. */
export interface OwnSectionProps {
  readonly section: ShownSection;
  readonly resource: Resource;
  readonly row: RowLike;
  readonly presentation: Presentation;
  /** Fields that this step may change; require `form`. */
  readonly editable?: readonly string[];
  readonly form?: FormStore;
  /** Fields that changed since the record was returned. */
  readonly changed?: ReadonlySet<string>;
}

/** A record that the server refused an action for, and the reason. */
export interface RefusedRow {
  readonly id: string;
  readonly message: string;
}

/** Props of a component that replaces the dialog of an action. */
export interface OwnDialogProps {
  readonly rows: readonly WireRow[];
  readonly onCancel: () => void;
  /**
   * Sends the entered values; the dialog closes on success.
   * @returns the records that were refused; the dialog then stays open
   * @throws ApiFault if fields are invalid
   */
  readonly onGo: (input: RowLike) => Promise<readonly RefusedRow[]>;
}

/** Presentation of a resource: how its pages differ from the default. */
export interface Presentation {
  readonly resource: Resource;
  /** Presentations by path without line numbers: `artName`, `authors.userId`. */
  readonly fields: Readonly<Record<string, FieldPresentation>>;
  /** Renders buttons in the header of the form. */
  readonly FormTools?: ComponentType<{ form: FormStore }>;
  /** Further ways to add records, in the header of a list with the action `add`. */
  readonly toolbarPanels?: readonly ToolbarPanel[];
  /** Export formats of a list, besides the workbook. */
  readonly exportForms?: readonly ExportForm[];
  /**
   * Fields that `ExtraRowActions` or a cell of another field reads, so that lists fetch them too.
   */
  readonly rowFields?: readonly string[];
  /** Renders further actions on one record, before the usual ones in its row of the list. */
  readonly ExtraRowActions?: ComponentType<{ row: WireRow; view: View }>;
  /** Renders further actions on one record, as buttons in the header of its page. */
  readonly ExtraRecordActions?: ComponentType<{ row: WireRow; view: View }>;
  /** Renders the status beside the title of a record that has no approval. */
  readonly Status?: ComponentType<{ row: WireRow }>;
  /** Renders a request to the reader before the title of a record in lists. */
  readonly TitleNote?: ComponentType<{ row: WireRow }>;
  /** Renders a request to the reader, with its answers, above the fields of a read-only record. */
  readonly Question?: ComponentType<{ row: WireRow }>;
  /** Components that replace sections of a read-only record, by key of the section. */
  readonly sections?: Readonly<Record<string, ComponentType<OwnSectionProps>>>;
  /** Components that replace dialogs of actions, by name of the action. */
  readonly dialogs?: Readonly<Record<string, ComponentType<OwnDialogProps>>>;
  /**
   * Renders a dialog after the form is saved: effects of the new values on other records. Closes
   * itself if there are none.
   */
  readonly AfterSave?: ComponentType<{ row: WireRow; onClose: () => void }>;
  /** Asks for confirmation before saving or submitting; false leaves the user in the form. */
  readonly consent?: (values: RowLike, ask: AskUser) => Promise<boolean>;
}

/** Asks the user; resolves to true if they confirmed. */
export type AskUser = (question: {
  readonly title: Label;
  readonly text: Label;
  /** Text of the button that confirms: a verb, not 确定. */
  readonly go: Label;
}) => Promise<boolean>;

type PathOf<R extends Resource> =
  | FieldNameOf<R['fields']>
  | `${FieldNameOf<R['fields']>}.${string}`;

/**
 * Types a presentation by its resource: `export const paperPresentation = present(paper, { fields:
 * { doi: { Suffix: FetchDoi } } })`
 */
export const present = <R extends Resource>(
  resource: R,
  given: Omit<Presentation, 'resource' | 'fields' | 'rowFields'> & {
    readonly rowFields?: readonly FieldNameOf<R['fields']>[];
    readonly fields?: { readonly [P in PathOf<R>]?: FieldPresentation };
  },
): Presentation => ({ fields: {}, ...given, resource: untypedResource(resource) }) as Presentation;
