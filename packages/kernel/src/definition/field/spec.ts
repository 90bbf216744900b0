import type { Scope } from '../../access/scope.ts';
import type { Label } from '../../label.ts';
import type { Credential } from '../../values/credential.ts';
import type { Dictionary } from '../../values/dictionary.ts';
import type { RowLike } from '../../values/row.ts';
import type { BalanceSource } from '../ledger/measures.ts';
import type { Writer } from '../life/writer.ts';
import type { AttachmentCategory } from './categories.ts';
import type { CopySource } from './copy-source.ts';
import type { SpecimenSource } from './draw.ts';
import type { Format } from './format.ts';

/** Fields of a record, a line or a dialog, by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/**
 * Part of a resource that other resources refer to by key, never by import (ruling 6). People who
 * may choose a record see these fields of it beside its title; the definition includes them among
 * its fields.
 */
export interface Face<F extends Fields = Fields> {
  readonly key: string;
  readonly label: Label;
  readonly fields: F;
}

export type Condition = (row: RowLike) => boolean;

/** Properties of fields of every type. */
export interface CommonSpec {
  readonly label: Label;
  /** Required to submit (drafts may be incomplete). */
  readonly required?: boolean;
  /** Condition on rows for which the field is required; if omitted, all rows. */
  readonly requiredWhen?: Condition;
  /** Required even to save a draft, as is the record's title. */
  readonly requiredInDraft?: boolean;
  /** Written by the system or computed; input is ignored. */
  readonly readonly?: boolean;
  /** Never empty in a submitted record, so conditions of routes need not handle an empty value. */
  readonly filled?: boolean;
  /** Read-only except at the steps of an approval that list it as editable. */
  readonly byApprover?: boolean;
  readonly help?: Label;
  /** Marks a copy, taken from a referenced record at every save while its writer may edit. */
  readonly copyOf?: CopySource;
  /**
   * Field of the record that this field of a dialog stands for (`f.own`). Filled in by
   * `defineResource`.
   */
  readonly own?: string;
  /** Copy whose value fills this field in the form when a record is chosen. */
  readonly beginsAs?: string;
  /** Group that the field is a part of, and its label within the group. */
  readonly part?: { readonly of: Label; readonly label: Label };
  /** Initial value in a new record, or a function of its author. */
  readonly initial?: unknown | ((writer: Writer) => unknown);
  /** Condition on rows that have the field; in other rows it is hidden and stored as null. */
  readonly when?: Condition;
  /** Aliases on the wire for BladeX clients, in input and output; in lines in output only. */
  readonly alsoNamed?: readonly string[];
  /** Further headings of its column in imported workbooks. */
  readonly headers?: readonly Label[];
  /**
   * Permission code to see the field; without it the field is missing from lists, filters and
   * texts.
   */
  readonly secret?: string;
  /**
   * Scope of rows in which readers see the value; the field cannot be filtered. In other rows,
   * readers see only lines that name them.
   */
  readonly openTo?: Scope;
  readonly ownLines?: string;
  /** Permission code to change a non-empty value. */
  readonly kept?: string;
  /** Value in specimens, where a random one of the type would be invalid. */
  readonly specimen?: (draw: SpecimenSource) => unknown;
}

interface Typed {
  /** Minimum and maximum number of characters. */
  readonly min?: number;
  readonly max?: number;
  /** Included in the search box of lists and in the search over all records. */
  readonly searchable?: boolean;
}

interface Named {
  /** Contains names of people, separated by `、`: searches match them as names, by family name. */
  readonly namesPeople?: boolean;
  readonly format?: Format;
}

interface Bounded {
  /** Minimum and maximum value, both included. */
  readonly least?: number;
  readonly most?: number;
}

interface Measured extends Bounded {
  readonly unit?: Label;
  /** Balance of a ledger: read live, never stored with the record. */
  readonly balance?: BalanceSource;
}

interface Decimal extends Measured {
  /** Number of digits after the point. */
  readonly scale: number;
}

