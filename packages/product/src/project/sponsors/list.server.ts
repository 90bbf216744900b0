import { Readable } from 'node:stream';
import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { readGrids } from '@keyan/engine/workbooks/grids.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { normaliseTitle } from '../../shared/formats/formats.ts';
import type { projectLevel } from '../common/dictionaries.ts';
import { leaderRow } from '../common/parts.ts';
import { sponsorDocument } from '../declaration/batch-approval.ts';
import { declareInfo } from '../declaration/declare-info.ts';
import { undecidedStates } from '../declaration/declare-states.ts';
import { ourPartInProject } from '../program/origin-fields.ts';
import { programApproval } from '../program/program-approval.ts';
import { projectSource } from '../program/sources.ts';
import {
  columnsBySponsorHeadings,
  isReadable,
  type SponsorListMapping,
  sponsorListMappingOf,
} from './columns.ts';
import {
  amountUnitOf,
  type GrantList,
  headingRow,
  listCellText,
  readList,
  sourceOfListTitle,
} from './list.ts';
import {
  type DeclaredLine,
  type JudgedGrantLine,
  type LeaderNamesake,
  matchSponsorLines,
  type RegisteredNumber,
} from './matching.ts';
import { rememberColumns, rememberedColumns } from './remembered.server.ts';
import type {
  GrantDecision,
  ListQuestion,
  ReadSponsorList,
  SponsorListImportResult,
  UnlistedDeclaration,
} from './wire.ts';

const declarations = untypedResource(declareInfo);

const noHeadings: Label = [
  '没有找到表头：前 20 行中没有同时含批准号、项目名称和负责人的行',
  'No headings: none of the first 20 rows has a grant number, a title and a leader',
];

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
}

/** Uploaded list. */
export interface SentList {
  readonly fileName: string;
  readonly content: Buffer;
}

/** Context of an import; the list is attached to the created records. */
interface Taking extends Asking {
  readonly files: Pick<FileService, 'put' | 'remove'>;
  readonly sent: SentList;
}

/**
 * Stores the list as an attachment.
 * @param meantFor id of the declaration whose approval copies it
 */
const filed = ({ files, actor, sent }: Taking, meantFor?: string) =>
  files.put(actor, {
    fileName: sent.fileName,
    stream: Readable.from([sent.content]),
    catalog: sponsorDocument,
    ...(meantFor !== undefined && { meantFor }),
  });

interface Sheet {
  readonly headings: readonly string[];
  readonly mapping: SponsorListMapping;
  readonly source: string | null;
  readonly list: GrantList;
}

/** Probable heading row of an unknown format: the first row with several texts. */
const likelyHeadings = (grid: readonly (readonly unknown[])[]): number =>
  grid.findIndex(
    (row) => row.filter((cell) => typeof cell === 'string' && cell !== '').length >= 4,
  );

/** Columns by the headings remembered for this sponsor, otherwise by common headings. */
const columnsOf = async (
  { engine, actor }: Asking,
  source: string | null,
  headings: readonly string[],
): Promise<SponsorListMapping> => {
  const guessed = columnsBySponsorHeadings(headings);
  if (source === null) return guessed;
  const known = await engine.database.read(actor.tenantId, (session) =>
    rememberedColumns(session, source, headings),
  );
  const taken = new Set(Object.values(known));
  const free = Object.entries(guessed).filter(([, at]) => !taken.has(at));
  return { ...Object.fromEntries(free), ...known };
};

/**
 * Reads the first sheet with headings, by the given mapping, otherwise by known headings.
 * @throws Refused for a file without headings
 */
const readSheet = async (
  { engine, actor }: Asking,
  content: Buffer,
  question: ListQuestion,
): Promise<Sheet> => {
  const grids = await readGrids(bookMakerOf(engine, actor), content);
  for (const grid of grids.values()) {
    const heading = headingRow(grid) ?? likelyHeadings(grid);
    if (heading < 0) continue;
    const headings = (grid[heading] ?? []).map(listCellText);
    const source = question.source ?? sourceOfListTitle(grid, heading);
    const mapping =
      sponsorListMappingOf(question.mapping, headings.length) ??
      (await columnsOf({ engine, actor }, source, headings));
    const list: GrantList = isReadable(mapping)
      ? readList(grid, heading, mapping, question.fixes)
      : { lines: [], faults: [], unit: amountUnitOf(grid, heading, mapping.funds) };
    return { headings, mapping, source, list };
  }
  throw new Refused(noHeadings);
};

