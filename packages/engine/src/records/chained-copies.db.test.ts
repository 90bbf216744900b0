import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import {
  defineResource,
  type Resource,
  untypedResource,
} from '@keyan/kernel/definition/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, place, places, startEngine } from '../testing/sample.ts';

/** A journey to a place, and the bill of a journey, which has the code of its place. */
const journey = face('journey', ['行程', 'Journey'], {
  name: f.text(['名称', 'Name']).requiredInDraft(),
  placeId: f.ref(['地点', 'Place'], place),
});
const common = (key: string) => ({
  key,
  label: ['记录', 'Record'] as const,
  path: `test/${key}`,
  title: 'name' as const,
  list: { columns: ['name' as const], filters: [], sort: 'name' },
  access: { read: everyone(), write: everyone(), choose: everyone() },
  views: {
    all: {
      label: ['记录', 'Records'] as const,
      code: key,
      path: `/${key}`,
      scope: everyone(),
      actions: ['add', 'edit', 'view'],
    },
  },
});
const journeys = defineResource({
  ...common('journey'),
  fields: journey.fields,
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name', 'placeId'] }],
});
const billFields = {
  name: f.text(['名称', 'Name']).requiredInDraft(),
  journeyId: f.ref(['行程', 'Journey'], journey),
  ...f.copies('journeyId', journey, 'placeId'),
  placeCode: f.copy('placeId', place, 'code'),
};
const billForm = [
  {
    key: 'all',
    title: ['内容', 'Content'] as const,
    fields: ['name', 'journeyId', 'placeId', 'placeCode'] as const,
  },
];
const bills = defineResource({ ...common('journeyBill'), fields: billFields, form: billForm });
const kinds = [journeys, bills] as unknown as readonly Resource[];

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: kinds });
beforeAll(() => furnishSamples(database, engine, kinds));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = engine.as({
  ...actorOf('31'),
  permissions: new Set([...kinds, untypedResource(places)].flatMap(permissionsOf)),
});

describe('a copy through two references', () => {
  test('follows the chosen record, and is empty without one', async () => {
    const hall = await writer.save(places, { name: '北楼', code: 'N1' });
    const trip = await writer.save(journeys, { name: '出差', placeId: hall.id });
    const bill = await writer.save(bills, { name: '票', journeyId: trip.id, placeCode: 'mine' });
    expect(bill).toMatchObject({ placeId: hall.id, placeCode: 'N1' });
    const { id, version } = bill;
    const emptied = await writer.save(bills, { id, version, journeyId: null });
    expect(emptied).toMatchObject({ placeId: null, placeCode: null });
  });

  test('comes with the records that the picker of the first reference offers', async () => {
    const hall = await writer.save(places, { name: '南楼', code: 'S1' });
    const trip = await writer.save(journeys, { name: '调研', placeId: hall.id });
    const [offered] = await writer.choices(bills as never, 'journeyId', { ids: [trip.id] });
    expect(offered?.values).toMatchObject({ placeId: hall.id, placeCode: 'S1' });
  });

  test('through a third one is refused', () => {
    const chain = face('samplePlace', ['地点', 'Place'], { next: f.ref(['下一', 'Next'], place) });
    const fields = {
      name: f.text(['名称', 'Name']),
      firstId: f.ref(['一', 'First'], place),
      secondId: f.copy('firstId', chain, 'next'),
      thirdId: f.copy('secondId', chain, 'next'),
      code: f.copy('thirdId', place, 'code'),
    };
    expect(() => defineResource({ ...common('journeyBill'), fields, form: [] } as never)).toThrow(
      'copies through more than two references',
    );
  });
});
