import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { clearableParameter, withLabel } from '@keyan/engine/wire/inputs.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type Static, Type } from 'typebox';
import { originOfAddress, savePublishing } from './keep.server.ts';
import { outlets } from './outlets.ts';
import {
  type PublishingState,
  publishingCode,
  publishingEditCode,
  rorPattern,
} from './publishing.ts';
import { settingsOf } from './site.server.ts';

const input = Type.Object({
  isOn: Type.Boolean(),
  pagesOn: Type.Boolean(),
  address: Type.String({
    maxLength: 200,
    ...clearableParameter,
    ...withLabel(['对外地址', 'Address']),
  }),
  repositoryName: Type.String({
    maxLength: 100,
    ...clearableParameter,
    ...withLabel(['名称', 'Name']),
  }),
  adminEmail: Type.String({
    maxLength: 254,
    ...clearableParameter,
    ...withLabel(['联系邮箱', 'E-mail']),
  }),
  ror: Type.String({ maxLength: 60, ...clearableParameter, ...withLabel(['ROR', 'ROR']) }),
  outlets: Type.Array(Type.String({ maxLength: 40 }), { maxItems: outlets.length }),
  withAmounts: Type.Boolean(),
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_646 }),
});

type SettingsInput = Static<typeof input>;

const faultsOf = (given: SettingsInput): readonly { path: string; message: Label }[] => {
  const isOpen = given.isOn || given.pagesOn;
  const { address, adminEmail, ror } = given;
  const known = new Set(outlets.map(({ key }) => key));
  const rules: readonly (readonly [path: string, isWrong: boolean, message: Label])[] = [
    [
      'address',
      (isOpen || address !== '') && !/^https?:\/\/[^/\s]+$/.test(originOfAddress(address)),
      [
        '请输入对外地址，如 https://keyan.example.edu.cn',
        'Enter the public address, such as https://keyan.example.edu.cn',
      ],
    ],
    [
      'adminEmail',
      (isOpen || adminEmail !== '') && !isEmail(adminEmail),
      ['请输入联系邮箱', 'Enter an e-mail address'],
    ],
    [
      'ror',
      ror !== '' && !new RegExp(rorPattern).test(ror),
      ['ROR 应形如 https://ror.org/033vjfk17', 'A ROR looks like https://ror.org/033vjfk17'],
    ],
    [
      'outlets',
      given.outlets.some((key) => !known.has(key)),
      ['没有这类记录', 'There are no such records'],
    ],
    [
      'outlets',
      isOpen && given.outlets.length === 0,
      ['请选择公开的记录', 'Choose the records to publish'],
    ],
  ];
  return rules.flatMap(([path, isWrong, message]) => (isWrong ? [{ path, message }] : []));
};

const stateOf = async (
  engine: Engine,
  tenantId: string,
  language: Language,
): Promise<PublishingState> => {
  const { comparedAt, ...settings } = await settingsOf(engine, tenantId);
  const counts = await engine.database.read(tenantId, (session) =>
    session.query<{ outlet: string; published: number; withdrawn: number }>(
      `select outlet, (count(*) filter (where not is_deleted))::int as published,
              (count(*) filter (where is_deleted))::int as withdrawn
         from published where tenant_id = $1 group by outlet`,
      [tenantId],
    ),
  );
  return {
    settings,
    outlets: outlets.map(({ key, label }) => {
      const found = counts.find(({ outlet }) => outlet === key);
      return {
        key,
        label: say(label, language),
        published: found?.published ?? 0,
        withdrawn: found?.withdrawn ?? 0,
      };
    }),
    comparedAt: comparedAt ? timeText(comparedAt) : '',
  };
};

/** Calls of the page with publishing settings. */
export const publishingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/publishing/state',
    auth: 'user',
    permissions: [publishingCode],
    summary: ['对外发布设置', 'Publishing settings'],
    input: Type.Object({}),
    run: (_input, { actor, engine, language }) => stateOf(engine, actor.tenantId, language),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/publishing/save',
    auth: 'user',
    permissions: [publishingEditCode],
    perMinute: 30,
    summary: ['保存对外发布设置', 'Save publishing settings'],
    input,
    run: async (given, { actor, engine, language }) => {
      const faults = faultsOf(given);
      if (faults.length > 0) throw new Invalid(faults);
      await savePublishing(engine, actor, given);
      return new Reply(await stateOf(engine, actor.tenantId, language), ['保存成功', 'Saved']);
    },
  }),
];
