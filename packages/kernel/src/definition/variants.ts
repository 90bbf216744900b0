import {
  anyScope,
  everyScope,
  handles,
  permission,
  type Scope,
  withCode,
} from '../access/scope.ts';
import type { RowLike } from '../values/row.ts';
import type { Process } from './life/process.ts';

/** Properties of a variant's page that are relevant here. */
interface Page {
  readonly code: string;
  /** Scope of the page within the variant; if omitted, every record of the variant. */
  readonly scope?: Scope;
  readonly done?: Scope;
}

/** Properties of one variant. Its pages show only its records. */
export interface Variant<V extends Page> {
  readonly process?: Process;
  /** Pages by name; names are unique over all variants. */
  readonly views: Readonly<Record<string, V>>;
}

/** Several kinds of records in one table, as declared in a definition. */
export interface VariantsDeclaration<V extends Page> {
  /** Field whose code determines the variant of a record. */
  readonly field: string;
  readonly made: Readonly<Record<string, Variant<V>>>;
}

/** Variants of a resource. */
export interface Variants {
  readonly field: string;
  readonly codes: readonly string[];
  /** Kind of approval of each variant, by its code. */
  readonly kinds: Readonly<Partial<Record<string, string>>>;
}

/**
 * Declares variants of a resource: the code in a field determines pages, rights, and approval.
 * @param make returns the properties of the variant with a code
 */
export const variantsBy = <const Code extends string, const V extends Page>(
  field: string,
  codes: readonly Code[],
  make: (code: Code) => Variant<V>,
): VariantsDeclaration<V> => ({
  field,
  made: Object.fromEntries(codes.map((code) => [code, make(code)])),
});

/** Properties of a resource to which its variants add pages and processes. */
interface ExtendedResource {
  readonly views: Readonly<Record<string, Page>>;
  readonly processes: readonly Process[];
  readonly access: {
    readonly read: Scope;
    readonly pageless?: boolean;
    readonly readers?: readonly string[];
  };
}

const holdsPageOf = (views: readonly Page[]): Scope =>
  anyScope(...views.map(({ code }) => permission(code)));

/**
 * Returns the scope of records of variants of which the reader has a page, and records that the
 * reader handles; readers with a common page, or with pages of all variants, read every row.
 */
const withPages = (
  field: string,
  pages: Readonly<Record<string, readonly Page[]>>,
  { views, processes, access }: ExtendedResource,
): Scope => {
  const common = Object.values(views);
  const readers = (access.readers ?? []).map((code) => permission(code));
  return anyScope(
    ...readers,
    holdsPageOf(common),
    everyScope(...Object.values(pages).map(holdsPageOf)),
    ...Object.entries(pages).map(([code, own]) =>
      everyScope(withCode(field, code), holdsPageOf(own)),
    ),
    ...(processes.length > 0 ? [handles('any')] : []),
  );
};

/**
 * Merges its variants into a resource: adds their pages to the common ones, which show the records
 * of all; adds their approvals; and lets nobody read a record of a variant without one of its
 * pages.
 * @throws Error for two pages of one name
 */
export const withVariants = (
  key: string,
  { field, made }: VariantsDeclaration<Page>,
  common: ExtendedResource,
): ExtendedResource & { readonly variants: Variants } => {
  const views: Record<string, Page> = { ...common.views };
  const pages: Record<string, Page[]> = {};
  for (const [code, variant] of Object.entries(made)) {
    pages[code] = Object.entries(variant.views).map(([name, given]) => {
      if (Object.hasOwn(views, name)) throw new Error(`${key}: two pages are called ${name}`);
      const own = withCode(field, code);
      const view = {
        ...given,
        variant: code,
        scope: given.scope ? everyScope(own, given.scope) : own,
        ...(given.done ? { done: everyScope(own, given.done) } : {}),
      };
      views[name] = view;
      return view;
    });
  }
  const processes = [
    ...common.processes,
    ...Object.values(made).flatMap(({ process }) => (process ? [process] : [])),
  ];
  const { access } = common;
  const paged = withPages(field, pages, { ...common, processes });
  return {
    views,
    processes,
    access: access.pageless ? access : { ...access, read: everyScope(access.read, paged) },
    variants: {
      field,
      codes: Object.keys(made),
      kinds: Object.fromEntries(
        Object.entries(made).flatMap(([code, { process }]) =>
          process ? [[code, process.kind]] : [],
        ),
      ),
    },
  };
};

/** Properties of a resource that may have variants. */
interface Varied {
  readonly variants?: Variants;
}

/** Returns the variant of a row; undefined if it has none yet, or the resource has no variants. */
export const variantOf = ({ variants }: Varied, row: RowLike): string | undefined => {
  const code = variants && row[variants.field];
  return typeof code === 'string' && variants?.codes.includes(code) ? code : undefined;
};

/** True if the page shows this row: a page of its variant, or of all variants. */
export const isPageOfRow = (
  resource: Varied,
  { variant }: { readonly variant?: string },
  row: RowLike,
): boolean => variant === undefined || variant === variantOf(resource, row);
