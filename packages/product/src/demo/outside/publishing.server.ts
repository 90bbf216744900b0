import { ServiceUnreached } from '@keyan/engine/outgoing/faults.ts';
import { savePublishing } from '../../publishing/keep.server.ts';
import { callWebhooks, type Receive } from '../../publishing/open/hooks.server.ts';
import { openClient } from '../../publishing/open/open-client.ts';
import { webhook } from '../../publishing/open/webhook.ts';
import { outlets } from '../../publishing/outlets.ts';
import { saveProfile } from '../../publishing/profile/keep.server.ts';
import type { ProfileField } from '../../publishing/profile/profile.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { emptyResources } from '../progress.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';

const { tenantId } = university;
const day = 86_400_000;
const minute = 60_000;

/** Keys of the resources that this part fills, so that they need no specimens. */
export const publishingDemoKinds = [openClient, webhook].map(({ key }) => key);

/** People with a public profile, and what each shows. */
const profiles: readonly (readonly [account: string, shown: readonly ProfileField[]])[] = [
  [
    'teacher',
    ['englishName', 'department', 'ranks', 'subjectTitle', 'orcid', 'outputs', 'projects'],
  ],
  ['dept_leader', ['englishName', 'department', 'orcid', 'outputs']],
];

/** External systems that read the open interface; their demo secrets are public. */
const clients = [
  {
    clientName: '图书馆机构库',
    clientId: 'library',
    clientSecret: 'library-demo-secret',
    scopes: [
      {
        resourceKey: 'papersapp',
        fields: 'artName,journalName,publishDate,doi,authors,indexTypes',
      },
      { resourceKey: 'bookapp', fields: '*' },
    ],
    remark: '演示密钥 library-demo-secret',
  },
  {
    clientName: '人事处绩效系统',
    clientId: 'hr',
    clientSecret: 'hr-demo-secret',
    scopes: [{ resourceKey: 'personnel', fields: 'name,jobNum,fkDeptId,ranks,orcid' }],
    remark: '演示密钥 hr-demo-secret',
  },
] as const;

const hooks = {
  catalogue: {
    hookName: '图书馆机构库',
    resourceKey: 'papersapp',
    reached: '2',
    address: 'https://library.example.edu.cn/keyan/hook',
    signSecret: 'library-demo-key',
    remark: '演示用地址，已停用，不会发出请求',
  },
  hr: {
    hookName: '人事处绩效系统（旧）',
    resourceKey: 'papersapp',
    reached: '2',
    address: 'https://oldhr.example.edu.cn/notify',
    signSecret: 'hr-demo-key',
    remark: '对方停机，推送失败后停用',
  },
} as const;

/** Receiver of webhooks: the library responds, the old personnel system does not. */
const received: Receive = async (address) => {
  if (address.host !== new URL(hooks.catalogue.address).host) {
    throw new ServiceUnreached('connect ECONNREFUSED');
  }
  return { status: 204 };
};

/** Writes published records and profiles, external systems, and webhooks. */
export const demoPublishing = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(openClient.key)) return;
  const admin = await actorByAccount(parts, 'admin');
  const acting = engine.as(admin);
  const at = (moment: number): void => {
    clock.now = new Date(moment);
  };
  at(now.getTime() - 40 * day);
  await savePublishing(engine, admin, {
    isOn: true,
    pagesOn: true,
    address: 'https://keyan.jiangling.example',
    repositoryName: '江陵大学科研成果',
    adminEmail: 'oai@jiangling.example',
    ror: '',
    outlets: outlets.map(({ key }) => key),
    withAmounts: false,
    version: 0,
  });
  for (const [account, shown] of profiles) {
    const person = await actorByAccount(parts, account);
    await saveProfile(engine, person, { isOn: true, shown, version: 0 });
  }
  for (const given of clients) {
    const { id } = await acting.save(openClient, { ...given, scopes: [...given.scopes] });
    await acting.perform(openClient, 'enable', id);
  }
  const ids: string[] = [];
  for (const given of Object.values(hooks)) {
    const { id } = await acting.save(webhook, given);
    await acting.perform(webhook, 'enable', id);
    ids.push(id);
  }
  const job = callWebhooks([], received);
  const { signal } = new AbortController();
  // Second attempt, a minute before a day has passed, is the last: undelivered events are then marked as failed.
  const first = now.getTime() - 3 * day;
  for (const moment of [first, first + day - minute]) {
    at(moment);
    await job.run({ tenantId, data: {}, signal }, engine);
  }
  for (const id of ids) await acting.perform(webhook, 'disable', id);
  clock.now = now;
};