/** Numbers that an approval or a project of this source already has. */
const registeredIn = (session: Session, source: string, numbers: readonly string[]) =>
  session.query<RegisteredNumber>(
    `select approval_num as "grantNumber", coalesce(program_num, '') as number, program_name as title,
            superior_appropriation::text as funds
       from program_approval
      where tenant_id = $1 and is_deleted = 0 and resource = $2 and lower(trim(approval_num)) = any($3)
     union all
     select approval_num, coalesce(program_num, ''), program_name, null
       from program p
      where tenant_id = $1 and is_deleted = 0 and resource = $2 and lower(trim(approval_num)) = any($3)
        and not exists (select from program_approval a where a.tenant_id = $1 and a.is_deleted = 0
              and a.program_info_id = p.id)`,
    [session.tenantId, source, numbers],
  );

/** Submitted declarations to this source without a decision. */
const declaredTo = async (session: Session, source: string): Promise<readonly DeclaredLine[]> =>
  (
    await session.query<Omit<DeclaredLine, 'plain'>>(
      `select i.id::text, coalesce(i.declare_num, '') as number, i.program_name as title,
              coalesce(u.real_name, '') as leader, i.project_type as type,
              coalesce(i.subject_code, '') as code, i.apply_funds::text as funds, i.declare_status as state
         from declare_info i
         left join users u on u.tenant_id = i.tenant_id and u.id = i.program_leader
        where i.tenant_id = $1 and i.is_deleted = 0 and i.program_kind = 'vertical' and i.resource = $2
          and i.declare_status = any($3)
        order by i.id`,
      [session.tenantId, source, undecidedStates],
    )
  ).map((one) => ({ ...one, plain: normaliseTitle(one.title) }));

const namesakesOf = (session: Session, names: readonly string[]) =>
  session.query<LeaderNamesake>(
    `select u.id::text, u.real_name as name, coalesce(u.code, '') as code,
            coalesce(d.dept_name, '') as department
       from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1' and u.real_name = any($2)
      order by u.id`,
    [session.tenantId, names],
  );

interface JudgedList {
  readonly lines: readonly JudgedGrantLine[];
  readonly left: readonly UnlistedDeclaration[];
}

const judged = ({ engine, actor }: Asking, { source, list }: Sheet): Promise<JudgedList> =>
  engine.database.read(actor.tenantId, async (session) => {
    if (source === null) return { lines: matchSponsorLines('', list.lines, nothing), left: [] };
    const numbers = list.lines.map(({ number }) => number.toLowerCase());
    const names = [...new Set(list.lines.map(({ leader }) => leader))];
    const declared = await declaredTo(session, source);
    const lines = matchSponsorLines(source, list.lines, {
      registered: await registeredIn(session, source, numbers),
      declared,
      namesakes: await namesakesOf(session, names),
    });
    const meant = new Set(lines.flatMap(({ matches }) => matches.map(({ id }) => id)));
    const left = declared.filter(({ id, state }) => state === '50' && !meant.has(id));
    return {
      lines,
      left: left.map(({ id, number, title, leader }) => ({ id, number, title, leader })),
    };
  });

const nothing = { registered: [], declared: [], namesakes: [] };

/** Parsed list, each line with matching declarations and registered projects. */
export const showSponsorList = async (
  asking: Asking,
  content: Buffer,
  question: ListQuestion,
): Promise<ReadSponsorList> => {
  const sheet = await readSheet(asking, content, question);
  const { lines, left } = await judged(asking, sheet);
  const { headings, mapping, source, list } = sheet;
  return {
    headings,
    mapping,
    source,
    unit: list.unit,
    lines: lines.map(({ line, verdict, registered, differs, matches, people }) => ({
      ...line,
      verdict,
      registered,
      differs,
      matches,
      people,
    })),
    faults: list.faults,
    left,
  };
};

/** Project levels by the first code of the source. */
const levels: Readonly<Record<string, string>> = {
  '10': '01',
  '20': '02',
  '30': '03',
  '50': '07',
} satisfies Readonly<Partial<Record<CodeOf<typeof projectSource>, CodeOf<typeof projectLevel>>>>;

/** Draft approval for a line without a declaration, filled from the list. */
const draftOf = (
  { line, type }: JudgedGrantLine,
  source: string,
  leader: LeaderNamesake & { readonly deptId: string | null },
  day: string,
) => ({
  programName: line.title.slice(0, 200),
  approvalNum: line.number,
  approvalDate: line.approvedOn || day,
  approvalDoc: line.document.slice(0, 50) || null,
  programKind: 'vertical',
  resource: source,
  projectType: type,
  level: levels[source.slice(0, 2)] ?? '99',
  schoolSign: ourPartInProject,
  programLeader: leader.id,
  departmentId: leader.deptId,
  startDate: line.start || null,
  endDate: line.end || null,
  superiorAppropriation: line.funds || null,
  subjectClass: '01',
  fundMode: '1',
  isStatistics: '1',
  secretLevel: '0',
  members: [leaderRow(leader)],
});

