import type { Fields } from './field.ts';

/** @throws Error for a tree whose field does not refer to the same resource. */
export const checkTree = ({
  key,
  fields,
  list,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly tree?: string };
}): void => {
  const { tree } = list;
  if (tree && fields[tree]?.spec.target?.key !== key) {
    throw new Error(`${key}: ${tree} does not refer to the same resource`);
  }
};
