import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import { minus, percent } from '@keyan/kernel/values/amounts.ts';
import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { contractRecord } from '../contracts/contract.ts';
import { partnerCatalogue } from '../contracts/cooperation.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { processChange } from '../project/changes/process-change.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { processOver } from '../project/changes/process-over.ts';
import { leaderRow } from '../project/common/parts.ts';
import { creditCode } from '../shared/formats/formats.ts';
import {
  closedPartner,
  contractAmounts,
  contractsBeginningLater,
  contractsOf,
  demoPartners,
  positionsWithTransfer,
  subcontractorUnit,
} from './contract-words.server.ts';
import { approveToEnd, attachedFile } from './funds.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { demoInvoices } from './invoices.server.ts';
import { contractStandings } from './money/contract-standings.server.ts';
import { bankDay } from './office-hours.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { contractAims } from './project-parts.server.ts';
import { chanceOf } from './random.server.ts';
import { isWaiting, type RecordCourse, runCourse, waitingAge } from './record-course.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { collegeWords } from './words.server.ts';

const { tenantId } = university;
const [day, contracts] = [86_400_000, 60];

interface Leader {
  readonly id: string;
  readonly department: string;
  readonly college: string;
}

/** Reads two teachers of each college, the account `teacher` first. */
const leadersOf = ({ engine }: SeedParts): Promise<readonly Leader[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Leader>(
      `select id, department, college from (
         select users.id::text, dept.id::text as department, dept.dept_code as college,
                users.account = 'teacher' as tried,
                row_number() over (partition by dept.dept_code
                  order by users.account = 'teacher' desc, users.id) as place
           from users join dept on dept.id = users.dept_id and dept.tenant_id = users.tenant_id
          where users.tenant_id = $1 and dept.dept_code = any($2)) t
        where place <= 2 order by tried desc, place, college`,
      [tenantId, Object.keys(collegeWords)],
    ),
  );

/** Courses of the contracts, cyclic: most are signed. */
const fates: readonly RecordCourse[] = [
  ['submit', 'finish'],
  ['submit', 'finish'],
  ['submit', 'finish'],
  ['submit', 'agree'],
  ['submit', 'finish'],
  ['submit', 'finish'],
  ['submit', 'return'],
  ['submit', 'finish'],
  ['submit', 'finish'],
  [],
  ['submit', 'finish'],
  ['submit', 'finish'],
  ['submit', 'agree', 'agree', 'refuse'],
  ['submit', 'finish'],
  ['submit', 'finish'],
  ['submit', 'recall'],
  ['submit', 'finish'],
  ['submit', 'finish'],
  ['submit', 'finish', 'abolish'],
  ['submit', 'finish'],
];

/** Creates the catalogue of partners, one of them closed; returns the ids by name. */
const createPartners = async (
  parts: SeedParts,
  office: Actor,
): Promise<ReadonlyMap<string, string>> => {
  const { engine } = parts;
  const ids = new Map<string, string>();
  for (const [index, one] of demoPartners.entries()) {
    const { name, ...given } = one;
    const { id } = await engine.as(office).save(partnerCatalogue, {
      ...given,
      unitName: name,
      creditCode: creditCode.make?.(260_100 + index * 37),
      taxNum: creditCode.make?.(260_100 + index * 37),
      region: '421024',
      address: `江陵市荆江大道 ${18 + index * 6} 号`,
      bankName: '中国工商银行江陵支行',
      bankAccount: `1813000109${String(200_011 + index * 173)}`,
      ...(index % 5 === 0 && { agreementDate: '2024-06-01', agreementEnd: '2029-05-31' }),
    });
    ids.set(name, id);
  }
  const closed = await engine.as(office).read(partnerCatalogue, ids.get(closedPartner) ?? '');
  await engine.as(office).perform(partnerCatalogue, 'disable', closed.row.id, {
    version: closed.row.version,
  });
  return ids;
};

/** Subject and partner of a contract. */
interface Subject {
  readonly contractType: string;
  readonly title: string;
  readonly partyUnitId: string;
}

