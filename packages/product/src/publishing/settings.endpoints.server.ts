import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { called, clearable } from '@keyan/engine/wire/inputs.ts';
import { Conflict, Invalid } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type Static, Type } from 'typebox';
import { writeAuditEntry } from '../shared/audit.server.ts';
import { outlets } from './outlets.ts';
import {
  type PublishingState,
  publishingCode,
  publishingEditCode,
  rorPattern,
} from './publishing.ts';
import { compareRegister } from './register.server.ts';
import { settingsIn, settingsOf } from './site.server.ts';

const input = Type.Object({
  isOn: Type.Boolean(),
  pagesOn: Type.Boolean(),
  address: Type.String({ maxLength: 200, ...clearable, ...called(['对外地址', 'Address']) }),
  repositoryName: Type.String({ maxLength: 100, ...clearable, ...called(['名称', 'Name']) }),
  adminEmail: Type.String({ maxLength: 254, ...clearable, ...called(['联系邮箱', 'E-mail']) }),
  ror: Type.String({ maxLength: 60, ...clearable, ...called(['ROR', 'ROR']) }),
  outlets: Type.Array(Type.String({ maxLength: 40 }), { maxItems: outlets.length }),
  withAmounts: Type.Boolean(),
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_646 }),
});

type Given = Static<typeof input>;

/** The origin of an address that somebody typed: without a path. */
const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : text);

const faultsOf = (given: Given): readonly { path: string; message: Label }[] => {
  const isOpen = given.isOn || given.pagesOn;
  const { address, adminEmail, ror } = given;
  const known = new Set(outlets.map(({ key }) => key));
  const rules: readonly (readonly [path: string, isWrong: boolean, message: Label])[] = [
    [
      'address',
      (isOpen || address !== '') && !/^https?:\/\/[^/\s]+$/.test(originOf(address)),
      [
        '请输入对外地址，如 https://keyan.example.edu.cn',
        'Enter the address, such as https://keyan.example.edu.cn',
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
      ['ROR 应形如 https://ror.org/033vjfk17', 'A ROR has the form https://ror.org/033vjfk17'],
    ],
    [
      'outlets',
      given.outlets.some((key) => !known.has(key)),
      ['没有这类记录', 'There are no such records'],
    ],
    [
      'outlets',
      isOpen && given.outlets.length === 0,
      ['请选择公开的记录', 'Choose what is published'],
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

const labels: Readonly<Record<Exclude<keyof Given, 'version'>, Label>> = {
  isOn: ['开放 OAI-PMH', 'OAI-PMH is open'],
  pagesOn: ['开放公开页面', 'Public pages are open'],
  address: ['对外地址', 'Address'],
  repositoryName: ['名称', 'Name'],
  adminEmail: ['联系邮箱', 'E-mail'],
  ror: ['ROR', 'ROR'],
  outlets: ['公开的记录', 'Published records'],
  withAmounts: ['公开经费金额', 'Amounts are published'],
};

/** The settings have one history for the whole university. */
const historyId = '1';

/** The page on which an administrator decides what the university publishes. */
export const publishingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'keyan/publishing/state',
    auth: 'user',
    permissions: [publishingCode],
    summary: ['对外发布设置', 'What is published'],
    input: Type.Object({}),
    run: (_input, { actor, engine, language }) => stateOf(engine, actor.tenantId, language),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/publishing/save',
    auth: 'user',
    permissions: [publishingEditCode],
    perMinute: 30,
    summary: ['保存对外发布设置', 'Save what is published'],
    input,
    run: async (given, { actor, engine, language }) => {
      const faults = faultsOf(given);
      if (faults.length > 0) throw new Invalid(faults);
      const { tenantId } = actor;
      await engine.database.transaction(tenantId, async (tx) => {
        const before = await settingsIn(tx);
        const rows = await tx.query(
          `insert into publishing as p (tenant_id, is_on, pages_on, address, repository_name, admin_email, ror,
                                        outlets, with_amounts, version, update_user, update_time)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11)
           on conflict (tenant_id) do update
             set is_on = $2, pages_on = $3, address = $4, repository_name = $5, admin_email = $6, ror = $7,
                 outlets = $8, with_amounts = $9, version = p.version + 1, update_user = $10, update_time = $11
           where p.version = $12
           returning 1`,
          [
            tenantId,
            given.isOn,
            given.pagesOn,
            originOf(given.address),
            given.repositoryName,
            given.adminEmail,
            given.ror,
            given.outlets,
            given.withAmounts,
            actor.id,
            engine.clock(),
            given.version,
          ],
        );
        if (rows.length === 0) throw new Conflict(null, []);
        writeAuditEntry(tx, engine, actor, {
          resource: { key: publishingCode },
          id: historyId,
          action: before.version === 0 ? 'create' : 'update',
          version: before.version + 1,
          changes: (Object.keys(labels) as (keyof typeof labels)[])
            .filter((path) => String(before[path]) !== String(given[path]))
            .map((path) => ({
              path,
              label: labels[path],
              before: before[path],
              after: given[path],
            })),
        });
      });
      await compareRegister(engine, tenantId);
      return new Reply(await stateOf(engine, tenantId, language), ['保存成功', 'Saved']);
    },
  }),
];
