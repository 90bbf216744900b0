import { setUpTenant, setUpTenants } from '@keyan/api/tenants.ts';
import { afterAll, expect, test } from 'vitest';
import { abroad, home, startApplication } from './support/application.ts';

/** The routes of every kind on a server: deployed for each tenant, listed, replaced by uploads. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const admin = await app.as('admin');
const kinds = app.parts.engine.kinds.map(({ process }) => process.kind).sort();

interface Listed {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly category: string;
  readonly categoryName: string;
}

const listed = async (query: Record<string, string> = {}): Promise<readonly Listed[]> => {
  const answer = await admin.get('blade-flow/manager/list', { size: '200', ...query });
  expect(answer.status).toBe(200);
  return answer.data.records as readonly Listed[];
};

const deployedIn = async (tenantId: string): Promise<readonly string[]> =>
  app.parts.engine.database.read(tenantId, async (session) => {
    const rows = await session.query<{ kind: string; version: number }>(
      'select kind, version from wf_definition where tenant_id = $1 and not deleted order by 1, 2',
      [tenantId],
    );
    return rows.map(({ kind, version }) => `${kind} ${version}`);
  });

const first = kinds.map((kind) => `${kind} 1`);

test('every tenant has one route for each kind, and the pages list them by their own category', async () => {
  expect(kinds.length).toBeGreaterThanOrEqual(55);
  expect(await deployedIn(home)).toEqual(first);
  expect(await deployedIn(abroad)).toEqual(first);
  const rows = await listed();
  expect(rows).toHaveLength(kinds.length);
  expect(rows.every(({ categoryName }) => categoryName !== '')).toBe(true);
  expect(await listed({ category: 'flow_26' })).toMatchObject([
    { key: 'vertical_declare', categoryName: '纵向项目申报' },
  ]);
});

test('a server that starts again deploys what is missing and nothing else', async () => {
  const gone = ['standard', 'vertical/change'];
  await app.database.query('delete from wf_definition where tenant_id = $1 and kind = any($2)', [
    abroad,
    gone,
  ]);
  await app.database.query(
    `update wf_definition set version = 7 where tenant_id = $1 and kind = 'bookapp'`,
    [abroad],
  );
  const before = await deployedIn(home);
  await setUpTenants(app.parts.engine);
  await setUpTenant(app.parts.engine, { tenantId: abroad, name: '大学' }, app.parts.application);
  const expected = first.map((line) => (line === 'bookapp 1' ? 'bookapp 7' : line));
  expect(await deployedIn(abroad)).toEqual(expected);
  expect(await deployedIn(home)).toEqual(before);
});

test('a route that is there already is not drawn again', async () => {
  const { parts } = app;
  const unreadable = parts.application.kinds.map(({ process, fields }) => ({
    fields,
    process: { ...process, steps: process.steps.map((step) => ({ ...step, condition: '${' })) },
  }));
  const changed = { ...parts.application, kinds: unreadable };
  const before = await deployedIn(home);
  await setUpTenant(parts.engine, { tenantId: home, name: '大学' }, changed);
  expect(await deployedIn(home)).toEqual(before);
});

const upload = (condition: string, dryRun: 'true' | 'false') =>
  admin.upload(
    'blade-flow/manager/deploy-upload',
    'route.bpmn',
    Buffer.from(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
        xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
      <process id="funds_expenditure" name="经费支出" isExecutable="true">
        <startEvent id="s"/><exclusiveGateway id="g" default="f4"/>
        <userTask id="large" name="处领导审批" flowable:candidateGroups="role:rd_leader"/>
        <userTask id="pay" name="财务处审核" flowable:candidateGroups="role:finance"/>
        <endEvent id="e"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="g"/>
        <sequenceFlow id="f2" sourceRef="g" targetRef="large">
          <conditionExpression>${condition}</conditionExpression></sequenceFlow>
        <sequenceFlow id="f3" sourceRef="large" targetRef="pay"/>
        <sequenceFlow id="f4" sourceRef="g" targetRef="pay"/>
        <sequenceFlow id="f5" sourceRef="pay" targetRef="e"/>
      </process></definitions>`),
    { dryRun },
  );

test('a route of a school is judged by the facts of a kind without records, too', async () => {
  const wrong = await upload("${expenseAmount &gt; 100 &amp;&amp; expenseType == '55'}", 'true');
  expect(wrong.data.problems).toMatchObject([
    { nodeId: 'f2', text: '连线【f2】的条件：【55】不在字典【支出方式】中' },
  ]);
  const unknown = await upload('${amount &gt; 100}', 'true');
  expect(unknown.data.problems).toMatchObject([{ nodeId: 'f2' }]);
  const right = await upload('${expenseAmount &gt; param.rdAmount}', 'false');
  expect([right.status, right.data.problems]).toEqual([200, []]);
  expect(await listed({ key: 'funds_expenditure' })).toMatchObject([
    { version: 2, category: 'flow_2', categoryName: '经费支出' },
    { version: 1, category: 'flow_2' },
  ]);
});