/** Returns the values of a contract as its leader enters them. */
const contractOf = (
  { department, college, id: leaderId }: Leader,
  name: string,
  { contractType, title, partyUnitId }: Subject,
  index: number,
  now: Date,
) => {
  const words = collegeWords[college];
  const contractAmount = contractAmounts[index % contractAmounts.length] ?? '120000.00';
  const [work, labour] = [percent(contractAmount, '60'), percent(contractAmount, '25')];
  const [first, second] = [percent(contractAmount, '40'), percent(contractAmount, '30')];
  const start = addMonths(
    dayText(now),
    contractsBeginningLater.has(index) ? 2 : -(1 + (index % 10)),
  );
  const transfer = positionsWithTransfer.has(index) ? percent(contractAmount, '10') : null;
  const isAboutTechnology = /^0[1-5]/.test(contractType);
  return {
    programName: title,
    programLeader: leaderId,
    departmentId: department,
    contractType,
    contractAmount,
    partyUnitId,
    payMode: '2',
    ipOwnership: ['1', '3', '2'][index % 3],
    ...(isAboutTechnology && { techField: ['01', '03', '05', '07', '09'][index % 5] }),
    signDate: contractsBeginningLater.has(index) ? dayText(now) : start,
    startDate: start,
    // Some contracts end within the next weeks.
    endDate: addMonths(dayText(now), index % 6 === 0 ? 1 : 3 + (index % 14)),
    signPlace: '江陵市',
    isTechRegister: isAboutTechnology && index % 3 !== 1 ? '1' : '0',
    isTaxFree: isAboutTechnology && index % 3 === 0 ? '1' : '0',
    isSealed: '1',
    isTransform: contractType.startsWith('03') ? '1' : '0',
    isRelated: index === 13 ? '1' : '0',
    ...(index === 13 && { relatedNote: '项目组一名成员的配偶在甲方任职，未参与本合同的洽谈。' }),
    fundMode: index % 4 === 3 ? '2' : '1',
    subjectClass: words?.subjectClass ?? '01',
    subject: words?.disciplines[0],
    researchType: isAboutTechnology ? '3' : '2',
    ...contractAims(isAboutTechnology, index),
    content: `围绕“${title}”开展现场调研、方案设计和验证，提交研究报告和配套成果，并提供一年技术支持。`,
    performanceTerms: '提交研究报告一份、配套成果一套，通过甲方组织的验收。',
    members: [{ ...leaderRow({ id: leaderId, name }), userIdName: undefined, workMonths: '0.5' }],
    payPlans: [
      {
        sort: 1,
        payCondition: '合同签订后十五日内',
        planDate: addMonths(start, 1),
        planAmount: first,
      },
      {
        sort: 2,
        payCondition: '提交中期成果后',
        planDate: addMonths(start, 5),
        planAmount: second,
      },
      {
        sort: 3,
        payCondition: '验收合格后三十日内',
        planDate: addMonths(start, 11),
        planAmount: minus(contractAmount, first, second),
      },
    ],
    budget: [
      { itemCode: '10201', amount: work },
      { itemCode: '10301', amount: labour },
      { itemCode: '10205', amount: minus(contractAmount, work, labour, transfer) },
      ...(transfer ? [{ itemCode: '104', amount: transfer }] : []),
    ],
    ...(transfer && {
      outFunds: transfer,
      units: [{ unitName: subcontractorUnit, funds: transfer, reason: '承担现场试验与数据采集。' }],
    }),
  };
};

/** Records the first payment of a contract, which its leader claims. */
const writeArrival = async (
  parts: SeedParts,
  [office, leader]: readonly [Actor, Actor],
  row: {
    readonly programInfoId: string | null;
    readonly partyName: string | null;
    readonly contractNum: string | null;
    readonly programName: string | null;
  },
  amount: string,
  number: number,
): Promise<void> => {
  const { engine, clock } = parts;
  clock.now = bankDay(clock.now);
  const { id: arriveId } = await engine.as(office).save(fundingArrive, {
    fundingSource: row.partyName,
    arriveType: '02',
    arriveDate: dayText(clock.now),
    arriveAmount: amount,
    summary: `${row.contractNum} ${row.programName} 首期款`,
    financeNum: `HX${dayText(clock.now).replaceAll('-', '')}${String(number).padStart(3, '0')}`,
    isPublic: '1',
  });
  const claim = await engine.as(leader).save(fundingDivide, {
    arriveId,
    programId: row.programInfoId,
    divideAmount: amount,
  });
  await engine.as(office).perform(fundingDivide, 'assign', claim.id);
};

/** Ignores a refusal by a rule of a resource, so that the demo goes on without the event. */
const ignoringRefusal = async (write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};

