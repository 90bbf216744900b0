import type { Grants, Right } from '../access/grants.ts';
import type { CodeScope, Scope } from '../access/scope.ts';
import type { Status } from '../access/status.ts';
import type { Label } from '../label.ts';
import type { RowLike } from '../values/row.ts';
import { withoutPrototype } from './by-name.ts';
import { checkDefinition } from './check-definition.ts';
import type { SpecimenSource } from './field/draw.ts';
import type { Fields, RowOf } from './field/field.ts';
import type { Numbering } from './field/numbering.ts';
import type { SameRecordRule } from './field/unique.ts';
import type { ComputeContext, Validator, ValidatorContext } from './field/validator.ts';
import { type Action, type FixedCondition, withOwnFields } from './life/actions.ts';
import { type CommonAction, commonActions, isCommonAction } from './life/common-actions.ts';
import type { Derivation } from './life/derived.ts';
import { type Effect, type EffectBuilders, effectBuilders } from './life/effects.ts';
import type { Facts, FactsOf, KnownFacts } from './life/fact.ts';
import type { Process } from './life/process.ts';
import {
  type RecordLife,
  type States,
  type StatesDeclaration,
  splitStates,
} from './life/states.ts';
import type { RecordMessage } from './life/tell.ts';
import type { Trial } from './life/trial.ts';
import { type MixinShape, type ResourceExtras, withMixins } from './mixin.ts';
import type { ListDisplays } from './page/displays.ts';
import type { KeptTotals } from './page/list.ts';
import type { ResourceTexts } from './page/words.ts';
import { fieldsUnderSecrecy, type Secrecy } from './secrecy.ts';
import { type Variants, type VariantsDeclaration, variantOf, withVariants } from './variants.ts';

/** Union of the names of these fields. */
export type FieldNameOf<F extends Fields> = keyof F & string;

/** Page of a resource with its rows and actions. */
export interface View<Name extends string = string> {
  readonly label: Label;
  /** Permission code of the page; buttons have `{code}_{action}` (ruling 3). */
  readonly code: string;
  /** Path of the page in the browser; the list is at `{path}/index`. */
  readonly path: string;
  readonly note?: Label;
  /** Text shown if there are no rows without filters; default: that there is no record yet. */
  readonly none?: Label;
  /** Scope of the list's rows, within those that the actor may read. */
  readonly scope: Scope;
  /** Scope of the rows shown with `done=1`: handled ones, such as 已审核. */
  readonly done?: Scope;
  readonly columns?: readonly Name[];
  readonly actions: readonly ActionName[];
  /** Top menu, or group of a side menu, that contains the page, and its position there. */
  readonly menu?: readonly [group: string, order: number];
  readonly icon?: string;
  /** Variant to which the page belongs; filled in by `variants`. */
  readonly variant?: string;
  /** Roles that have the page by default, and the rights of each on it. */
  readonly grants?: Grants;
  /** Permission codes that are granted with the page without being actions of it. */
  readonly rights?: readonly Right[];
}

/** Returns the path of the page that edits a record of the view; also the key of its form draft. */
export const editPage = ({ path }: Pick<View, 'path'>, id: string): string =>
  `${path}/edit?id=${id}`;

/** Returns the path of the page that shows a record of the view. */
export const detailPage = ({ path }: Pick<View, 'path'>, id: string): string =>
  `${path}/detail?id=${id}`;

/** Name of a common action, or of one that a kind declares. */
export type ActionName = CommonAction | (string & {});

/** Data that an action may use besides the row. */
export interface ActionContext<X = KnownFacts> extends ValidatorContext<X> {
  /** Id of the person who acts. */
  readonly actor: string;
}

export interface FormSection<Name extends string = string> {
  readonly key: string;
  readonly title: Label;
  readonly note?: Label;
  /** Fields that people enter, and computed values shown among them. */
  readonly fields: readonly Name[];
  /** Computed values shown on the page of a record only, not in the form. */
  readonly shown?: readonly Name[];
}

/** Columns that every table has besides its fields. */
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

