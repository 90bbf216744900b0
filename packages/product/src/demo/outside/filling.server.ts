import { Readable } from 'node:stream';
import { writeParts } from '@keyan/engine/workbooks/parts.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { answerQuestion, questionAnswer } from '../../filling/answering.server.ts';
import { askPeople } from '../../filling/asking.server.ts';
import { fillTable } from '../../filling/fill-table.ts';
import { type FillAsker, layoutAnswer } from '../../filling/filling.server.ts';
import { handOutTable } from '../../filling/handing-out.server.ts';
import { runFill } from '../../filling/rows.server.ts';
import { readRows } from '../call-review.server.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { inOfficeHours } from '../office-hours.server.ts';
import { chanceOf } from '../random.server.ts';
import type { SeedParts } from '../story-player.server.ts';

const day = 86_400_000;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns an empty table as an authority sends one: a title, headings, and two empty rows. */
const emptyBook = (title: string, headings: readonly string[]): Promise<Buffer> => {
  const row = (at: number, texts: readonly string[]): string =>
    `<row r="${at}">${texts
      .map(
        (text, place) =>
          `<c r="${String.fromCharCode(65 + place)}${at}" t="inlineStr"><is><t>${text}</t></is></c>`,
      )
      .join('')}</row>`;
  const blank = headings.map(() => '');
  const rows = [row(1, [title]), row(2, headings), row(3, blank), row(4, blank)].join('');
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="汇总表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return writeParts(
    new Map(Object.entries(parts).map(([path, text]) => [path, Buffer.from(header + text)])),
  );
};

/** Headings that are filled from records. */
const known = [
  '序号',
  '课题名称',
  '负责人',
  '开始日期',
  '结束日期',
  '批准经费（万元）',
  '所在学院',
];

/** Uploads a table, matches its columns to fields, and fills it from projects. */
const upload = async (
  asking: FillAsker,
  given: Readonly<Record<'tableName' | 'authority' | 'conditions' | 'dueDate', string>>,
  headings: readonly string[],
): Promise<string> => {
  const { engine, actor, files } = asking;
  const stream = Readable.from([await emptyBook(given.tableName, headings)]);
  const file = await files.put(actor, {
    fileName: `${given.tableName}.xlsx`,
    stream,
    catalog: '99',
  });
  const { id } = await engine.as(actor).save(fillTable, {
    ...given,
    page: 'v_info',
    tableYear: Number(given.dueDate.slice(0, 4)),
    attachments: [{ id: file.id, catalog: '99' }],
  });
  const { table, head, columns } = await layoutAnswer(asking, id, {});
  if (head) await runFill(asking, id, { table, bottom: head.bottom, targets: columns });
  return id;
};

/** Answers of the guided tour's teacher, cyclic. */
const answers = [
  '预计三年内形成产值 120 万元',
  '为医院节约质控人力约 30 万元/年',
  '暂无直接经济效益',
];

/** Answers the questions of the table as the guided tour's teacher. */
const answerAll = async (asking: FillAsker, table: string): Promise<void> => {
  const [question] = await asking.engine.database.read(asking.actor.tenantId, (session) =>
    session.query<{ id: string }>(
      'select id::text from fill_question where tenant_id = $1 and table_id = $2 and user_id = $3',
      [asking.actor.tenantId, table, asking.actor.id],
    ),
  );
  if (!question) return;
  const { records } = await questionAnswer(asking, question.id);
  const asked = records.flatMap(({ cells }) => cells.map(({ row, column }) => ({ row, column })));
  await answerQuestion(
    asking,
    question.id,
    asked.map((place, index) => ({ ...place, value: answers[index % answers.length] })),
  );
};

/** Writes a ministry's table that is partly answered, and one that was completed and exported. */
export const demoFilling = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, files, clock } = parts;
  const random = chanceOf(911);
  const at = (daysAgo: number): void => {
    const time = inOfficeHours(now.getTime() - daysAgo * day, random);
    clock.now = new Date(Math.min(time, now.getTime()));
  };
  const as = async (actor: Actor): Promise<FillAsker> => ({
    engine,
    files,
    actor,
    language: 'zh',
    dictionaries: await engine.dictionaries.of(actor.tenantId),
  });
  const officer = await as(await actorByAccount(parts, 'rd_project'));
  const teacher = await as(await actorByAccount(parts, 'teacher'));
  const [college] = await readRows<{ id: string }>(
    parts,
    `select id::text from dept where tenant_id = $1 and dept_code = '310'`,
  );
  at(20);
  const year = dayText(now).slice(0, 4);
  const handed = await upload(
    officer,
    {
      tableName: `${year} 年在研国家级项目清单`,
      authority: '省教育厅',
      conditions: 'level=01',
      dueDate: dayText(new Date(now.getTime() - 15 * day)),
    },
    known,
  );
  at(17);
  await handOutTable(officer, handed, {
    recipientKind: '2',
    recipient: '省教育厅科学技术处',
    occasion: '高校科技工作年度调度',
    handedOn: dayText(clock.now),
  });
  at(8);
  const asked = await upload(
    officer,
    {
      tableName: '省科技项目经济效益调查表',
      authority: '省科学技术厅',
      conditions: `departmentId=${college?.id}`,
      dueDate: dayText(new Date(now.getTime() + 10 * day)),
    },
    [...known, '预期经济效益'],
  );
  await askPeople(officer, asked, {
    to: 'person',
    dueDate: dayText(new Date(now.getTime() + 6 * day)),
  });
  at(5);
  await answerAll(teacher, asked);
  clock.now = now;
};
