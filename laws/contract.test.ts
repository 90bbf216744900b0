import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test } from 'vitest';
import { startApplication } from './support/application.ts';
import { readDoc, rowsUnder } from './support/docs.ts';

/** Law 11: docs/contract.md and the running server say the same. */
const app = await startApplication();
afterAll(() => app.close());

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly state: string;
}

const page = readDoc('contract.md');

/** `GET a, b; POST c` as calls; a dot is the service itself. */
const callsOf = (cells: readonly string[]): readonly Listed[] => {
  const [service = '', calls = '', state = ''] = cells;
  return calls.split(';').flatMap((part) => {
    const [method = '', ...names] = part.trim().split(/[\s,]+/);
    return names.map((name) => ({
      method,
      path: name === '.' ? service : `${service}/${name}`,
      state,
    }));
  });
};

const listed = rowsUnder(page, 'service').flatMap(callsOf);
const ofResources = listed.filter((call) => call.path.startsWith('R/'));
const named = listed.filter((call) => !call.path.startsWith('R/'));

const description = JSON.parse((await app.nobody.get('openapi.json')).raw.toString()) as {
  readonly paths: Readonly<Record<string, RowLike>>;
};
const mounted = new Set(
  Object.entries(description.paths).flatMap(([address, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${address.replace(/^\/(?:api\/)?/, '')}`,
    ),
  ),
);

test('every row has a state that the page explains, and stands once', () => {
  for (const call of listed) expect(['built', 'next', 'later']).toContain(call.state);
  const keys = named.map((call) => `${call.method} ${call.path}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('what is built answers, and what is not is not there', async () => {
  for (const { method, path, state } of named) {
    expect([method, path, mounted.has(`${method} ${path}`)]).toEqual([
      method,
      path,
      state === 'built',
    ]);
    const answer = await app.nobody.call(method as 'GET' | 'POST', path);
    const absent = answer.status === 405 || answer.msg === '404 没找到请求';
    expect([method, path, absent]).toEqual([method, path, state !== 'built']);
  }
});

test('every call that the server mounts is on the page', () => {
  const pages = new Set(named.map((call) => `${call.method} ${call.path}`));
  const derived = new Set(
    app.resources.flatMap((resource) =>
      ofResources.map((call) => `${call.method} ${call.path.replace('R', resource.path)}`),
    ),
  );
  const unlisted = [...mounted].filter((call) => !pages.has(call) && !derived.has(call));
  expect(derived.size).toBeGreaterThan(100);
  expect(unlisted, 'calls that docs/contract.md does not list').toEqual([]);
});

/** Input of a call that changes something, as the description has it. */
interface Input {
  readonly required?: readonly string[];
  readonly properties?: Readonly<
    Record<string, { readonly type?: string; readonly items?: object }>
  >;
}

const inputOf = (operation: unknown): Input => {
  const { requestBody } = operation as {
    readonly requestBody?: {
      readonly content: Readonly<Record<string, { readonly schema: Input }>>;
    };
  };
  return requestBody?.content['application/json']?.schema ?? {};
};

test('a call about records takes one by `id` or `businessId`, where it takes several by `ids`', () => {
  const calls = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap((operation) => {
      const { required = [], properties = {} } = inputOf(operation);
      // Some take what a list finds in place of ids; actions name one record by a parameter of its own.
      const isAbout = required.includes('ids') || (properties.found && !properties.id);
      return isAbout && properties.ids?.type === 'array'
        ? [{ path, ids: properties.ids as { 'x-also-named'?: readonly string[] } }]
        : [];
    }),
  );
  expect(calls.length).toBeGreaterThan(100);
  const deaf = calls.filter(({ ids }) => !ids['x-also-named']?.includes('id'));
  expect(deaf.map(({ path }) => path)).toEqual([]);
});

/** Names of calls that the specification gives (§7), so that none is forgotten. */
const ofTheSpec = `token captcha logout user-info clear-cache page user-list detail platform-detail
  info checkDefaultPassword remove submitV2 update update-platform reset-password update-password-v2
  update-info grant register-guest list submit tree-by-id tree myRole myRoleMenu lazy-list
  lazy-menu-list menu-list top-menu routes buttons grant-tree role-tree-keys grant-top-tree
  top-tree-keys parent-list child-list dictionary dictionary-multi dict-by-key lazy-tree setting
  datasource enable send-message ext/put-file ext/remove-files-by-ids preview download deploy
  change-state deploy-upload delete-deployment delete-process-instance current-task claim-task
  todo-assign complete-task get-next-user-task get-next-user-task-process startProcess del
  businessBack/back getByBusinessIds getBusinessId getInstanceIds finishConfirm job/nextTriggerTime
  pullFinanceAll syncDataProgram syncDataFunding importSure recall queryArtName approvals
  start-process subApprovals export-book start-audit release handleRecall divideFinish renewDivide
  getArrive getExpend getPjNumber getTaxes spUpdate countList publishPlan submitQr backDraft copy
  validateMember converter stopUser startUser resetPassword resetpwd read readAll clearAll
  queryMyInfo querySchoolInfo myFundsByYear myFundsAll getMyPersonelId`
  .split(/\s+/)
  .filter(Boolean);

test('no call of the specification is missing from the page', () => {
  for (const name of ofTheSpec) {
    expect([name, listed.some((call) => call.path.endsWith(`/${name}`))]).toEqual([name, true]);
  }
});