/** Columns of a resource with an approval. */
export interface ProcessRow {
  auditStatus: Status;
  processInstanceId: string | null;
  submitTime: string | null;
  finishTime: string | null;
}

/**
 * Resource: table, calls, list, form, detail page, import, export, history, permissions and API
 * description derive from it.
 */
export interface ResourceShape<F extends Fields, Name extends string, R>
  extends ResourceExtras,
    SameRecordRule<Name> {
  /** Key of the resource (`papersapp`), to which history, attachments and processes refer. */
  readonly key: string;
  readonly label: Label;
  /** Texts about its records, such as the plural; `resourceTextsOf` derives the omitted ones. */
  readonly words?: Partial<ResourceTexts>;
  /** Name of the table; sub-tables are `{table}_{field}`. */
  readonly table: string;
  /** Path of the calls: `/api/{path}/list`, `/detail`, `/submit`, … */
  readonly path: string;
  /** Field by which people recognise a record, such as the title of a paper. */
  readonly title: Name;
  /** Field with the title for readers of English. */
  readonly englishTitle?: Name;
  readonly fields: F;
  readonly views: Readonly<Record<string, View<Name>>>;
  readonly list: {
    readonly columns: readonly (Name | 'createTime' | 'updateTime')[];
    readonly filters: readonly Name[];
    /** Field by which the list is sorted; `-publishDate` sorts in descending order. */
    readonly sort: string;
    /** Columns whose sum over all found rows is shown below the list. */
    readonly totals?: readonly Name[];
    /**
     * Filter that must select a single value for totals to be shown: adding scores of two years
     * makes no sense.
     */
    readonly totalsWithin?: Name;
    /** Without an approval: state codes whose records are excluded from sums: reversed, refused. */
    readonly uncounted?: readonly string[];
    /**
     * Filters whose counts are stored (decision 0169); each write of such a value costs an update.
     */
    readonly keptCounts?: readonly Name[];
    /**
     * Totals that are stored for figures (decision 0411); each write of such a value costs an
     * update.
     */
    readonly keptTotals?: KeptTotals<Name>;
    /** Date fields by which figures find due records, each with an index. */
    readonly dueBy?: readonly Name[];
    /** Reference to the parent record: the list becomes a tree, and cycles are refused. */
    readonly tree?: Name;
    /**
     * Filter shown beside the list in a wide window: a reference to a kind whose list is a tree.
     */
    readonly beside?: Name;
    /** Fields for showing rows in a calendar, on a timeline, and in columns by state. */
    readonly displays?: ListDisplays<Name>;
  };
  readonly form: readonly FormSection<Name>[];
  readonly validators: readonly Validator<R, Name>[];
  /** Values from outside the row, for rules, computed values and route conditions. */
  readonly facts?: Facts;
  /** Computes values after every change; `before` is the row before the change. Idempotent. */
  compute?(
    row: Readonly<R>,
    before: Readonly<Partial<R>> | undefined,
    context: ComputeContext,
  ): Partial<R>;
  readonly number?: Numbering<Name, R>;
  readonly access: {
    readonly read: Scope;
    readonly write: Scope;
    /**
     * Drafts and recalled records that people besides the writer may read, within `read`; default:
     * none.
     */
    readonly drafts?: Scope;
    /** Records that may be copied to people in an approval (抄送); required with an approval. */
    readonly copies?: CodeScope | 'all' | 'none';
    /**
     * Records that anybody may verify by a printed sheet's code, never secret ones; default: none.
     */
    readonly verifiable?: CodeScope | 'all';
    /**
     * True if reading needs no page code, within `read`: data that the shell shows to everybody.
     */
    readonly pageless?: boolean;
    /** Permission codes that allow reading as a page's code does: for a resource without a page. */
    readonly readers?: readonly string[];
    /**
     * Records that any form may refer to (title and note are shown); default: the readable ones.
     */
    readonly choose?: Scope;
  };
  /** Secret records, their readers, and their permitted fields. If omitted, no record is secret. */
  readonly secrecy?: Secrecy;
  /** Mixins: fields, rules, computed values and rights shared with other resources. */
  readonly with?: readonly Mixin[];
  /** Kinds of approval that records go through; if empty, saving is final. */
  readonly processes: readonly Process[];
  /** Variants: several kinds in one table, each with pages, rights and an approval. */
  readonly variants?: Variants;
  /** Returns the `kind` of the process that a row goes through (ruling 1). */
  kindOf(row: RowLike): string;
  /** States of the kind, if the phases of an approval do not suffice. */
  readonly states?: States<Name>;
  /** Further lives besides its approval or states. */
  readonly lives?: readonly RecordLife<Name>[];
  /** Actions on its records besides the common ones, by name. */
  readonly actions?: Readonly<Record<string, Action<R, Name, ActionContext>>>;
  /** Trial calls, by name. */
  readonly trials?: Readonly<Record<string, Trial<R, Name, ValidatorContext>>>;
  /**
   * Messages sent after any change of a record, to people named newly (`newly`); actions declare
   * their own messages.
   */
  readonly tells?: readonly RecordMessage<R>[];
  /** Effects in other records while a record is in a state. */
  readonly effects: readonly Effect[];
  /** Derivation of its records from other records by a job. */
  readonly derived?: Derivation<R, Name>;
  /** Field with the department whose people act in the process (ruling 22). */
  readonly department?: Name;
  /**
   * `[sub-table, field]` or `[field]` with people concerned, who never decide on it (ruling 44).
   */
  readonly concerned?: readonly [rowsOrField: Name, field?: string];
  /** True if other systems read its records, deleted ones too, by last change: costs an index. */
  readonly readByChange?: boolean;
  /**
   * Condition that forbids reverting an approved record to a draft or voiding it, such as a lock.
   */
  readonly fixed?: FixedCondition<R, Name>;
  /** Reference to the record that is locked first, so that changes of both lock in one order. */
  readonly lockedBehind?: Name;
  /** Returns false for a record that may have no attachments. */
  attachable?(row: RowLike): boolean;
  /**
   * Returns values of a specimen (an example record) that depend on each other; they replace the
   * random ones.
   */
  specimen?(draw: SpecimenSource, row: Readonly<Partial<R>>): { readonly [K in keyof R]?: unknown };
}

