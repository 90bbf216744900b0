import { type Coded, isCoded, type Scope } from '../access/scope.ts';
import type { Status } from '../access/status.ts';
import type { Label } from '../label.ts';
import type { Dictionaries } from '../values/dictionary.ts';
import type { Draw } from './draw.ts';
import type { Fields, RowOf } from './field.ts';
import { checkOwnStatus, type OwnStatus } from './own-status.ts';
import type { Process } from './process.ts';
import type { ResourceWords } from './words.ts';

/** The names of these fields. */
export type NameOf<F extends Fields> = keyof F & string;

/** What a validator may use beside the row. */
export interface ValidatorContext {
  /** Today in Asia/Shanghai, `yyyy-MM-dd`. */
  readonly today: string;
  /** The dictionaries as the tenant edited them; without them, as they are defined. */
  readonly dictionaries?: Dictionaries;
}

/** A condition across fields, checked at submit. A draft may break it. */
export interface Validator<Row, Name extends string = string> {
  /** The fields that are marked as invalid; the message is shown at the first. */
  readonly fields: readonly Name[];
  /** Returns nothing for a valid row, else a message for the first field or messages by path. */
  check(
    row: Readonly<Row>,
    context: ValidatorContext,
  ): Label | readonly { path: string; message: Label }[] | null | undefined;
}

/** A page of a resource, with its own rows and actions. */
export interface View<Name extends string = string> {
  readonly label: Label;
  /** Permission code of the page; codes of its buttons are `{code}_{action}` (ruling 3). */
  readonly code: string;
  /** The page's route in the browser; the list opens at `{path}/index`. */
  readonly path: string;
  readonly note?: Label;
  /** Which rows, within those the actor may read. */
  readonly scope: Scope;
  /** Which rows instead, when the list is asked for handled ones (`done=1`), such as 已审核. */
  readonly done?: Scope;
  readonly columns?: readonly Name[];
  readonly actions: readonly ActionName[];
  /** The group of the side menu that has the page, and its place in it. */
  readonly menu?: readonly [group: string, order: number];
  /** Which roles have the page by default, and what each may do there. */
  readonly grants?: Readonly<Partial<Record<string, readonly ActionName[] | 'all'>>>;
}

/** The address of the page that edits a record of the view; also the key of its form draft. */
export const editPage = ({ path }: Pick<View, 'path'>, id: string): string =>
  `${path}/edit?id=${id}`;

/**
 * The actions of pages; `{page code}_{action}` is a permission code: `paper_edit`. `audit` decides
 * a task of an approval, `backDraft` reverts a record to a draft, `abolish` voids an approved one
 * (docs/language.md).
 */
export type ActionName =
  | 'add'
  | 'edit'
  | 'view'
  | 'delete'
  | 'submit'
  | 'recall'
  | 'audit'
  | 'back'
  | 'backDraft'
  | 'abolish'
  | 'copy'
  | 'import'
  | 'export'
  | 'zip'
  | 'print'
  | 'history'
  | 'publish';

export interface FormSection<Name extends string = string> {
  readonly key: string;
  readonly title: Label;
  readonly note?: Label;
  readonly fields: readonly Name[];
}

/** The numbers of records, `LW${yyyy}${seq4}`: no two records get the same; gaps are allowed. */
export interface Numbering<Name extends string = string> {
  readonly field: Name;
  /** Text with the placeholders `${yyyy} ${MM} ${dd}` and one `${seqN}`: a count of N digits. */
  readonly pattern: string;
}

