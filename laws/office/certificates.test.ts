import type { RowLike } from '@keyan/kernel/values/row.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { paperText } from '@keyan/product/shared/paper/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import { Client } from '../support/client.ts';
import { faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** Certificates that people make about themselves: what they state, and what their code says later (decision 0555). */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let office: Client;
let stranger: Client;

beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  colleague = await app.as('teacher320');
  office = await app.as('rd_admin');
  stranger = new Client(app.server);
});
afterAll(() => app.close());

interface Verified {
  readonly state: string;
  readonly title: string;
  readonly about: readonly (readonly [string, string])[];
  readonly lines: readonly { readonly texts: string[]; readonly isSame: boolean; note: string }[];
}

const certify = (who: Client, certKind: string, lines: readonly RowLike[], more: RowLike = {}) =>
  who.post(path('certificate/submit'), { certKind, language: 'zh', lines, ...more });

const issue = async (who: Client, certKind: string, lines: readonly RowLike[], more?: RowLike) => {
  const made = await ok(certify(who, certKind, lines, more));
  await ok(who.post(path('certificate/issue'), { ids: made.id }));
  return read(who, 'certificate', made);
};

const paperOf = async (who: Client, { id }: RowLike) => {
  const answer = await who.get(path('certificate/paper'), {
    id: String(id),
    site: 'https://keyan.example.edu',
  });
  expect(answer.status).toBe(200);
  const text = await paperText(answer.raw);
  const token = /verify#(\d+-[\w-]{22})/.exec(text.replace(/\s/g, ''))?.[1] ?? '';
  return { text, token };
};

const verify = async (token: string, language = 'zh') => {
  const answer = await stranger.call('POST', 'keyan/prints/verify', {
    payload: { token },
    headers: { 'x-language': language },
  });
  return { ...answer, verified: answer.data as unknown as Verified };
};

const project = (row: RowLike) => ({ bizType: 'programInfo', bizId: String(row.id) });

const approvedPaper = async (who: Client, title: string): Promise<{ readonly id: string }> => {
  const row = await app.parts.engine.asSystem('law', home).save(paper, {
    artName: title,
    paperType: '01',
    publishLanguage: '01',
    fkDeptId: app.departments[home]?.get('310'),
    discipline: '52020',
    publishDate: '2026-02-03',
    schoolSign: '1',
    journalName: '某刊',
    indexTypes: ['16'],
    journalLevel: 'A1',
    publishScope: '2',
    secretLevel: '0',
    authors: [
      {
        sort: 1,
        personType: '01',
        userId: who.id,
        name: '本校',
        unit: '江陵大学',
        authorType: '01',
        contributionRate: '100',
      },
    ],
  });
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [row.id]);
  return row;
};

test('a certificate states approved records, and its code says which of them have changed', async () => {
  const [kept, moved] = [
    await projectOf(app, teacher, { endDate: '2028-01-01', funds: '120000' }),
    await projectOf(app, teacher, { endDate: '2028-01-01' }),
  ];
  const offered = (await ok(
    teacher.get(path('certificate/choices'), { kind: '1' }),
  )) as unknown as readonly RowLike[];
  expect(offered).toContainEqual(
    expect.objectContaining({ bizId: String(kept.id), amount: '120,000.00' }),
  );

  const made = await issue(teacher, '1', [project(kept), project(moved)], { purpose: '职称评审' });
  const { text, token } = await paperOf(teacher, made);
  for (const said of [String(made.certNum), String(kept.programName), '120,000.00', '职称评审']) {
    expect(text.replace(/\s/g, '')).toContain(said);
  }
  expect((await verify(token)).verified).toMatchObject({
    state: 'same',
    title: made.title,
    lines: [{ isSame: true }, { isSame: true }],
  });

  await app.database.query(`update program set end_date = '2029-06-30' where id = $1`, [moved.id]);
  const { verified } = await verify(token);
  expect(verified).toMatchObject({
    state: 'outdated',
    lines: [{ isSame: true }, { isSame: false, note: '起止日期已变更，以系统最新记录为准' }],
  });
  // The values are those of the certificate.
  expect(JSON.stringify(verified.lines)).not.toContain('2029-06-30');
  expect((await verify(token, 'en')).verified.lines[1]?.note).toBe('Changed since: Period');

  await app.database.query(`update program set status = '90' where id = $1`, [moved.id]);
  expect((await verify(token)).verified.lines[1]?.note).toBe('该项已作废或不再成立');
});

test('a certificate states nothing of others, nothing that is not approved, and nothing secret', async () => {
  const others = await projectOf(app, colleague, { endDate: '2028-01-01' });
  expect(faultOf(await certify(teacher, '1', [project(others)]))).toContain('不在可证明之列');
  const output = await approvedPaper(teacher, '可以证明的论文');
  const line = { bizType: paper.key, bizId: String(output.id) };
  await app.database.query(`update paper set audit_status = '1' where id = $1`, [output.id]);
  expect(faultOf(await certify(teacher, '4', [line]))).toContain('不在可证明之列');
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [output.id]);

  const made = await issue(teacher, '4', [line]);
  const { token } = await paperOf(teacher, made);
  expect((await verify(token)).verified.lines).toMatchObject([{ isSame: true }]);
  await app.database.query(`update paper set secret_level = '1' where id = $1`, [output.id]);
  const secret = await verify(token);
  expect(secret.verified).toMatchObject({
    state: 'outdated',
    lines: [{ isSame: false, note: '该项不再提供核验' }],
  });
  expect(secret.raw.toString()).not.toContain('可以证明的论文');
  // A removed record is told in the same words.
  await app.database.query(`update paper set secret_level = '0', is_deleted = 1 where id = $1`, [
    output.id,
  ]);
  const removed = await verify(token);
  expect(removed.verified.lines).toEqual(secret.verified.lines);
  const offered = await ok(teacher.get(path('certificate/choices'), { kind: '4' }));
  expect(JSON.stringify(offered)).not.toContain('可以证明的论文');
});

test('a certificate is its holder’s; the office reads and revokes those that were issued', async () => {
  const led = await projectOf(app, teacher, { endDate: '2028-01-01' });
  const draft = await ok(certify(teacher, '2', [project(led)]));
  const of = (who: Client) => who.get(path('certificate/detail'), { id: String(draft.id) });
  expect((await of(office)).status).toBe(404);
  expect((await paperRefused(teacher, draft)).status).toBe(400);
  await ok(teacher.post(path('certificate/issue'), { ids: draft.id }));
  expect((await of(office)).status).toBe(200);
  expect((await of(colleague)).status).toBe(404);
  const { token } = await paperOf(teacher, draft);
  const refused = await colleague.post(path('certificate/revoke'), {
    ids: draft.id,
    revokeReason: '不是本人的证明',
  });
  expect(refused.msg).toContain('成功 0 条');
  await ok(
    office.post(path('certificate/revoke'), {
      ids: draft.id,
      revokeReason: '项目信息有误，重新开具',
    }),
  );
  const { verified, raw } = await verify(token);
  expect(verified.state).toBe('revoked');
  expect(raw.toString()).not.toContain(String(led.programName));
  expect((await paperRefused(teacher, draft)).status).toBe(400);
});

const paperRefused = (who: Client, { id }: RowLike) =>
  who.get(path('certificate/paper'), { id: String(id), site: 'https://keyan.example.edu' });

test('an empty certificate is not issued', async () => {
  const made = await ok(certify(teacher, '1', []));
  const refused = await teacher.post(path('certificate/issue'), { ids: made.id });
  expect(refused.raw.toString()).toContain('请先勾选');
});