/** Properties that a resource has once, and that a mixin may supply. */
export type MixinSingleParts = Partial<
  Pick<
    ResourceShape<Fields, string, never>,
    'access' | 'words' | 'department' | 'concerned' | 'secrecy' | 'fixed' | 'readByChange'
  >
> & { attachable?(row: RowLike): boolean };

/** Properties shared by several resources (`defineMixin`). */
export type Mixin = MixinShape<Fields, Validator<never>, MixinSingleParts, unknown>;

/** Resource with these fields; without a type argument, any resource. */
export type Resource<F extends Fields = Fields> = ResourceShape<F, FieldNameOf<F>, RowOf<F>>;

/** Removes the field types of a resource, for code that handles every kind. */
export const untypedResource = <F extends Fields>(resource: Resource<F>): Resource =>
  resource as Resource;

/** Row as the store reads it and the wire writes it. */
export type Row<R extends Resource> = RowOf<R['fields']> & BaseRow & ProcessRow;

/** Values of a row that a person may write. */
export type Draft<R extends Resource> = Partial<RowOf<R['fields']>>;

/** Page of a variant; its scope applies within the variant. */
type VariantView<Name extends string> = Omit<View<Name>, 'scope' | 'variant'> & {
  readonly scope?: Scope;
};

type Given<F extends Fields, X extends Facts> = Omit<
  Resource<F>,
  | 'validators'
  | 'processes'
  | 'kindOf'
  | 'views'
  | 'table'
  | 'access'
  | 'facts'
  | 'compute'
  | 'actions'
  | 'trials'
  | 'effects'
  | 'variants'
  | 'number'
  | 'states'
