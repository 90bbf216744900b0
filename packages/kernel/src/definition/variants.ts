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

/** Properties of a variant's own page, as far as they matter here. */
interface Page {
  readonly code: string;
  /** Left out, every record of the variant. */
  readonly scope?: Scope;
  readonly done?: Scope;
}

/** Properties that one variant has of its own. Its pages show its records alone. */
export interface Variant<V extends Page> {
  readonly process?: Process;
  /** Pages by name; no two variants share one. */
  readonly views: Readonly<Record<string, V>>;
}

/** Several kinds of records in one table, as a definition gives them. */
export interface VariantsDeclaration<V extends Page> {
  /** The field whose code says which variant a record is. */
  readonly field: string;
  readonly made: Readonly<Record<string, Variant<V>>>;
}

/** The variants of a resource. */
export interface Variants {
  readonly field: string;
  readonly codes: readonly string[];
  /** The kind of approval of each, by its code. */
  readonly kinds: Readonly<Partial<Record<string, string>>>;
}

/**
 * One resource, several kinds: the code in a field picks the pages, their rights, and the approval.
 * @param make what the variant of a code has of its own
 */
export const variantsBy = <const Code extends string, const V extends Page>(
  field: string,
  codes: readonly Code[],
  make: (code: Code) => Variant<V>,
): VariantsDeclaration<V> => ({
  field,
  made: Object.fromEntries(codes.map((code) => [code, make(code)])),
});

/** The parts of a resource to which its variants add pages and processes. */
interface Parts {
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
 * Records of variants of which the reader has a page, for whoever has all without a look at the row;
 * besides, those that the reader handles.
 */
const withPages = (
  field: string,
  pages: Readonly<Record<string, readonly Page[]>>,
  { views, processes, access }: Parts,
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
 * The resource with its variants worked in: their pages beside the common ones, which show the records
 * of all; their approvals; and that nobody reads a record of a variant without one of its pages.
 * @throws Error for a name of a page that stands twice
 */
export const withVariants = (
  key: string,
  { field, made }: VariantsDeclaration<Page>,
  common: Parts,
): Parts & { readonly variants: Variants } => {
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

/** A resource that may have variants. */
interface Varied {
  readonly variants?: Variants;
}

/** The variant of a row; undefined where it has none yet, or the resource has none at all. */
export const variantOf = ({ variants }: Varied, row: RowLike): string | undefined => {
  const code = variants && row[variants.field];
  return typeof code === 'string' && variants?.codes.includes(code) ? code : undefined;
};

/** Does the page belong to this row: to its variant, or to all? */
export const isPageOfRow = (
  resource: Varied,
  { variant }: { readonly variant?: string },
  row: RowLike,
): boolean => variant === undefined || variant === variantOf(resource, row);
