import type { Scope } from '../../access/scope.ts';
import type { Label } from '../../label.ts';
import type { Credential } from '../../values/credential.ts';
import { boundUnits } from '../../values/decimal.ts';
import { type Ledger, measureScale, measureType } from '../ledger/measures.ts';
import type { AttachedFile } from './categories.ts';
import type { Format } from './format.ts';
import { Field, type FieldSpec, type FieldType, type SpecOf } from './spec.ts';

/** A decimal number as text, such as `12.50`: never a float. */
export type DecimalText = string;

/** Owner and account of a balance: the reference to the owner, where the record itself is not; and the field with the
 * account, of the line or the record, where it is not the sum over all accounts. */
interface BalanceOf {
  readonly owner?: string;
  readonly subaccount?: string;
}

/** @throws Error for a measure that the ledger lacks, or of another type than the field. */
const balanceOf = (
  scale: number,
  ledger: Ledger,
  measure: string,
  { owner = null, subaccount = null }: { readonly [P in keyof BalanceOf]: string | null },
) => {
  if (measureScale[measureType(ledger, measure)] !== scale) {
    throw new Error(`${measure} of the ledger ${ledger.key} is of another type than its field`);
  }
  return { readonly: true, balance: { ledger, measure, owner, subaccount } };
};

/** @throws Error for a bound with more decimals than the field has. */
const within = (scale: number, least: number, most: number) => {
  for (const bound of [least, most]) boundUnits(bound, scale);
  return { least, most };
};

/** A field with one value that a list finds by it. */
class SingleField<out V> extends Field<V> {
  /** @param others fields that count with it: only the same in all of them is the same. */
  unique(
    normalise: (value: string) => string = (value) => value.trim().toLowerCase(),
    ...others: readonly string[]
  ): this {
    return this.and({ unique: normalise, ...(others.length > 0 && { uniqueWith: others }) });
  }
  /** Lets a record have the value of another one, where it says in this field how the two differ. */
  unlessTold(field: string): this {
    return this.and({ unlessTold: field });
  }
}

/** One line of text. */
export class TextField extends SingleField<string> {
  declare readonly spec: SpecOf<'text'>;
  /** @param max the most characters. */
  max(max: number): this {
    return this.and({ max });
  }
  format(format: Format): this {
    return this.and({ format });
  }
  personName(): this {
    return this.and({ personName: true });
  }
  caseless(): this {
    return this.and({ caseless: true });
  }
  /** @param what `names` for a text that names people. */
  searchable(what: 'text' | 'names' = 'text'): this {
    return this.and({ searchable: true, ...(what === 'names' && { namesPeople: true }) });
  }
  /** Shows it masked to everybody, and whole to whoever holds the code and asks for it. */
  masked(permission: string): this {
    return this.and({ masked: permission });
  }
  /** A secret of a service: typed unseen, in no draft of a form, and kept as `how` says. */
  credential(how: Credential): this {
    return this.and({ credential: how });
  }
}

/** Several lines of plain text. */
export class NoteField extends Field<string> {
  declare readonly spec: SpecOf<'note'>;
  /** @param max the most characters. */
  max(max: number): this {
    return this.and({ max });
  }
  format(format: Format): this {
    return this.and({ format });
  }
  /** @param what `names` for a text that names people. */
  searchable(what: 'text' | 'names' = 'text'): this {
    return this.and({ searchable: true, ...(what === 'names' && { namesPeople: true }) });
  }
  /** Reads in English from another field of its row. */
  english(field: string): this {
    return this.and({ english: field });
  }
}

/** Formatted text. */
export class RichField extends Field<string> {
  declare readonly spec: SpecOf<'rich'>;
  /** @param max the most characters. */
  max(max: number): this {
    return this.and({ max });
  }
  searchable(): this {
    return this.and({ searchable: true });
  }
}

/** A whole number. */
export class IntegerField extends SingleField<number> {
  declare readonly spec: SpecOf<'integer'>;
  /** Least and greatest value, both allowed. `leastMeans`: -1 for no limit. */
  between(least: number, most: number, leastMeans?: Label): this {
    return this.and({ ...within(0, least, most), ...(leastMeans && { leastMeans }) });
  }
  unit(unit: Label): this {
    return this.and({ unit });
  }
  /** Shows a balance of a ledger: live and read-only. @throws Error for a measure that the ledger lacks. */
  balance(ledger: Ledger, measure: string, of: BalanceOf = {}): this {
    return this.and(balanceOf(0, ledger, measure, of));
  }
  ordinal(): this {
    return this.and({ ordinal: true });
  }
}

