import type { Engine } from '@keyan/engine/engine.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import type { Reference } from '../achievement/bibliography/reference.ts';
import { paper } from '../achievement/paper/paper.ts';
import { recogniseRecords } from '../achievement/pasting/recognition.server.ts';
import type { RecognitionResult } from '../achievement/pasting/recognition-task.server.ts';
import { orcid } from '../shared/formats/formats.ts';
import { noSourceMessage } from '../shared/references/outside.ts';
import {
  CollectingStopped,
  type Collector,
  type SiteWalk,
  type WalkedPage,
} from './collector.server.ts';
import { openSiteOf } from './setting.server.ts';
import { sources } from './sources/codes.ts';

// 从 ORCID / OpenAlex 导入: imports a person’s works by identifier, as drafts.

/** Maximum number of pages per import; the dialog shows at most a hundred works. */
const maxPagesPerImport = 4;

const openAlexAuthor = /^(?:https?:\/\/openalex\.org\/)?(A\d{4,12})$/i;

/** Sources of personal imports, with the parser of their identifiers. */
const personalSources = {
  [sources.orcid]: (text: string) => {
    const value = orcid.tidy?.(text) ?? text;
    return orcid.test(value) ? value : null;
  },
  [sources.openalex]: (text: string) => {
    const [, author] = openAlexAuthor.exec(text.trim()) ?? [];
    if (author) return author.toUpperCase();
    const value = orcid.tidy?.(text) ?? text;
    return orcid.test(value) ? value : null;
  },
} as const;

const authorMessage: Label = [
  '请输入 OpenAlex 作者编号（如 A5023888391）或 ORCID（如 0000-0002-1825-0097）',
  'Enter an OpenAlex author ID (such as A5023888391) or an ORCID iD (such as 0000-0002-1825-0097)',
];

/** Message about a malformed identifier, by source. */
const messages = {
  [sources.orcid]: orcid.message,
  [sources.openalex]: authorMessage,
} as const;

const siteFor = (engine: Engine, tenantId: string, source: string): Promise<string | null> =>
  engine.database.read(tenantId, async (session) => {
    const [found] = await session.query<{ readonly id: string }>(
      `select id::text from spider_site
        where tenant_id = $1 and is_deleted = 0 and status = '1' and source_kind = $2
        order by id limit 1`,
      [session.tenantId, source],
    );
    return found?.id ?? null;
  });

/**
 * Works of an identifier, from all pages.
 * @throws Refused if the source does not respond
 */
const worksOf = async (
  engine: Engine,
  collector: Collector,
  actor: Actor,
  source: string,
  identifier: string,
): Promise<readonly Reference[]> => {
  const id = await siteFor(engine, actor.tenantId, source);
  if (id === null) throw new Refused(noSourceMessage);
  const site = await engine.database.read(actor.tenantId, (session) =>
    openSiteOf(session, collector.secrets, id),
  );
  const walk: SiteWalk = {
    // A person is waiting, so a failed request is repeated at most once.
    site: { ...site, retries: Math.min(site.retries, 1) },
    subject: { keyword: identifier, yearFrom: null, yearTo: null },
    proxy: null,
    userAgent: null,
    cookies: new Map(),
    from: '',
    until: '',
    noted: () => undefined,
  };
  const works: Reference[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPagesPerImport; page += 1) {
    const read: WalkedPage | null = await collector
      .page(engine, walk, cursor)
      .catch((error: unknown) => {
        if (!(error instanceof CollectingStopped)) throw error;
        engine.log.warn({ source, reason: error.label[1] }, 'a source outside did not answer');
        throw new Refused(noSourceMessage);
      });
    if (read?.fault) throw new Refused(read.fault);
    works.push(...(read?.read?.items ?? []).flatMap(({ work }) => work ?? []));
    cursor = read?.read?.next ?? null;
    if (cursor === null) break;
  }
  return works;
};

/** Calls that return a person’s works at a source, as values of the paper form. */
export const ownWorksEndpoints = (collector: Collector): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${paper.path}/fromOutside`,
    auth: 'user',
    permissions: ['paper_add'],
    perMinute: 10,
    summary: ['从 ORCID、OpenAlex 导入论文', 'Papers of a person from ORCID or OpenAlex'],
    input: Type.Object({
      source: Type.Union([Type.Literal(sources.orcid), Type.Literal(sources.openalex)]),
      identifier: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    run: async (input, { engine, actor }): Promise<RecognitionResult> => {
      const identifier = personalSources[input.source](input.identifier);
      if (identifier === null) {
        throw new Invalid([{ path: 'identifier', message: messages[input.source] }]);
      }
      const works = await worksOf(engine, collector, actor, input.source, identifier);
      return recogniseRecords(engine, actor, paper.key, { text: '', works });
    },
  }),
];
