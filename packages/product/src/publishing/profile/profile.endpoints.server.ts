import { type ActorCall, type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import {
  fieldTypeTable as fieldKinds,
  specIn,
} from '@keyan/kernel/definition/field/field-types.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { personnel } from '../../people/personnel.ts';
import { entityOfProfile } from '../entities.server.ts';
import { pageText, recordBody } from '../pages/html.server.ts';
import { profileLists } from '../pages/profile-lists.server.ts';
import { publicPath } from '../publishing.ts';
import { type Site, settingsOf } from '../site.server.ts';
import { noProfileFile, profileFileOf, saveProfile } from './keep.server.ts';
import {
  isProfileField,
  type OwnProfile,
  type ProfileField,
  partLabels,
  profileCalls,
  profileCode,
  profileFields,
} from './profile.ts';

const resource = untypedResource(personnel);

const siteFor = async ({ engine, actor }: ActorCall): Promise<Site> => {
  const settings = await settingsOf(engine, actor.tenantId);
  const [tenant] = await engine.database.short<{ name: string; nameEn: string }>(actor.tenantId, {
    sql: `select tenant_name as name, coalesce(nullif(tenant_name_en, ''), tenant_name) as "nameEn"
            from tenant where tenant_id = $1`,
    parameters: [actor.tenantId],
  });
  return {
    tenantId: actor.tenantId,
    school: tenant?.name ?? '',
    schoolEn: tenant?.nameEn ?? '',
    settings,
  };
};

const isOffered = ({ settings }: Site): boolean =>
  (settings.pagesOn || settings.isOn) && settings.outlets.includes(personnel.key);

const labelOf = (name: ProfileField): Label =>
  partLabels[name] ?? resource.fields[name]?.spec.label ?? [name, name];

const ownProfile = async (call: ActorCall): Promise<OwnProfile> => {
  const { engine, actor, language, dictionaries } = call;
  const [site, file] = await Promise.all([siteFor(call), profileFileOf(call.engine, call.actor)]);
  const shared = { isOffered: isOffered(site), address: site.settings.address };
  if (!file) {
    return { ...shared, hasFile: false, isOn: false, shown: [], fields: [], path: '', version: 0 };
  }
  const [row] = await engine.asSystem('profile', actor.tenantId).readAll(resource, [file.id]);
  const lists = await profileLists(engine, site, actor.id, ['outputs', 'projects']);
  const [outputs = 0, projects = 0] = lists.map(({ lines }) => lines.length);
  const textOf = (name: ProfileField): string => {
    const counts: Partial<Record<ProfileField, number>> = { outputs, projects };
    const count = counts[name];
    if (count !== undefined) return say([`${count} 条已公开`, `${count} published`], language);
    if (name === 'department') return file.unit;
    const spec = resource.fields[name]?.spec;
    const value = (row as RowLike | undefined)?.[name];
    return spec && value
      ? fieldKinds[spec.type].text(value, specIn(spec, dictionaries), language)
      : '';
  };
  return {
    ...shared,
    hasFile: true,
    isOn: file.isOn,
    shown: file.shown.filter(isProfileField),
    fields: profileFields.map((name) => ({
      name,
      label: say(labelOf(name), language),
      text: textOf(name),
    })),
    path: publicPath(personnel.key, file.id),
    version: file.version,
  };
};

const chosen = Type.Array(Type.Union(profileFields.map((name) => Type.Literal(name))), {
  maxItems: profileFields.length,
  uniqueItems: true,
});

/** Calls that read, save and preview one’s public profile. */
export const profileEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${profileCalls}/own`,
    auth: 'user',
    permissions: [profileCode],
    summary: ['我的公开主页', 'My public profile'],
    input: Type.Object({}),
    run: (_input, call) => ownProfile(call),
  }),
  endpoint({
    method: 'POST',
    path: `${profileCalls}/save`,
    auth: 'user',
    permissions: [profileCode],
    perMinute: 30,
    summary: ['保存我的公开主页', 'Save my public profile'],
    input: Type.Object({
      isOn: Type.Boolean(),
      shown: chosen,
      version: Type.Integer({ minimum: 0, maximum: 2_147_483_646 }),
    }),
    run: async (given, call) => {
      const { engine, actor } = call;
      await saveProfile(engine, actor, given);
      return new Reply(await ownProfile(call), ['保存成功', 'Saved']);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${profileCalls}/preview`,
    auth: 'user',
    permissions: [profileCode],
    perMinute: 60,
    onlyReads: true,
    summary: ['预览我的公开主页', 'Preview my public profile'],
    input: Type.Object({ shown: chosen }),
    run: async ({ shown }, call) => {
      const { engine, actor, language } = call;
      const [site, file] = await Promise.all([
        siteFor(call),
        profileFileOf(call.engine, call.actor),
      ]);
      if (!file) throw new Refused(noProfileFile);
      const entity = await entityOfProfile(engine, site, actor.id, shown);
      const lists = await profileLists(engine, site, actor.id, shown);
      return {
        html: pageText({
          title: file.name,
          school: say([site.school, site.schoolEn], language),
          language,
          canonical: '',
          path: publicPath(personnel.key, file.id),
          body: recordBody(entity, lists, language),
        }),
      };
    },
  }),
];
