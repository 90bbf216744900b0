import type { Scope } from '../../access/scope.ts';
import type { Label } from '../../label.ts';
import type { Credential } from '../../values/credential.ts';
import { boundUnits } from '../../values/decimal.ts';
import type { Dictionary } from '../../values/dictionary.ts';
import { opinionLength as lengths } from '../../values/opinion.ts';
import { type BalanceSource, type Ledger, measureKind, measureScale } from '../ledger/measures.ts';
import type { Writer } from '../life/writer.ts';
import type { AttachedFile, AttachmentCategory } from './categories.ts';
import { type CopySource, copiedOf } from './copy-source.ts';
import type { Draw } from './draw.ts';
import type { Format } from './format.ts';

/** The kinds of field. Everything that depends on one is a table over this union. */
export type FieldKind =
  | 'text'
  | 'note'
  | 'rich'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'year'
  | 'date'
  | 'time'
  | 'dict'
  | 'dicts'
  | 'ref'
  | 'refs'
  | 'rows'
  | 'files';

/**
 * Part of a resource that others see, who refer to it by key, never by import (ruling 6). People who may choose a
 * record see these fields of it beside its title; the resource spreads them into its own.
 */
export interface Face<F extends Fields = Fields> {
  readonly key: string;
  readonly label: Label;
  readonly fields: F;
}

export const face = <const F extends Fields = Record<never, never>>(
  key: string,
  label: Label,
  fields: F = {} as F,
): Face<F> => ({ key, label, fields });

type Condition = (row: Readonly<Record<string, unknown>>) => boolean;

/** The properties of a field, of every kind. */
export interface FieldSpec {
  readonly kind: FieldKind;
  readonly label: Label;
  /** Must be filled before submitting (drafts may be incomplete). */
  readonly required?: boolean;
  /** Required of these rows only; others may leave it empty. */
  readonly requiredWhen?: Condition;
  /** Must be filled even to save a draft: the record's title. */
  readonly requiredInDraft?: boolean;
  /** Set by the system or computed from other fields; input for it is dropped. */
  readonly readonly?: boolean;
  /** Read-only for everybody but at the steps of an approval that name it as editable. */
  readonly byApprover?: boolean;
  /** Shortest and longest text, in characters; `max` also the most rows of a sub-table or records of `refs`. */
  readonly min?: number;
  readonly max?: number;
  readonly least?: number;
  readonly most?: number;
  /** Digits after the point of a decimal. */
  readonly scale?: number;
  readonly format?: Format;
  /** A person's name: invisible characters are refused (`personNameFault`). */
  readonly personName?: boolean;
  readonly unit?: Label;
  readonly leastMeans?: Label;
  readonly help?: Label;
  readonly dictionary?: Dictionary;
  readonly target?: Face;
  /** Records that a reference may choose, by default as its target says; and words for any other one. */
  readonly among?: Scope;
  readonly otherwise?: Label;
  /** The pages of the target list these records in a section of this name. */
  readonly listed?: Label;
  /** A copy: taken from a referenced record at every save, as long as its writer may edit. */
  readonly copyOf?: CopySource;
  /** In a dialog: the field of the record that this is (`f.own`). `defineResource` fills it in. */
  readonly own?: string;
  /** The copy beside it with which the form begins, when its record is chosen. */
  readonly beginsAs?: string;
  /** A balance of a ledger: read live, never stored with the record. */
  readonly balance?: BalanceSource;
  readonly fields?: Fields;
  /** Whole that it is part of, and its name there (`group`). */
  readonly part?: { readonly of: Label; readonly label: Label };
  readonly categories?: readonly AttachmentCategory[];
  /** Unique per tenant among rows in approval or approved, on the normalised value (ruling 28). */
  readonly unique?: (value: string) => string;
  /** Unique together with these fields of the row, normalised alike: not by itself. */
  readonly uniqueWith?: readonly string[];
  /** Field in which a record says how it differs: filled in, it may have the value of another one. */
  readonly unlessTold?: string;
  /** Rows of a workbook find their record by it in upper or lower case, unless several differ in case alone. */
  readonly caseless?: true;
  /** Takes part in the search box of lists and in the search over all records. */
  readonly searchable?: boolean;
  /** Names people, several parted by `、`: searches read it as names, by their family names. */
  readonly namesPeople?: boolean;
  /** The value in a new record, or a function of its author. */
  readonly initial?: unknown | ((writer: Writer) => unknown);
  /** A moment at which something closes: a day alone means its end. */
  readonly closes?: true;
  /** The line's place in its sub-table, from 1. Editors write it when lines move; the server fills it in. */
  readonly ordinal?: boolean;
  /** A heading of its tree may be chosen, too: the value holds for all below it. */
  readonly branches?: boolean;
  /** Field of its row whose code heads the entries to choose from; all of them while that field is empty. */
  readonly below?: string;
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
  /** Everybody reads it masked (`maskOf`); holders of the code look at it whole, which is recorded. */
  readonly masked?: string;
  /** A secret of a service: typed unseen, in no draft of a form, and never stored as it was typed. */
  readonly credential?: Credential;
  /** The permission code that changes it once it has a value. */
  readonly kept?: string;
  /** The value that specimens have here, where one drawn by kind would not do. */
  readonly specimen?: (draw: Draw) => unknown;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/**
 * A field: an immutable value with a small vocabulary. `V` is its value in rows, without null.
 * `f.text(['论文题目', 'Title']).required().max(300).searchable()`
 */
export class Field<out V> {
  readonly spec: FieldSpec;
  /** Only the type matters: it carries the value's type to `Row`. */
  declare readonly value: V;

