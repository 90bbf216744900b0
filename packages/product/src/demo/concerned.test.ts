import { seededRandom } from '@keyan/kernel/specimen/source.ts';
import { completeSpecimen } from '@keyan/kernel/specimen/specimen.ts';
import { expect, test } from 'vitest';
import { processChange } from '../project/changes/process-change.ts';
import { type MemberRow, memberFaults } from '../project/common/parts.ts';
import { program } from '../project/program/program.ts';
import { concernedPeople, type DemoRecordWriter } from './concerned.server.ts';

const project = {
  programLeader: '11',
  members: [{ sort: 1, personType: '01', userId: '11', memberRole: '01', task: '主持项目' }],
};
const [leader, colleague] = [
  { id: '11', name: '林晓岚' },
  { id: '12', name: '祁知远' },
];

/** A specimen of a change of this project. */
const change = () =>
  completeSpecimen(processChange, {
    source: seededRandom(7),
    serial: 1,
    targets: Object.assign(() => ['5'], { record: () => project }),
    today: '2026-11-30',
  });

test('people of the university have no typed names in a change of members', () => {
  expect(change().newMembers).toMatchObject([{ userId: leader.id, name: null, unit: null }]);
});

test('a colleague joins the members of the project', () => {
  const writer = { colleague, records: new Map([[`${program.key} 5`, project]]) };
  const { newMembers } = concernedPeople(processChange, change(), {
    college: '310',
    writer: writer as unknown as DemoRecordWriter,
    index: 0,
  });
  expect(newMembers).toMatchObject([{ userId: '11' }, { userId: '12', sort: 2 }]);
  expect(memberFaults('newMembers', newMembers as MemberRow[], leader.id)).toBeNull();
});
