import type {
  AttachedFile,
  AttachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Session } from '../store/connection/database.ts';

/** Returns the categories that the definition proposes for the attachments field of the resource (ruling 29). */
export const proposedCategories = (resource: Resource): readonly AttachmentCategory[] =>
  Object.values(resource.fields).find((field) => field.spec.type === 'files')?.spec.categories ??
  [];

/** Returns the name of the attachments field of the resource, if any. */
export const filesField = (resource: Resource): string | undefined =>
  Object.entries(resource.fields).find(([, field]) => field.spec.type === 'files')?.[0];

/** Returns faults for categories that contain more files than allowed. */
export const overfullFaults = (
  categories: readonly AttachmentCategory[],
  files: readonly Pick<AttachedFile, 'catalog'>[],
): Label | undefined => {
  const full = categories.find(
    ({ code, limit }) => files.filter(({ catalog }) => catalog === code).length > limit,
  );
  return (
    full &&
    fill(['【{category}】最多上传 {limit} 个文件', '{category} takes at most {limit} files'], {
      category: full.label,
      limit: full.limit,
    })
  );
};

/** Returns faults for files larger than their category allows. */
export const oversizedFaults = (
  categories: readonly AttachmentCategory[],
  files: readonly Pick<AttachedFile, 'catalog' | 'name' | 'size'>[],
): Label | undefined => {
  for (const { code, label, megabytes } of categories) {
    const large = files.find(
      ({ catalog, size }) =>
        catalog === code && megabytes !== undefined && size > megabytes * 1024 * 1024,
    );
    if (large) {
      return fill(
        [
          '【{name}】超过了【{category}】的文件大小上限 {megabytes} MB',
          '{name} exceeds the limit of {megabytes} MB for {category}',
        ],
        { name: large.name, category: label, megabytes: megabytes ?? 0 },
      );
    }
  }
  return undefined;
};

/**
 * Attachment categories in force: rows of the tenant, created from the definition and editable by administrators
 * (ruling 29).
 */
export interface AttachmentCategories {
  of(session: Session, resource: Resource): Promise<readonly AttachmentCategory[]>;
}

/** Attachment categories that the definitions propose. */
export const definedCategories: AttachmentCategories = {
  of: async (_session, resource) => proposedCategories(resource),
};
