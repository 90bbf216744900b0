import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type AttachmentCodes, attachmentCategories } from '../../shared/attachments.ts';
import type { ProgramKind } from './access.ts';

type ByType = Readonly<Partial<Record<ProgramKind, AttachmentCodes>>>;

/** Merges lists of codes without repetition, preserving the order of each list. */
const inOrder = (lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce<string[]>((merged, list) => {
    let place = 0;
    for (const code of list) {
      if (!merged.includes(code)) merged.splice(place, 0, code);
      place = merged.indexOf(code) + 1;
    }
    return merged;
  }, []);

/** Attachment categories that apply by kind of project. */
export const attachmentsByKind = (codes: ByType): readonly AttachmentCategory[] => {
  const given = Object.entries(codes).map(
    ([kind, list]) => [kind, attachmentCategories(...list)] as const,
  );
  return inOrder(given.map(([, list]) => list.map(({ code }) => code))).flatMap((code) => {
    const named = given.flatMap(([kind, list]) =>
      list.filter((one) => one.code === code).map((one) => [kind, one] as const),
    );
    const [[, first] = []] = named;
    if (!first) return [];
    const having = named.map(([kind]) => kind);
    const asking = named.filter(([, { required }]) => required).map(([kind]) => kind);
    // Before a project is chosen, its kind is unknown and no category applies.
    const among =
      (kinds: readonly string[]) =>
      ({ programKind }: RowLike): boolean =>
        typeof programKind !== 'string' || kinds.includes(programKind);
    return [
      {
        ...first,
        required: asking.length > 0,
        ...(having.length < given.length ? { when: among(having) } : {}),
        ...(asking.length > 0 && asking.length < given.length
          ? { requiredWhen: among(asking) }
          : {}),
      },
    ];
  });
};
