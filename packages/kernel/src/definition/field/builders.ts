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

/**
 * Owner and subaccount of a balance: the reference to the owner, unless the record itself is the
 * owner; and the field of the line or record with the subaccount, unless the balance is the owner's
 * sum.
 */
interface BalanceOf {
  readonly owner?: string;
  readonly subaccount?: string;
}

/**
 * Returns the property of a balance field.
 * @throws Error for a measure that the ledger lacks, or of another type than the field.
 */
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

/**
 * Checks the bounds of a decimal field and returns them as properties.
 * @throws Error for a bound with more decimals than the field has.
 */
const boundsAtScale = (scale: number, least: number, most: number) => {
  for (const bound of [least, most]) boundUnits(bound, scale);
  return { least, most };
};

/** Field with one value, by which lists can find records. */
class SingleField<out V> extends Field<V> {
  /**
   * Refuses a record whose value another record already has.
   * @param others further fields: a record is refused only if all of them are equal too.
   */
  unique(
    normalise: (value: string) => string = (value) => value.trim().toLowerCase(),
    ...others: readonly string[]
  ): this {
    return this.and({ unique: normalise, ...(others.length > 0 && { uniqueWith: others }) });
  }
  /** Allows equal values of a unique field if the record explains the difference in this field. */
  unlessTold(field: string): this {
    return this.and({ unlessTold: field });
  }
}

/** Field of one line of text. */
export class TextField extends SingleField<string> {
  declare readonly spec: SpecOf<'text'>;
  /**
   * Limits the text.
   * @param max maximum number of characters.
   */
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
  /**
   * Includes the field in searches.
   * @param what `names` for a text that names people.
   */
  searchable(what: 'text' | 'names' = 'text'): this {
    return this.and({ searchable: true, ...(what === 'names' && { namesPeople: true }) });
  }
  /** Shows the value masked to everybody; holders of the code may reveal it. */
  masked(permission: string): this {
    return this.and({ masked: permission });
  }
  /**
   * Marks a secret of a service: typed unseen, left out of drafts of forms, and stored as `how`
   * requires.
   */
  credential(how: Credential): this {
    return this.and({ credential: how });
  }
}

/** Field of several lines of plain text. */
export class NoteField extends Field<string> {
  declare readonly spec: SpecOf<'note'>;
  /**
   * Limits the text.
   * @param max maximum number of characters.
   */
  max(max: number): this {
    return this.and({ max });
  }
  format(format: Format): this {
    return this.and({ format });
  }
  /**
   * Includes the field in searches.
   * @param what `names` for a text that names people.
   */
  searchable(what: 'text' | 'names' = 'text'): this {
    return this.and({ searchable: true, ...(what === 'names' && { namesPeople: true }) });
  }
  /** Shows the value of another field of the row to readers of English. */
  english(field: string): this {
    return this.and({ english: field });
  }
}

/** Field of formatted text. */
export class RichField extends Field<string> {
  declare readonly spec: SpecOf<'rich'>;
  /**
   * Limits the text.
   * @param max maximum number of characters.
   */
  max(max: number): this {
    return this.and({ max });
  }
  searchable(): this {
    return this.and({ searchable: true });
  }
}

/** Field of a whole number. */
export class IntegerField extends SingleField<number> {
  declare readonly spec: SpecOf<'integer'>;
  /**
   * Limits the number, both bounds included.
   * @param leastMeans meaning of the minimum, such as “no limit” for -1.
   */
  between(least: number, most: number, leastMeans?: Label): this {
    return this.and({ ...boundsAtScale(0, least, most), ...(leastMeans && { leastMeans }) });
  }
  unit(unit: Label): this {
    return this.and({ unit });
  }
  /**
   * Shows a balance of a ledger: read live, never editable. @throws Error for a measure that the
   * ledger lacks.
   */
  balance(ledger: Ledger, measure: string, of: BalanceOf = {}): this {
    return this.and(balanceOf(0, ledger, measure, of));
  }
  ordinal(): this {
    return this.and({ ordinal: true });
  }
}

