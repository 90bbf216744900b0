import { randomBytes } from 'node:crypto';
import type { Chance } from '@keyan/product/demo/random.server.ts';
import { freshPaper, freshTitle, type Paper } from '../papers.ts';
import type { Worker } from './people.ts';
import type { Reach } from './reach.ts';

/** Ids of records that one request leaves for a later one; each is used once. */
export interface Belt {
  readonly files: string[];
  readonly drafts: (Paper & { readonly id: string; readonly version: number })[];
  /** Ids of collected papers not released yet; `released` has those that may be claimed. */
  readonly collected: string[];
  readonly released: string[];
  /** Open tasks by account, and tasks that were handled. */
  readonly tasks: Map<string, string[]>;
  readonly taken: Set<string>;
}

export const emptyBelt = (): Belt => ({
  files: [],
  drafts: [],
  collected: [],
  released: [],
  tasks: new Map(),
  taken: new Set(),
});

/** Person with a session, and the kinds of records that they may list. */
export interface Person extends Worker {
  readonly reaches: readonly Reach[];
}

/** Person, ids and random source for an act. */
export interface Scene {
  readonly person: Person;
  readonly belt: Belt;
  readonly chance: Chance;
}

/** Makes one request of one person; null if there is nothing to do. */
export interface Act {
  /** Relative frequency. */
  readonly weight: number;
  /** Accounts that perform the act; default: all. */
  readonly who?: readonly string[];
  readonly begin: (scene: Scene) => Promise<unknown> | null;
}

/** Accounts of ten people with ten roles. */
export const accounts = [
  'teacher',
  'dept_secretary',
  'dept_leader',
  'rd_admin',
  'rd_achieve',
  'rd_project',
  'rd_fund',
  'rd_leader',
  'finance',
  'expert',
] as const;

const papers = 'kh-edu-research/papers';
const author = ['teacher'];
const office = ['rd_achieve'];
const approvers = ['dept_secretary', 'rd_achieve'];
/** Bytes of an uploaded file. */
const fileSize = 100_000;
const words = ['湿地', '遥感', '治理', '林晓岚', '论文', '基金', '2025', '材料', '教育', '专利'];
const years = ['2023', '2024', '2025'];
/** Calls of the home page. */
const homes = ['wel/index/v1/queryMyInfo', 'wel/index/v1/querySchoolInfo', 'message/list?size=10'];

const list = ({ person, chance }: Scene): Promise<unknown> | null => {
  if (person.reaches.length === 0) return null;
  const { path } = chance.pick(person.reaches);
  const [size, current] = [chance.pick([10, 20, 50]), chance.int(1, 3)];
  return person.ask('GET', `${path}/list?size=${size}&current=${current}`);
};

const record = ({ person, chance }: Scene): Promise<unknown> | null => {
  const open = person.reaches.filter(({ ids }) => ids.length > 0);
  if (open.length === 0) return null;
  const { path, ids } = chance.pick(open);
  return person.ask('GET', `${path}/detail?id=${chance.pick(ids)}`);
};

const upload = ({ person, belt }: Scene): Promise<unknown> => {
  const content = randomBytes(fileSize);
  content.write('%PDF-1.7\n');
  const form = new FormData();
  form.append('catalog', '13');
  form.append('file', new Blob([content], { type: 'application/pdf' }), '正文.pdf');
  return person
    .ask<{ id: string }>('POST', 'blade-resource/oss/endpoint/ext/put-file', form)
    .then(({ id }) => belt.files.push(id));
};

const save = ({ person, belt }: Scene): Promise<unknown> | null => {
  const file = belt.files.shift();
  if (file === undefined) return null;
  const paper = freshPaper(person.userId, file);
  return person
    .ask<{ id: string; version: number }>('POST', `${papers}/save`, paper)
    .then(({ id, version }) => belt.drafts.push({ ...paper, id, version }));
};

const submit = ({ person, belt }: Scene): Promise<unknown> | null => {
  const draft = belt.drafts.shift();
  return draft ? person.ask('POST', `${papers}/submit`, draft) : null;
};

interface Task {
  readonly taskId: string;
  readonly kind: string;
}

/** Approves a paper; without a known task, lists the tasks. */
const approve = ({ person, belt }: Scene): Promise<unknown> => {
  const waiting = belt.tasks.get(person.account) ?? [];
  const taskId = waiting.shift();
  if (taskId !== undefined) {
    return person.ask('POST', 'blade-flow/work/complete-task', { taskId, flag: 'ok' });
  }
  return person
    .ask<{ records: readonly Task[] }>('GET', 'kh-edu-research/mywork/todo/page?size=100')
    .then(({ records }) => {
      // The demo has other tasks, which may require more input than an agreement.
      const fresh = records
        .filter((task) => task.kind === 'papersapp' && !belt.taken.has(task.taskId))
        .map((task) => task.taskId);
      for (const one of fresh) belt.taken.add(one);
      belt.tasks.set(person.account, fresh);
    });
};

const collect = ({ person, belt }: Scene): Promise<unknown> =>
  person
    .ask<{ id: string }>('POST', 'kh-edu-research/collectionThesis/submit', {
      title: freshTitle(),
      authorsText: '林晓岚; 外校作者',
      addresses: '[林晓岚] 大学 000000',
      source: '虚构学报',
      publishYear: 2025,
      indexType: '01',
      accessionNum: `WOS:${randomBytes(7).toString('hex')}`,
      doi: `10.5555/${randomBytes(8).toString('hex')}`,
    })
    .then(({ id }) => belt.collected.push(id));

const release = ({ person, belt }: Scene): Promise<unknown> | null => {
  const ids = belt.collected.shift();
  if (ids === undefined) return null;
  return person
    .ask('POST', 'kh-edu-research/collectionThesis/release', { ids })
    .then(() => belt.released.push(ids));
};

const claim = ({ person, belt }: Scene): Promise<unknown> | null => {
  const thesisId = belt.released.shift();
  if (thesisId === undefined) return null;
  return person.ask('POST', 'kh-edu-research/papersClaim/submit', {
    thesisId,
    authorSort: 1,
    authorType: '01',
    schoolSign: '1',
    publishDate: '2025-06-01',
    discipline: '18044',
  });
};

/** Acts of the mixed load; weights are per thousand. */
export const acts: Readonly<Record<string, Act>> = {
  list: { weight: 330, begin: list },
  record: { weight: 320, begin: record },
  home: {
    weight: 60,
    begin: ({ person, chance }) => person.ask('GET', `kh-edu-research/${chance.pick(homes)}`),
  },
  tasks: {
    weight: 50,
    begin: ({ person }) => person.ask('GET', 'kh-edu-research/mywork/todo/page?size=20'),
  },
  search: {
    weight: 60,
    begin: ({ person, chance }) =>
      person.ask('GET', `keyan/search?q=${encodeURIComponent(chance.pick(words))}`),
  },
  upload: { weight: 28, who: author, begin: upload },
  save: { weight: 28, who: author, begin: save },
  submit: { weight: 28, who: author, begin: submit },
  approve: { weight: 64, who: approvers, begin: approve },
  collect: { weight: 8, who: office, begin: collect },
  release: { weight: 8, who: office, begin: release },
  claim: { weight: 8, who: author, begin: claim },
  export: {
    weight: 8,
    who: office,
    begin: ({ person, chance }) =>
      person.ask('GET', `${papers}/export?view=lib&statYear=${chance.pick(years)}`),
  },
};
