import { draftSchema } from '@keyan/kernel/definition/field/schema.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Fault, Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { EditedRow, PerformedRows } from '@keyan/kernel/wire/records.ts';
import { type TSchema, Type } from 'typebox';
import { bookMakerOf } from '../../workbooks/book.ts';
import { writeTable } from '../../workbooks/workbook.ts';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { idParam, idsParam, versionParam } from '../inputs.ts';
import { workbookAnswer } from '../workbooks/endpoints.ts';
import { chosenRecords, foundParam } from './found.ts';

/** Maximum number of records of one call: each is a separate transaction. */
const maxRecords = 200;

const done: Label = ['修改成功', 'Changed'];
const amountDone: Label = [
  '成功 {done} 条，失败 {refused} 条',
  '{done} succeeded, {refused} failed',
];

/** Returns why a record stays unchanged: all faults in one text. */
const reasonOf = (fault: Fault, language: Language): string =>
  fault instanceof Invalid && fault.faults.length > 0
    ? fault.faults.map(({ message }) => say(message, language)).join('; ')
    : say(fault.label, language);

/** True if a page of the resource offers editing. */
const isEdited = (resource: Resource): boolean =>
  Object.values(resource.views).some(({ actions }) => actions.includes('edit'));

const refusedRow = Type.Object({
  title: Type.String({ maxLength: 1000 }),
  message: Type.String({ maxLength: 4000 }),
});

/**
 * Returns the calls that set equal values in several records: a preview, the edit, and the refused records as a
 * workbook.
 */
export const editAllCalls = (resource: Resource): readonly Endpoint[] => {
  if (!isEdited(resource)) return [];
  const values = Type.Record(Type.String(), Type.Unknown());
  const call = (name: string, what: Label) => ({
    method: 'POST' as const,
    path: `${resource.path}/${name}`,
    auth: 'user' as const,
    summary: [
      `${resource.label[0]}:${what[0]}`,
      `${resource.label[1]}: ${what[1]}`,
    ] satisfies Label,
  });
  const describes = () =>
    ({ type: 'object', properties: { values: draftSchema(resource) } }) as TSchema;
  return [
    endpoint({
      ...call('editAllCheck', ['批量修改预览', 'preview of a bulk edit']),
      input: Type.Object({ ids: Type.Optional(idsParam(maxRecords)), found: foundParam, values }),
      describes,
      run: async (given, context) => {
        const { engine, actor, language } = context;
        const ids = await chosenRecords(resource, given, maxRecords, context);
        const previews = await engine.as(actor).previewEdits(resource, ids, given.values);
        return previews.map(
          ({ fault, changes, ...seen }): EditedRow => ({
            ...seen,
            changes: changes.map((change) => ({ ...change, label: say(change.label, language) })),
            ...(fault ? { message: reasonOf(fault, language) } : {}),
          }),
        );
      },
    }),
    endpoint({
      ...call('editAll', ['批量修改', 'edit several records']),
      input: Type.Object({
        records: Type.Array(Type.Object({ id: idParam, version: versionParam }), {
          minItems: 1,
          maxItems: maxRecords,
        }),
        values,
      }),
      describes,
      run: async (given, { engine, actor, language }) => {
        const performed = await engine.as(actor).editAll(resource, given.records, given.values);
        const answer: PerformedRows = {
          done: performed.done,
          refused: performed.refused.map((each) => ({
            id: each.id,
            message: reasonOf(each.fault, language),
          })),
        };
        const amounts = { done: answer.done.length, refused: answer.refused.length };
        return new Reply(answer, amounts.refused === 0 ? done : fill(amountDone, amounts));
      },
    }),
    endpoint({
      ...call('editAllFailed', [
        '批量修改未成功的记录',
        'records that a bulk edit refused, as a workbook',
      ]),
      input: Type.Object({ rows: Type.Array(refusedRow, { minItems: 1, maxItems: maxRecords }) }),
      run: async ({ rows }, { engine, actor, language }) => {
        const heads: readonly Label[] = [
          resource.fields[resource.title]?.spec.label ?? resource.label,
          ['原因', 'Reason'],
        ];
        const name = say(['未修改的记录', 'Not changed'], language);
        const content = await writeTable(
          bookMakerOf(engine, actor),
          name,
          heads.map((head) => say(head, language)),
          rows.map(({ title, message }) => [title, message]),
        );
        return workbookAnswer(content, `${say(resource.label, language)}-${name}.xlsx`);
      },
    }),
  ];
};