  constructor(spec: FieldSpec) {
    this.spec = spec;
  }

  #with(more: Partial<FieldSpec>): Field<V> {
    return new Field<V>({ ...this.spec, ...more });
  }
  required(when?: Condition): Field<V> {
    return this.#with(when ? { requiredWhen: when } : { required: true });
  }
  requiredInDraft(): Field<V> {
    return this.#with({ required: true, requiredInDraft: true });
  }
  computed(): Field<V> {
    return this.#with({ readonly: true });
  }
  /** Filled in by approvers at steps that name it, by nobody else; if required, before they agree. */
  byApprover(): Field<V> {
    return this.#with({ readonly: true, byApprover: true });
  }
  max(max: number): Field<V> {
    return this.#with({ max });
  }
  /**
   * Least and most, both allowed; of a decimal to its last digit. `leastMeans`: -1 for no limit.
   * @throws Error for a bound with more decimals than the field has.
   */
  between(least: number, most: number, leastMeans?: Label): Field<V> {
    for (const bound of [least, most]) boundUnits(bound, this.spec.scale ?? 0);
    return this.#with({ least, most, ...(leastMeans && { leastMeans }) });
  }
  format(format: Format): Field<V> {
    return this.#with({ format });
  }
  personName(): Field<V> {
    return this.#with({ personName: true });
  }
  unit(unit: Label): Field<V> {
    return this.#with({ unit });
  }
  help(help: Label): Field<V> {
    return this.#with({ help });
  }
  /** @param others fields that count with it: only the same in all of them is the same. */
  unique(
    normalise: (value: string) => string = (value) => value.trim().toLowerCase(),
    ...others: readonly string[]
  ): Field<V> {
    return this.#with({ unique: normalise, ...(others.length > 0 && { uniqueWith: others }) });
  }
  /** Lets a record have the value of another one, where it says in this field how the two differ. */
  unlessTold(field: string): Field<V> {
    return this.#with({ unlessTold: field });
  }
  caseless(): Field<V> {
    return this.#with({ caseless: true });
  }
  /** @param what `names` for a text that names people. */
  searchable(what: 'text' | 'names' = 'text'): Field<V> {
    return this.#with({ searchable: true, ...(what === 'names' ? { namesPeople: true } : {}) });
  }
  initial(initial: V | ((writer: Writer) => V | null)): Field<V> {
    return this.#with({ initial });
  }
  branches(): Field<V> {
    return this.#with({ branches: true });
  }
  /** Offers the entries below the code that this field of the row holds, and refuses others. */
  below(field: string): Field<V> {
    return this.#with({ below: field });
  }
  ordinal(): Field<V> {
    return this.#with({ ordinal: true });
  }
  when(when: Condition): Field<V> {
    return this.#with({ when });
  }
  /**
   * Limits a reference to these records of its target, whatever else its writer may read: the
   * picker offers no others, and the server refuses them with the words `otherwise`. Drafts of others stay out.
   */
  among(scope: Scope, otherwise?: Label): Field<V> {
    return this.#with({ among: scope, ...(otherwise && { otherwise }) });
  }
  /** The form begins with what this copy has, whenever its record is chosen. */
  beginsAs(copy: string): Field<V> {
    return this.#with({ beginsAs: copy });
  }
  /** Lists these records on the page of the record that the reference names, under this title. */
  listed(title: Label): Field<V> {
    return this.#with({ listed: title });
  }
  /**
   * Shows a balance of a ledger: live and read-only.
   * @param measure one that is stored, or one that is shown.
   * @param of the reference to the owner, where the record itself is not; and the field with the
   *   account, of the line or the record, where it is not the sum over all accounts.
   * @throws Error for a measure that the ledger lacks, or of another kind than the field.
   */
  balance(
    ledger: Ledger,
    measure: string,
    of: { readonly owner?: string; readonly account?: string } = {},
  ): Field<V> {
    if (measureScale[measureKind(ledger, measure)] !== (this.spec.scale ?? 0)) {
      throw new Error(`${measure} of the ledger ${ledger.key} is of another kind than its field`);
    }
    const balance = { ledger, measure, owner: of.owner ?? null, account: of.account ?? null };
    return this.#with({ readonly: true, balance });
  }
  alsoNamed(...names: readonly string[]): Field<V> {
    return this.#with({ alsoNamed: names });
  }
  headed(...headers: readonly Label[]): Field<V> {
    return this.#with({ headers });
  }
  secret(permission: string): Field<V> {
    return this.#with({ secret: permission });
  }
  /** Shows it to readers for whom the scope holds of the row, to others the lines that name them by `ownLines`. */
  openTo(scope: Scope, ownLines?: string): Field<V> {
    return this.#with({ openTo: scope, ...(ownLines && { ownLines }) });
  }
  /** Shows it masked to everybody, and whole to whoever holds the code and asks for it. */
  masked(permission: string): Field<V> {
    return this.#with({ masked: permission });
  }
  /** A secret of a service: typed unseen, in no draft of a form, and kept as `how` says. */
  credential(how: Credential): Field<V> {
    return this.#with({ credential: how });
  }
  /** Lets holders of the code change it; others who may change the record fill it in while it is empty. */
  kept(permission: string): Field<V> {
    return this.#with({ kept: permission });
  }
  /** Value of a complete, valid record for tests and the demo alone; what it leaves out of a line is drawn. */
  specimen(specimen: (draw: Draw) => unknown): Field<V> {
    return this.#with({ specimen });
  }
}