/** A decimal, an amount of money or a share of 100. */
export class DecimalField extends Field<DecimalText> {
  declare readonly spec: SpecOf<'decimal' | 'money' | 'percent'>;
  /**
   * Least and greatest value, both allowed to the last digit.
   * @throws Error for a bound with more decimals than the field has.
   */
  between(least: number, most: number): this {
    return this.and(within(this.spec.scale, least, most));
  }
  unit(unit: Label): this {
    return this.and({ unit });
  }
  /**
   * Shows a balance of a ledger: live and read-only.
   * @param measure one that is stored, or one that is shown.
   * @throws Error for a measure that the ledger lacks, or of another type than the field.
   */
  balance(ledger: Ledger, measure: string, of: BalanceOf = {}): this {
    return this.and(balanceOf(this.spec.scale, ledger, measure, of));
  }
}

/** A number of no unit: a coefficient, a score, a rate. */
export class RatioField extends DecimalField {
  declare readonly spec: SpecOf<'decimal'>;
  /** Shown as a share of 100: `0.06` reads `6%`. */
  inPercent(): this {
    return this.and({ inPercent: true });
  }
}

export class YearField extends SingleField<number> {
  declare readonly spec: SpecOf<'year'>;
  /** First and last year, both allowed. */
  between(least: number, most: number): this {
    return this.and(within(0, least, most));
  }
}

/** A day. */
export class DateField extends SingleField<string> {
  declare readonly spec: SpecOf<'date'>;
}

/** A moment. */
export class TimeField extends Field<string> {
  declare readonly spec: SpecOf<'time'>;
}

/** One code of a dictionary. */
export class DictField<out Code extends string = string> extends SingleField<Code> {
  declare readonly spec: SpecOf<'dict'>;
  branches(): this {
    return this.and({ branches: true });
  }
  /**
   * Offers the entries below the code that this field of the row holds, and refuses others. A line without such a
   * field follows the one of its record.
   */
  below(field: string): this {
    return this.and({ below: field });
  }
}

/** Several codes of a dictionary. */
export class DictsField<out Code extends string = string> extends Field<Code[]> {
  declare readonly spec: SpecOf<'dicts'>;
  /**
   * Offers the entries below the code that this field of the row holds, and refuses others. A line without such a
   * field follows the one of its record.
   */
  below(field: string): this {
    return this.and({ below: field });
  }
}

/** The id of a record. */
export class RefField extends SingleField<string> {
  declare readonly spec: SpecOf<'ref'>;
  /**
   * Limits a reference to these records of its target, whatever else its writer may read: the
   * picker offers no others, and the server refuses them with the words `otherwise`. Drafts of others stay out.
   */
  among(scope: Scope, otherwise?: Label): this {
    return this.and({ among: scope, ...(otherwise && { otherwise }) });
  }
  /** Lists these records on the page of the record that the reference names, under this title. */
  listed(title: Label): this {
    return this.and({ listed: title });
  }
}

/** The ids of several records. */
export class RefsField extends Field<string[]> {
  declare readonly spec: SpecOf<'refs'>;
  /** Limits the references to these records of their target (`RefField.among`). */
  among(scope: Scope, otherwise?: Label): this {
    return this.and({ among: scope, ...(otherwise && { otherwise }) });
  }
  /**
   * Offers, in the dialog of an action, the records that this field of the record's lines names. The action's
   * `faults` refuse others.
   */
  inLines(rows: string, field: string): this {
    return this.and({ inLines: { rows, field } });
  }
  /** @param max the most records. */
  max(max: number): this {
    return this.and({ max });
  }
}

/** A sub-table. */
export class RowsField<out V> extends Field<V[]> {
  declare readonly spec: SpecOf<'rows'>;
  /** @param max the most lines. */
  max(max: number): this {
    return this.and({ max });
  }
  /**
   * Answers the lines under their other names as a tree: the codes that head those of this field are nodes with the
   * sums of their amounts, and every node has `parentId`, `sort` and `children`. A tree that comes back is read.
   */
  asTreeOf(field: string): this {
    return this.and({ treeOf: field });
  }
}

/** The attachments of a record. */
export class FilesField extends Field<AttachedFile[]> {
  declare readonly spec: SpecOf<'files'>;
}

/** A field of a dialog that is the record's own. */
export class OwnField extends Field<never> {}

const builders: { readonly [K in FieldType]: new (spec: SpecOf<K>) => Field<unknown> } = {
  text: TextField,
  note: NoteField,
  rich: RichField,
  integer: IntegerField,
  decimal: RatioField,
  money: DecimalField,
  percent: DecimalField,
  year: YearField,
  date: DateField,
  time: TimeField,
  dict: DictField,
  dicts: DictsField,
  ref: RefField,
  refs: RefsField,
  rows: RowsField,
  files: FilesField,
};

/** A field with these properties. */
export const fieldOf = (spec: FieldSpec): Field<unknown> =>
  new (builders[spec.type] as new (spec: FieldSpec) => Field<unknown>)(spec);
