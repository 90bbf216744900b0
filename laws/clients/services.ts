import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect } from 'vitest';
import { filled, ident, key, list, number, page, row, text, time } from './shapes.ts';
import { act, get, keeping, keeps, type Step, save } from './steps.ts';

const paging = { current: 1, size: 10 };
const picture = (): File =>
  new File([Buffer.from('%PDF-1.4 x')], '说明.pdf', { type: 'application/pdf' });
const link = { link: filled, domain: text, name: filled, originalName: filled };
type Page = { readonly records: readonly RowLike[] };

const uploads = (path: string, reads: Parameters<typeof row>[0], given: RowLike = {}): Step => ({
  call: `POST ${path}`,
  send: (client, at) => client.upload(at, picture(), given),
  reads: row(reads),
});

/** Clients count from 1: 1 is off, 2 is on. */
const isOn: NonNullable<Step['judge']> = ({ data }) =>
  expect((data as Page).records).toMatchObject([{ status: '2', statusName: '启用' }]);

/** Requests of the pages of stores, files and text messages. */
export const resources: readonly Step[] = [
  ...keeps({
    path: 'blade-resource/oss',
    typed: ({ tag }) => ({
      category: 9,
      ossCode: `o_${tag}`,
      endpoint: 'http://store.example.edu.cn',
      bucketName: 'bucket',
      accessKey: 'a',
      secretKey: 's',
      appId: '',
      region: '',
      remark: '',
    }),
    filters: ['category', 'ossCode', 'accessKey', 'status'],
    finds: ({ tag }) => ({ ossCode: `o_${tag}` }),
    reads: {
      id: ident,
      category: key,
      categoryName: filled,
      ossCode: filled,
      endpoint: text,
      bucketName: text,
      accessKey: text,
      secretKey: text,
      status: key,
      statusName: filled,
    },
    detail: { appId: text, region: text, remark: text },
    changes: { remark: '注' },
  }),
  save('blade-resource/oss/submit', ({ tag }) => ({ category: 9, ossCode: `e_${tag}` })),
  keeping(
    get(
      'blade-resource/oss/list',
      ({ tag }) => ({ ...paging, ossCode: `e_${tag}` }),
      page(row({ id: ident })),
    ),
    'oss',
    ({ records }: Page) => records[0]?.id,
  ),
  act('blade-resource/oss/enable', ({ oss: id }) => ({ id })),
  {
    ...get(
      'blade-resource/oss/list',
      ({ tag }) => ({ ...paging, ossCode: `e_${tag}`, status: 2 }),
      page(row({})),
    ),
    judge: isOn,
  },
  uploads('blade-resource/oss/endpoint/put-file', link, { code: '' }),
  uploads('blade-resource/oss/endpoint/ext/put-file', { ...link, id: ident }, { catalog: '99' }),
  keeping(
    uploads('blade-resource/oss/endpoint/put-file-attach', { ...link, attachId: ident }),
    'attach',
    ({ attachId }: { attachId: string }) => attachId,
  ),
  get(
    'blade-resource/attach/list',
    { ...paging, domainUrl: '', name: '', originalName: '' },
    page(
      row({
        id: ident,
        link: filled,
        domainUrl: text,
        name: filled,
        originalName: filled,
        extension: text,
        attachSize: number,
      }),
    ),
  ),
  {
    ...get(
      'blade-resource/attach/detail',
      ({ attach: id }) => ({ id }),
      row({ id: ident, link: filled }),
    ),
    judge: ({ code, data }, known) => {
      expect([code, row({ id: ident, link: filled })(data, 'data')]).toEqual([200, []]);
      known.link = String((data as RowLike).link);
    },
  },
  {
    call: 'GET blade-resource/common/file/download',
    // A separate window: a link with the token appended.
    send: (client, path, { link = '' }) =>
      client.open(path, {
        ...Object.fromEntries(new URL(link, 'http://x').searchParams),
        'blade-auth': `bearer ${client.token}`,
      }),
    judge: ({ status, bytes }) => expect([status, bytes.toString()]).toEqual([200, '%PDF-1.4 x']),
  },
  act('blade-resource/attach/remove', ({ attach }) => ({ ids: [attach] })),
  ...keeps({
    path: 'blade-resource/sms',
    typed: ({ tag }) => ({
      category: 9,
      smsCode: `s_${tag}`,
      templateId: 't',
      accessKey: 'a',
      secretKey: 's',
      regionId: '',
      signName: '科研',
      remark: '',
    }),
    filters: ['category', 'smsCode', 'templateId', 'accessKey', 'status'],
    finds: ({ tag }) => ({ smsCode: `s_${tag}` }),
    reads: {
      id: ident,
      category: key,
      categoryName: filled,
      smsCode: filled,
      templateId: filled,
      accessKey: text,
      signName: filled,
      status: key,
      statusName: filled,
    },
    detail: { secretKey: text, regionId: text, remark: text },
    changes: { remark: '注' },
  }),
  save('blade-resource/sms/submit', ({ tag }) => ({
    category: 9,
    smsCode: `m_${tag}`,
    smsUse: 1,
    templateId: 't',
    secretKey: 's',
    signName: '科研',
  })),
  keeping(
    get(
      'blade-resource/sms/list',
      ({ tag }) => ({ ...paging, smsCode: `m_${tag}` }),
      page(row({ id: ident })),
    ),
    'sms',
    ({ records }: Page) => records[0]?.id,
  ),
  act('blade-resource/sms/enable', ({ sms: id }) => ({ id })),
  {
    ...get(
      'blade-resource/sms/list',
      ({ tag }) => ({ ...paging, smsCode: `m_${tag}`, status: 2 }),
      page(row({})),
    ),
    judge: isOn,
  },
  act('blade-resource/sms/endpoint/send-message', ({ tag }) => ({
    code: `m_${tag}`,
    phones: '13800005678',
    params: '{"code":"1"}',
  })),
];

