import type { Label } from '@keyan/kernel/label.ts';
import { idDigits } from '@keyan/kernel/values/id.ts';
import { opinionLabels, opinionLength } from '@keyan/kernel/values/opinion.ts';
import { dateOfText } from '@keyan/kernel/values/time.ts';
import { Type } from 'typebox';

/** Digits that fit a bigint, so that no number reaches the database that it cannot hold. */
export const digitsParameter = idDigits;

/** Other names that clients have for a parameter, in the order in which they are looked for. */
export const withAliases = (...names: readonly string[]) => ({ 'x-also-named': names });

/** An empty text under this parameter is a value: it takes away what is stored. */
export const clearableParameter = { 'x-clearable': true };

/** Name of a parameter for people: the error for a text that is too long for it uses this name. */
export const withLabel = (label: Label) => ({ 'x-label': label });

/** Why something is done. */
export const reasonParameter = Type.String({
  maxLength: opinionLength.max,
  ...withLabel(opinionLabels.reason),
});

/** A record's id, as parameters of calls carry it. */
export const idParam = Type.String({ pattern: `^${digitsParameter}$` });
/** An id that may be left out, empty, or `0` for none: the top of a tree. */
export const optionalParent = Type.Optional(Type.String({ pattern: `^(${digitsParameter})?$` }));
/** The one record that a call is about: clients of the family say `businessId`, or `ids` with one. */
export const recordParameter = Type.String({
  pattern: `^${digitsParameter}$`,
  ...withAliases('businessId', 'ids'),
});
/** Id of the record that a call is about, where `ids` names several. */
export const recordIdParam = Type.String({
  pattern: `^${digitsParameter}$`,
  ...withAliases('businessId'),
});
/** Id of the record that a call is about, where the call itself says `businessId`. */
export const businessIdParameter = Type.String({
  pattern: `^${digitsParameter}$`,
  ...withAliases('id', 'ids'),
});
/** The version of a record that somebody saw, within what its column holds. */
export const versionParam = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** The records that a call is about, `most` at once; a client may name one as it names one elsewhere. */
export const idsParam = (most: number) =>
  Type.Array(idParam, { minItems: 1, maxItems: most, ...withAliases('id', 'businessId') });
/** Most records of one call that acts on all of them or on none. */
export const mostTogether = 1000;
export const recordsParameter = idsParam(mostTogether);
/** Several, separated by commas. */
export const idList = Type.String({
  pattern: `^${digitsParameter}(,${digitsParameter})*$`,
  maxLength: 4000,
  ...withAliases('ids'),
});

const day = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const time = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/** Pattern of a day, or of a moment of it. */
export const momentPattern = `^${day}( ${time})?$`;
export const dateParam = Type.String({ pattern: momentPattern });

/** First instant of a day that begins a range (ruling 12). */
export const startOfDay = (text: string): Date => dateOfText(text);
/** Last instant of a day that ends a range. */
export const endOfDay = (text: string): Date =>
  dateOfText(text.length === 10 ? `${text} 23:59:59` : text);

/** The fields by which rows are counted; `withSums=1` asks for what the rows of each group add up to. */
export const tallyParameters = {
  by: Type.String({ minLength: 1, maxLength: 100 }),
  withSums: Type.Optional(Type.String({ maxLength: 1 })),
  withZero: Type.Optional(Type.String({ maxLength: 1 })),
};

const textual = Type.Optional(Type.String());
/** Parameters of a list beside conditions on its fields. */
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
  /** Filters for records in approval: waiting for longer than this many days; `1` handed in again. */
  stayDays: textual,
  again: textual,
  /** Only what this import of the asker brought. */
  importBatch: textual,
};
