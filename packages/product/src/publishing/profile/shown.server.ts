import type { Session } from '@keyan/engine/store/connection/database.ts';
import {
  fieldTypeTable as fieldKinds,
  specIn,
} from '@keyan/kernel/definition/field/field-types.ts';
import { snakeCase, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { personnel } from '../../people/personnel.ts';
import type { ShownProfilePart } from '../mapping.ts';
import { isProfileField, type ProfileField, profileFields } from './profile.ts';

/** Profile parts that are lists or shown elsewhere on the page. */
const apart = ['department', 'outputs', 'projects'] as const;

type Fact = Exclude<ProfileField, (typeof apart)[number]>;

const isFact = (name: ProfileField): name is Fact => !(apart as readonly string[]).includes(name);

/** Personnel file fields that profiles may show. */
const facts = profileFields.filter(isFact);

/** Facts with a property of their own in the public form. */
const placed: readonly Fact[] = ['englishName', 'orcid', 'email', 'website'];

export interface PublicProfile extends ShownProfilePart {
  /** Id of the personnel file, which is the public id of the profile. */
  readonly person: string;
  readonly fields: readonly ProfileField[];
}

type StoredFacts = { readonly [K in Fact]: string | null } & {
  readonly person: string;
  readonly account: string;
  readonly name: string;
  readonly unit: string;
  readonly fields: readonly string[];
};

const resource = untypedResource(personnel);

const columns = facts.map((name) => `f.${snakeCase(name)}::text as "${name}"`).join(', ');

/** Fact of the file in words. */
const inWords = (
  name: Fact,
  value: string | null,
  dictionaries: Dictionaries,
  language: Language = 'zh',
): string => {
  const spec = resource.fields[name]?.spec;
  return spec && value
    ? fieldKinds[spec.type].text(value, specIn(spec, dictionaries), language)
    : '';
};

/** Published part of a personnel file. */
export const shownProfileOf = (stored: StoredFacts, dictionaries: Dictionaries): PublicProfile => {
  const fields = stored.fields.filter(isProfileField);
  const value = (name: Fact): string =>
    fields.includes(name) ? inWords(name, stored[name], dictionaries) : '';
  return {
    person: stored.person,
    name: stored.name,
    fields,
    ...(value('englishName') && { nameEn: value('englishName') }),
    ...(value('orcid') && { orcid: value('orcid') }),
    ...(value('email') && { email: value('email') }),
    ...(value('website') && { website: value('website') }),
    ...(fields.includes('department') && { unit: stored.unit }),
    facts: facts
      .filter((name) => !placed.includes(name))
      .flatMap((name) => {
        const label = resource.fields[name]?.spec.label;
        const text = value(name);
        const english = inWords(name, stored[name], dictionaries, 'en');
        return label && text ? [{ label, text: [text, english] as const }] : [];
      }),
  };
};

const fileSql = (fields: string, joined: string): string => `
  select f.id::text as person, f.user_id::text as account, f.name, f.fk_dept_id::text as unit,
         ${fields} as fields, ${columns}
    from personnel f ${joined}
   where f.tenant_id = $1 and f.is_deleted = 0 and f.user_id = any($2::bigint[])`;

const publicSql = fileSql(
  'c.shown',
  'join public_profile c on c.tenant_id = f.tenant_id and c.user_id = f.user_id and c.is_on',
);

/** Profile as it would be with the given fields. */
export const profileWithFields = async (
  session: Session,
  account: string,
  fields: readonly ProfileField[],
  dictionaries: Dictionaries,
): Promise<PublicProfile | undefined> => {
  const [row] = await session.query<StoredFacts>(fileSql('$3::text[]', ''), [
    session.tenantId,
    [account],
    fields,
  ]);
  return row && shownProfileOf(row, dictionaries);
};

/** Published profiles of people, by account id. */
export const profilesOf = async (
  session: Session,
  accounts: readonly string[],
  dictionaries: Dictionaries,
): Promise<ReadonlyMap<string, PublicProfile>> => {
  const rows = await session.query<StoredFacts>(publicSql, [session.tenantId, accounts]);
  return new Map(rows.map((row) => [row.account, shownProfileOf(row, dictionaries)]));
};
