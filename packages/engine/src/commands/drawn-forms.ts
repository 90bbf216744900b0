import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { filesField, proposedCategories } from '../files/categories.ts';
import type { CommandContext } from './context.ts';
import { judgeSave } from './judge-save.ts';
import type { SaveMode } from './save.ts';

/** Returns the file name of a form that the system printed. */
const nameOf = (category: Label): string =>
  say(
    fill(['{category}（按填报内容生成）.pdf', '{category} (written from the form).pdf'], {
      category,
    }),
    'zh',
  );

/**
 * Prints the forms that a submitted record lacks (`AttachmentCategory.drawn`), and replaces forms printed for an
 * earlier submission. Runs before the transaction of the save; if the save fails, the file is deleted with other files
 * that were never attached.
 * @returns the input with these files among the attachments
 */
export const withDrawnForms = async (
  context: CommandContext,
  resource: Resource,
  input: RowLike,
  mode: SaveMode,
): Promise<RowLike> => {
  const { engine, actor } = context;
  const { drawForm } = engine;
  const field = filesField(resource);
  const drawn = proposedCategories(resource).filter((category) => category.drawn);
  const isAsked = mode.kind === 'submit' && drawn.length > 0 && !isSystem(actor);
  if (!isAsked || !drawForm || field === undefined) return input;
  // Faults of other fields are reported by the save itself.
  const { after } = await judgeSave(context, resource, input, { kind: 'draft' });
  if (!after || resource.attachable?.(after) === false) return input;
  const held = (after as RowLike)[field] as readonly AttachedFile[] | null;
  const { kept, lacking } = await engine.database.read(actor.tenantId, async (session) => {
    const printed = await engine.files.printed(
      session,
      (held ?? []).map(({ id }) => id),
    );
    const own = (held ?? []).filter(({ id }) => !printed.has(id));
    return { kept: own, lacking: await engine.files.missing(session, resource, after, own) };
  });
  const wanted = drawn.filter(({ code }) => lacking.some((category) => category.code === code));
  if (wanted.length === 0 && kept.length === (held ?? []).length) return input;
  const files = await Promise.all(
    wanted.map(({ code, label }) =>
      drawForm(actor, resource, after, { fileName: nameOf(label), catalog: code }),
    ),
  );
  return {
    ...input,
    [field]: [...kept, ...files].map(({ id, catalog }) => ({ id, catalog })),
  };
};