interface Single {
  /**
   * Normalises the value for the uniqueness check, per tenant among rows in approval or approved
   * (ruling 28).
   */
  readonly unique?: (value: string) => string;
  /**
   * Further fields that must all be equal, normalised alike, for two records to count as
   * duplicates.
   */
  readonly uniqueWith?: readonly string[];
  /**
   * Field in which a record explains how it differs; if filled in, a duplicate value is accepted.
   */
  readonly unlessTold?: string;
}

interface Coded {
  readonly dictionary: Dictionary;
  /**
   * Field of the row, or of the record around a line, whose code heads the entries on offer; while
   * it is empty, all entries are offered.
   */
  readonly below?: string;
}

interface Chosen {
  readonly target: Face;
  /**
   * Scope of records that the reference may choose (default: that of its target), and the message
   * for others.
   */
  readonly among?: Scope;
  readonly otherwise?: Label;
  /**
   * Sub-table and field of the record around the dialog of an action: its picker offers only
   * records named there.
   */
  readonly inLines?: { readonly rows: string; readonly field: string };
}

/** Properties of single field types, by type. */
interface OwnSpecs {
  readonly text: Typed &
    Named &
    Single & {
      /** Name of a person: invisible characters are refused (`personNameFault`). */
      readonly personName?: boolean;
      /**
       * Matches records of a workbook ignoring case, unless several records differ in case only.
       */
      readonly caseless?: true;
      /**
       * Permission code to reveal the masked value (`maskText`), which is recorded; everybody else
       * reads it masked.
       */
      readonly masked?: string;
      /**
       * Secret of a service: typed unseen, left out of drafts of forms, and never stored as typed.
       */
      readonly credential?: Credential;
    };
  readonly note: Typed &
    Named & {
      /** Field of the row whose value readers of English see instead, if filled in. */
      readonly english?: string;
    };
  readonly rich: Typed;
  readonly integer: Measured &
    Single & {
      /** Meaning of the minimum value, such as no limit. */
      readonly leastMeans?: Label;
      /**
       * Position of the line in its sub-table, from 1. Editors write it when lines move; otherwise
       * the server does.
       */
      readonly ordinal?: boolean;
    };
  readonly decimal: Decimal & {
    /** True for a fraction shown as a percentage: `0.06` is `6%`. */
    readonly inPercent?: true;
  };
  readonly money: Decimal;
  readonly percent: Decimal;
  readonly year: Bounded & Single;
  readonly date: Single;
  readonly time: {
    /** True for a closing moment: a day alone means its end. */
    readonly closes?: true;
  };
  readonly dict: Coded &
    Single & {
      /** True if entries with children may be chosen; the value then means all entries below. */
      readonly branches?: boolean;
    };
  readonly dicts: Coded;
  readonly ref: Chosen &
    Single & {
      /** Title of the section in which pages of the target list the referring records. */
      readonly listed?: Label;
    };
  readonly refs: Chosen & {
    /** Maximum number of records. */
    readonly max?: number;
  };
  readonly rows: {
    readonly fields: Fields;
    /** Maximum number of lines. */
    readonly max?: number;
    /** Field of the lines whose tree of codes arranges them under their wire alias. */
    readonly treeOf?: string;
  };
  readonly files: { readonly categories: readonly AttachmentCategory[] };
}

/** Types of fields. Everything that depends on the type is a table over this union. */
export type FieldType = keyof OwnSpecs;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** Names of properties that only some types have. */
export type OwnPart = KeyOf<OwnSpecs[FieldType]>;

/** Properties of a field of this type. Properties of other types are typed as always undefined. */
export type SpecOf<K extends FieldType> = {
  readonly [Type in K]: CommonSpec & { readonly type: Type } & OwnSpecs[Type] & {
      readonly [Part in Exclude<OwnPart, keyof OwnSpecs[Type]>]?: never;
    };
}[K];

