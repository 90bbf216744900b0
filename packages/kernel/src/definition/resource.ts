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

/** The names of these fields. */
export type FieldNameOf<F extends Fields> = keyof F & string;

/** A page of a resource, with its own rows and actions. */
export interface View<Name extends string = string> {
  readonly label: Label;
  /** Permission code of the page; codes of its buttons are `{code}_{action}` (ruling 3). */
  readonly code: string;
  /** The page's route in the browser; the list opens at `{path}/index`. */
  readonly path: string;
  readonly note?: Label;
  /** Text in place of rows where there are none, even without filters; left out, that there is no record yet. */
  readonly none?: Label;
  /** Rows of the list, within those the actor may read. */
  readonly scope: Scope;
  /** Rows shown instead, when the list is asked for handled ones (`done=1`), such as 已审核. */
  readonly done?: Scope;
  readonly columns?: readonly Name[];
  readonly actions: readonly ActionName[];
  /** The top menu or the group of a side menu that has the page, and its place in it. */
  readonly menu?: readonly [group: string, order: number];
  readonly icon?: string;
  /** The variant whose page it is; filled in by `variants`. */
  readonly variant?: string;
  /** Roles that have the page by default, and the rights of each there. */
  readonly grants?: Grants;
  /** Permission codes that are granted with the page although they are no actions of it. */
  readonly rights?: readonly Right[];
}

/** The address of the page that edits a record of the view; also the key of its form draft. */
export const editPage = ({ path }: Pick<View, 'path'>, id: string): string =>
  `${path}/edit?id=${id}`;

/** The address of the page that shows a record of the view. */
export const detailPage = ({ path }: Pick<View, 'path'>, id: string): string =>
  `${path}/detail?id=${id}`;

/** A common action, or one that a kind declares. */
export type ActionName = CommonAction | (string & {});

/** Data that an action may use beside the row. */
export interface ActionContext<X = KnownFacts> extends ValidatorContext<X> {
  /** The id of whoever acts. */
  readonly actor: string;
}

export interface FormSection<Name extends string = string> {
  readonly key: string;
  readonly title: Label;
  readonly note?: Label;
  /** Fields that people enter, and values that follow from them meanwhile. */
  readonly fields: readonly Name[];
  /** Further fields there on the page of a record: computed values, which no form asks for. */
  readonly shown?: readonly Name[];
}

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
export interface ResourceShape<F extends Fields, Name extends string, R>
  extends ResourceExtras,
    SameRecordRule<Name> {
  /** Entity key of the domain (`papersapp`): history, attachments, processes refer to it. */
  readonly key: string;
  readonly label: Label;
  /** Other words for its records, such as the plural; `resourceTextsOf` derives those that are left out. */
  readonly words?: Partial<ResourceTexts>;
  /** Table name; sub-tables are `{table}_{field}`. */
  readonly table: string;
  /** Calls live at `/api/{path}/list`, `/detail`, `/submit`, … */
  readonly path: string;
  /** The field by which people recognise a record, such as the title of a paper. */
  readonly title: Name;
  /** Title for readers of English, where a record has one; both are columns. */
  readonly englishTitle?: Name;
  readonly fields: F;
  readonly views: Readonly<Record<string, View<Name>>>;
  readonly list: {
    readonly columns: readonly (Name | 'createTime' | 'updateTime')[];
    readonly filters: readonly Name[];
    /** `-publishDate` sorts descending. */
    readonly sort: string;
    /** Columns whose sum over all rows that the list finds stands below them. */
    readonly totals?: readonly Name[];
    /** Totals stand only where all rows have one value of this filter: scores of two years are no score. */
    readonly totalsWithin?: Name;
    /** Codes of own states, without an approval, whose records stand in no sum: reversed, turned down. */
    readonly uncounted?: readonly string[];
    /** Filters whose counts over all records are kept (decision 0169); each write of a value pays for it. */
    readonly keptCounts?: readonly Name[];
    /** Totals that are kept for figures (decision 0411); each write of one of these values pays for it. */
    readonly keptTotals?: KeptTotals<Name>;
    /** Dates by which figures find what falls due, an index each. */
    readonly dueBy?: readonly Name[];
    /** The reference to the record above: the list is a tree, and no record gets below itself. */
    readonly tree?: Name;
    /** The filter that stands beside the list in a wide window: a reference to a kind whose list is a tree. */
    readonly beside?: Name;
    /** Fields that its rows show in a calendar, along time, in columns by state. */
    readonly displays?: ListDisplays<Name>;
  };
  readonly form: readonly FormSection<Name>[];
  readonly validators: readonly Validator<R, Name>[];
  /** Values from outside the row that rules, computed values and route conditions may use. */
  readonly facts?: Facts;
  /**
   * Values computed from others after every change, in the form and on the server. `before` is the
   * row before the change, where there was one. Computing twice gives the same.
   */
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
     * Drafts and recalled records that others than their writer read, within `read`: those on which people are asked
     * something before they are submitted. Left out, none.
     */
    readonly drafts?: Scope;
    /**
     * Records that people read to whom they were copied in an approval (抄送), and that may be copied at all. Every
     * kind with an approval declares it; one with secrecy names those that are not secret.
     */
    readonly copies?: CodeScope | 'all' | 'none';
    /**
     * Records that strangers may verify by a printed sheet's code; left out, none. No secret record is among them.
     */
    readonly verifiable?: CodeScope | 'all';
    /** Read without a page's code, within `read`: what the shell shows to everybody signed in. */
    readonly pageless?: boolean;
    /** Codes that allow reading like a page's: for a resource without a page, kept with other clients. */
    readonly readers?: readonly string[];
    /**
     * Records among these that an actor may choose as a reference in a form of any resource. The picker shows only
     * their title and a note that distinguishes them. Without it: those that the actor may read.
     */
    readonly choose?: Scope;
  };
  /** Secret records, their readers, and what they hold. Left out, none is secret. */
  readonly secrecy?: Secrecy;
  /** Parts in common with other resources: their fields, rules, computed values, rights. */
  readonly with?: readonly Mixin[];
  /** The kinds of approval that records go through; without any, saving is final. */
  readonly processes: readonly Process[];
  /** Several kinds in one table, with pages, rights and an approval each. */
  readonly variants?: Variants;
  /** The `kind` of the process that a row goes through (ruling 1). */
  kindOf(row: RowLike): string;
  /** States of the kind's own, where the phases of an approval do not do. */
  readonly states?: States<Name>;
  /** Further lives beside its approval or its states. */
  readonly lives?: readonly RecordLife<Name>[];
  /** Actions on its records beside the common ones, by name. */
  readonly actions?: Readonly<Record<string, Action<R, Name, ActionContext>>>;
  /** Calls that try values of a record, by name. */
  readonly trials?: Readonly<Record<string, Trial<R, Name, ValidatorContext>>>;
  /** The messages of whatever changes a record, to whom it names anew (`newly`); actions have their own. */
  readonly tells?: readonly RecordMessage<R>[];
  /** Effects that hold elsewhere while a record is in a state. */
  readonly effects: readonly Effect[];
  /** How they follow from other records, where a job derives them. */
  readonly derived?: Derivation<R, Name>;
  /** The field with the department whose people act in the process (ruling 22). */
  readonly department?: Name;
  /**
   * `[sub-table, field]` with the people whom the record concerns beside its writer, such as
   * authors, or `[field]` that names one: they never decide on it (ruling 44).
   */
  readonly concerned?: readonly [rowsOrField: Name, field?: string];
  /**
   * Other systems read its records in the order of their last change, also those that were removed: an index of its
   * own, which each write pays for.
   */
  readonly readByChange?: boolean;
  /** Why an approved record is neither set back to a draft nor voided, such as a lock; null where it may be. */
  readonly fixed?: FixedCondition<R, Name>;
  /**
   * The reference to the record that is locked before one of these by an action on it: whatever changes both
   * records locks them in this order.
   */
  readonly lockedBehind?: Name;
  /** False for a record that may have no attachments. */
  attachable?(row: RowLike): boolean;
  /** Values of a specimen (an example record) that depend on each other; they replace those that were drawn. */
  specimen?(draw: SpecimenSource, row: Readonly<Partial<R>>): { readonly [K in keyof R]?: unknown };
}

