import { addDays, dayText } from '@keyan/kernel/values/time.ts';
import { certificate } from '../../certificates/certificate.ts';
import { importWatchList } from '../../integrity/bring.server.ts';
import { retractionCase } from '../../integrity/case.ts';
import { caseDecisionCodes, watchListKindCodes } from '../../integrity/dictionaries.ts';
import { caseReversal } from '../../integrity/reversal.ts';
import { watchList } from '../../integrity/watch-list.ts';
import { readRows } from '../call-review.server.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { cachedActor } from '../person-of.server.ts';
import { emptyResources } from '../progress.server.ts';
import type { SeedParts } from '../story-player.server.ts';

/** Keys of the resources that certificates and retractions fill, so that they need no specimens. */
export const integrityKinds: readonly string[] = [
  watchList.key,
  retractionCase.key,
  caseReversal.key,
  certificate.key,
];

const day = 86_400_000;

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly doi: string;
  readonly journal: string;
  /** True if the paper is the guided tour's teacher's. */
  readonly shown: boolean;
  readonly scored: boolean;
}

/** Reads papers with a DOI: the newest of the guided tour's teacher, then scored ones of others. */
const listedPapers = (parts: SeedParts): Promise<readonly Listed[]> =>
  readRows<Listed>(
    parts,
    `select p.id::text, p.art_name as title, p.doi, p.journal_name as journal,
            exists (select 1 from paper_authors a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
              where a.tenant_id = $1 and a.parent_id = p.id and u.account = 'teacher') as shown,
            exists (select 1 from score_result s where s.tenant_id = $1 and s.biz_id = p.id::text
              and s.is_deleted = 0 and s.final_score > 0) as scored
       from paper p
      where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2' and p.secret_level = '0'
        and p.doi_key is not null and coalesce(p.is_retracted, '0') <> '1'
        and exists (select 1 from paper_authors a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
          where a.tenant_id = $1 and a.parent_id = p.id and a.sort = 1 and u.is_deleted = 0)
      order by shown desc, scored desc, p.publish_date desc, p.id limit 40`,
    [],
  );

const cell = (text: string): string => `"${text.replace(/"/g, '""')}"`;

/** Returns a file in the format of Retraction Watch, with additional entries of other universities. */
const fileOf = (papers: readonly Listed[], noticed: string): Buffer => {
  const [year = '', month = '', date = ''] = noticed.split('-');
  const heads =
    'Record ID,Title,Journal,OriginalPaperDOI,RetractionDate,RetractionDOI,RetractionNature,Reason';
  const line = (index: number, title: string, journal: string, doi: string): string =>
    [
      String(52_000 + index),
      cell(title),
      cell(journal),
      doi,
      `${Number(month)}/${Number(date)}/${year} 0:00`,
      `10.5555/retraction.${index}`,
      'Retraction',
      cell('+Concerns/Issues About Data;+Investigation by Journal/Publisher;'),
    ].join(',');
  const outside = Array.from({ length: 6 }, (_, index) =>
    line(
      index,
      `Signal mixing in layered media, part ${index + 1}`,
      'Journal of Layered Media',
      `10.5555/layered.${index}`,
    ),
  );
  const own = papers.map(({ title, journal, doi }, index) => line(50 + index, title, journal, doi));
  return Buffer.from([heads, ...outside, ...own].join('\n'));
};

/** Reads the first author of a paper as an actor. */
const firstAuthorOf = async (parts: SeedParts, paperId: string) => {
  const [found] = await readRows<{ id: string }>(
    parts,
    `select a.user_id::text as id from paper_authors a
      where a.tenant_id = $1 and a.parent_id = $2 and a.user_id is not null order by a.sort limit 1`,
    [paperId],
  );
  return found && cachedActor(parts.engine, found.id);
};

/**
 * Imports a list of retractions with two papers: one waits for the teacher's statement, the other is decided with draft
 * reversals.
 */
export const demoRetractions = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(watchList.key)) return;
  const papers = await listedPapers(parts);
  const own = papers[0];
  const other = papers.find(({ shown, scored }) => scored && !shown);
  if (!own) return;
  const office = await actorByAccount(parts, 'rd_achieve');
  clock.now = new Date(now.getTime() - 12 * day);
  const noticed = addDays(dayText(clock.now), -9);
  await importWatchList(
    { engine, actor: office },
    {
      listName: `Retraction Watch ${noticed.slice(0, 7)}`,
      listKind: watchListKindCodes.retraction,
      issueDate: noticed,
      remarks: null,
    },
    { fileName: 'retraction_watch.csv', content: fileOf(other ? [own, other] : [own], noticed) },
  );
  const opened = await readRows<{ id: string; paper: string }>(
    parts,
    `select id::text, paper_id::text as paper from retraction_case where tenant_id = $1 and is_deleted = 0`,
    [],
  );
  clock.now = new Date(now.getTime() - 10 * day);
  const caseOf = (paper: Listed | undefined) => opened.find((one) => one.paper === paper?.id)?.id;
  const ask = (id: string, dueDate: string) =>
    engine.as(office).performAll(retractionCase, 'ask', [id], { dueDate });
  const [waiting, decided] = [caseOf(own), caseOf(other)];
  if (waiting) await ask(waiting, addDays(dayText(now), 12));
  const author = other && (await firstAuthorOf(parts, other.id));
  if (!decided || !author) return;
  await ask(decided, addDays(dayText(now), -3));
  clock.now = new Date(now.getTime() - 8 * day);
  await engine.as(author).performAll(retractionCase, 'answer', [decided], {
    statement:
      '撤稿原因是第三方提供的部分图像数据无法复核。原始数据由合作单位保存，已申请调取；本人承担署名作者的审核责任，同意撤销相应业绩。',
  });
  clock.now = new Date(now.getTime() - 2 * day);
  await engine.as(office).performAll(retractionCase, 'close', [decided]);
  await engine.as(office).performAll(retractionCase, 'decide', [decided], {
    decision: [caseDecisionCodes.scores, caseDecisionCodes.rewards],
    decisionReason: '撤稿属实，数据无法复核，撤销该论文业绩计分，已发奖励予以追回。',
  });
};