/** Properties of a field, as a union discriminated by `type`. */
export type FieldSpec = SpecOf<FieldType>;

/** Function per field type, typed for the properties of that type. */
export type ByType<Args extends readonly unknown[], R> = {
  readonly [K in FieldType]: (spec: SpecOf<K>, ...args: Args) => R;
};

/** Calls the function for the field's type and returns its result. */
export const ofType = <Args extends readonly unknown[], R>(
  table: ByType<Args, R>,
  spec: FieldSpec,
  ...args: Args
): R => (table[spec.type] as (spec: FieldSpec, ...args: Args) => R)(spec, ...args);

/** Name of any property of a field. */
export type SpecPart = KeyOf<FieldSpec>;

/** Returns the named properties, `type` and `label` always included. */
export const pickSpec = (
  spec: FieldSpec,
  parts: readonly ('type' | 'label' | SpecPart)[],
): FieldSpec => {
  const names: readonly string[] = parts;
  return Object.fromEntries(
    Object.entries(spec).filter(([part]) => names.includes(part)),
  ) as FieldSpec;
};

/**
 * Field: an immutable value. `V` is the type of its value in rows, without null. The methods here
 * exist for every type; `builders.ts` adds those of single types. `f.text(['论文题目',
 * 'Title']).required().max(300).searchable()`
 */
export class Field<out V> {
  readonly spec: FieldSpec;
  /** Exists for type inference only: passes the type of the value to `Row`. */
  declare readonly value: V;

  constructor(spec: FieldSpec) {
    this.spec = spec;
  }

  /** Returns a copy of the field with additional properties. */
  protected and(more: Partial<FieldSpec>): this {
    const Same = this.constructor as new (spec: FieldSpec) => this;
    return new Same({ ...this.spec, ...more } as FieldSpec);
  }
  /** Returns a copy of the field with these common properties. */
  with(more: Partial<CommonSpec>): this {
    return this.and(more);
  }
  required(when?: Condition): this {
    return this.with(when ? { requiredWhen: when } : { required: true });
  }
  requiredInDraft(): this {
    return this.with({ required: true, requiredInDraft: true });
  }
  computed(): this {
    return this.with({ readonly: true });
  }
  /**
   * Marks a computed field that is never empty in a submitted record: a sum, a copy of a required
   * value.
   */
  filled(): this {
    return this.with({ readonly: true, filled: true });
  }
  /**
   * Reserves the field for approvers at steps that list it; if required, they must fill it in
   * before agreeing.
   */
  byApprover(): this {
    return this.with({ readonly: true, byApprover: true });
  }
  help(help: Label): this {
    return this.with({ help });
  }
  initial(initial: V | ((writer: Writer) => V | null)): this {
    return this.with({ initial });
  }
  when(when: Condition): this {
    return this.with({ when });
  }
  /** Fills the field in the form with the value of this copy, whenever a record is chosen. */
  beginsAs(copy: string): this {
    return this.with({ beginsAs: copy });
  }
  alsoNamed(...names: readonly string[]): this {
    return this.with({ alsoNamed: names });
  }
  /** Adds headings by which imports find the field beside its label, such as an earlier label. */
  headed(...headers: readonly Label[]): this {
    return this.with({ headers });
  }
  secret(permission: string): this {
    return this.with({ secret: permission });
  }
  /**
   * Shows the value to readers for whom the scope admits the row; other readers see only lines that
   * name them in `ownLines`.
   */
  openTo(scope: Scope, ownLines?: string): this {
    return this.with({ openTo: scope, ...(ownLines && { ownLines }) });
  }
  /**
   * Reserves changes of a non-empty value for holders of the code; others who may edit the record
   * fill in an empty one.
   */
  kept(permission: string): this {
    return this.with({ kept: permission });
  }
  /**
   * Sets the value in specimens for tests and the demo; omitted fields of a line are drawn at
   * random.
   */
  specimen(specimen: (draw: SpecimenSource) => unknown): this {
    return this.with({ specimen });
  }
}
