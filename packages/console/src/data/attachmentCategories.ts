import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { AttachmentCategoryRow } from '@keyan/kernel/wire/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../client/context.tsx';

const none: readonly AttachmentCategory[] = [];

interface AttachmentCategories {
  readonly list: readonly AttachmentCategory[];
  /** True if the categories could not be fetched; those of the definition are shown then. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * Returns the attachment categories in force; administrators may have changed those of the
 * definition (ruling 29). The definition's categories apply until the response arrives or if the
 * call fails.
 */
export const useAttachmentCategories = (
  resource: Resource,
  spec: FieldSpec | undefined,
): AttachmentCategories => {
  const client = useClient();
  const { data, isError, refetch } = useQuery({
    queryKey: ['categories', resource.key],
    queryFn: () =>
      client.get<readonly AttachmentCategoryRow[]>(
        '/blade-resource/attachment/catalogues',
        { resource: resource.key },
        { quiet: true },
      ),
    // A form that opens shows what an administrator has just changed.
    staleTime: 5_000,
    enabled: spec !== undefined,
  });
  const list = useMemo(() => {
    if (!data || data.length === 0) return spec?.categories ?? none;
    return data.map(({ catalog, name, nameEn, required, limit, megabytes }) => ({
      code: catalog,
      label: [name, nameEn || name] as const,
      required,
      limit,
      megabytes,
    }));
  }, [data, spec]);
  return { list, failed: isError, retry: () => void refetch() };
};
