import { createHash } from 'node:crypto';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Entry } from '@keyan/kernel/values/dictionary.ts';
import { nationalDictionaries } from '../../shared/formats/national.ts';
import { roleNames } from '../../shared/roles.ts';
import { user } from '../accounts/user.ts';
import { postNames } from '../posts/dictionaries.ts';
import { post } from '../posts/post.ts';
import { registerGuest } from '../registration/registration.ts';
import { dictionaryRoot, synonymsOf } from './dict.ts';

/** Entries of the dictionaries that administrators changed, by dictionary code. */
export type EditedEntries = ReadonlyMap<string, readonly Entry[]>;

interface EditedRow {
  readonly id: string;
  readonly parent: string;
  readonly code: string;
  readonly key: string;
  readonly zh: string;
  readonly en: string | null;
  readonly heading: boolean;
  readonly sealed: boolean;
  readonly synonyms: string | null;
}

/**
 * Reads every entry of the dictionaries that a person changed. A deleted entry is returned as sealed, so that records
 * with its code show its name; entries below a sealed entry are sealed as well.
 */
const readTouched = async (session: Session): Promise<EditedEntries> => {
  const rows = await session.query<EditedRow>(
    `with recursive touched as (
       select distinct code from dict_entry
        where tenant_id = $1 and (create_user <> 0 or update_user <> 0)),
     entry as (
       select distinct on (e.code, e.dict_key) e.* from dict_entry e
         join touched on touched.code = e.code
        where e.tenant_id = $1 and e.dict_key <> $2
        order by e.code, e.dict_key, e.is_deleted, e.update_time desc),
     open as (
       select e.id, e.is_sealed = 1 as sealed from dict_entry e join touched on touched.code = e.code
        where e.tenant_id = $1 and e.parent_id is null
       union all
       select e.id, o.sealed or e.is_sealed = 1 or e.is_deleted = 1
         from entry e join open o on o.id = e.parent_id)
     select e.id::text, e.parent_id::text as parent, e.code, e.dict_key as key, e.dict_value as zh,
       e.dict_value_en as en, e.is_heading = 1 as heading, open.sealed, e.synonyms
      from entry e join open on open.id = e.id
      order by e.sort, e.id`,
    [session.tenantId, dictionaryRoot],
  );
  const byParent = Map.groupBy(rows, (row) => row.parent);
  const entry = (row: EditedRow): Entry => {
    const children = byParent.get(row.id)?.map(entry);
    const synonyms = synonymsOf(row.synonyms);
    return {
      code: row.key,
      label: [row.zh, row.en || row.zh],
      ...(synonyms.length > 0 ? { synonyms } : {}),
      ...(row.heading ? { heading: true } : {}),
      ...(row.sealed ? { sealed: true } : {}),
      ...(children ? { children } : {}),
    };
  };
  const ids = new Set(rows.map(({ id }) => id));
  const tops = Map.groupBy(
    rows.filter(({ parent }) => !ids.has(parent)),
    (row) => row.code,
  );
  return new Map([...tops].map(([code, found]) => [code, found.map(entry)]));
};

/** Reads the roles of the tenant as dictionary entries; deleted roles are sealed. */
const readRoles = async (session: Session): Promise<readonly Entry[]> => {
  const rows = await session.query<{ alias: string; zh: string; en: string; gone: boolean }>(
    `select distinct on (role_alias) role_alias as alias, role_name as zh,
       coalesce(role_name_en, role_name) as en, is_deleted = 1 as gone
      from role where tenant_id = $1 order by role_alias, is_deleted, update_time desc`,
    [session.tenantId],
  );
  return rows.map(({ alias, zh, en, gone }) => ({
    code: alias,
    label: [zh, en],
    ...(gone ? { sealed: true } : {}),
  }));
};

/** Reads the posts of the tenant as dictionary entries, sorted; deleted posts are sealed, since histories name them. */
const readPosts = async (session: Session): Promise<readonly Entry[]> => {
  const rows = await session.query<{ id: string; zh: string; en: string; gone: boolean }>(
    `select id::text, post_name as zh, coalesce(nullif(post_name_en, ''), post_name) as en,
       is_deleted = 1 as gone from post
      where tenant_id = $1 order by sort, id`,
    [session.tenantId],
  );
  return rows.map(({ id, zh, en, gone }) => ({
    code: id,
    label: [zh, en],
    ...(gone ? { sealed: true } : {}),
  }));
};

/** Reads every dictionary of the tenant that differs from its definition. */
export const readEditedEntries = async (session: Session): Promise<EditedEntries> =>
  new Map([
    ...(await readTouched(session)),
    [roleNames.key, await readRoles(session)],
    [postNames.key, await readPosts(session)],
  ]);

const revisions = new WeakMap<readonly Entry[], string>();

/** Returns a revision that changes with every edit, so that pages can tell whether a long dictionary is outdated. */
const revisionOf = (entries: readonly Entry[]): string => {
  const known = revisions.get(entries);
  if (known) return known;
  const revision = createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
  revisions.set(entries, revision);
  return revision;
};

/** Codes of long dictionaries, which a page fetches only when it shows them. */
const fetchedWhenShown = new Set(nationalDictionaries.map(({ key }) => key));

/**
 * Permission codes that reading a dictionary requires; dictionaries that are not listed are public within the tenant.
 */
const readersOf: ReadonlyMap<string, readonly string[]> = new Map([
  [roleNames.key, [...permissionsOf(registerGuest), ...permissionsOf(user)]],
  [postNames.key, [...permissionsOf(post), ...permissionsOf(user)]],
]);

const mayRead = ({ permissions }: Actor, code: string): boolean =>
  readersOf.get(code)?.some((permission) => permissions.has(permission)) ?? true;

/** Edited dictionary as sent to a page: all its entries, or only the revision of a long dictionary. */
type ToldEdited = { readonly code: string } & (
  | { readonly entries: readonly Entry[] }
  | { readonly revision: string }
);

/** Returns the edited dictionaries that the actor may read; the page merges them into the shipped ones. */
export const editedEntriesFor = (actor: Actor, edited: EditedEntries): readonly ToldEdited[] =>
  [...edited]
    .filter(([code]) => mayRead(actor, code))
    .map(([code, entries]) =>
      fetchedWhenShown.has(code) ? { code, revision: revisionOf(entries) } : { code, entries },
    );
