import type { Label } from '@keyan/kernel/label.ts';
import { idDigits } from '@keyan/kernel/values/id.ts';
import { opinionLabels, opinionLength } from '@keyan/kernel/values/opinion.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';

/** Pattern of digits that fit a bigint, so that every number fits its column. */
export const digitsParameter = idDigits;

/** Declares other names of a parameter, in order of precedence. */
export const withAliases = (...names: readonly string[]) => ({ 'x-also-named': names });

/** Schema option: an empty text is a value, which clears what is stored. */
export const clearableParameter = { 'x-clearable': true };

/** Declares the label of a parameter, for the error about a text that is too long. */
export const withLabel = (label: Label) => ({ 'x-label': label });

/** Reason of an action. */
export const reasonParameter = Type.String({
  maxLength: opinionLength.max,
  ...withLabel(opinionLabels.reason),
});

/** Id of a record. */
export const idParam = Type.String({ pattern: `^${digitsParameter}$` });
/** Id that may be left out, empty, or `0` for none: the top of a tree. */
export const optionalParent = Type.Optional(Type.String({ pattern: `^(${digitsParameter})?$` }));
/** Id of the record of a call: BladeX clients send `businessId`, or `ids` with one. */
export const recordParameter = Type.String({
  pattern: `^${digitsParameter}$`,
  ...withAliases('businessId', 'ids'),
});
/** Id of the record of a call whose `ids` names several other records. */
export const recordIdParam = Type.String({
  pattern: `^${digitsParameter}$`,
  ...withAliases('businessId'),
});
/** Id of the record of a call, sent as `businessId`. */
export const businessIdParameter = Type.String({
  pattern: `^${digitsParameter}$`,
  ...withAliases('id', 'ids'),
});
/** Version of a record that the caller saw, within the range of its column. */
export const versionParam = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** Ids of the records of a call, at most `most`; a single id is accepted too. */
export const idsParam = (most: number) =>
  Type.Array(idParam, { minItems: 1, maxItems: most, ...withAliases('id', 'businessId') });
/** Maximum number of records of a call that acts on all of them or on none. */
export const mostTogether = 1000;
export const recordsParameter = idsParam(mostTogether);
/** Ids separated by commas. */
export const idList = Type.String({
  pattern: `^${digitsParameter}(,${digitsParameter})*$`,
  maxLength: 4000,
  ...withAliases('ids'),
});

const day = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const time = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/** Pattern of a date with an optional time. */
export const momentPattern = `^${day}( ${time})?$`;
export const dateParam = Type.String({ pattern: momentPattern });

/** Returns the first moment of a day that begins a range (ruling 12). */
export const startOfDay = (text: string): Date => dateOfText(text);
/** Returns the last moment of a day that ends a range. */
export const endOfDay = (text: string): Date =>
  dateOfText(text.length === 10 ? `${text} 23:59:59` : text);

/** Parameters of group counts; `withSums=1` requests the sums of each group. */
export const tallyParameters = {
  by: Type.String({ minLength: 1, maxLength: 100 }),
  withSums: Type.Optional(Type.String({ maxLength: 1 })),
  withZero: Type.Optional(Type.String({ maxLength: 1 })),
};

const textual = Type.Optional(Type.String());
/** Parameters of a list besides filters by field. */
export const listParameters = {
  view: textual,
  done: textual,
  current: textual,
  size: textual,
  ascs: textual,
  descs: textual,
  search: textual,
  fields: Type.Optional(Type.String({ maxLength: 4000 })),
  after: Type.Optional(Type.String({ maxLength: 4000 })),
  exact: textual,
  /**
   * Filters for records in approval: `stayDays`, waiting longer than this many days; `again`, `1` for submitted again.
   */
  stayDays: textual,
  again: textual,
  /** Batch id of an import by the caller. */
  importBatch: textual,
};