/** Parts that a resource has once, and that a mixin may give it. */
export type MixinSingleParts = Partial<
  Pick<
    ResourceShape<Fields, string, never>,
    'access' | 'words' | 'department' | 'concerned' | 'secrecy' | 'fixed' | 'readByChange'
  >
> & { attachable?(row: RowLike): boolean };

/** Parts that several resources have in common (`defineMixin`). */
export type Mixin = MixinShape<Fields, Validator<never>, MixinSingleParts, unknown>;

/** A resource with these fields; without a type argument, any resource. */
export type Resource<F extends Fields = Fields> = ResourceShape<F, FieldNameOf<F>, RowOf<F>>;

/** A resource as code for every kind takes it: its fields are no longer known one by one. */
export const untypedResource = <F extends Fields>(resource: Resource<F>): Resource =>
  resource as Resource;

/** A row as the store reads it and the wire writes it. */
export type Row<R extends Resource> = RowOf<R['fields']> & BaseRow & ProcessRow;

/** Values that a person may write of a row. */
export type Draft<R extends Resource> = Partial<RowOf<R['fields']>>;

/** A page of a variant; its scope is within the variant. */
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
  /** States, and further lives beside them: one alone, or a list. */
  readonly states?: StatesDeclaration<FieldNameOf<F>>;
  /** Variants that `by` gives; a resource that is declared again keeps its own. */
  readonly variants?: VariantsDeclaration<VariantView<FieldNameOf<F>>> | Variants;
  /** Left out where a mixin gives it. */
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
  /** A function where they read the row: only then the compiler knows its type. */
  readonly effects?:
    | readonly Effect[]
    | ((
        words: EffectBuilders<RowOf<NoInfer<F>> & BaseRow & Partial<ProcessRow>>,
      ) => readonly Effect[]);
};

/** The name in snake case, as tables and columns are named. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The resource with its variants, each with its approval. */
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
 * @throws Error at the start where the compiler cannot see a fault: names, numbers, scopes, own
 *   status.
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
    // Rules are asked with the facts that stand beside them.
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

/** Label of an action of the resource, on its button and in its history. */
export const labelOfAction = ({ actions }: Pick<Resource, 'actions'>, name: ActionName): Label => {
  const label = isCommonAction(name) ? commonActions[name] : actions?.[name]?.label;
  if (!label) throw new Error(`there is no action ${name}`);
  return label;
};
