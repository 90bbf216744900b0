import { coded, every, withStatus } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { f, face } from '@keyan/kernel/definition/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { paperFace } from './paper-face.ts';

const book = face('bookapp', ['著作', 'Book']);

/** Records of the library that are no secret: others name them. */
const inLibrary = every(withStatus(statuses.approved), coded('secretLevel', '0'));

/** Is the field `resultForm` one of these codes? */
const takes =
  (...forms: readonly string[]) =>
  (row: Readonly<Record<string, unknown>>): boolean =>
    forms.includes(row.resultForm as string);

/**
 * References to the registered achievement that a record is about, one for each kind of them: the
 * form of the result (`resultForm`) says which of them a record has.
 * @param title under which the pages of that achievement list these records
 */
export const works = (title: Label) => ({
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
});
