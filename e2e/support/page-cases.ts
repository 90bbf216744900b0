import { agreeTo, type Caller, caller, draftPaper, freshTitle, submittedPaper } from './api.ts';
import { frameCases } from './frame-cases.ts';
import { homeCases } from './home-cases.ts';
import type { PageCase } from './page-case.ts';
import { type CaseRecords, recordCases } from './record-cases.ts';
import { onConfirmedRoute } from './route.ts';
import { stateCases } from './state-cases.ts';
import { taskCases } from './task-cases.ts';

/** Makes the records that the cases show. */
export const makeCaseRecords = async (): Promise<CaseRecords> => {
  const waiting = await submittedPaper(freshTitle('流域面源污染的模拟'));
  const { processInstanceId } = await waiting.teacher.get<{ processInstanceId: string }>(
    `kh-edu-research/papers/detail?id=${waiting.id}`,
  );
  const done = await submittedPaper(freshTitle('海岸带变化的长时序监测'));
  await agreeTo(await caller('dept_secretary'), done.id);
  await agreeTo(await caller('rd_achieve'), done.id);
  const confirmed = await onConfirmedRoute(() => submittedPaper(freshTitle('湿地植被的长期变化')));
  await agreeTo(await caller('dept_secretary'), confirmed.id);
  return {
    draft: (await draftPaper(freshTitle('植被物候对气候变暖的响应'))).id,
    contested: await draftPaper(freshTitle('两个人同时修改的论文')),
    waiting: waiting.id,
    waitingProcess: processInstanceId,
    done: done.id,
    confirmed: confirmed.id,
    asked: (await draftPaper(freshTitle('湖泊蓝藻水华的短期预报'))).id,
    gone: (await draftPaper(freshTitle('坡耕地土壤侵蚀的模拟'))).id,
  };
};

/** Empty set of records, if only names, templates and accounts of the cases are needed. */
export const noRecords: CaseRecords = {
  draft: '',
  contested: { id: '', teacher: {} as Caller, body: {} },
  waiting: '',
  waitingProcess: '',
  done: '',
  confirmed: '',
  asked: '',
  gone: '',
};

/** Cases by area, in the order in which they are checked. */
export const areas = {
  home: () => homeCases,
  records: recordCases,
  tasks: taskCases,
  frame: () => frameCases,
  states: stateCases,
} as const satisfies Record<string, (records: CaseRecords) => readonly PageCase[]>;

export type Area = keyof typeof areas;

/** Returns every page of the product, in every state that looks different. */
export const pageCases = (records: CaseRecords): readonly PageCase[] =>
  Object.values(areas).flatMap((casesOf) => casesOf(records));