const notice = {
  id: ident,
  tenantId: filled,
  title: filled,
  category: key,
  categoryName: filled,
  releaseTime: time,
  createTime: time,
};

/** Requests for notices under the names that BladeX clients use. */
export const notices: readonly Step[] = [
  get(
    'blade-system/dict/dictionary',
    { code: 'notice' },
    list(row({ dictKey: key, dictValue: filled })),
  ),
  ...keeps({
    path: 'blade-desk/notice',
    typed: ({ tag }) => ({
      title: `通知${tag}`,
      category: 1,
      releaseTime: '2026-03-01 08:00:00',
      content: '<p>各单位</p>',
    }),
    filters: ['title', 'category'],
    finds: ({ tag }) => ({ title: `通知${tag}` }),
    reads: notice,
    detail: { content: filled },
    changes: { title: '通知改题' },
  }),
  save('blade-desk/notice/submit', ({ tag }) => ({
    title: `公告${tag}`,
    category: 2,
    releaseTime: '2026-03-01 08:00:00',
    content: '<p>各单位</p>',
  })),
  {
    ...get(
      'blade-desk/notice/list',
      ({ tag }) => ({
        ...paging,
        title: `公告${tag}`,
        category: 2,
        releaseTime_datege: '2026-03-01 00:00:00',
        releaseTime_datelt: '2026-03-02 00:00:00',
      }),
      page(row(notice)),
    ),
    judge: ({ data }, { tag }) =>
      expect((data as Page).records).toMatchObject([
        { title: `公告${tag}`, bt: `公告${tag}`, category: '2', lx: '2' },
      ]),
  },
  save('blade-desk/notice/submit', ({ tag }) => ({
    bt: `通报${tag}`,
    lx: '1',
    fbsj: '2026-04-01 08:00:00',
    content: '<p>各单位</p>',
  })),
  {
    ...get(
      'blade-desk/notice/list',
      ({ tag }) => ({ ...paging, bt: `通报${tag}`, lx: 1, fbsj_datege: '2026-04-01 08:00:00' }),
      page(row(notice)),
    ),
    judge: ({ data }, { tag }) =>
      expect((data as Page).records).toMatchObject([
        { title: `通报${tag}`, category: '1', releaseTime: '2026-04-01 08:00:00', status: '1' },
      ]),
  },
];
