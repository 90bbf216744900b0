import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { noticeEndpoints, noticesOpenedBy } from './notice.server.ts';
import { notice, noticeStatusCodes } from './notice.ts';
import { receiptEndpoints } from './receipts.server.ts';

/** Number of notices on a start page. */
const shown = 6;

/** Published notice that the caller may read. */
interface Published {
  readonly id: string;
  readonly title: string;
  readonly time: string;
  readonly category: string;
  readonly publisher: string;
  readonly read: boolean;
}

const published = async ({
  engine,
  actor,
  language,
  dictionaries,
}: ActorCall): Promise<readonly Published[]> => {
  const page = await engine.as(actor).list(notice, {
    where: [{ field: 'status', operator: 'equals', value: noticeStatusCodes.published }],
    sort: [{ field: 'fbsj', descending: true }],
    page: 1,
    size: shown,
  });
  const seen = await engine.database.read(actor.tenantId, (session) =>
    noticesOpenedBy(
      session,
      actor.id,
      page.records.map(({ id }) => id),
    ),
  );
  const lx = specIn(notice.fields.lx.spec, dictionaries);
  return page.records.map((row) => ({
    id: row.id,
    title: row.bt ?? '',
    time: row.fbsj ?? '',
    category: row.lx === null ? '' : fieldTypeTable.dict.text(row.lx, lx, language),
    publisher: String((row as { readonly fbrName?: string }).fbrName ?? ''),
    read: seen.has(row.id),
  }));
};

const link = (name: string) => ({ name, link: '' });

/** Response fields that the start page of the form-encoding client expects, by call. */
const faces: readonly (readonly [
  name: string,
  summary: Label,
  face: (one: Published) => object,
])[] = [
  [
    'notices',
    ['首页公告卡片', 'Notices, as home page cards'],
    ({ id, title, category, time, publisher }) => ({
      id,
      title,
      logo: '',
      description: category,
      updatedAt: time,
      member: publisher,
      href: '',
      memberLink: '',
    }),
  ],
  [
    'activities',
    ['首页动态', 'Recent publications, as home page events'],
    ({ id, title, category, time, publisher }) => ({
      id,
      updatedAt: time,
      user: { name: publisher, avatar: '' },
      group: link(category),
      project: link(title),
      template: '@{group} @{project}',
    }),
  ],
  [
    'my-notices',
    ['我的通知', 'Notices under the bell'],
    ({ id, title, category, time, read }) => ({
      id,
      avatar: '',
      title,
      description: category,
      datetime: time,
      type: 'notification',
      read,
    }),
  ],
];

/** Calls for the start page of BladeX clients: published notices in three formats. */
const dashboardEndpoints: readonly Endpoint[] = faces.map(([name, summary, face]) =>
  endpoint({
    method: 'GET',
    path: `blade-desk/dashboard/${name}`,
    auth: 'user',
    summary,
    input: Type.Object({}),
    run: async (_input, call) => (await published(call)).map(face),
  }),
);

/** Calls about notices that do not derive from the resource. */
export const noticeCalls: readonly Endpoint[] = [
  ...noticeEndpoints,
  ...receiptEndpoints,
  ...dashboardEndpoints,
];