const leaderWith = async ({ engine, actor }: Asking, id: string) => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ deptId: string | null }>(
      'select dept_id::text as "deptId" from users where tenant_id = $1 and id = $2',
      [actor.tenantId, id],
    ),
  );
  return found?.deptId ?? null;
};

/** Dates and document of the whole list, defaults for its lines. */
interface Common {
  readonly source: string;
  readonly approvedOn: string;
  readonly document: string;
}

/** Approves a declaration; throws the faults of that action. */
const approve = async (
  taking: Taking,
  { line, matches }: JudgedGrantLine,
  declareId: string,
  { approvedOn, document }: Common,
): Promise<void> => {
  if (!matches.some(({ id, isOpen }) => id === declareId && isOpen)) {
    throw new Refused(['所选申报与该项目不符', 'The application does not match']);
  }
  const { engine, actor, files } = taking;
  const { id } = await filed(taking, declareId);
  const { refused } = await engine
    .as(actor)
    .performAll(declarations, 'approveListed', [declareId], {
      grantNum: line.number,
      grantDoc: line.document || document || null,
      grantDate: line.approvedOn || approvedOn,
      grantFunds: line.funds || null,
      grantStart: line.start || null,
      grantEnd: line.end || null,
    });
  if (!refused[0]) return;
  await files.remove(actor, [id]);
  throw refused[0].fault;
};

/** Creates a draft approval for a person without a declaration; throws faults of saving it. */
const draft = async (
  taking: Taking,
  one: JudgedGrantLine,
  leaderId: string,
  { source, approvedOn }: Common,
): Promise<void> => {
  const leader = one.people.find(({ id }) => id === leaderId);
  if (!leader) {
    throw new Refused(
      fill(['请选择负责人【{name}】的账号', 'Choose the account of {name}'], {
        name: one.line.leader,
      }),
    );
  }
  const deptId = await leaderWith(taking, leaderId);
  const { id } = await filed(taking);
  await taking.engine.as(taking.actor).save(programApproval, {
    ...draftOf(one, source, { ...leader, deptId }, approvedOn),
    attachments: [{ id, catalog: sponsorDocument }],
  });
};

/**
 * Imports the chosen lines in separate transactions: a declaration becomes a project with its
 * number, other lines become draft approvals. A line that is already registered is refused.
 */
export const importSponsorList = async (
  asking: Taking,
  asked: {
    readonly question: ListQuestion;
    readonly decisions: readonly GrantDecision[];
    readonly approvedOn: string;
    readonly document: string;
  },
): Promise<SponsorListImportResult> => {
  const sheet = await readSheet(asking, asking.sent.content, asked.question);
  const { source, list } = sheet;
  if (source === null || entryOf(projectSource, source) === undefined) {
    throw new Refused(['请选择项目来源', 'Choose the project source']);
  }
  const common = { source, approvedOn: asked.approvedOn, document: asked.document };
  const lines = new Map((await judged(asking, sheet)).lines.map((one) => [one.line.row, one]));
  const faulty = new Map(list.faults.map(({ row, message }) => [row, message]));
  const faults: { row: number; message: Label }[] = [];
  let [approved, drafted] = [0, 0];
  for (const { row, declareId, leaderId } of asked.decisions) {
    const one = lines.get(row);
    if (!one) continue;
    try {
      const fault = faulty.get(row);
      if (fault) throw new Refused(fault);
      if (one.registered) {
        throw new Refused(
          fill(['批准号 {grant} 已登记（{number}）', '{grant} is already registered ({number})'], {
            grant: one.line.number,
            number: one.registered.number || one.registered.title,
          }),
        );
      }
      if (!one.line.approvedOn && !common.approvedOn) {
        throw new Refused(['请填写批准日期', 'Enter the approval date']);
      }
      if (declareId) {
        await approve(asking, one, declareId, common);
        approved += 1;
      } else {
        await draft(asking, one, leaderId ?? '', common);
        drafted += 1;
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push({ row, message: error.label });
    }
  }
  const { engine, actor } = asking;
  if (approved + drafted > 0 && asked.question.mapping !== null) {
    await engine.database.transaction(actor.tenantId, (tx) =>
      rememberColumns(tx, source, sheet.headings, sheet.mapping),
    );
  }
  return { approved, drafted, faults };
};