/** Writes events that end or change contracts: a supplement in approval, a conclusion, a termination. */
const writeEndings = async (
  parts: SeedParts,
  signed: readonly {
    readonly leader: Actor;
    readonly programId: string;
    readonly amount: string;
  }[],
): Promise<void> => {
  const { engine, clock } = parts;
  const today = dayText(clock.now);
  const [changed, concluded, ended] = signed.slice(-3);
  if (!changed || !concluded || !ended) return;
  await ignoringRefusal(async () => {
    await engine.as(changed.leader).submit(processChange, {
      programId: changed.programId,
      changeTypes: ['10'],
      changeReason: '甲方增加现场服务内容，双方签订补充协议。',
      needSuperior: '0',
      newContractAmount: changed.amount.replace(/^/, '1'),
      newPayPlans: [
        {
          sort: 1,
          payCondition: '补充协议签订后',
          planDate: addMonths(today, 2),
          planAmount: changed.amount.replace(/^/, '1'),
        },
      ],
      attachments: [
        ...(await attachedFile(parts, changed.leader, '06', '变更申请表')),
        ...(await attachedFile(parts, changed.leader, '03', '补充协议')),
      ],
    });
  });
  await ignoringRefusal(async () => {
    const conclusion = await engine.as(concluded.leader).submit(processConclusion, {
      programId: concluded.programId,
      conclusionType: '03',
      applyDate: today,
      realEndDate: today,
      isSecretResult: '0',
      summary: '<p>按合同完成全部研究内容，成果已交付甲方并通过验收。</p>',
      resultSummary: '提交研究报告一份、配套成果一套。',
      targetFinish: '合同约定的验收指标全部完成。',
      results: [{ bizType: 'paper', title: '合同研究报告', isMarked: '0' }],
      attachments: [
        ...(await attachedFile(parts, concluded.leader, '12', '甲方验收证明')),
        ...(await attachedFile(parts, concluded.leader, '08', '验收报告')),
      ],
    });
    await approveToEnd(parts, conclusion.id);
  });
  await ignoringRefusal(async () => {
    const over = await engine.as(ended.leader).submit(processOver, {
      programId: ended.programId,
      overType: '04',
      overDate: today,
      overReason: '甲方经营调整，双方协商解除合同。',
      finished: '完成前期调研和方案设计。',
      fundsHandle: '已发生费用由首期款列支，不再收取后续款项。',
      surplusHandle: '01',
      isBreach: '0',
      attachments: await attachedFile(parts, ended.leader, '28', '解除协议'),
    });
    await approveToEnd(parts, over.id);
  });
};

/** Writes contracts with partners in every status, their payments and invoices. Does nothing if contracts exist. */
export const demoContracts = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(contractRecord.key)) return;
  const random = chanceOf(83);
  const office = await actorByAccount(parts, 'rd_fund');
  clock.now = new Date(now.getTime() - 400 * day);
  const partners = await createPartners(parts, office);
  const leaders = await leadersOf(parts);
  const signed: { leader: Actor; programId: string; contractId: string; amount: string }[] = [];
  const signedBy = new Map<string, number>();
  for (let index = 0; index < contracts; index += 1) {
    // The first leader has the first three contracts; the others are given to the leaders in turn.
    const given = leaders[index < 3 ? 0 : index % leaders.length];
    const leader = given && (await cachedActor(engine, given.id));
    if (!given || !leader) continue;
    const course = fates[index < 3 ? 0 : index % fates.length] ?? [];
    const age = isWaiting(course) ? waitingAge(index) : (260 - index * 4) * day;
    clock.now = new Date(now.getTime() - age);
    const place = signedBy.get(given.college) ?? 0;
    signedBy.set(given.college, place + 1);
    const [partner, contractType, title] = contractsOf[given.college]?.[place] ?? [];
    if (!partner || !contractType || !title) continue;
    const subject = { contractType, title, partyUnitId: partners.get(partner) ?? '' };
    const { id } = await engine.as(leader).save(contractRecord, {
      ...contractOf(given, leader.name, subject, index, clock.now),
      attachments: await attachedFile(parts, leader, '03', '技术合同'),
    });
    await runCourse(parts, { resource: contractRecord, writer: leader, id }, course, now, random);
    const { row } = await engine
      .as(office)
      .read(contractRecord, id)
      .catch(() => ({ row: null }));
    if (row?.auditStatus !== '2' || !row.programInfoId) continue;
    const amount = row.contractAmount ?? '0.00';
    signed.push({ leader, programId: row.programInfoId, contractId: id, amount });
    if (index % 2 === 0) {
      await ignoringRefusal(() =>
        writeArrival(
          parts,
          [office, leader],
          row,
          row.payPlans?.[0]?.planAmount ?? '1000.00',
          index,
        ),
      );
    }
    if (row.isTaxFree === '1' && index % 4 !== 2) {
      await ignoringRefusal(async () => {
        const { row: seen } = await engine.as(office).read(contractRecord, id);
        await engine.as(office).perform(contractRecord, 'register', id, {
          version: seen.version,
          techRegNum: `2026421024${String(100_001 + index)}`,
          techRegDate: dayText(clock.now),
          techAmount: amount,
          taxFreeNum: `荆税免〔2026〕${index + 1} 号`,
          taxFreeAmount: amount,
          attachments: await attachedFile(parts, office, '27', '技术合同登记证明'),
        });
      });
    }
  }
  await demoInvoices(parts, signed, now);
  clock.now = now;
};

/**
 * Writes later events of some contracts: a supplement in approval, a conclusion, a termination. Runs after the
 * specimens, which need contracts without such events.
 */
export const demoContractEndings = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  const rows = await contractStandings(parts);
  // Specimens may have concluded further contracts, but terminate none.
  if (rows.some(({ status }) => status === '6')) return;
  const signed: { leader: Actor; programId: string; amount: string }[] = [];
  for (const { leader, programId, amount } of rows
    .filter(({ status, quiet }) => status === '3' && quiet)
    .slice(3, 6)) {
    const person = await cachedActor(engine, leader);
    if (person) signed.push({ leader: person, programId, amount });
  }
  clock.now = new Date(now.getTime() - 20 * day);
  await writeEndings(parts, signed);
  clock.now = now;
};
