import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abroad, home, startApplication } from './support/application.ts';
import { ask, type Call, check, describedCalls } from './support/calls.ts';
import { complete, sample } from './support/inputs.ts';

/** Callers without access: without a token, and with ids of other tenants and people, on every call. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const calls = await describedCalls(app);
const admin = await app.as('admin');

test('without a token every call that needs one says so, and nothing else', async () => {
  const open: string[] = [];
  for (const call of calls) {
    const answer = await app.nobody.call(call.method, call.path);
    if (answer.status !== 401) open.push(`${call.method} ${call.path} ${answer.status}`);
    expect(answer.status).toBeLessThan(500);
  }
  // Whoever adds a public call adds it here, on purpose.
  expect(open.map((line) => line.replace(/ \d+$/, '')).sort()).toMatchInlineSnapshot(`
    [
      "GET blade-auth/captcha",
      "GET blade-auth/oauth/captcha",
      "GET blade-auth/oauth/clear-cache",
      "GET blade-auth/oauth/render",
      "GET blade-resource/common/file/download",
      "GET blade-resource/common/file/preview",
      "GET blade-system/menu/auth-routes",
      "GET blade-system/menu/routes",
      "GET blade-system/tenant/info",
      "GET blade-user/avatar",
      "GET blade-user/register-guest/departments",
      "GET common/file/download",
      "GET common/file/preview",
      "GET keyan/calendar/feed",
      "GET keyan/embedded",
      "GET keyan/public/record",
      "GET keyan/public/robots",
      "GET keyan/public/sitemap",
      "GET keyan/site",
      "GET kh-edu-research/externalReview/content",
      "GET oai",
      "GET open/v1/openapi.json",
      "GET open/v1/{resource}/{id}",
      "POST blade-auth/oauth/sms/send-validate",
      "POST blade-auth/oauth/token",
      "POST blade-auth/token",
      "POST blade-user/register-guest",
      "POST keyan/prints/verify",
      "POST kh-edu-research/externalReview/code",
      "POST kh-edu-research/externalReview/decline",
      "POST kh-edu-research/externalReview/enter",
      "POST kh-edu-research/externalReview/file",
      "POST kh-edu-research/externalReview/handIn",
      "POST kh-edu-research/externalReview/keep",
      "POST kh-edu-research/externalReview/leave",
      "POST kh-edu-research/externalReview/open",
      "POST kh-edu-research/externalReview/pledge",
      "POST kh-edu-research/externalReview/sheet",
      "POST kh-edu-research/externalReview/works",
      "POST oai",
      "POST open/v1/token",
    ]
  `);
});

describe('ids of others', () => {
  const hidden = '不可外泄的题名';
  let foreign: { readonly id: string; readonly taskId: string; readonly instanceId: string };
  let draftId: string;
  const of = async (id: string) => app.database.query('select * from paper where id = $1', [id]);

  beforeAll(async () => {
    const writer = await app.as('teacher', abroad);
    const [input = {}] = sample(complete(paper, app.targets(abroad)), 1);
    const file = await writer.upload(
      'blade-resource/oss/endpoint/ext/put-file',
      '正文.pdf',
      Buffer.from('%PDF-1.4\n%%EOF\n'),
      { catalog: '13' },
    );
    const answer = await writer.post(`${paper.path}/submit`, {
      ...input,
      artName: hidden,
      fkDeptId: app.departments[abroad]?.get('310'),
      secretLevel: '0',
      attachments: [{ id: file.data.id, catalog: '13' }],
    });
    expect([answer.status, answer.errors]).toEqual([200, []]);
    const id = String(answer.data.id);
    const [task] = await app.database.query<{ id: string; instance: string }>(
      'select id::text, instance_id::text as instance from wf_task where business_id = $1',
      [id],
    );
    foreign = { id, taskId: task?.id ?? '', instanceId: task?.instance ?? '' };
    const mine = await app.as('teacher');
    const draft = await mine.post(`${paper.path}/save`, { artName: hidden });
    draftId = String(draft.data.id);
  });

  const idsFor = (call: Call, ids: { id: string; taskId: string; instanceId: string }) =>
    Object.fromEntries(
      call.names
        .filter((name) => /id$|ids$|url$/i.test(name))
        .map((name) => [
          name,
          /task/i.test(name) && !/user/i.test(name)
            ? ids.taskId
            : /instance/i.test(name)
              ? ids.instanceId
              : ids.id,
        ]),
    );

  test('a foreign tenant’s are not there, whatever is asked', async () => {
    const before = await of(foreign.id);
    for (const call of calls.filter((one) => one.names.some((name) => /ids?$/i.test(name)))) {
      const answer = await ask(admin, call, {
        ...idsFor(call, foreign),
        flag: 'ok',
        comment: '同意',
      });
      check(`${call.method} ${call.path}`, answer);
      expect([call.path, answer.raw.toString().includes(hidden)]).toEqual([call.path, false]);
    }
    expect(await of(foreign.id)).toEqual(before);
  });

  test('another person’s draft is not there either', async () => {
    const other = await app.as('teacher2');
    const before = await of(draftId);
    const ids = { id: draftId, taskId: draftId, instanceId: draftId };
    for (const call of calls.filter((one) => one.names.some((name) => /ids?$/i.test(name)))) {
      const input = idsFor(call, ids);
      const answer =
        call.method === 'POST'
          ? await other.post(call.path, input)
          : await other.get(call.path, input);
      check(`${call.method} ${call.path}`, answer);
      expect([call.path, answer.raw.toString().includes(hidden)]).toEqual([call.path, false]);
    }
    expect(await of(draftId)).toEqual(before);
  });
});