/** A row of these fields; null where nothing is filled in. */
export type RowOf<F extends Fields> = { -readonly [K in keyof F]: F[K]['value'] | null };

const sign: Label = ['%', '%'];
/** A decimal number as text, such as `12.50`: never a float. */
export type DecimalText = string;

const copied = new Set<string>(copiedOf satisfies readonly (keyof FieldSpec)[]);

const copyOfSpec = <V>({ fields, ...spec }: FieldSpec, copyOf: CopySource): Field<V> => {
  const kept = Object.fromEntries(Object.entries(spec).filter(([name]) => copied.has(name)));
  // Balances of lines are live: they belong to the record that is copied.
  const lines = Object.entries(fields ?? {}).filter(([, line]) => !line.spec.balance);
  return new Field<V>({
    ...(kept as Pick<FieldSpec, 'kind' | 'label'>),
    ...(fields && {
      fields: Object.fromEntries(
        lines.map(([name, line]) => [name, copyOfSpec(line.spec, copyOf)]),
      ),
    }),
    readonly: true,
    copyOf,
  });
};

const copyField = <V>(from: string, target: Face, field: string, label?: Label): Field<V> => {
  const spec = target.fields[field]?.spec;
  if (!spec || spec.kind === 'files' || spec.masked || spec.credential || spec.openTo) {
    throw new Error(`${target.key}.${field} cannot be copied`);
  }
  return copyOfSpec<V>(label ? { ...spec, label } : spec, { from, target: target.key, field });
};