> & {
  readonly table?: string;
  /** States, further lives, or a list of both. */
  readonly states?: StatesDeclaration<FieldNameOf<F>>;
  /** Variants by the codes of a field; a resource declared again passes its existing ones. */
  readonly variants?: VariantsDeclaration<VariantView<FieldNameOf<F>>> | Variants;
  /** Access; omitted if a mixin supplies it. */
  readonly access?: Resource<F>['access'];
  readonly facts?: X;
  readonly number?: Numbering<FieldNameOf<F>, RowOf<F>, FactsOf<X>>;
  readonly actions?: Readonly<
    Record<string, Action<RowOf<F>, FieldNameOf<F>, ActionContext<FactsOf<X>>>>
  >;
  readonly trials?: Readonly<
    Record<string, Trial<RowOf<F>, FieldNameOf<F>, ValidatorContext<FactsOf<X>>>>
  >;
  readonly validators?: readonly Validator<RowOf<F>, FieldNameOf<F>, FactsOf<X>>[];
  compute?(
    row: Readonly<RowOf<F>>,
    before: Readonly<Partial<RowOf<F>>> | undefined,
    context: ComputeContext<FactsOf<X>>,
  ): Partial<RowOf<F>>;
  readonly views?: Readonly<Record<string, View<FieldNameOf<F>>>>;
  readonly processes?: readonly Process[];
  kindOf?(row: Readonly<Partial<RowOf<F>>>): string;
  /** Effects; a function if they read the row, to type it. */
  readonly effects?:
    | readonly Effect[]
    | ((
        words: EffectBuilders<RowOf<NoInfer<F>> & BaseRow & Partial<ProcessRow>>,
      ) => readonly Effect[]);
};

/** Converts a name to snake case, as tables and columns are named. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds its variants to a resource, each with its approval. */
const varied = <F extends Fields>(
  plain: Resource<F>,
  given: VariantsDeclaration<VariantView<FieldNameOf<F>>>,
): Resource<F> => {
  const parts = withVariants(plain.key, given, plain);
  const { variants } = parts;
  const [first = ''] = variants.codes;
  const kindOf = (row: RowLike): string =>
    variants.kinds[variantOf({ variants }, row) ?? first] ?? plain.kindOf(row);
  return { ...plain, ...parts, kindOf } as Resource<F>;
};

/**
 * Declares a resource.
 * @throws Error at the start for faults that the compiler cannot see: names, numbers, scopes,
 *   states.
 */
export const defineResource = <
  const F extends Fields,
  const X extends Facts = Record<never, never>,
>({
  variants,
  states,
  ...rest
}: Given<F, X>): Resource<F> => {
  const given = { ...rest, ...splitStates(rest.key, states), ...withOwnFields(rest) };
  const mixed = withMixins(given) as typeof given & Pick<Resource<F>, 'access'>;
  const plain = {
    validators: [],
    processes: [],
    views: {},
    kindOf: () => given.processes?.[0]?.kind ?? '',
    ...mixed,
    fields: fieldsUnderSecrecy(mixed) as F,
    table: given.table ?? snakeCase(given.key),
    effects:
      typeof given.effects === 'function'
        ? given.effects(effectBuilders as never)
        : (given.effects ?? []),
    // The cast is safe: rules receive only the facts declared beside them.
  } as Resource<F>;
  if (!plain.access) throw new Error(`${given.key}: nobody may read it: it has no access`);
  const resource =
    variants && 'made' in variants
      ? varied(plain, variants)
      : { ...plain, ...(variants && { variants }) };
  const named = {
    ...resource,
    fields: withoutPrototype(resource.fields),
    views: withoutPrototype(resource.views),
    ...(resource.actions && { actions: withoutPrototype(resource.actions) }),
  };
  checkDefinition(named);
  return named;
};

/** Returns the label of an action, for its button and the history. */
export const labelOfAction = ({ actions }: Pick<Resource, 'actions'>, name: ActionName): Label => {
  const label = isCommonAction(name) ? commonActions[name] : actions?.[name]?.label;
  if (!label) throw new Error(`there is no action ${name}`);
  return label;
};