/** @throws Error for an unknown placeholder, or a pattern without exactly one count. */
const checkNumbering = ({ key, number }: Pick<Resource, 'key' | 'number'>): void => {
  if (!number) return;
  const placeholders = [...number.pattern.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  const counts = placeholders.filter((name) => /^seq[1-9]$/.test(name));
  const unknown = placeholders.filter(
    (name) => !counts.includes(name) && !['yyyy', 'MM', 'dd'].includes(name),
  );
  if (unknown.length > 0) {
    throw new Error(`${key}: nothing fills \${${unknown.join('}, ${')}} of its number`);
  }
  if (counts.length !== 1) throw new Error(`${key}: its number needs one count, such as \${seq4}`);
};

/** @throws Error for a copy whose reference is missing or names another resource. */
const checkCopies = ({ key, fields }: Pick<Resource, 'key' | 'fields'>): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const { copyOf } = spec;
    if (copyOf && fields[copyOf.from]?.spec.target?.key !== copyOf.target) {
      throw new Error(
        `${key}: ${name} copies from ${copyOf.from}, which names no ${copyOf.target}`,
      );
    }
  }
};

/** The columns that every table has beside its fields. */
export interface BaseRow {
  id: string;
  tenantId: string;
  createUser: string;
  createDept: string | null;
  createTime: string;
  updateUser: string;
  updateTime: string;
  isDeleted: 0 | 1;
  version: number;
}

/** The columns of a resource that goes through approval. */
export interface ProcessRow {
  auditStatus: Status;
  processInstanceId: string | null;
  submitTime: string | null;
  finishTime: string | null;
}

/**
 * A resource: everything that table, calls, list, form, detail, import, export, history,
 * permissions and API description derive from.
 */
export interface ResourceShape<F extends Fields, Name extends string, R> {
  /** Entity key of the domain (`papersapp`): history, attachments, processes refer to it. */
  readonly key: string;
  readonly label: Label;
  /** Other words for its records, such as the plural; `wordsOf` derives those that are left out. */
  readonly words?: Partial<ResourceWords>;
  /** Table name; sub-tables are `{table}_{field}`. */
  readonly table: string;
  /** Calls live at `/api/{path}/list`, `/detail`, `/submit`, … */
  readonly path: string;
  /** The field by which people recognise a record, such as the title of a paper. */
  readonly title: Name;
  readonly fields: F;
  readonly views: Readonly<Record<string, View<Name>>>;
  readonly list: {
    readonly columns: readonly (Name | 'createTime' | 'updateTime')[];
    readonly filters: readonly Name[];
    /** `-publishDate` sorts descending. */
    readonly sort: string;
  };
  readonly form: readonly FormSection<Name>[];
  readonly validators: readonly Validator<R, Name>[];
  /**
   * Values computed from others after every change, in the form and on the server. `before` is the
   * row before the change, where there was one.
   */
  compute?(row: Readonly<R>, before?: Readonly<Partial<R>>): Partial<R>;
  readonly number?: Numbering<Name>;
  readonly access: {
    readonly read: Scope;
    readonly write: Scope;
    /**
     * Which records people read to whom they were copied in an approval (抄送), and which may be copied
     * at all. Left out, every record; one with secrecy names those that are not secret.
     */
    readonly copies?: Coded;
    /**
     * No page's permission code is needed to read what `read` admits: for records that the shell
     * shows to everybody who is signed in.
     */
    readonly pageless?: boolean;
    /**
     * Permission codes that allow reading like a page's code: for a resource without a page, whose
     * records people maintain with other clients.
     */
    readonly readers?: readonly string[];
    /**
     * Which of these records an actor may choose as a reference in a form of any resource. The
     * picker shows only their title and a note that distinguishes them. Without it: those that the
     * actor may read.
     */
    readonly choose?: Scope;
  };
  /** The kinds of approval that records go through; without any, saving is final. */
  readonly processes: readonly Process[];
  /** The `kind` of the process that a row goes through (ruling 1). */
  kindOf(row: Readonly<Partial<R>>): string;
  /** A status of its own beside the shared one (ruling 25). */
  readonly ownStatus?: OwnStatus<Name>;
  /** The field with the department whose people act in the process (ruling 22). */
  readonly department?: Name;
  /**
   * `[sub-table, field]` with the people whom the record concerns beside its writer, such as
   * authors: they never decide on it (ruling 44).
   */
  readonly concerned?: readonly [rows: Name, field: string];
  /** False for a record that may have no attachments. */
  attachable?(row: Readonly<Partial<R>>): boolean;
  /**
   * Values of a specimen (an example record) that depend on each other: a total and its parts, an
   * end after its beginning. They replace those that were drawn field by field.
   */
  specimen?(draw: Draw, row: Readonly<Partial<R>>): { readonly [K in keyof R]?: unknown };
}

