import type { FileService } from '@keyan/engine/files/service.ts';
import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import type { PersonWithSession } from '@keyan/engine/identity/grants.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import { tokenIn } from '@keyan/engine/wire/credentials.ts';
import { type CallContext, type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { versionParam } from '@keyan/engine/wire/inputs.ts';
import { Denied, type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { profileFaults } from '../accounts/profile.ts';
import { updateOwnAccount } from '../accounts/profile-changes.server.ts';
import { readUser } from '../accounts/user-rows.server.ts';
import { avatarFromFile, saveAvatar } from './avatar.server.ts';

const text = Type.Optional(Type.String({ maxLength: 500 }));

const profileInput = Type.Object({
  avatar: text,
  name: text,
  realName: text,
  phone: text,
  email: text,
  version: Type.Optional(versionParam),
});

/** Returns whether a text is a URL, for clients that upload pictures elsewhere. */
const isAddress = (value: string): boolean => /^(\/api\/|https?:\/\/)\S{1,290}$/.test(value);

const badAddress: FieldFault = {
  path: 'avatar',
  message: [
    '【头像】格式不正确（应为以 /api/ 或 http(s):// 开头的图片地址）',
    'Invalid picture address (must begin with /api/ or http(s)://)',
  ],
};

/** Reads the session of the caller. @throws Denied if the account is deleted */
const presenceOf = async (identity: Identity, call: CallContext): Promise<PersonWithSession> => {
  const presence = await identity.present(tokenIn(call.header) ?? '');
  // The account was deleted after the request was authenticated.
  if (!presence) throw new Denied();
  return presence;
};

const accountEndpoints = (identity: Identity, files: FileService): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-user/info',
    aliases: ['blade-system/user/info'],
    auth: 'user',
    whilePasswordDue: true,
    summary: ['我的账号', 'My account'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) => readUser(session, actor, actor.id)),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-user/update-info',
    aliases: ['blade-system/user/update-info'],
    auth: 'user',
    summary: ['修改个人信息', 'Change my profile'],
    input: profileInput,
    run: async (input, call) => {
      const { actor, engine } = call;
      const { avatar } = input;
      const faults = [
        ...(avatar === undefined || isAddress(avatar) ? [] : [badAddress]),
        ...profileFaults(input),
      ];
      if (faults.length > 0) throw new Invalid(faults);
      const picture = await avatarFromFile(files, call, avatar);
      const given = picture ? { ...input, avatar: undefined } : input;
      await engine.database.transaction(actor.tenantId, (tx) =>
        updateOwnAccount(tx, engine, actor, given),
      );
      if (picture) await saveAvatar(files, engine, actor, picture);
      identity.forget(actor.tenantId, [actor.id]);
      return new Reply(true, ['更新成功', 'Updated']);
    },
  }),
];

const passwordEndpoints = (identity: Identity, accounts: Accounts): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-user/update-password',
    aliases: ['blade-user/update-password-v2', 'blade-system/user/update-password'],
    auth: 'user',
    whilePasswordDue: true,
    summary: ['修改密码', 'Change my password'],
    input: Type.Object({
      oldPassword: text,
      newPassword: text,
      newPassword1: text,
    }),
    perMinute: 10,
    run: async (input, call) => {
      const presence = await presenceOf(identity, call);
      const given = {
        old: input.oldPassword ?? '',
        next: input.newPassword ?? '',
        again: input.newPassword1 ?? '',
      };
      await accounts.changeOwn(presence, given, originOf(call));
      return new Reply(true, ['更新成功', 'Updated']);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-user/checkDefaultPassword',
    auth: 'user',
    whilePasswordDue: true,
    summary: ['是否仍为初始密码', 'Whether my password is still the initial one'],
    input: Type.Object({}),
    run: async (_input, { actor }) => ({ isDefault: await accounts.hasInitialPassword(actor) }),
  }),
];

/** Calls of the caller's own account: profile and password. */
export const profileEndpoints = (
  identity: Identity,
  accounts: Accounts,
  files: FileService,
): readonly Endpoint[] => [
  ...accountEndpoints(identity, files),
  ...passwordEndpoints(identity, accounts),
];