/** The constructors of fields, by kind. */
export const f = {
  /** In a dialog: a field of the record, with its label, limits and format; what it begins with is the dialog's. */
  own: (name: string) => new Field<never>({ kind: 'text', label: ['', ''], own: name }),
  /** One line of text. */
  text: (label: Label) => new Field<string>({ kind: 'text', label, max: 255 }),
  /** Several lines of plain text. */
  note: (label: Label) => new Field<string>({ kind: 'note', label, max: 4000 }),
  /** Why something is done: asked for, 2 to 500 characters. */
  reason: (label: Label) => new Field<string>({ kind: 'note', label, required: true, ...lengths }),
  /** Formatted text, sanitised when read. */
  rich: (label: Label) => new Field<string>({ kind: 'rich', label, max: 100_000 }),
  integer: (label: Label) =>
    new Field<number>({ kind: 'integer', label, least: 0, most: 2_147_483_647 }),
  /** A decimal with a fixed number of digits after the point, as text. */
  decimal: (label: Label, scale: number) =>
    new Field<DecimalText>({ kind: 'decimal', label, scale, least: 0, most: 999_999_999 }),
  /** Yuan with two digits, as text on the wire and `numeric(18,2)` in the database. */
  money: (label: Label) =>
    new Field<DecimalText>({ kind: 'money', label, scale: 2, least: 0, most: 9_999_999_999_999 }),
  /** A share of 100 with a fixed number of digits after the point: text, without its sign. */
  percent: (label: Label, scale = 2) =>
    new Field<DecimalText>({ kind: 'percent', label, scale, least: 0, most: 100, unit: sign }),
  year: (label: Label) => new Field<number>({ kind: 'year', label, least: 1900, most: 2200 }),
  /** `yyyy-MM-dd` */
  date: (label: Label) => new Field<string>({ kind: 'date', label }),
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai */
  time: (label: Label) => new Field<string>({ kind: 'time', label }),
  /** A moment at which something closes; a day alone, as calls and lists give it, means its last second. */
  deadline: (label: Label) => new Field<string>({ kind: 'time', label, closes: true }),
  /** One code of a dictionary. */
  dict: <Code extends string>(label: Label, dictionary: Dictionary<Code>) =>
    new Field<Code>({ kind: 'dict', label, dictionary }),
  /** Several codes of a dictionary. */
  dicts: <Code extends string>(label: Label, dictionary: Dictionary<Code>) =>
    new Field<Code[]>({ kind: 'dicts', label, dictionary }),
  /** The id of a row of another resource. */
  ref: (label: Label, target: Face) => new Field<string>({ kind: 'ref', label, target }),
  /** The ids of several rows of another resource, each once, in the order in which they were chosen. */
  refs: (label: Label, target: Face) =>
    new Field<string[]>({ kind: 'refs', label, target, max: 200 }),
  /**
   * A read-only copy of a field of the record that `from` names, taken at every save until it is handed in.
   * @throws Error for a field that the face lacks, and for files.
   */
  copy: <F extends Fields, Name extends keyof F & string>(
    from: string,
    target: Face<F>,
    name: Name,
    label?: Label,
  ): Field<F[Name]['value']> => copyField(from, target, name, label),
  /** Copies under their own names: `...f.copies('programId', program, 'programName', 'endDate')`. */
  copies: <F extends Fields, const Name extends keyof F & string>(
    from: string,
    target: Face<F>,
    ...names: readonly Name[]
  ): { readonly [K in Name]: Field<F[K]['value']> } =>
    Object.fromEntries(names.map((name) => [name, copyField(from, target, name)])) as {
      readonly [K in Name]: Field<F[K]['value']>;
    },
  /** A sub-table, in order. */
  rows: <F extends Fields>(label: Label, fields: F) =>
    new Field<RowOf<F>[]>({ kind: 'rows', label, fields, max: 1000 }),
  /** The attachments of a record, in categories. */
  files: (label: Label, categories: readonly AttachmentCategory[]) =>
    new Field<AttachedFile[]>({ kind: 'files', label, categories }),
};