/** A resource with these fields; without a type argument, any resource. */
export type Resource<F extends Fields = Fields> = ResourceShape<F, NameOf<F>, RowOf<F>>;

/** A row as the store reads it and the wire writes it. */
export type Row<R extends Resource> = RowOf<R['fields']> & BaseRow & ProcessRow;

/** What a person may write of a row. */
export type Draft<R extends Resource> = Partial<RowOf<R['fields']>>;

type Given<F extends Fields> = Omit<
  Resource<F>,
  'validators' | 'processes' | 'kindOf' | 'views' | 'table'
> & {
  readonly table?: string;
  readonly validators?: readonly Validator<RowOf<F>, NameOf<F>>[];
  readonly views?: Readonly<Record<string, View<NameOf<F>>>>;
  readonly processes?: readonly Process[];
  kindOf?(row: Readonly<Partial<RowOf<F>>>): string;
};

/** The name in snake case, as tables and columns are named. */
export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const reads = (scope: Scope): readonly Scope['kind'][] => {
  if (scope.kind === 'any' || scope.kind === 'every') return scope.scopes.flatMap(reads);
  return scope.kind === 'submitted' ? reads(scope.scope) : [scope.kind];
};

/** Scopes that another table decides. */
const elsewhere: ReadonlySet<Scope['kind']> = new Set(['member', 'handles', 'through']);

/**
 * Lists apply `access.write` to the columns of a row, which include neither sub-tables nor tasks.
 */
const checkWriteScope = ({ key, access }: Pick<Resource, 'key' | 'access'>): void => {
  const beyond = reads(access.write).find((kind) => elsewhere.has(kind));
  if (beyond) throw new Error(`${key}: the write scope cannot depend on ${beyond}`);
};

/** May the row be shown to people to whom it is copied? */
export const isCopiable = (
  { access: { copies } }: Pick<Resource, 'access'>,
  row: Readonly<Record<string, unknown>>,
): boolean => copies === undefined || isCoded(copies, row);

/**
 * Declares a resource.
 * @throws Error at the start for what the compiler cannot check: names, numbers, scopes, own
 *   status.
 */
export const defineResource = <const F extends Fields>(given: Given<F>): Resource<F> => {
  const resource: Resource<F> = {
    validators: [],
    processes: [],
    views: {},
    kindOf: () => given.processes?.[0]?.kind ?? '',
    ...given,
    table: given.table ?? snake(given.key),
  };
  const onForm = new Set(resource.form.flatMap((section) => section.fields as readonly string[]));
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.spec.required && !field.spec.readonly && !onForm.has(name)) {
      throw new Error(`${resource.key}: the required field ${name} is not on the form`);
    }
  }
  checkNumbering(resource);
  for (const [name, field] of Object.entries(resource.fields)) {
    const taken = field.spec.alsoNamed?.find((alias) => Object.hasOwn(resource.fields, alias));
    if (taken) throw new Error(`${resource.key}: ${name} is also named as the field ${taken}`);
  }
  checkCopies(resource);
  checkOwnStatus(resource);
  checkWriteScope(resource);
  return resource;
};

/** Every permission code of a resource: its pages and their actions. */
export const permissionsOf = (resource: Resource): readonly string[] =>
  Object.values(resource.views).flatMap((view) => [
    view.code,
    ...view.actions.map((action) => `${view.code}_${action}`),
  ]);

/** Do these codes grant the action on any page of the resource? */
export const grants = (
  resource: Resource,
  permissions: ReadonlySet<string>,
  action: ActionName,
): boolean =>
  Object.values(resource.views).some(
    (view) => view.actions.includes(action) && permissions.has(`${view.code}_${action}`),
  );
