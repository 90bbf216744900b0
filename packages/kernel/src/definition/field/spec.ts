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
 * Part of a resource that others see, who refer to it by key, never by import (ruling 6). People who may choose a
 * record see these fields of it beside its title; the resource spreads them into its own.
 */
export interface Face<F extends Fields = Fields> {
  readonly key: string;
  readonly label: Label;
  readonly fields: F;
}

export type Condition = (row: RowLike) => boolean;

/** Properties that a field of every type may have. */
export interface CommonSpec {
  readonly label: Label;
  /** Must be filled before submitting (drafts may be incomplete). */
  readonly required?: boolean;
  /** Required of these rows only; others may leave it empty. */
  readonly requiredWhen?: Condition;
  /** Must be filled even to save a draft: the record's title. */
  readonly requiredInDraft?: boolean;
  /** Set by the system or computed from other fields; input for it is dropped. */
  readonly readonly?: boolean;
  /** Every submitted record has the computed value: conditions of routes need not ask for it. */
  readonly filled?: boolean;
  /** Read-only for everybody but at the steps of an approval that name it as editable. */
  readonly byApprover?: boolean;
  readonly help?: Label;
  /** A copy: taken from a referenced record at every save, as long as its writer may edit. */
  readonly copyOf?: CopySource;
  /** In a dialog: the field of the record that this is (`f.own`). `defineResource` fills it in. */
  readonly own?: string;
  /** The copy beside it with which the form begins, when its record is chosen. */
  readonly beginsAs?: string;
  /** Whole that it is part of, and its name there (`group`). */
  readonly part?: { readonly of: Label; readonly label: Label };
  /** The value in a new record, or a function of its author. */
  readonly initial?: unknown | ((writer: Writer) => unknown);
  /** The field exists only for rows of which this holds; else it stores nothing. */
  readonly when?: Condition;
  /** Other names that the wire answers and understands for it, in lines answers alone: those of the clients' family. */
  readonly alsoNamed?: readonly string[];
  /** Names of its column in workbooks that come from elsewhere. */
  readonly headers?: readonly Label[];
  /** The permission code that shows the field; without it lists, filters and texts leave it out. */
  readonly secret?: string;
  /** Rows in which readers learn its value; nobody asks for rows by it. In other rows they read lines that name them. */
  readonly openTo?: Scope;
  readonly ownLines?: string;
  /** The permission code that changes it once it has a value. */
  readonly kept?: string;
  /** The value that specimens have here, where one drawn by type would not do. */
  readonly specimen?: (draw: SpecimenSource) => unknown;
}

interface Typed {
  /** Shortest and longest text, in characters. */
  readonly min?: number;
  readonly max?: number;
  /** Takes part in the search box of lists and in the search over all records. */
  readonly searchable?: boolean;
}

interface Named {
  /** Names people, several parted by `、`: searches read it as names, by their family names. */
  readonly namesPeople?: boolean;
  readonly format?: Format;
}

interface Bounded {
  /** Least and greatest value, both allowed. */
  readonly least?: number;
  readonly most?: number;
}

interface Measured extends Bounded {
  readonly unit?: Label;
  /** A balance of a ledger: read live, never stored with the record. */
  readonly balance?: BalanceSource;
}

interface Decimal extends Measured {
  /** Digits after the point. */
  readonly scale: number;
}

interface Single {
  /** Unique per tenant among rows in approval or approved, on the normalised value (ruling 28). */
  readonly unique?: (value: string) => string;
  /** Unique together with these fields of the row, normalised alike: not by itself. */
  readonly uniqueWith?: readonly string[];
  /** Field in which a record says how it differs: filled in, it may have the value of another one. */
  readonly unlessTold?: string;
}

interface Coded {
  readonly dictionary: Dictionary;
  /**
   * Field of its row, or of the record around its line, whose code heads the entries to choose from; all of them
   * while that field is empty.
   */
  readonly below?: string;
}

interface Chosen {
  readonly target: Face;
  /** Records that a reference may choose, by default as its target says; and words for any other one. */
  readonly among?: Scope;
  readonly otherwise?: Label;
  /** Lines of the record around the dialog of an action: its picker offers those whom they name. */
  readonly inLines?: { readonly rows: string; readonly field: string };
}