/** Field of a decimal number, an amount of money or a percentage. */
export class DecimalField extends Field<DecimalText> {
  declare readonly spec: SpecOf<'decimal' | 'money' | 'percent'>;
  /**
   * Limits the number, both bounds included, compared exactly.
   * @throws Error for a bound with more decimals than the field has.
   */
  between(least: number, most: number): this {
    return this.and(boundsAtScale(this.spec.scale, least, most));
  }
  unit(unit: Label): this {
    return this.and({ unit });
  }
  /**
   * Shows a balance of a ledger: read live, never editable.
   * @param measure stored or derived measure of the ledger.
   * @throws Error for a measure that the ledger lacks, or of another type than the field.
   */
  balance(ledger: Ledger, measure: string, of: BalanceOf = {}): this {
    return this.and(balanceOf(this.spec.scale, ledger, measure, of));
  }
}

/** Field of a number without unit: a coefficient, a score, a rate. */
export class RatioField extends DecimalField {
  declare readonly spec: SpecOf<'decimal'>;
  /** Shows the value as a percentage: `0.06` reads `6%`. */
  inPercent(): this {
    return this.and({ inPercent: true });
  }
}

export class YearField extends SingleField<number> {
  declare readonly spec: SpecOf<'year'>;
  /** Limits the year, both bounds included. */
  between(least: number, most: number): this {
    return this.and(boundsAtScale(0, least, most));
  }
}

/** Field of a day. */
export class DateField extends SingleField<string> {
  declare readonly spec: SpecOf<'date'>;
}

/** Field of a moment. */
export class TimeField extends Field<string> {
  declare readonly spec: SpecOf<'time'>;
}

/** Field with one code of a dictionary. */
export class DictField<out Code extends string = string> extends SingleField<Code> {
  declare readonly spec: SpecOf<'dict'>;
  branches(): this {
    return this.and({ branches: true });
  }
  /**
   * Offers only entries below the code in this field of the row, and refuses others. If a line
   * lacks the field, the field of its record counts.
   */
  below(field: string): this {
    return this.and({ below: field });
  }
}

/** Field with several codes of a dictionary. */
export class DictsField<out Code extends string = string> extends Field<Code[]> {
  declare readonly spec: SpecOf<'dicts'>;
  /**
   * Offers only entries below the code in this field of the row, and refuses others. If a line
   * lacks the field, the field of its record counts.
   */
  below(field: string): this {
    return this.and({ below: field });
  }
}

/** Field with the id of a record. */
export class RefField extends SingleField<string> {
  declare readonly spec: SpecOf<'ref'>;
  /**
   * Limits a reference to records of its target that the scope admits: the picker offers only
   * these, and the server refuses others with the message `otherwise`. Drafts of other people are
   * never offered.
   */
  among(scope: Scope, otherwise?: Label): this {
    return this.and({ among: scope, ...(otherwise && { otherwise }) });
  }
  /** Lists the records of this kind on the page of the referenced record, under this title. */
  listed(title: Label): this {
    return this.and({ listed: title });
  }
}

/** Field with the ids of several records. */
export class RefsField extends Field<string[]> {
  declare readonly spec: SpecOf<'refs'>;
  /** Limits the references to records of their target that the scope admits (`RefField.among`). */
  among(scope: Scope, otherwise?: Label): this {
    return this.and({ among: scope, ...(otherwise && { otherwise }) });
  }
  /**
   * Offers, in the dialog of an action, only records that this field of the record's lines names.
   * The action's `faults` must refuse others.
   */
  inLines(rows: string, field: string): this {
    return this.and({ inLines: { rows, field } });
  }
  /**
   * Limits the references.
   * @param max maximum number of records.
   */
  max(max: number): this {
    return this.and({ max });
  }
}

/** Field of a sub-table. */
export class RowsField<out V> extends Field<V[]> {
  declare readonly spec: SpecOf<'rows'>;
  /**
   * Limits the sub-table.
   * @param max maximum number of lines.
   */
  max(max: number): this {
    return this.and({ max });
  }
  /**
   * Returns the lines under their wire aliases as a tree: codes above those in this field become
   * nodes with the sums of their amounts, and every node has `parentId`, `sort` and `children`.
   * Input may be such a tree.
   */
  asTreeOf(field: string): this {
    return this.and({ treeOf: field });
  }
}

/** Field of the attachments of a record. */
export class FilesField extends Field<AttachedFile[]> {
  declare readonly spec: SpecOf<'files'>;
}

/** Field of a dialog that stands for a field of the record. */
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

/** Makes a field from its properties. */
export const fieldOf = (spec: FieldSpec): Field<unknown> =>
  new (builders[spec.type] as new (spec: FieldSpec) => Field<unknown>)(spec);
