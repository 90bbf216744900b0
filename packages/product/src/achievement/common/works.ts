import { everyScope, withCode, withStatus } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { AchievementOutput } from '../../project/common/dictionaries.ts';
import { paperFace } from './paper-face.ts';

const book = face('bookapp', ['著作', 'Book']);
const patent = face('patentapp', ['专利', 'Patent']);
const standard = face('standard', ['标准', 'Standard']);

/** Records of the library that are no secret: others name them. */
const inLibrary = everyScope(withStatus(statuses.approved), withCode('secretLevel', '0'));

/** Is the field `resultForm` one of these codes? */
const takes =
  (...forms: readonly string[]) =>
  (row: RowLike): boolean =>
    forms.includes(row.resultForm as string);

/** Output type of a registered work, by the reference that names it. */
const outputOf = {
  paperId: 'paper',
  bookId: 'book',
  patentId: 'patent',
  standardId: 'standard',
} as const satisfies Readonly<Record<string, AchievementOutput>>;

/** Type of the output that the record is about, if it names a registered one. */
export const workType = (row: { readonly [K in keyof typeof outputOf]?: string | null }) =>
  Object.entries(outputOf).find(([name]) => row[name as keyof typeof outputOf])?.[1] ?? null;

/**
 * References to the registered achievement that a record is about, one for each kind of them: the
 * form of the result (`resultForm`) says which of them a record has.
 * @param title under which the pages of that achievement list these records
 */
export const achievementReferences = (title: Label) => ({
  paperId: f
    .ref(['已登记的论文', 'Registered paper'], paperFace)
    .among(inLibrary)
    .when(takes('01'))
    .listed(title),
  bookId: f
    .ref(['已登记的著作', 'Registered book'], book)
    .among(inLibrary)
    .when(takes('02', '10', '11'))
    .listed(title),
  patentId: f
    .ref(['已登记的专利', 'Registered patent'], patent)
    .among(inLibrary)
    .when(takes('04'))
    .listed(title),
  standardId: f
    .ref(['已登记的标准', 'Registered standard'], standard)
    .among(inLibrary)
    .when(takes('06'))
    .listed(title),
});