/** Properties that only fields of one type have, by type. */
interface OwnSpecs {
  readonly text: Typed &
    Named &
    Single & {
      /** A person's name: invisible characters are refused (`personNameFault`). */
      readonly personName?: boolean;
      /** Rows of a workbook find their record by it in upper or lower case, unless several differ in case alone. */
      readonly caseless?: true;
      /** Everybody reads it masked (`maskText`); holders of the code look at it whole, which is recorded. */
      readonly masked?: string;
      /** A secret of a service: typed unseen, in no draft of a form, and never stored as it was typed. */
      readonly credential?: Credential;
    };
  readonly note: Typed &
    Named & {
      /** Field of the row that holds its English: whoever reads English reads that, where it is filled in. */
      readonly english?: string;
    };
  readonly rich: Typed;
  readonly integer: Measured &
    Single & {
      /** Meaning of the least value, such as no limit. */
      readonly leastMeans?: Label;
      /** The line's place in its sub-table, from 1. Editors write it when lines move; the server fills it in. */
      readonly ordinal?: boolean;
    };
  readonly decimal: Decimal & {
    /** A share of one that reads as a share of 100: `0.06` is `6%`. */
    readonly inPercent?: true;
  };
  readonly money: Decimal;
  readonly percent: Decimal;
  readonly year: Bounded & Single;
  readonly date: Single;
  readonly time: {
    /** A moment at which something closes: a day alone means its end. */
    readonly closes?: true;
  };
  readonly dict: Coded &
    Single & {
      /** A heading of its tree may be chosen, too: the value holds for all below it. */
      readonly branches?: boolean;
    };
  readonly dicts: Coded;
  readonly ref: Chosen &
    Single & {
      /** The pages of the target list these records in a section of this name. */
      readonly listed?: Label;
    };
  readonly refs: Chosen & {
    /** The most records. */
    readonly max?: number;
  };
  readonly rows: {
    readonly fields: Fields;
    /** The most lines. */
    readonly max?: number;
    /** Field of the lines along whose tree of codes the wire answers them under their other names. */
    readonly treeOf?: string;
  };
  readonly files: { readonly categories: readonly AttachmentCategory[] };
}

/** The types of field. Everything that depends on one is a table over this union. */
export type FieldType = keyof OwnSpecs;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** Properties that some types have and others lack. */
export type OwnPart = KeyOf<OwnSpecs[FieldType]>;

/** The properties of a field of this type. Those of other types can be read, and are never there. */
export type SpecOf<K extends FieldType> = {
  readonly [Type in K]: CommonSpec & { readonly type: Type } & OwnSpecs[Type] & {
      readonly [Part in Exclude<OwnPart, keyof OwnSpecs[Type]>]?: never;
    };
}[K];

/** The properties of a field, a union by `type`. */
export type FieldSpec = SpecOf<FieldType>;

/** A function for each type, which knows the properties of that type. */
export type ByType<Args extends readonly unknown[], R> = {
  readonly [K in FieldType]: (spec: SpecOf<K>, ...args: Args) => R;
};

/** The answer of the function for the field's type. */
export const ofType = <Args extends readonly unknown[], R>(
  table: ByType<Args, R>,
  spec: FieldSpec,
  ...args: Args
): R => (table[spec.type] as (spec: FieldSpec, ...args: Args) => R)(spec, ...args);

/** The name of any property of a field. */
export type SpecPart = KeyOf<FieldSpec>;

/** The properties of these names, `type` and `label` among them. */
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
 * A field: an immutable value. `V` is its value in rows, without null. These methods are those of every type; the
 * fields that `f` makes have those of their type besides (`builders.ts`).
 * `f.text(['论文题目', 'Title']).required().max(300).searchable()`
 */
export class Field<out V> {
  readonly spec: FieldSpec;
  /** Only the type matters: it carries the value's type to `Row`. */
  declare readonly value: V;

  constructor(spec: FieldSpec) {
    this.spec = spec;
  }

  /** Copies the field with other properties. */
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
  /** Computed, and never empty in a submitted record: a sum, a copy of a required value. */
  filled(): this {
    return this.with({ readonly: true, filled: true });
  }
  /** Filled in by approvers at steps that name it, by nobody else; if required, before they agree. */
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
  /** The form begins with what this copy has, whenever its record is chosen. */
  beginsAs(copy: string): this {
    return this.with({ beginsAs: copy });
  }
  alsoNamed(...names: readonly string[]): this {
    return this.with({ alsoNamed: names });
  }
  /** Headings under which imports find the field beside its label, such as the label before it was renamed. */
  headed(...headers: readonly Label[]): this {
    return this.with({ headers });
  }
  secret(permission: string): this {
    return this.with({ secret: permission });
  }
  /** Shows it to readers for whom the scope holds of the row, to others the lines that name them by `ownLines`. */
  openTo(scope: Scope, ownLines?: string): this {
    return this.with({ openTo: scope, ...(ownLines && { ownLines }) });
  }
  /** Lets holders of the code change it; others who may change the record fill it in while it is empty. */
  kept(permission: string): this {
    return this.with({ kept: permission });
  }
  /** Value of a complete, valid record for tests and the demo alone; what it leaves out of a line is drawn. */
  specimen(specimen: (draw: SpecimenSource) => unknown): this {
    return this.with({ specimen });
  }
}
