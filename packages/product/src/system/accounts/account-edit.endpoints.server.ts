import type { Engine } from '@keyan/engine/engine.ts';
import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import { type ActorCall, type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { clearableParameter, idParam, recordsParameter } from '@keyan/engine/wire/inputs.ts';
import { askedBy, parseQuery } from '@keyan/engine/wire/query.ts';
import { readWorkbook, workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { dryRun } from '@keyan/engine/workbooks/dry-run.ts';
import { exportTable } from '@keyan/engine/workbooks/export.ts';
import { confirmImport } from '@keyan/engine/workbooks/import.ts';
import { workbookName } from '@keyan/engine/workbooks/jobs.ts';
import { writeWorkbook } from '@keyan/engine/workbooks/workbook.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { type Label, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { removeAccounts, saveAccount } from './account-edit.server.ts';
import { assertNotAbove } from './grant.server.ts';
import { assertInDataScope } from './reached.server.ts';
import { user } from './user.ts';
import { readUser, setAccountStatus } from './user-rows.server.ts';

const resource = untypedResource(user);
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** Schema of an optional text of at most `maxLength` characters; an empty text deletes the stored value. */
const emptied = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, ...clearableParameter }));

/** Paths of a call under BladeX's user service and, in newer versions, under its system service. */
const both = (name: string) => ({
  path: `blade-user/${name}`,
  aliases: [`blade-system/user/${name}`],
});

const account = Type.Object({
  id: Type.Optional(idParam),
  tenantId: text(12),
  account: text(100),
  password: text(200),
  name: text(100),
  realName: text(100),
  code: emptied(100),
  userType: text(20),
  phone: emptied(50),
  email: emptied(100),
  sex: emptied(20),
  birthday: emptied(30),
  deptId: text(1000),
  roleId: text(1000),
  postId: emptied(1000),
});

const created: Label = ['新增成功', 'Created'];
const updated: Label = ['更新成功', 'Updated'];

/** @throws Denied for an account of another tenant. */
const assertOwnTenant = (actor: Actor, tenantId: string | undefined): void => {
  if (tenantId !== undefined && tenantId !== '' && tenantId !== actor.tenantId) throw new Denied();
};

const save = async (
  {
    tenantId,
    id: given,
    ...rest
  }: { readonly tenantId?: string; readonly id?: string } & Record<string, string | undefined>,
  { actor, engine }: ActorCall,
  identity: Identity,
): Promise<Reply> => {
  assertOwnTenant(actor, tenantId);
  const isNew = given === undefined || given === '';
  const saved = await saveAccount(engine, actor, isNew ? rest : { ...rest, id: given });
  identity.forget(actor.tenantId, [saved]);
  // Tasks that the person had by a former role or department are offered to its present holders (ruling 61).
  if (!isNew) await engine.workflow.offerStuckTasks(engine, actor.tenantId);
  return new Reply({ id: saved }, isNew ? created : updated);
};

/** Removes accounts; their open tasks are first handed over to others. */
const remove = async (
  engine: Engine,
  accounts: Accounts,
  actor: Actor,
  wanted: readonly string[],
): Promise<void> => {
  await assertNotAbove(engine, actor, wanted);
  await accounts.setActive(actor, wanted, false, (tx) =>
    setAccountStatus(tx, engine, actor, wanted, '0'),
  );
  await engine.workflow.reassignOnLeave(engine, actor, wanted, null);
  await engine.database.transaction(actor.tenantId, (tx) =>
    removeAccounts(tx, engine, actor, wanted),
  );
};

const editEndpoints = (identity: Identity, accounts: Accounts): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-user/submit',
    aliases: ['blade-user/submitV2', 'blade-system/user/submit'],
    auth: 'user',
    permissions: ['user_add', 'user_edit'],
    summary: ['新增或修改用户', 'Create or change an account'],
    input: account,
    run: (input, call) => save(input, call, identity),
  }),
  endpoint({
    method: 'POST',
    ...both('update'),
    auth: 'user',
    permissions: ['user_edit'],
    summary: ['修改用户', 'Change an account'],
    input: Type.Object({ ...account.properties, id: idParam }),
    run: (input, call) => save(input, call, identity),
  }),
  endpoint({
    method: 'POST',
    ...both('remove'),
    auth: 'user',
    permissions: ['user_delete'],
    summary: ['删除用户', 'Delete accounts; their open tasks go to others'],
    input: Type.Object({ ids: recordsParameter }),
    run: async (input, { actor, engine }) => {
      await remove(engine, accounts, actor, input.ids);
      return new Reply(true, ['删除成功', 'Deleted']);
    },
  }),
];

const platformEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    ...both('platform-detail'),
    auth: 'user',
    permissions: ['user'],
    summary: ['用户平台详情', 'An account with what its platform adds'],
    input: Type.Object({ id: idParam }),
    run: (input, { actor, engine }) =>
      engine.database.read(actor.tenantId, async (session) => {
        await assertInDataScope(session, engine, actor, [input.id]);
        return readUser(session, actor, input.id);
      }),
  }),
  endpoint({
    method: 'POST',
    ...both('update-platform'),
    auth: 'user',
    permissions: ['user_edit'],
    summary: ['修改用户平台', 'Change the platform of an account'],
    input: Type.Object({ userId: idParam, userType: text(20), userExt: text(1000) }),
    run: async ({ userId, ...given }, { actor, engine }) => {
      await saveAccount(engine, actor, { ...given, id: userId });
      return new Reply(true, updated);
    },
  }),
];

const sheetEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    ...both('import-user'),
    auth: 'user',
    permissions: ['user_import'],
    files: true,
    perMinute: 20,
    summary: ['导入用户', 'Import accounts; with isCovered existing ones are corrected'],
    input: Type.Object({ isCovered: text(5) }),
    run: async ({ isCovered }, { actor, engine, files, language }) => {
      const covers = isCovered === '1' || isCovered === 'true';
      for await (const file of files) {
        const book = { name: file.fileName, content: await readWorkbook(file.stream) };
        const found = await dryRun(engine, actor, resource, book, language);
        if (found.errors.length > 0) {
          throw new Invalid(
            found.errors.slice(0, 20).map(({ row, path, message }) => ({
              path,
              message: [`第 ${row} 行：${message[0]}`, `Row ${row}: ${message[1]}`] as const,
            })),
          );
        }
        if (found.changes.length > 0 && !covers) {
          const [first] = found.changes;
          throw new Refused([
            `第 ${first?.row} 行的账号已存在；勾选“数据覆盖”后可以修改`,
            `The account of row ${first?.row} already exists; tick “Overwrite” to change it`,
          ]);
        }
        const { result } = await confirmImport(engine, actor, resource, found.batchId, false);
        return result;
      }
      throw new Refused(['请选择要导入的文件', 'Choose a file to import']);
    },
  }),
  endpoint({
    method: 'GET',
    ...both('export-user'),
    auth: 'user',
    linked: true,
    permissions: ['user_export'],
    perMinute: 30,
    summary: ['导出用户', 'Export accounts'],
    input: Type.Object({}, { additionalProperties: true }),
    run: async (input, call) => {
      const { engine, actor, language } = call;
      const query = parseQuery(resource, input as RowLike, askedBy(call, resource));
      return workbookAnswer(
        await exportTable(engine, actor, resource, query, [], language),
        workbookName(resource, language, engine.clock()),
      );
    },
  }),
  endpoint({
    method: 'GET',
    ...both('export-template'),
    auth: 'user',
    linked: true,
    permissions: ['user_import'],
    summary: ['下载用户导入模板', 'Template for importing accounts'],
    input: Type.Object({}),
    run: async (_input, call) => {
      const { engine, actor, language } = call;
      const content = await writeWorkbook(bookMakerOf(engine, actor), resource, {
        ...call,
        permissions: actor.permissions,
      });
      const kind = language === 'zh' ? '导入模板' : 'template';
      return workbookAnswer(content, `${say(resource.label, language)}-${kind}.xlsx`);
    },
  }),
];

/** Calls by which BladeX clients edit, import and export accounts. */
export const accountEditEndpoints = (
  identity: Identity,
  accounts: Accounts,
): readonly Endpoint[] => [
  ...editEndpoints(identity, accounts),
  ...platformEndpoints,
  ...sheetEndpoints,
];
